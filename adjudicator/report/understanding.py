"""How a sentence was understood: its position in words, what is not sure of it, and what is offered instead."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.errors import Problems
from adjudicator.finder import Found
from adjudicator.model.ruling import Item, Outcome
from adjudicator.report import said
from adjudicator.settling import settle
from adjudicator.talk import Reading
from adjudicator.words.say import Speech
from adjudicator.words.say import speech as spoken

OFFERS = 3
"""What else may be meant, at most."""


class Offer(NamedTuple):
    """Another question that may be meant: a line of the language, or a rule."""

    line: str
    said: str
    rule: str = ""
    """The rule that answers it; "" for a line."""

    def as_json(self) -> dict[str, Any]:
        """The machine form."""
        return {"rule": self.rule, "said": self.said} if self.rule else {"line": self.line, "said": self.said}


class Understanding(NamedTuple):
    """What is said back of a sentence."""

    reading: Reading
    said: str
    """The position and the question in words."""
    heading: str
    """The same behind "If you mean:" where that is not sure."""
    notes: tuple[str, ...]
    """What was left out, mended and assumed, and what else may be meant: a line each."""
    assumed: tuple[str, ...]
    offers: tuple[Offer, ...]

    def as_json(self) -> dict[str, Any]:
        """The keys of the machine form."""
        return {
            "understood": self.reading.text,
            "said": self.said,
            "sure": self.reading.sure,
            "people": dict(self.reading.people),
            "left_out": [word.text for word in self.reading.left_out],
            "mended": [{"word": typed, "for": meant} for typed, meant in self.reading.mended],
            "assumed": list(self.assumed),
            "offers": [one.as_json() for one in self.offers],
        }


def of(reading: Reading, outcome: Outcome, speech: Speech, beside: Found | None = None) -> Understanding:
    """What is said back of a sentence that was read as the text of an `outcome`, in the language of `speech`; where
    that is not sure, with the rule `beside` it that may be meant.
    """
    told = said.position(outcome, spoken(reading.language))
    assumed = tuple(speech.phrase("assumed", one) for one in reading.assumed)
    rule = beside.meant if beside is not None else None
    lines = reading.offers[: OFFERS - (rule is not None)]
    offers = [offered(line, reading.language) for line in lines] + ([Offer("", rule.said, rule.rule)] if rule else [])
    if reading.sure and not any(one.ruling.missing for one in outcome.answers):
        offers = []
    notes = [speech.label("called", name=name, player=Item.player(colour)) for name, colour in reading.people]
    if reading.left_out:
        notes.append(speech.label("left-out", words=", ".join(f"`{word.text}`" for word in reading.left_out)))
    if reading.mended:
        notes.append(speech.label("mended", words=", ".join(f"{meant} (`{typed}`)" for typed, meant in reading.mended)))
    notes += [speech.label("assuming", what=one) for one in assumed]
    if offers:
        notes.append(speech.label("or-meant"))
        named = [f"{one.said} ({one.rule})" if one.rule else one.said for one in offers]
        notes += [f"  {at}  {one}" for at, one in enumerate(named, 1)]
    heading = told if reading.sure else speech.label("if-meant", question=told)
    return Understanding(reading, told, heading, tuple(notes), assumed, tuple(offers))


def positions(reading: Reading) -> list[Offer]:
    """The positions that a sentence may tell, beside a rule that answers it, the likeliest first; one that says too
    little last.
    """
    lines = list(dict.fromkeys((reading.text, *reading.offers)))
    try:
        lacks = any(one.ruling.missing for one in settle(reading.text, "", reading.language).answers)
    except Problems:
        lacks = True
    return [offered(line, reading.language) for line in ([*lines[1:], lines[0]] if lacks else lines)]


def offered(line: str, lang: str) -> Offer:
    """A line of the language, and the same in words; as it is where nobody can read it."""
    try:
        return Offer(line, said.position(settle(line, "", lang), spoken(lang)))
    except Problems:
        return Offer(line, line)

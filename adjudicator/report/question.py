"""A question as a sentence that a person would say: "Who scores T, and how much?" for ``score T``."""

from __future__ import annotations

from adjudicator.model.ruling import Answer
from adjudicator.words.lexicon import fold
from adjudicator.words.say import Speech

LEAVE = ("may", "must")
"""Topics that ask whether a player may or must do something."""
OPEN = ("where", "which")
"""Topics that ask for the place or the figure with which a player may do it."""


def sentence(answer: Answer, speech: Speech) -> str:
    """The question of `answer` as a sentence; as it was written where its words are not those of `speech`, or where no
    sentence is known for its topic: ``question.<topic>`` of the phrases, ``question.<topic>-bare`` for a bare topic.
    """
    asked, topic = answer.ask.strip(), answer.ruling.topic
    whole = _without(asked, _keyword("whether", speech)) if topic in LEAVE else None
    if topic in LEAVE:
        begins = _without(asked, _keyword(topic, speech)) is not None
        return _said("question", topic, speech, {"ask": whole or asked}) if begins or whole else asked
    spelt = _keyword(topic, speech) if topic in OPEN else speech.lexicon.spellings("topic", topic)
    rest = _without(asked, spelt)
    if rest is None:
        return asked
    if topic in OPEN:
        player, _, act = rest.partition(" ")
        doing = _without(act, _keyword("may", speech))
        return _said("question", topic, speech, {"player": player, "rest": doing}) if doing else asked
    ident = topic if rest else f"{topic}-bare"
    try:
        return _said("question", ident, speech, {"rest": rest})
    except LookupError:
        return asked


def _keyword(ident: str, speech: Speech) -> list[str]:
    return speech.lexicon.spellings("keyword", ident)


def _said(table: str, ident: str, speech: Speech, values: dict[str, str]) -> str:
    said = speech.phrase(table, ident, **values)
    return said[:1].upper() + said[1:]


def _without(text: str, spellings: list[str]) -> str | None:
    """What stands behind one of `spellings` at the beginning of `text`, the longest first; None where none does."""
    words = text.split(" ")
    for spelling in sorted(spellings, key=len, reverse=True):
        count = len(spelling.split(" "))
        if fold(" ".join(words[:count])) == fold(spelling):
            return " ".join(words[count:])
    return None

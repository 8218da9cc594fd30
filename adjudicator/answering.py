"""What somebody types, answered: a text of the language, or a sentence as people say it at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import Problems
from adjudicator.limits import LIMITS, UNLIMITED, Limit, bounded
from adjudicator.model.ruling import Outcome
from adjudicator.settling import settle
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon

if TYPE_CHECKING:
    from adjudicator.finder import Found

OUTSIDE = "out-of-scope"
"""The problem of a sentence about another matter than the game at the table."""
LONGEST = 1000
"""Signs of a sentence as people say it, at most."""


class Meaning(NamedTuple):
    """What was typed."""

    text: str
    """The text to settle, in the language of scenarios; "" where rules answer."""
    language: str
    """Code of its language."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that answer a question about no position."""
    outcome: Outcome | None = None
    """The answers, where it was a text of the language; None where a sentence was typed, which is still to settle."""
    about: tuple[str, ...] = ()
    """Ids of the rules that come nearest to a sentence which tells hardly any position."""
    found: Found | None = None
    """How the rules were found, where a question about a rule was asked in words."""


def read_question(text: str, first: str, allowed: Limit = UNLIMITED) -> Meaning:
    """What `text` means: settled where it is one of the language, else read as a sentence; `first` is the code of the
    language that is tried before the others. Raises Problems, also where that costs more than is `allowed`.
    """
    try:
        outcome = read(text, first, allowed)
    except Problems as error:
        if is_formal(text) or any(one.code in LIMITS for one in error.items):
            raise
    else:
        return Meaning(text, outcome.language, (), outcome)
    with bounded(allowed, text):
        return _said(text, _ordered(first))


def _said(sentence: str, langs: Sequence[str]) -> Meaning:
    """What a `sentence` means: a position, or where it tells none, or too little of one, the rules that answer it."""
    from adjudicator.finder import find, situated  # a text of the language needs none of it
    from adjudicator.talk import understood

    try:
        reading = understood(sentence, langs)
    except Problems as error:
        found = find(sentence, langs)
        outside = any(one.code == OUTSIDE for one in error.items) and not found.sure
        if outside or not found.answers or situated(sentence, found.language):
            raise
        return Meaning("", found.language, found.rules, found=found)
    if reading.about and _lacks(reading.text, reading.language):
        found = find(sentence, (reading.language,))
        if found.answers and not situated(sentence, found.language):
            return Meaning("", found.language, found.rules, found=found)
    return Meaning(reading.text, reading.language, reading.rules, None, reading.about)


def _lacks(text: str, language: str) -> bool:
    """Whether a position says too little to be settled."""
    try:
        outcome = settle(text, "", language)
    except Problems:
        return True
    return bool(outcome.problems) or any(answer.ruling.missing for answer in outcome.answers)


def read(text: str, first: str, allowed: Limit = UNLIMITED) -> Outcome:
    """The answers of a text of the language, read in the language `first`, else in another one. Raises Problems."""
    errors: list[Problems] = []
    for lang in _ordered(first):
        try:
            with bounded(allowed, text):
                return settle(text, "", lang)
        except Problems as error:
            if any(one.code in LIMITS for one in error.items):
                raise  # another language would take as long
            errors.append(error)
    # The language in which less is wrong is the one that was meant.
    raise min(errors, key=_strangeness) from None


def is_formal(text: str) -> bool:
    """Whether a text that could not be read was meant as one of the language of scenarios.

    It is where statements are parted, or where one asks by the word that asks there.
    """
    if len(text) > LONGEST:
        return True
    asks = {fold(lexicon(code).say("keyword", "ask")) for code in codes()}
    return bool(re.search(r"[;\n{}]", text)) or any(word in asks for word in fold(text).replace(":", " ").split()[:1])


def _ordered(first: str) -> Sequence[str]:
    return sorted(codes(), key=lambda code: code != first)


def _strangeness(problems: Problems) -> tuple[int, int]:
    """How many words of a text belong to another language than it was read in, and how much is wrong."""
    return sum(one.code == "other-language" for one in problems.items), len(problems.items)

"""What somebody types, answered: a text of the language, or a sentence as people say it at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.errors import Problems
from adjudicator.limits import LIMITS, UNLIMITED, Limit, bounded
from adjudicator.model.ruling import Outcome
from adjudicator.settling import settle
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon

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
    from adjudicator.talk import understood  # a text of the language needs none of it

    with bounded(allowed, text):
        reading = understood(text, _ordered(first))
    return Meaning(reading.text, reading.language, reading.rules, None, reading.about)


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

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
    from adjudicator.talk import Reading

OUTSIDE = frozenset(("out-of-scope", "unsettled"))
"""Problems of a sentence about another matter than the game at the table, or about what no rule says anything of."""
RULE = 2.2
"""How much of a position a question about a rule may tell where no rule is near."""
BOTH = 1.5
"""Up to where a position that says enough is ruled on as well, under the rules."""
EITHER = 1.0
"""How much more a sentence may speak of a position than of a rule where both are told."""
TOLD = 4.0
"""From how much of a position on a sentence that is not understood is asked back and no rule told."""
SPOKEN = 3.0
"""From how much of a position on a text with signs of the language of scenarios is taken for a sentence."""
NEAR = 0.75
"""How much of such a sentence a rule must speak of to be told all the same."""
UNDECIDED = frozenset(("unsettled",))
"""Those of which the nearest rules are told."""
NEAREST = 2
"""Such rules, at most."""
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
    found: Found | None = None
    """How the rules were found, where a question about a rule was asked in words."""
    beside: Found | None = None
    """The rules that may be meant beside a position of which something was left out, mended or assumed."""
    reading: Reading | None = None
    """How a sentence was understood as a position, beside the rules as well; None for a text of the language."""
    close: bool = False
    """Whether a question that rules answer may as well be about the position that was read."""


def read_question(text: str, first: str, allowed: Limit = UNLIMITED) -> Meaning:
    """What `text` means: settled where it is one of the language, else read as a sentence; `first` is the code of the
    language that is tried before the others. Raises Problems, also where that costs more than is `allowed`.
    """
    try:
        outcome = read(text, first, allowed)
    except Problems as error:
        if any(one.code in LIMITS for one in error.items) or ((formal := is_formal(text)) and asks_formally(text)):
            raise
        wrong = error
    else:
        return Meaning(text, outcome.language, (), outcome)
    with bounded(allowed, text):
        return _said(text, _ordered(first), wrong if formal else None)


def _said(sentence: str, langs: Sequence[str], formal: Problems | None) -> Meaning:
    """What a `sentence` means: a position, or the rules that answer it; `formal` is what is wrong with it as a text of
    the language of scenarios, where it may have been meant as one. Raises Problems.
    """
    from adjudicator.finder import find  # a text of the language needs none of it
    from adjudicator.talk import situation, understood

    try:
        reading = understood(sentence, langs)
    except Problems as error:
        if formal is not None:
            raise formal from None
        found = find(sentence, langs)
        outside = any(one.code in OUTSIDE for one in error.items) and not (
            found.answers and found.answers[0].covers >= NEAR
        )
        if outside or not found.answers or situation(sentence, found.language) > TOLD:
            near = tuple(one.rule for one in found.answers[:NEAREST])
            if any(one.code in UNDECIDED for one in error.items) and near:  # nobody is left without a rule to read
                last = error.items[-1]._replace(rules=near)
                raise Problems((*error.items[:-1], last), error.text, error.language) from None
            raise
        return Meaning("", found.language, found.rules, found=found)
    if formal is not None and (reading.rules or reading.situation < SPOKEN):
        raise formal
    if not reading.rules and formal is None:
        found = find(sentence, (reading.language,))
        much = about_rule(sentence, reading, found) if found.answers else -TOLD
        if much > -EITHER:
            both = much < 0 or (much < BOTH and says_enough(reading.text, reading.language))
            return Meaning("", found.language, found.rules, None, found, None, reading, both)
        return Meaning(reading.text, reading.language, beside=found, reading=reading)
    return Meaning(reading.text, reading.language, reading.rules, reading=reading)


def says_enough(text: str, lang: str) -> bool:
    """Whether a `text` of the language of scenarios leaves out no fact that its questions need."""
    try:
        return not any(one.ruling.missing for one in settle(text, "", lang).answers)
    except Problems:
        return False


def about_rule(sentence: str, reading: Reading, found: Found) -> float:
    """How much a `sentence` asks about a rule rather than about a position, which it does from 0 on: the nearer a rule
    is to it and the less of a position it tells, the more. The weights were fitted to questions of both kinds.
    """
    near = 0.2 * found.answers[0].score + 0.4 * found.answers[0].covers + 0.3 * found.sure
    return RULE + near - reading.situation - reading.sure - 0.02 * len(sentence.split())


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
    """Whether a text that could not be read may have been meant as one of the language of scenarios: statements are
    parted in it, it is long, or it asks by the word that asks there.
    """
    return len(text) > LONGEST or bool(re.search(r"[;\n{}]", text)) or asks_formally(text)


def asks_formally(text: str) -> bool:
    """Whether a statement of a text begins with the word that asks in the language of scenarios, or a text is longer
    than anybody speaks.
    """
    asks = {fold(lexicon(code).say("keyword", "ask")) for code in codes()}
    starts = (fold(one).replace(":", " ").split()[:1] for one in re.split(r"[;\n]", text[: 10 * LONGEST]))
    return len(text) > LONGEST or any(word in asks for start in starts for word in start)


def _ordered(first: str) -> Sequence[str]:
    return sorted(codes(), key=lambda code: code != first)


def _strangeness(problems: Problems) -> tuple[int, int]:
    """How many words of a text belong to another language than it was read in, and how much is wrong."""
    return sum(one.code == "other-language" for one in problems.items), len(problems.items)

"""The rules on what somebody asks about no position: ``what does a ghost cost``, ``where may a wagon go``.

Nothing is settled here. The rules are ranked by the words that a question shares with them, a word being what it means
at the table, so that a cart finds the wagon and a question in one language the rule that was asked for in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import store
from adjudicator.rulebook import expansions, loader
from adjudicator.talk.tokens import Word, split
from adjudicator.talk.words import words
from adjudicator.words.languages import fallback, files, shipped
from adjudicator.words.vocabulary import vocabulary

SILENT = frozenset(("break", "filler", "article", "of", "and", "in", "there", "who", "common", "beside", "called"))
"""Roles of words that say nothing of what a question is about."""
THINGS = frozenset(("kind", "figure", "unit", "name", "stance"))
"""Roles of words for what there is in a game. A rule that speaks of one more is about a case of its own."""
STEM = 6
"""Letters by which words that the game has no meaning for are compared: protects, protection."""
SHORTEST = 4
"""Letters of such a word, at least."""
QUESTION, TOPIC = 3, 2
"""How much a word counts in the question that a rule answers, and in its topic; in its text it counts once."""
ASKING = frozenset(("what", "when", "where", "which", "how-many", "does", "may", "get"))
"""Words that only say how a thing is asked about."""
HOW = 0.3
"""How much such a word counts beside one that says what is asked about."""
LATER = 0.994
"""What is left of the weight of a rule for each one before it in its folder: the plain case is told first."""
BESIDE = 0.8
"""What is left of the weight of a rule for each thing it asks about that nobody asked for, for one that speaks of other
expansions, and for one that only some tables play by."""
FIRST = ("official", "clarification")
"""The authorities whose rules come before others that fit as well."""
ENOUGH = 0.6
"""The part of the best rule's weight from which on another one is told beside it."""


class Index(NamedTuple):
    """The words of all rules that decide something, in one language."""

    weights: dict[str, dict[str, int]]
    """By term, how much it counts in each rule."""
    things: dict[str, list[str]]
    """By rule, the things that its question names."""
    order: dict[str, int]
    """How many rules stand before it in its folder."""


def rules_about(sentence: str, lang: str, most: int = 3) -> tuple[str, ...]:
    """Ids of the rules that a `sentence` in a language asks for, the likeliest first, at most so many.

    Each speaks of half of what is asked at least, and of one of the things of the game that are named; none where
    nothing does.
    """
    asked = dict.fromkeys(_terms(split(sentence, words(lang))))
    terms = [term for term in asked if not _only_asks(term)]
    kept = index(lang)
    known = [term for term in terms if term in kept.weights]
    things = {term for term in known if _is_thing(term)}
    if not known or 2 * len(known) < len(terms):
        return ()
    number = len(kept.things)
    found: dict[str, float] = {}
    shared: dict[str, float] = {}
    for term in asked:
        rules = kept.weights.get(term, {})
        much = HOW if _only_asks(term) else 1.0
        rarity = much * log(1 + number / max(1, len(rules)))
        for ident, weight in rules.items():
            found[ident] = found.get(ident, 0.0) + rarity * weight / (weight + 1)
            shared[ident] = shared.get(ident, 0.0) + much
    named = {*vocabulary().always(), *_owners(things)}
    for ident in found:
        rule = loader.rule(ident)
        strange = sum(1 for thing in kept.things[ident] if thing not in asked)
        strange += bool(rule.needs) + (rule.status not in FIRST) + 2 * (rule.folder not in named)
        found[ident] *= shared[ident] * BESIDE**strange * LATER ** kept.order[ident]
    for ident in [*found]:
        of = sum(ident in kept.weights[term] for term in known)
        if 2 * of < len(terms) or (things and not any(ident in kept.weights[term] for term in things)):
            del found[ident]  # it is about something else
    best = max(found.values(), default=0.0)
    ranked = sorted(found, key=lambda ident: -found[ident])
    return tuple(ident for ident in ranked[:most] if found[ident] >= ENOUGH * best)


def _owners(things: Iterable[str]) -> Iterator[str]:
    """The expansions that bring things."""
    for thing in things:
        role, _, ident = thing.partition(":")
        with suppress(LookupError):  # a stance is a word of talk alone
            yield vocabulary().owner(role, ident)


def _only_asks(term: str) -> bool:
    return term.removeprefix("cue:") in ASKING


def _is_thing(term: str) -> bool:
    return term.partition(":")[0] in THINGS


def _terms(spoken: list[Word]) -> Iterator[str]:
    """What the words of a text are about."""
    for word in spoken:
        if word.meanings:
            meaning = word.meanings[0]
            if meaning.role not in SILENT:
                yield meaning.key
        elif len(word.meant) >= SHORTEST:
            yield f"word:{word.meant[:STEM]}"


@cache
def index(lang: str) -> Index:
    """The words of all rules in a language."""

    def build() -> list[Any]:
        return [*_built(lang)]

    def sources() -> list[Path]:
        own = [folder / name for folder in expansions.folders() for name in ("rules.toml", "talk.toml", "words.toml")]
        return [*(path for path in own if path.is_file()), *files(lang, "rules.toml"), *files(lang, "talk.toml")]

    data: list[Any] = store.prepared(f"about-{lang}", sources, build) if shipped(lang) else build()
    return Index(*data)


def _built(lang: str) -> Index:
    weights: dict[str, dict[str, int]] = {}
    things: dict[str, list[str]] = {}
    order: dict[str, int] = {}
    before: dict[str, int] = {}
    for rule in loader.rules():
        if not rule.deciding or rule.example:
            continue
        order[rule.id] = before[rule.folder] = before.get(rule.folder, -1) + 1
        here: dict[str, int] = {}
        for term in _terms(split(loader.text(rule.id, lang), words(lang), mend=False)):
            here[term] = 1
        question = list(_asked(rule.decides, lang))
        for term in _asked(rule.topic.replace("-", " "), lang):
            here[term] = max(here.get(term, 0), TOPIC)
        for term in question:
            here[term] = QUESTION
        things[rule.id] = sorted({term for term in question if _is_thing(term)})
        for term, weight in here.items():
            weights.setdefault(term, {})[rule.id] = weight
    return Index(weights, things, order)


def _asked(text: str, lang: str) -> Iterator[str]:
    """The terms of a text in the fallback language that mean something in the language `lang` as well."""
    for term in _terms(split(text, words(fallback()), mend=False)):
        if lang == fallback() or not term.startswith("word:"):
            yield term

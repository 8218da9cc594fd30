"""The names that moves and questions use, and those that moves give, told without playing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from adjudicator.binding.called import fixed_names
from adjudicator.binding.items import refs
from adjudicator.binding.reader import is_name
from adjudicator.model.scenario import Ask, Move, Ref, Step
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import fold

ABOUT_FEATURES = frozenset(("score", "final", "complete", "tiles", "majority"))
"""Topics after which a name is that of a feature."""
_BEFORE_PLACE = ("on", "in", "to", "from")
_LISTING = frozenset(("exactly", "including", "in-order", "one-of"))
"""Expectations that list features among other things."""


def names_from_moves(steps: Iterable[Step]) -> set[str]:
    """Folded names that moves give: ``joins F and G as H``, ``starts road R9``, ``called A``."""
    found: set[str] = set()
    for move in _moves(steps):
        for words in (move.words, *(effect.words for effect in move.effects)):
            for before, word in pairwise(words):
                if before.id("keyword") in ("as", "called") or before.id("kind"):
                    found.add(fold(word.text))
    return found


def pointing(steps: Iterable[Step]) -> Iterator[Ref]:
    """The names in moves, questions and expectations that stand where only a feature's name can."""
    steps = list(steps)
    for step in steps:
        if step.ask is not None:
            yield from _asked(step.ask)
    for move in _moves(steps):
        for before, word in pairwise(move.words):
            if before.id("keyword") in _BEFORE_PLACE and _plain(word):
                yield from _refs([word])
        for effect in move.effects:
            yield from _refs(effect.words)


def _refs(words: Iterable[Word]) -> Iterator[Ref]:
    return (Ref(name=word.text, span=word.span) for word in words if _plain(word))


def _asked(ask: Ask) -> Iterator[Ref]:
    if ask.topic in ABOUT_FEATURES:
        yield from _refs(ask.words)
    for expect in ask.expects:
        if expect.kind in _LISTING:
            named = (ref for item in expect.items for ref in refs(item))
            yield from (ref for ref in named if ref.name and not fixed_names(ref.name))


def _plain(word: Word) -> bool:
    """Whether a word is a name and nothing the language knows."""
    return is_name(word) and not word.roles


def _moves(steps: Iterable[Step]) -> Iterator[Move]:
    for step in steps:
        moves: Sequence[Move] = (*step.moves, *(step.ask.moves if step.ask is not None else ()))
        yield from moves

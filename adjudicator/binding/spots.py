"""Where in a text the words stand that are to be others: those of a move, of its place, of what its tile does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from adjudicator.binding.steps import written
from adjudicator.model.scenario import Effect, Move
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.fold import fold
from adjudicator.words.lexicon import lexicon


class Spot(NamedTuple):
    """Some words of a line."""

    span: Span
    text: str
    whole: bool
    """Whether they stand on one line of the text."""


def of_effect(effect: Effect, lang: str) -> Spot:
    """All that says what a tile does."""
    said = lexicon(lang).say("effect", effect.effect)
    text = " ".join(filter(None, (said, written(effect.words, lang))))
    end = effect.words[-1] if effect.words else None
    if end is None:
        return Spot(effect.span, text, True)
    return Spot(effect.span._replace(end_column=end.end_column), text, end.line == effect.span.line)


def of_words(move: Move, lang: str) -> Spot | None:
    """All that stands behind the verb of a move; None for nothing."""
    return _spot(move.words, lang)


def of_name(move: Move, ident: str, lang: str) -> Spot | None:
    """The word of a move that is a fixed name, by its id."""
    return next((_spot([word], lang) for word in move.words if word.id("name") == ident), None)


def of_place(move: Move, lang: str) -> Spot | None:
    """What stands behind the last ``on`` or ``to`` of a move."""
    at = [number for number, word in enumerate(move.words) if word.id("keyword") in ("on", "to")]
    return _spot(move.words[at[-1] + 1 :], lang) if at else None


def within(moves: Iterable[Move], span: Span, lang: str) -> Spot | None:
    """The words of moves that stand at a place of the text."""
    clauses = [words for move in moves for words in (move.words, *(effect.words for effect in move.effects))]
    return _spot([word for words in clauses for word in words if _inside(word.span, span)], lang)


def does(effect: Effect, name: str) -> bool:
    """Whether something that goes by an id is named in what a tile does."""
    return any(ident == name for word in effect.words for _, ident in word.roles)


def does_first(effect: Effect, name: str) -> bool:
    """Whether the first feature to which a tile does something goes by that name, or by its kind alone."""
    first = takewhile(lambda word: word.id("keyword") != "and", effect.words)
    return any(fold(name) in (fold(word.text), word.id("kind")) for word in first)


def _inside(span: Span, other: Span) -> bool:
    return span.line == other.line and other.column <= span.column and span.end_column <= other.end_column


def _spot(words: Sequence[Word], lang: str) -> Spot | None:
    if not words:
        return None
    first, last = words[0], words[-1]
    span = Span(first.line, first.column, last.end_column)
    return Spot(span, written([*words], lang), first.line == last.line)

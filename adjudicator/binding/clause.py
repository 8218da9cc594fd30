"""What the words of a clause name, wherever they stand in its form: for rules and questions that look for something in
a clause without acting on it. What it says in its places, `arguments` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from adjudicator.model.position import Cell
from adjudicator.model.scenario import Ask, Effect, Move, Ref


class Named(NamedTuple):
    """What one word of a clause may name, for rules that have a say wherever it stands."""

    ids: tuple[tuple[str, str], ...]
    """Pairs (role, id)."""
    feature: str | None
    """The id of the feature that goes by that name."""
    behind: str | None
    """The id of the keyword before it."""

    def id(self, role: str) -> str | None:
        """The id that it has in `role`."""
        return next((ident for one, ident in self.ids if one == role), None)

    @property
    def meant(self) -> tuple[str, ...]:
        """Its ids; none where it is the name of a feature."""
        return tuple(ident for _, ident in self.ids) if self.feature is None else ()


def names_in(clause: Move | Effect, known: Callable[[str], str | None]) -> tuple[Named, ...]:
    """What the words of a clause may name, one by one; `known` gives the id of the feature that goes by a name."""
    words = clause.words
    return tuple(
        Named(word.roles, known(word.text), words[at - 1].id("keyword") if at else None)
        for at, word in enumerate(words)
    )


def ids_in(clause: Move | Effect | Ask, role: str) -> Iterator[str]:
    """The ids that words of a clause have in `role`, in the order of the text."""
    for word in clause.words:
        ident = word.id(role)
        if ident is not None:
            yield ident


def names_given(clause: Move | Ask) -> Iterator[Ref]:
    """The words of a clause that are none of the language and not in quotes, but for what a figure is newly called:
    something has to go by such a name.
    """
    before: Any = None
    for word in clause.words:
        if word.type == "ATOM" and not word.roles and (before is None or before.id("keyword") != "called"):
            yield Ref(name=word.text, span=word.span)
        before = word


def own_names(move: Move) -> Iterator[str]:
    """The words of a move that are none of the language, in quotes or not, as they are written."""
    return (word.text for word in move.words if not word.roles and word.type in ("ATOM", "STRING"))


def square_in(clause: Move) -> Cell | None:
    """The first square that a move names."""
    return next((word.value for word in clause.words if word.type == "COORD"), None)


def corner_in(clause: Move) -> Cell | None:
    """The square behind the word ``corner`` of a move."""
    behind = (word for before, word in pairwise(clause.words) if before.id("keyword") == "corner")
    return next((word.value for word in behind if word.type == "COORD"), None)


def degrees_in(clause: Move) -> int:
    """By how much a move says that its tile is turned; 0 where it says nothing."""
    return next((int(word.value) for word in clause.words if word.type == "TURNED"), 0)


def end_column(move: Move) -> int:
    """The column behind the last word of a move."""
    found: int = max(move.span.end_column, *(word.end_column for word in move.words), 0)
    return found


def spelt(move: Move) -> Iterator[str]:
    """Every word of a move and of what its tile does, as it is written."""
    return (word.text for words in (move.words, *(effect.words for effect in move.effects)) for word in words)


def spelt_asking(ask: Ask) -> Iterator[str]:
    """Every word of a question and of its moves, as it is written."""
    yield from (word.text for word in ask.words)
    for move in ask.moves:
        yield from spelt(move)


def names_tile(move: Move) -> bool:
    """Whether a placement begins with the name of a tile, and not with a word such as ``it``."""
    return bool(move.words) and move.words[0].id("keyword") is None

"""Where the big top stands, and what a sketch tells of the surroundings of a figure."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import FigurePhrase, Mistake, Reader
from adjudicator.engine.state import State
from adjudicator.model.position import Cell, Link
from adjudicator.model.scenario import Ref
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import fallback

BIG_TOP = "big-top"
CIRCUS = "circus-space"
NEAR = ("near", "around")


def nine(cell: Cell) -> frozenset[Cell]:
    """A square and the eight around it."""
    x, y = cell
    return frozenset((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def spaces_on(state: State, cell: Cell, symbol: str, kind: str) -> tuple[bool, bool]:
    """Whether the tile on a square of the board shows `symbol`, and whether it has a piece of `kind`."""
    lay = state.ground.lay(*cell) if state.ground is not None else None
    if lay is None:
        return False, False
    return any(mark == symbol for mark, _, _ in lay.marks), any(piece.kind == kind for piece in lay.segments)


def circus_squares(state: State) -> list[Cell]:
    """The squares of all circus tiles on the board."""
    squares = state.ground.squares() if state.ground is not None else []
    return [cell for cell in squares if spaces_on(state, cell, CIRCUS, "")[0]]


# ---- sketches
def subject(link: Link) -> FigurePhrase | None:
    """The figure that a line begins with; None where it begins with something else."""
    words = link.items[0] if link.items else ()
    typed = [word for word in words if isinstance(word, Word)] if isinstance(words, tuple) else []
    try:
        return Reader(typed, fallback(), link.span).figure() if typed else None
    except Mistake:
        return None


def about(state: State, figure: str) -> Iterator[tuple[FigurePhrase, Link]]:
    """The lines on what is near a figure, each with the words for the figure."""
    for link in state.links:
        phrase = subject(link) if link.kind in NEAR else None
        if phrase is not None and phrase.figure == figure:
            yield phrase, link


def top_phrases(state: State) -> Iterator[tuple[FigurePhrase, Link]]:
    """Every mention of the big top: ``near big top: ...``, ``same tile (1,0): big top with 5 points``."""
    yield from about(state, BIG_TOP)
    for link in state.links:
        for item in link.items[1:] if link.kind == "same-tile" else ():
            if isinstance(item, FigurePhrase) and item.figure == BIG_TOP:
                yield item, link


def square_of(link: Link, phrase: FigurePhrase) -> Cell | None:
    """The square that a ``same tile`` line tells; None where it tells none."""
    words = link.items[0] if link.items else ()
    for word in words if isinstance(words, tuple) else ():
        if isinstance(word, Word) and word.type == "COORD":
            return (int(word.value[0]), int(word.value[1]))
    if phrase.cell is not None:
        return phrase.cell
    return next((item.cell for item in link.items[1:] if isinstance(item, Ref) and item.cell is not None), None)

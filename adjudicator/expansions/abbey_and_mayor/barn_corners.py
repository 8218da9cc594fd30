"""Where a barn stands: the corners of four tiles that all show nothing but field there (AM-57, AM-137)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.state import State
from adjudicator.geometry.face import HALVES, Lay
from adjudicator.geometry.ground import Ground
from adjudicator.model.ruling import Finding, Item

Cell = tuple[int, int]

_AT = (
    ((-1, -1), ("ER", "SL"), ("E", "S", "SE")),
    ((0, -1), ("SR", "WL"), ("S", "W", "SW")),
    ((-1, 0), ("NR", "EL"), ("N", "E", "NE")),
    ((0, 0), ("WR", "NL"), ("W", "N", "NW")),
)
"""Of each of the four tiles: its square as seen from the corner, its half sides there, the sides that meet there."""


class Corner(NamedTuple):
    """What four squares show where they meet."""

    segment: int | None
    """A piece of the field there; None where a barn cannot stand."""
    empty: tuple[Cell, ...] = ()
    """Squares without a tile."""
    other: tuple[Cell, ...] = ()
    """Tiles that show something besides field there."""
    mist: tuple[Cell, ...] = ()
    """Tiles with mist there."""
    unseen: tuple[Cell, ...] = ()
    """Tiles whose face is not told."""


def look(ground: Ground, corner: Cell) -> Corner:
    """What there is at a corner, the point at the north-west of that square."""
    segment: int | None = None
    empty: list[Cell] = []
    other: list[Cell] = []
    mist: list[Cell] = []
    unseen: list[Cell] = []
    for (dx, dy), halves, sides in _AT:
        cell = (corner[0] + dx, corner[1] + dy)
        lay = ground.lay(*cell)
        if lay is None:
            (unseen if cell in ground or ground.partial else empty).append(cell)
            continue
        if any(symbol == "mist" and side in (*halves, *sides) for symbol, side, _ in lay.marks):
            mist.append(cell)
        index = _field(lay, HALVES.index(halves[0]), HALVES.index(halves[1]))
        if index is None:
            other.append(cell)
        else:
            segment = ground.segments_at(*cell)[index]
    free = not (empty or other or mist)
    return Corner(segment if free else None, tuple(empty), tuple(other), tuple(mist), tuple(unseen))


def _field(lay: Lay, one: int, two: int) -> int | None:
    """The one field that takes both half sides of a tile at a corner."""
    for index, segment in enumerate(lay.segments):
        if segment.kind == "field" and one in segment.halves and two in segment.halves:
            return index
    return None


def squares_at(corner: Cell) -> tuple[Cell, ...]:
    """The four squares that meet at a corner."""
    return tuple((corner[0] + dx, corner[1] + dy) for (dx, dy), _, _ in _AT)


def why_not(seen: Corner, corner: Cell) -> Finding | None:
    """Why no barn can stand at a corner, whoever may want to; None where nothing speaks against it."""
    shown = Item("corner", corner)
    if seen.empty:
        return Finding("AM-57", False, "barn-four-tiles", {"corner": shown, "squares": _cells(seen.empty)})
    if seen.mist:
        return Finding("AM-137", False, "barn-mist", {"corner": shown, "squares": _cells(seen.mist)})
    if seen.other:
        return Finding("AM-57", False, "barn-only-field", {"corner": shown, "squares": _cells(seen.other)})
    return None


def _cells(cells: tuple[Cell, ...]) -> tuple[Item, ...]:
    return tuple(Item("cell", cell) for cell in cells)


def at_corner(state: State, corner: Cell) -> int | Finding:
    """The piece of field that a barn at a corner stands on, or why it cannot stand there (AM-57)."""
    ground = state.ground
    if ground is None:
        raise LookupError(corner)
    seen = look(ground, corner)
    if seen.segment is not None:
        return seen.segment
    values = {"corner": Item("corner", corner), "squares": _cells(seen.unseen)}
    return why_not(seen, corner) or Finding("AM-57", False, "barn-only-field", values)

"""Where a tile may lie: matching sides (BASE-10), holes, corners, and whether a table is one part.

Rules that an expansion adds (an abbey only in a hole, the bends of a river) are not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from adjudicator.geometry.face import ANY_EDGE, EDGE_KINDS, SIDES, Face
from adjudicator.geometry.ground import Ground
from adjudicator.geometry.tiling import NO_TILE, cell_of
from adjudicator.limits import spend
from adjudicator.model.ruling import Item

_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Misfit(NamedTuple):
    """Why a tile may not lie somewhere.

    ``code``: ``square-taken``; ``no-neighbour``: no tile at any side; ``edge-mismatch`` with ``side`` and the two
    kinds, ``ours`` and ``theirs``. The sentences are the phrases ``problem.<code>`` and ``fact.<code>``.
    """

    code: str
    values: Mapping[str, Any]
    rule: str = "BASE-10"
    """The rule that is broken; "" where no rule need say it."""


def fits(ground: Ground, face: Face, turns: int, x: int, y: int) -> Misfit | None:
    """None if the tile may lie on (x, y) after `turns` quarter turns clockwise, else the first reason why not.

    The first tile of a table fits anywhere. A tile whose face is not told counts as a neighbour and speaks
    against nothing (ask `beside_blank`).
    """
    if (x, y) in ground:
        return Misfit("square-taken", {"square": Item.cell((x, y))}, "")
    beside = ground.beside(x, y)
    if not beside and len(ground):
        return Misfit("no-neighbour", {"square": Item.cell((x, y))})
    edges = face.turned(turns).edges
    for side, other in beside:
        if other is not None and edges[side] != other.edges[side ^ 2]:
            wrong = mismatches(ground, face, turns, x, y)
            return wrong[0] if wrong else None
    return None


def mismatches(ground: Ground, face: Face, turns: int, x: int, y: int) -> list[Misfit]:
    """Every side of the tile that does not match what lies beside it, clockwise from the north."""
    edges = face.turned(turns).edges
    found = []
    for side, other in ground.beside(x, y):
        if other is None:
            continue
        ours, theirs = edges[side], other.edges[side ^ 2]
        if ours != theirs and ANY_EDGE not in (ours, theirs):
            dx, dy = _STEPS[side]
            values = {
                "square": Item.cell((x, y)),
                "beside": Item.cell((x + dx, y + dy)),
                "side": Item.word(SIDES[side]),
                "ours": Item.word(EDGE_KINDS[ours]),
                "theirs": Item.word(EDGE_KINDS[theirs]),
            }
            found.append(Misfit("edge-mismatch", values))
    return found


def beside_blank(ground: Ground, x: int, y: int) -> bool:
    """Whether a tile whose face is not told lies at a side of (x, y), so that nobody can say what fits."""
    return ground.blanks and any(ground.blank(x + dx, y + dy) for dx, dy in _STEPS)


def placements(ground: Ground, face: Face) -> list[tuple[int, int, int]]:
    """Every (x, y, turns) where the tile fits, turns that look alike left out, sorted."""
    lays = tuple((turns, face.turned(turns).edges) for turns in face.distinct_turns)
    fringe = ground.fringe()
    turned = {beside: turns_that_fit(lays, beside) for beside in set(fringe.values())}
    spend()
    squares = [square for square, beside in fringe.items() if turned[beside]]
    return sorted((*cell_of(square), turns) for square in squares for turns in turned[fringe[square]])


@lru_cache(maxsize=100_000)
def turns_that_fit(lays: tuple[tuple[int, str], ...], beside: str) -> tuple[int, ...]:
    """The quarter turns with which a tile fits between the edges `beside` a square, as `Ground.fringe` tells them;
    `lays` are its turns, each with its edges."""
    open_to = (NO_TILE, ANY_EDGE)
    return tuple(
        turns
        for turns, edges in lays
        if all(theirs in open_to or ours in (theirs, ANY_EDGE) for ours, theirs in zip(edges, beside, strict=True))
    )


def holes(ground: Ground) -> list[tuple[int, int]]:
    """The empty squares with a tile at each of their four sides, sorted."""
    return sorted(cell_of(square) for square, beside in ground.fringe().items() if NO_TILE not in beside)


def corners(ground: Ground) -> list[tuple[int, int]]:
    """The points where four tiles meet, each named by the square of which it is the north-west corner, sorted."""
    return sorted(corner for corner in ground.squares() if is_corner(ground, *corner))


def is_corner(ground: Ground, x: int, y: int) -> bool:
    """Whether four tiles meet at the north-west of (x, y)."""
    return all(cell in ground for cell in ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)))


def connected(cells: Iterable[tuple[int, int]]) -> bool:
    """Whether squares hang together side by side; nothing at all does."""
    left = set(cells)
    waiting = [left.pop()] if left else []
    while waiting:
        x, y = waiting.pop()
        for dx, dy in _STEPS:
            beside = (x + dx, y + dy)
            if beside in left:
                left.remove(beside)
                waiting.append(beside)
    return not left

"""Faces with something built over them, and a table on which one tile has got another face."""

from __future__ import annotations

from adjudicator.geometry.face import SIDES, Face, Segment
from adjudicator.geometry.ground import Ground

OVER = {"N": "S", "S": "N", "E": "W", "W": "E"}
"""The side at the other end of what goes straight over a tile."""


def axis(side: str) -> tuple[int, int]:
    """The two sides, ascending, that something from `side` ("N") straight over the tile runs off."""
    first, second = sorted((SIDES.index(side), SIDES.index(OVER[side])))
    return first, second


def blocked(face: Face, turns: int, sides: tuple[int, int]) -> tuple[int, ...]:
    """Those of `sides`, as the tile lies, that are no field and carry nothing built over the tile."""
    edges = face.turned(turns).edges
    return tuple(side for side in sides if edges[side] != "f")


def spanned(face: Face, turns: int, sides: tuple[int, int], mark: str) -> Face:
    """`face` with a road straight over it from side to side, as the tile lies, that carries `mark`.

    What is printed below goes on as it was: the road joins nothing on the tile.
    """
    upright = tuple(sorted((side - turns) & 3 for side in sides))
    edges = "".join("r" if side in upright else letter for side, letter in enumerate(face.edges))
    road = Segment("road", upright, (), {mark: 1})
    return Face(face.id, (*face.segments, road), edges, face.marks, face.letter, face.joined)


def relaid(ground: Ground, cell: tuple[int, int], face: Face) -> tuple[Ground, dict[int, int]]:
    """The same table with `face` on a square, lying as the tile there does; the number of each segment that there was,
    as it is now.
    """
    twin = Ground(ground.partial)
    moved: dict[int, int] = {}
    for x, y in ground.squares():
        lay = ground.lay(x, y)
        if lay is None:
            twin.place_blank(x, y)
            continue
        first = twin.place(x, y, face if (x, y) == cell else lay.face, lay.turns)
        moved.update((old, first + at) for at, old in enumerate(ground.segments_at(x, y)))
    return twin, moved

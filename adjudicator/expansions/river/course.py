"""Where the tiles of the river may lie: all of them first, one after the other, without turning back at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action
from adjudicator.model.ruling import Finding, Item

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face
    from adjudicator.geometry.ground import Ground

WATER = "s"
"""The letter of a side with the river, in the sides of a face."""
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""To the square beside, by the number of the side."""
BENDS = (1, 3)
"""Quarter turns to the right and to the left."""

Cell = tuple[int, int]


def _water(edges: str) -> list[int]:
    """The sides with the river."""
    return [side for side, edge in enumerate(edges) if edge == WATER]


def course(case: Case, action: Action) -> Iterator[Finding]:
    """All that the river asks of a tile that is to lie on a square (NB-15, NB-16)."""
    place, ground = action.data, case.state.ground
    if ground is None or place.cell is None or place.face is True:
        return
    open_ends = [root for root in ground.features() if ground.kind(root) == "river" and ground.open_ends(root)]
    if WATER not in place.face.edges:
        if open_ends and not ground.partial:
            yield Finding("NB-15", False, "river-first", {})
        return
    square = Item("cell", place.cell)
    upstream = _upstream(ground, place.face, place.turns, place.cell)
    if upstream or any(ground.kind(root) == "river" for root in ground.features()):
        yield Finding("NB-16", bool(upstream), "river-goes-on", {"square": square})
    for entry in upstream:
        hands = _bends(ground, place.face, place.turns, place.cell, entry)
        if hands is not None:
            yield Finding("NB-16", hands[0] != hands[1], "river-bends", {"square": square})


def _bends(ground: Ground, face: Face, turns: int, cell: Cell, entry: int) -> tuple[int, int] | None:
    """To which hand the river goes on the tile before and on this one; None unless both are bends."""
    water = _water(face.turned(turns).edges)
    dx, dy = STEPS[entry]
    before = ground.lay(cell[0] + dx, cell[1] + dy)
    earlier = _water(before.edges) if before is not None else []
    ahead = entry ^ 2
    sources = [side for side in earlier if side != ahead]
    if len(sources) > 1:  # at a fork the river comes from where it lies already
        sources = [side for side in sources if _flows(ground, (cell[0] + dx, cell[1] + dy), side)]
    if len(water) != 2 or len(sources) != 1:
        return None
    came = sources[0] ^ 2
    leaves = water[0] if water[1] == entry else water[1]
    hands = (ahead - came) % 4, (leaves - ahead) % 4
    return hands if set(hands) <= set(BENDS) else None


def _flows(ground: Ground, cell: Cell, side: int) -> bool:
    """Whether the river goes on beyond a side of a square."""
    lay = ground.lay(cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])
    return lay is not None and lay.edges[side ^ 2] == WATER


def _upstream(ground: Ground, face: Face, turns: int, cell: Cell) -> list[int]:
    """The sides by which a tile would go on from the river on the table."""
    found = []
    for side in _water(face.turned(turns).edges):
        dx, dy = STEPS[side]
        beside = ground.lay(cell[0] + dx, cell[1] + dy)
        if beside is not None and beside.edges[side ^ 2] == WATER:
            found.append(side)
    return found

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
        for before, now in _bends(ground, place.face, place.turns, place.cell, entry):
            yield Finding("NB-16", before != now, "river-bends", {"square": square})


def _bends(ground: Ground, face: Face, turns: int, cell: Cell, entry: int) -> Iterator[tuple[int, int]]:
    """To which hand the river goes on the tile before and on this one, for every way that bends on both.

    At a fork the river goes on from each of the other arms: an arm may not turn back beside another one either.
    """
    water = _water(face.turned(turns).edges)
    dx, dy = STEPS[entry]
    before = ground.lay(cell[0] + dx, cell[1] + dy)
    ahead = entry ^ 2
    if before is None or len(water) != 2:
        return
    leaves = water[0] if water[1] == entry else water[1]
    for source in _water(before.edges):
        hands = (ahead - (source ^ 2)) % 4, (leaves - ahead) % 4
        if source != ahead and set(hands) <= set(BENDS):
            yield hands


def _upstream(ground: Ground, face: Face, turns: int, cell: Cell) -> list[int]:
    """The sides by which a tile would go on from the river on the table."""
    found = []
    for side in _water(face.turned(turns).edges):
        dx, dy = STEPS[side]
        beside = ground.lay(cell[0] + dx, cell[1] + dy)
        if beside is not None and beside.edges[side ^ 2] == WATER:
            found.append(side)
    return found

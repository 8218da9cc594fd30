"""The row and the column of a monastery."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.geometry.ground import Ground
from adjudicator.model.position import Cell, Feature

ALIGNED = "aligned-tile"
DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def aligned(case: Case, feature: Feature) -> int:
    """The tiles in the row and column of a monastery, its own left out, outwards up to the first gap on each side.

    Raises Undetermined where a sketch, or a board of which a part is shown, does not say.
    """
    ground = case.state.ground
    if ALIGNED in feature.marks:
        return feature.marks[ALIGNED]
    if ground is None or feature.id in case.state.features or ground.partial:
        case.lack("aligned-tiles", feature)
    x, y = ground.cell(ground.root(case.state.segment_of(feature.id)))
    return sum(_up_to_gap(ground, (x, y), step) for step in DIRECTIONS)


def told_anew(case: Case) -> None:
    """In a sketch, forgets what lay in line with a special monastery beside which a tile is placed.

    The tile may tell how many it adds: ``extends M with 1 aligned tile``.
    """
    state, turn = case.state, case.state.turn
    if turn is None or any(word.id("unit") == ALIGNED for effect in turn.effects for word in effect.words):
        return
    for ident in (*turn.touched, *turn.around):
        known = state.features.get(ident)
        if known is not None and ALIGNED in known.marks:
            state.add(known._replace(marks={mark: n for mark, n in known.marks.items() if mark != ALIGNED}))


def _up_to_gap(ground: Ground, cell: Cell, step: Cell) -> int:
    (x, y), (dx, dy) = cell, step
    number = 0
    while (x + dx, y + dy) in ground:
        x, y = x + dx, y + dy
        number += 1
    return number

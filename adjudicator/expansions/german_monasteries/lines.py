"""The row and the column of a monastery."""

from __future__ import annotations

from itertools import count

from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.geometry.squares import beyond
from adjudicator.model.position import Cell, Feature

ALIGNED = "aligned-tile"


def aligned(case: Case, feature: Feature) -> int:
    """The tiles in the row and column of a monastery, its own left out, outwards up to the first gap on each side.

    Raises Undetermined where a sketch, or a board of which a part is shown, does not say.
    """
    if ALIGNED in feature.marks and ALIGNED not in feature.only_later:
        return feature.marks[ALIGNED]
    square = case.state.square_of(feature)
    if square is None or not case.state.whole:
        case.lack("aligned-tiles", feature)
    return sum(_up_to_gap(case.state, square, side) for side in range(4))


def told_anew(case: Case) -> None:
    """In a sketch, forgets what lay in line with a special monastery beside which a tile is placed.

    The tile may tell how many it adds: ``extends M with 1 aligned tile``.
    """
    state, turn = case.state, case.state.turn
    if turn is None or any(one.id("unit") == ALIGNED for effect in turn.effects for one in case.names_in(effect)):
        return
    for ident in (*turn.touched, *turn.around):
        known = state.features.get(ident)
        if known is not None and ALIGNED in known.marks:
            state.add(known._replace(marks={mark: n for mark, n in known.marks.items() if mark != ALIGNED}))


def _up_to_gap(state: State, cell: Cell, side: int) -> int:
    return next(far for far in count() if state.tile(beyond(cell, side, far + 1)) is None)

"""What the tiles of a board show: hills and vineyards."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.model.position import Cell


def shown(case: Case, cell: Cell, ident: str) -> int:
    """How many of `ident` the tile on `cell` shows, whether it is told of a piece or of the whole tile."""
    ground = case.state.ground
    if ground is None:
        return 0
    lay = ground.lay(*cell)
    if lay is None:
        return 0
    whole = sum(symbol == ident for symbol, _, _ in lay.marks)
    return whole + sum(segment.marks.get(ident, 0) for segment in lay.segments)

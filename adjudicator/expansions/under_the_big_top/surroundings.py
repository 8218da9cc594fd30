"""The big top, and the tiles with circus spaces to which it goes."""

from __future__ import annotations

from adjudicator.engine.state import State
from adjudicator.model.position import Cell

BIG_TOP = "big-top"
CIRCUS = "circus-space"


def circus_squares(state: State) -> list[Cell]:
    """The squares of all circus tiles on the board."""
    return [tile.cell for tile in state.tiles_showing(CIRCUS) if tile.cell is not None]

"""The figures on the table, as the engine and as a saved game tell them."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.binding.clause import ids_in
from adjudicator.engine.state import State
from adjudicator.model.position import Cell, Occupant
from adjudicator.model.scenario import Move

Stood = tuple[int, Occupant]
"""A figure and the piece of a feature it stands on, as the board numbers them."""


class Standing(NamedTuple):
    """A figure on the table, under the name that the file gives it."""

    owner: str
    figure: str
    cell: Cell
    feature: str
    location: str

    def pointer(self) -> dict[str, Any]:
        return {"position": [*self.cell], "feature": self.feature, "location": self.location}


def names_it(move: Move, figure: str) -> bool:
    """Whether a move speaks of such a figure."""
    return figure in ids_in(move, "figure")


def table(state: State) -> list[Stood]:
    """Every figure on the table."""
    return [(part.segment, one) for part, one in state.figures_on_tiles() if part.segment is not None]


def new_in(before: list[Stood], after: list[Stood]) -> list[Stood]:
    """The figures of `after` that are not in `before`."""
    rest = list(before)
    found = []
    for stood in after:
        if stood in rest:
            rest.remove(stood)
        else:
            found.append(stood)
    return found

"""The machine of the placed tile: which way it flies, what was rolled, which squares it reaches (NB-88)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Arrival
from adjudicator.engine.memory import Scope, remembered
from adjudicator.model.position import Cell, Feature
from adjudicator.rulebook.loader import value

FLYING = "flying-machine"
ROLLS = "rolls"
"""The deed of who has rolled the die."""
MEEPLE = "meeple"
PASSED = "nothing"
STEPS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip


@remembered(Scope.PART)
class Flight(NamedTuple):
    """An event of the turn: the die has been rolled for a figure."""

    number: int
    figure: str


def flight(case: Case) -> Flight | None:
    """The flight of this turn; None where no die was rolled."""
    return next(iter(case.recall(Flight)), None)


def landed(case: Case) -> bool:
    """Whether a figure has landed in this turn."""
    return any(arrival.means == FLYING for arrival in case.recall(Arrival))


def targets(case: Case) -> list[Cell] | None:
    """The squares where the flight of this turn may end, the nearest first: one once the die is rolled.

    None where the position does not tell, as in a sketch.
    """
    turn = case.state.turn
    if turn is None or turn.cell is None:
        return None
    lay = case.state.lay(turn.cell)
    marks = lay.marks if lay is not None else ()
    way = next((STEPS.get(side) for symbol, side, _ in marks if symbol == FLYING), None)
    if way is None:
        return None
    rolled = flight(case)
    far = range(value("NB-88", "die_min"), value("NB-88", "die_max") + 1) if rolled is None else (rolled.number,)
    x, y = turn.cell
    return [(x + way[0] * n, y + way[1] * n) for n in far]


def landing(case: Case, feature: Feature, named: Cell | None = None) -> Cell | None:
    """The square of a board feature where a flight may land, the one that was `named` if it is one; None for none."""
    here = case.state.squares_of(feature)
    there = (cell for target in targets(case) or () for cell in case.state.whole_tile(target))
    return next((cell for cell in there if cell in here and named in (None, cell)), None)

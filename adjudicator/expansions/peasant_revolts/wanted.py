"""A meeple that is to be protected, how it came where it stands, and by which rule it is paid for."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Arrival, Deed
from adjudicator.engine.memory import Scope, remembered
from adjudicator.expansions.peasant_revolts.paying import ANY_WAY, FOUR
from adjudicator.expansions.peasant_revolts.terms import CHANGE, MEANS, SYNOD, WAGON, special_area
from adjudicator.model.position import Feature, Occupant


class Wanted(NamedTuple):
    """Whom a player wants to protect."""

    player: str
    """Who wants it."""
    owner: str
    figure: str
    feature: Feature | None
    occupant: Occupant | None
    """None where no such figure stands there."""
    price: int | None = None
    """The price that was said."""
    means: str = ""
    """What brought the meeple there in this turn, where that was said."""


@remembered(Scope.PART)
class Scored(NamedTuple):
    """The scoring of the turn has begun."""

    came: tuple[Occupant, ...]
    """The figures that had come onto their features in this turn by then."""


def scoring_begins(case: Case) -> None:
    """Notes who came before the scoring: to protect them is too late from here on (REVOLT-19, REVOLT-36)."""
    case.remember(Scored(tuple(case.state.fresh)))


def came_before_scoring(case: Case, occupant: Occupant | None) -> bool:
    """Whether a figure came in this turn, and the turn has been scored since."""
    return any(o is occupant for scored in case.recall(Scored) for o in scored.came)


def is_fresh(case: Case, occupant: Occupant) -> bool:
    """Whether a figure came onto its feature in the turn that is going on."""
    return case.state.turn is not None and any(o is occupant for o in case.state.fresh)


def is_put(case: Case, occupant: Occupant | None) -> bool:
    """Whether a figure was put on the tile that was placed in this turn."""
    return any(o is occupant and not means for o, means in case.recall(Arrival))


def came_by(case: Case, wanted: Wanted) -> str:
    """What brought the meeple there instead of a plain placement: as said, or as the moves of the turn tell; or ""."""
    brought = (means for o, means in case.recall(Arrival) if o is wanted.occupant)
    return wanted.means or next((means for means in brought if means in MEANS), "")


def paid_by(case: Case, wanted: Wanted) -> str:
    """The rule behind the 4 points for a meeple, by the way it came."""
    means = came_by(case, wanted)
    if means:
        entered = wanted.feature is not None and special_area(case, wanted.feature)
        return ANY_WAY if entered else MEANS[means]
    turn = case.state.turn
    if turn is None or wanted.occupant is None or is_put(case, wanted.occupant):
        return FOUR
    if wanted.figure == WAGON and turn.closed:
        return "REVOLT-44"
    place = wanted.feature.id if wanted.feature is not None else ""
    moved = (d for d in case.recall(Deed) if (d.player, d.figure, d.place) == (wanted.owner, wanted.figure, place))
    return next((MEANS[deed.means] for deed in moved if deed.means in (SYNOD, CHANGE)), ANY_WAY)

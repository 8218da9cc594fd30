"""Where and when the phantom is put, and what it counts for (NB-20 to NB-24, NB-121, NB-123)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import PUTS, Act, Arrival
from adjudicator.engine.expansion import Putting
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

PHANTOM = "phantom"
MEEPLE = "meeple"
PORTAL = "portal"
FLYING = "flying-machine"
TOWER = "tower"
SEDUCES = "seduces"
"""The deed of who has sent a knight home with a princess."""


def _came_by(case: Case, means: str) -> bool:
    """Whether a figure has come by that in this turn."""
    return any(arrival.means == means for arrival in case.recall(Arrival))


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """1, like a meeple (NB-22)."""
    power = value("NB-22", "strength")
    player, item = Item.player(occupant.owner), Item.feature(feature.id)
    case.find("NB-22", "phantom-counts", player=player, feature=item, strength=power)
    return power


def besides(case: Case, put: Putting) -> Finding | None:
    """The phantom goes besides the one figure or action of the phase (NB-20), on top of a tower too (NB-123); whether
    also before it, nothing says.
    """
    turn = case.state.turn
    if turn is None or sum(act.verb == PUTS for act in case.recall(Act)) > 1:
        return None
    player = Item.player(put.player)
    if put.figure != PHANTOM:
        if any(act.verb != PUTS for act in case.recall(Act)) or [one.figure for one, _ in case.recall(Arrival)] != [
            PHANTOM
        ]:
            return None
        return case.doubt("open", "NB-20", "phantom-first", player=player)
    if put.feature.kind == TOWER:
        return Finding("NB-123", True, "phantom-closes-tower", {"player": player})
    return Finding("NB-20", True, "phantom-besides", {"player": player})


def place(case: Case, put: Putting) -> Finding | None:
    """Like any meeple it joins no other by being put, not even the first one of the turn (NB-21)."""
    if put.figure != PHANTOM:
        return None
    turn = case.state.turn
    if turn is None or not (case.recall(Act)):
        case.find("NB-20", "phantom-alone", player=Item.player(put.player))
    if put.means or not any(MEEPLE in case.game.figure_traits(o.figure) for o in put.feature.occupants):
        return None
    return Finding("NB-21", False, "phantom-no-second", {"feature": Item.feature(put.feature.id)})


def lets_nobody_in(case: Case, put: Putting) -> Finding | None:
    """A builder or pig does not join a phantom that was put in the same turn (NB-121)."""
    turn = case.state.turn
    if turn is None or "helper" not in case.game.figure_traits(put.figure):
        return None
    own = [o for o in put.feature.occupants if o.owner == put.player and MEEPLE in case.game.figure_traits(o.figure)]
    just = any(
        (one.owner, one.figure) == (put.player, PHANTOM) for one, _ in case.recall(Arrival)
    )  # a player has but one
    if not own or not just or any(o.figure != PHANTOM for o in own):
        return None
    values = {"feature": Item.feature(put.feature.id), "figure": Item.noun("figure", put.figure)}
    return Finding("NB-121", False, "phantom-lets-nobody-in", values)


def after_princess(case: Case, put: Putting) -> Finding | None:
    """No phantom is placed once a princess has removed a knight in the turn (NB-24)."""
    turn = case.state.turn
    if put.figure != PHANTOM or turn is None or not case.did(SEDUCES):
        return None
    return Finding("NB-24", False, "phantom-after-princess", {"player": Item.player(put.player)})


def one_portal(case: Case, put: Putting) -> Finding | None:
    """One of the two figures of a turn goes through a magic portal, not both (NB-121)."""
    turn = case.state.turn
    if put.means != PORTAL or turn is None or not _came_by(case, PORTAL):
        return None
    return Finding("NB-121", False, "phantom-one-portal", {"player": Item.player(put.player)})


def one_machine(case: Case, put: Putting) -> Finding | None:
    """A flying machine that the first meeple has used is taken (NB-23)."""
    turn = case.state.turn
    if put.figure != PHANTOM or put.means != FLYING or turn is None or not _came_by(case, FLYING):
        return None
    return Finding("NB-23", False, "phantom-one-machine", {"player": Item.player(put.player)})


def supply(state: State) -> Iterator[Problem]:
    """No player has more phantoms on the board and in the supply together than the game gives him."""
    return beyond_supply(state, PHANTOM, vocabulary().supply(PHANTOM), "NB-20")


CONDITIONS = (place, lets_nobody_in, after_princess, one_portal, one_machine)
CHECKS = (supply,)

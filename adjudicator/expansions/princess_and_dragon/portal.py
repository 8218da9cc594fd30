"""Magic portals: the meeple of the turn goes on any tile, where a feature is unoccupied and incomplete."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting
from adjudicator.engine.printed import may_show, shows
from adjudicator.expansions.princess_and_dragon.neutral import MEEPLE, holds_off
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule
from adjudicator.words.vocabulary import vocabulary

PORTAL = "portal"
OCCUPIED = "occupied-feature"
COMPLETED = "completed-feature"


def by_portal(case: Case, put: Putting) -> Putting | None:
    """`put` by means of the portal of the placed tile, where the figure goes elsewhere than on that tile (NB-31).

    On a placed tile with a portal it is put as ever, whatever was said.
    """
    turn = case.state.turn
    if put.means not in ("", PORTAL) or put.corner is not None:
        return None
    if turn is None or turn.player != put.player or not turn.placed:
        return None
    if put.feature.id in turn.touched and put.cell in (None, turn.cell):
        return put._replace(means="") if put.means and may_show(case, PORTAL, "NB-31") else None
    if not put.means and (not shows(case, PORTAL) or MEEPLE not in case.game.figure_traits(put.figure)):
        return None
    if not put.means and "tower" in case.game.kind_traits(put.feature.kind):
        return None  # a meeple climbs a tower from anywhere
    if put.cell is None:
        free = (cell for cell in case.state.squares_of(put.feature) if not holds_off(case, put.feature, (cell,)))
        put = put._replace(cell=next(free, case.state.square_of(put.feature)))
    return put._replace(means=PORTAL)


def through_portal(case: Case, put: Putting) -> Finding | None:
    """Only a meeple, with a portal tile, on what is unoccupied and incomplete (NB-31).

    Raises Undetermined where the position does not say whether it is.
    """
    if put.means != PORTAL:
        return None
    values = {"feature": Item.feature(put.feature.id), "player": Item.player(put.player)}
    if MEEPLE not in case.game.figure_traits(put.figure):
        return Finding("NB-31", False, "portal-meeple", {"figure": Item.noun("figure", put.figure)})
    if not may_show(case, PORTAL, "NB-31"):
        return Finding("NB-31", False, "portal-on-tile", {})
    barred = rule("NB-31").forbidden
    if OCCUPIED in barred and any(MEEPLE in case.game.figure_traits(o.figure) for o in case.figures(put.feature)):
        return Finding("NB-31", False, "portal-free", values)
    if COMPLETED in barred and put.feature.kind != "field" and case.complete(put.feature):
        return Finding("NB-31", False, "portal-open", values)
    return Finding("NB-31", True, "portal-open", values)


def nothing_on_it(case: Case, move: Move) -> Finding | None:
    """Nobody stands on the portal itself, which is no feature (NB-116)."""
    if move.verb != "puts":
        return None
    for one in case.names_in(move):
        if one.id("symbol") == PORTAL and one.behind in ("on", "in", "at") and one.feature is None:
            picture = Item.noun("symbol", PORTAL)
            return Finding(case.game.rule("no-feature"), False, "no-feature", {"picture": picture})
    return None


GUESTS = frozenset((figure, PORTAL) for figure in vocabulary().ids("figure"))

"""A meeple on top of a tower, who closes it (NB-38); what else goes nowhere once a floor has been added (NB-33)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.tower.floors import MEEPLE, RAISES, TOWER, height, instead, towers
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.words.vocabulary import vocabulary

GUESTS = frozenset((figure, TOWER) for figure in vocabulary().ids("figure"))
"""Who may be said to come ``by tower``: where a portal leads to the tower as well, an answer tells which is meant."""


def on_top(case: Case, put: Putting) -> Putting | None:
    """Any tower of the table will do, not only one on the placed tile (NB-38)."""
    if put.feature.kind != TOWER or put.means:
        return None
    return put._replace(means=TOWER, cell=case.state.square_of(put.feature) or put.cell)


def closes(case: Case, put: Putting) -> Finding | None:
    """A meeple, instead of another action, on a tower of one floor or more that nobody closes (NB-38): by nothing that
    brings figures to features.

    Raises Undetermined where its floors, or who is there, are not told.
    """
    if put.feature.kind != TOWER:
        return None
    values = {"feature": Item.feature(put.feature.id), "figure": Item.noun("figure", put.figure)}
    if MEEPLE not in case.game.figure_traits(put.figure):
        return Finding("NB-38", False, "tower-only-meeples", values)
    if put.means not in ("", TOWER):
        return Finding("NB-38", False, "tower-by-itself", values)
    turn = case.state.turn
    if turn is not None and not turn.placed:
        return Finding("NB-38", False, "tower-after-placing", values)
    gone = instead(case, put.player, put.feature, put.figure)
    if gone is False or (gone is not None and not gone.holds):
        return gone or Finding("NB-38", False, "tower-instead", {**values, "player": Item.player(put.player)})
    if gone is not None:
        case.note(gone)
    floors = height(case.state, put.feature)
    if floors == 0:
        return Finding("NB-38", False, "tower-no-floor", values)
    if any(MEEPLE in case.game.figure_traits(one.figure) for one in case.figures(put.feature)):
        return Finding("NB-38", False, "tower-closed", values)
    if floors is None:
        case.lack("floors", put.feature)
    return Finding("NB-38", True, "tower-closes", values)


def after_floor(case: Case, put: Putting) -> Finding | None:
    """Who adds a floor puts no figure (NB-33), but for what an expansion allows besides."""
    turn = case.state.turn
    if turn is None or not case.did(RAISES) or put.feature.kind == TOWER:
        return None
    extra = case.game.besides(case, put)
    return extra or Finding("NB-33", False, "floor-instead", {"player": Item.player(put.player)})


def nothing(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """A meeple on a tower scores nothing, and stays to the end (NB-38)."""
    owners = dict.fromkeys(one.owner for one in feature.occupants)
    case.against(owners, "NB-38", "tower-nothing", feature=Item.feature(feature.id))
    return []


def never(state: State, root: int) -> bool:
    """A tower is never complete, and so brings nothing, whatever lies around it (NB-38)."""
    return False


def standing(state: State) -> Iterator[Problem]:
    """One meeple closes a tower, and only one of a floor or more (NB-38)."""
    words = vocabulary()
    for tower in towers(state):
        for at, one in enumerate(tower.occupants):
            values = {"feature": tower.id, "figure": Item.noun("figure", one.figure)}
            if MEEPLE not in words.figure_traits(one.figure):
                yield Problem("tower-figure", one.span, values, (), ("NB-38",))
            elif at:
                yield Problem("tower-two", one.span, values, (), ("NB-38",))
            elif height(state, tower) == 0:
                yield Problem("tower-without-floor", one.span, values, (), ("NB-38",))

"""What can no longer be done once the dragon, the fairy or a princess has had the phase; what is still to be done."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting
from adjudicator.engine.pointing import figure_item, unlike
from adjudicator.engine.printed import shows
from adjudicator.expansions.princess_and_dragon.flight import left, mover, reachable
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON
from adjudicator.expansions.princess_and_dragon.volcano import has_not_come
from adjudicator.model.ruling import Finding, Item

FLIES = "moves-dragon"
"""The deed of who has moved the dragon."""
PROTECTS = "moves-fairy"
SEDUCES = "seduces"


def phase_over(case: Case, put: Putting) -> Finding | None:
    """The dragon moves when phase 2 is done (NB-26): no figure is put after that."""
    turn = case.state.turn
    if turn is None or not case.did(FLIES):
        return None
    return Finding("NB-26", False, "put-after-dragon", {"player": Item.player(put.player)})


def after_fairy(case: Case, put: Putting) -> Finding | None:
    """Who moves the fairy places no meeple (NB-28), but for what an expansion allows besides."""
    turn = case.state.turn
    if turn is None or not case.did(PROTECTS):
        return None
    extra = case.game.besides(case, put)
    return extra or Finding("NB-28", False, "fairy-instead", {"player": Item.player(put.player)})


def after_princess(case: Case, put: Putting) -> Finding | None:
    """A knight is sent home instead of placing any figure (NB-32)."""
    turn = case.state.turn
    if turn is None or not case.did(SEDUCES):
        return None
    return Finding("NB-32", False, "princess-instead", {"player": Item.player(put.player)})


def unfinished(case: Case) -> None:
    """The dragon moves before the scoring (NB-26). Raises Undetermined where the moves leave that out."""
    turn = case.state.turn
    if turn is None or turn.closed or not turn.placed or not shows(case, DRAGON):
        return
    if not case.state.has_board or turn.cell is None:
        scored = [ident for ident in turn.completed if case.state.feature(ident).occupants]
        if scored and not case.did(FLIES):
            case.find("NB-26", "dragon-first")
            there = [(feature, one) for feature in case.state.occupied() for one in feature.occupants if one.owner]
            ways = unlike(case, there)
            case.lack("dragon-where-to", None, figures=tuple(figure_item(case, ways, *way) for way in ways))
        return
    if DRAGON not in case.state.neutral:
        if not has_not_come(case.state):
            case.lack("dragon-where")
        return
    squares = tuple(map(Item.cell, reachable(case)))
    if left(case) and squares:
        case.find("NB-26", "dragon-first")
        case.lack("dragon-flies-on", None, number=left(case), squares=squares, player=Item.player(mover(case)))


def flight_to_come(case: Case) -> bool | None:
    """Whether the dragon is still to move in this turn; None before the tile lies."""
    turn = case.state.turn
    if turn is None or not turn.placed:
        return None
    if not shows(case, DRAGON) or turn.closed:
        return False
    if not case.state.has_board or DRAGON not in case.state.neutral:
        return not case.did(FLIES)
    return bool(left(case) and reachable(case))


CONDITIONS = (phase_over, after_fairy, after_princess)

"""Volcanoes: the dragon comes to the tile, and no meeple goes on it."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting
from adjudicator.engine.printed import shows
from adjudicator.engine.state import State
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, MEEPLE, SPECIAL
from adjudicator.model.ruling import Finding, Item

VOLCANO = "volcano"


def dragon_comes(case: Case) -> None:
    """The dragon goes to a volcano tile at once (NB-25)."""
    turn = case.state.turn
    if turn is None or not shows(case, VOLCANO):
        return
    case.state.forget(DRAGON)
    if turn.cell is not None:
        case.state.neutral[DRAGON] = turn.cell
    case.find("NB-25", "dragon-comes")


def has_not_come(state: State) -> bool:
    """Whether the whole table is known and shows no volcano: then no dragon has come yet (NB-25)."""
    return state.whole and all(tile.known and not tile.shows(VOLCANO) for tile in state.all_tiles())


def not_on_volcano(case: Case, put: Putting) -> Finding | None:
    """No meeple goes on the volcano tile of the turn (NB-25); of figures that are none the rule says nothing."""
    turn = case.state.turn
    traits = case.game.figure_traits(put.figure)
    here = turn is not None and put.cell in (None, turn.cell) and put.feature.id in turn.touched
    if not here or put.means or put.corner is not None or not shows(case, VOLCANO):
        return None
    player = Item.player(put.player)
    if MEEPLE in traits:
        return Finding("NB-25", False, "volcano-meeple", {"player": player})
    if SPECIAL in traits and not case.game.figure(put.figure).corner:
        figure = Item.noun("figure", put.figure)
        return case.doubt("open", "NB-25", "volcano-special", figure=figure, player=player)
    return None

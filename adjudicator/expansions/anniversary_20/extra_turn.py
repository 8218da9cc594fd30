"""The extra turn that a symbol gives: when it is played, and how many there are in a row."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion, Turns
from adjudicator.engine.turn import Turn
from adjudicator.expansions.anniversary_20.arrows import EXTRA, undecided
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value

EXTRA_TURN = "extra-turn"


def _player(turn: Turn) -> dict[str, Any]:
    return {"player": Item("player", (turn.player,)), "number": value("ANN-31", "max_consecutive_turns")}


def _in_extra_turn(turn: Turn) -> bool:
    """Whether the turn is an extra turn, or a further part of one."""
    return EXTRA_TURN in (turn.kind, *turn.row)


def grant(case: Case) -> None:
    """Gives the player whose turn it is an extra turn (ANN-31), unless this is one (ANN-32) or one is to come."""
    turn = case.state.turn
    if turn is None:
        return
    if _in_extra_turn(turn):
        fact = Finding("ANN-32", False, "arrow-no-third", _player(turn))
    else:
        fact = Finding("ANN-31", EXTRA_TURN not in turn.due, "arrow-extra", _player(turn))
    case.note(fact)
    due = (*turn.due, EXTRA_TURN) if fact.holds else turn.due
    case.state.turn = turn._replace(facts=(*turn.facts, fact), due=due)


def _first(case: Case) -> bool:
    """Whether something else comes first: the second part of a double turn (ANN-36)."""
    return any(follows(case) is not None for follows in case.game.turns.follows if follows is not extra_turn)


def extra_turn(case: Case) -> tuple[str, str] | None:
    """The extra turn comes when the turn is over (ANN-30), a double turn both its parts (ANN-36)."""
    turn = case.state.turn
    if turn is None:
        return None
    case.note(*(f for f in turn.facts if f.phrase == "arrow-no-third"))
    if EXTRA in undecided(case) and not _in_extra_turn(turn) and not _first(case):
        symbols = tuple(Item("noun", ("name", kind)) for kind in undecided(case))
        case.lack("arrow-which", None, player=Item("player", (turn.player,)), symbols=symbols)
    if EXTRA_TURN not in turn.due:
        return None
    if _first(case):
        case.find("ANN-36", "arrow-double-first", **_player(turn))
        return None
    if turn.row:
        case.find("ANN-36", "arrow-double-first", **_player(turn))
    case.find("ANN-31", "arrow-extra", **_player(turn))
    case.find("ANN-30", "arrow-extra-after", player=Item("player", (turn.player,)))
    return turn.player, EXTRA_TURN


def begins(case: Case, player: str) -> Finding:
    """Whether a player may begin an extra turn: one that the turn before has brought (ANN-31), no third (ANN-32)."""
    turn = case.state.turn
    told = {"player": Item("player", (player,)), "number": value("ANN-31", "max_consecutive_turns")}
    if turn is None:
        return Finding("ANN-31", True, "arrow-extra", told)  # how it came about is not told
    if turn.player != player:
        return Finding("ANN-30", False, "arrow-extra-after", told)
    chosen = EXTRA in undecided(case) and not _in_extra_turn(turn)  # to begin it is to choose it
    if EXTRA_TURN in turn.due or chosen:
        return Finding("ANN-36", not _first(case), "arrow-double-first", told)
    if _in_extra_turn(turn):
        return Finding("ANN-32", False, "arrow-no-third", told)
    if turn.kind and case.state.turns == 1:  # what the part before it brought is not told
        return Finding("ANN-36", not _first(case), "arrow-double-first", told)
    return Finding("ANN-31", False, "arrow-no-extra", told)


PART = Expansion("anniversary-20", turns=Turns(follows=(extra_turn,), begins={EXTRA_TURN: begins}))

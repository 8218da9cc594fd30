"""The extra turn that a symbol gives: when it is played, and how many there are in a row."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion, On, Turns, Way
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.phases import Beside, Moment, Phase
from adjudicator.engine.turn import Turn
from adjudicator.expansions.anniversary_20.arrows import EXTRA, IGNORED, SYMBOLS, undecided
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.rulebook.loader import value

EXTRA_TURN = "extra-turn"


@remembered(Scope.TURN)
class Begun(NamedTuple):
    """A turn that the player has begun, or a part of one; all that come in a row are remembered."""

    kind: str


@remembered(Scope.TURN)
class Due(NamedTuple):
    """Whether an extra turn is still to come; the last of these counts."""

    due: bool


@remembered(Scope.PART)
class Refused(NamedTuple):
    """An extra turn brings no other (ANN-32)."""


def _player(turn: Turn) -> dict[str, Value]:
    return {"player": Item.player(turn.player), "number": value("ANN-31", "max_consecutive_turns")}


def turn_begins(case: Case) -> None:
    """Notes what kind of turn begins, and that an extra turn which begins is no longer to come."""
    turn = case.state.turn
    if turn is not None:
        case.remember(Begun(turn.kind))
        if turn.kind == EXTRA_TURN:
            case.remember(Due(False))


def _in_extra_turn(case: Case) -> bool:
    """Whether the turn is an extra turn, or a further part of one."""
    return any(begun.kind == EXTRA_TURN for begun in case.recall(Begun))


def _due(case: Case) -> bool:
    return next((one.due for one in reversed(case.recall(Due))), False)


def _refuse(case: Case, turn: Turn) -> None:
    case.find("ANN-32", "arrow-no-third", False, **_player(turn))


def grant(case: Case) -> None:
    """Gives the player whose turn it is an extra turn (ANN-31), unless this is one (ANN-32) or one is to come."""
    turn = case.state.turn
    if turn is None:
        return
    if _in_extra_turn(case):
        case.remember(Refused())
        _refuse(case, turn)
    else:
        case.find("ANN-31", "arrow-extra", not _due(case), **_player(turn))
        case.remember(Due(True))


def _first(case: Case) -> bool:
    """Whether something else comes first: the second part of a double turn (ANN-36)."""
    return any(way.how(case) is not None for way in case.game.turns.follows if way.how is not extra_turn)


def extra_turn(case: Case) -> tuple[str, str] | None:
    """The extra turn comes when the turn is over (ANN-30), a double turn both its parts (ANN-36)."""
    turn = case.state.turn
    if turn is None:
        return None
    if case.recall(Refused):
        _refuse(case, turn)
    if EXTRA in undecided(case) and not _in_extra_turn(case) and not _first(case):
        symbols = tuple(Item.noun("name", kind) for kind in undecided(case))
        case.lack("arrow-which", None, player=Item.player(turn.player), symbols=symbols)
    if not _due(case):
        return None
    if _first(case):
        case.find("ANN-36", "arrow-double-first", **_player(turn))
        return None
    if len(case.recall(Begun)) > 1:
        case.find("ANN-36", "arrow-double-first", **_player(turn))
    case.find("ANN-31", "arrow-extra", **_player(turn))
    case.find("ANN-30", "arrow-extra-after", player=Item.player(turn.player))
    return turn.player, EXTRA_TURN


def begins(case: Case, player: str) -> Finding:
    """Whether a player may begin an extra turn: one that the turn before has brought (ANN-31), no third (ANN-32)."""
    turn = case.state.turn
    values: dict[str, Value] = {"player": Item.player(player), "number": value("ANN-31", "max_consecutive_turns")}
    if turn is None:
        return Finding("ANN-31", True, "arrow-extra", values)  # how it came about is not told
    if turn.player != player:
        return Finding("ANN-30", False, "arrow-extra-after", values)
    chosen = EXTRA in undecided(case) and not _in_extra_turn(case)  # to begin it is to choose it
    if _due(case) or chosen:
        return Finding("ANN-36", not _first(case), "arrow-double-first", values)
    if _in_extra_turn(case):
        return Finding("ANN-32", False, "arrow-no-third", values)
    if turn.kind and case.state.turns == 1:  # what the part before it brought is not told
        return Finding("ANN-36", not _first(case), "arrow-double-first", values)
    return Finding("ANN-31", False, "arrow-no-extra", values)


def plays_symbols(case: Case) -> bool:
    """Whether symbols do anything: not where they are agreed to be ignored (ANN-49)."""
    return case.house_rule(SYMBOLS) != IGNORED


def waits(case: Case) -> bool | None:
    """Whether an extra turn is still to come; None where that hangs on the tile or on a choice."""
    turn = case.state.turn
    if turn is None or not turn.placed or (EXTRA in undecided(case) and not _in_extra_turn(case)):
        return None if not _in_extra_turn(case) else False
    return _due(case)


PART = Expansion(
    "anniversary-20",
    on=On(turn_begins=(turn_begins,)),
    turns=Turns(
        follows=(Way(how=extra_turn, rule="ANN-31"),),
        begins={EXTRA_TURN: begins},
        phases=(
            Phase(EXTRA_TURN, "ANN-30", Moment.NEXT, {"second-part": "ANN-36"}, played=plays_symbols, waits=waits),
        ),
        beside=(Beside("activates", "ANN-20", "puts"),),
    ),
)

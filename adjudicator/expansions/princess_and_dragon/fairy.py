"""Moving the fairy beside a meeple of one's own (NB-28)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import PUTS, Act, Arrival, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import figure_parts, find_figure
from adjudicator.errors import Problem
from adjudicator.expansions.princess_and_dragon.afterwards import FLIES, PROTECTS
from adjudicator.expansions.princess_and_dragon.neutral import FAIRY, HELPER, MEEPLE, with_fairy
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten

PASSED = "nothing"


class Beside(NamedTuple):
    figure: str
    target: tuple[Feature, Occupant] | None
    """None where no such figure of the player is there."""


def read(case: Case, move: Move) -> Action[Beside]:
    """``moves fairy to meeple on R``, ``moves fairy to wagon``. Raises Mistake."""
    args = case.args(move)
    args.alone()
    phrase = args.standing("beside", place="to")
    return _action(case, move, phrase.figure, find_figure(case, move, phrase, move.player))


def _action(case: Case, move: Move, figure: str, target: tuple[Feature, Occupant] | None) -> Action[Beside]:
    parts: tuple[Item, ...] = (Item.count(1, "", figure),)
    if target is not None:
        parts = figure_parts(case, *target)
    deed = Deed(figure=FAIRY, beside=figure)
    if target is not None:
        deed = Deed(figure=FAIRY, beside=figure, occupant=target[1], place=target[0].id)
    return Action(move, Beside(figure, target), Item.move("moves", Item.count(1, "", FAIRY), *parts), deed)


def check(case: Case, action: Action[Beside]) -> list[Finding]:
    """Beside a meeple of one's own, in phase 2, by who places no meeple in it (NB-28)."""
    beside = action.data
    player = action.move.player
    values = {"player": Item.player(player), "figure": Item.noun("figure", beside.figure)}
    if MEEPLE not in case.game.figure_traits(beside.figure):
        return [Finding("NB-28", False, "fairy-to-meeple", values)]
    if beside.target is None or beside.target[1].owner != player:
        return [Finding("NB-28", False, "fairy-to-own", values)]
    if beside.target[1].mark(FAIRY):
        return [Finding("NB-28", False, "fairy-there-already", values)]
    found = [Finding("NB-28", True, "fairy-to-own", values)]
    turn = case.state.turn
    if turn is None:
        return found
    if turn.player != player:
        return [Finding("NB-28", False, "not-your-turn", values)]
    if not turn.placed:
        return [Finding("NB-28", False, "fairy-after-placing", values)]
    if case.did(FLIES):
        found.append(Finding("NB-26", False, "put-after-dragon", values))
    elif any(act.verb not in (PASSED, PUTS) for act in case.recall(Act)):
        found.append(Finding("NB-28", False, "fairy-one-action", values))
    put = [case.game.figure_traits(one.figure) for one, _ in case.recall(Arrival)]
    if any(MEEPLE in traits for traits in put):
        found.append(Finding("NB-28", False, "fairy-no-meeple-placed", values))
    elif any(HELPER in traits for traits in put):
        found.append(case.doubt("open", "NB-28", "fairy-special-placed", **values))
    elif put:
        found.append(Finding("NB-28", False, "fairy-one-action", values))
    return sorted(found, key=lambda finding: finding.holds)


def apply(case: Case, action: Action[Beside]) -> None:
    """Takes it from the figure it was with and gives it to the new one."""
    beside = action.data
    state, turn = case.state, case.state.turn
    if turn is None or beside.target is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    before = with_fairy(state)
    if before is not None and before[1] is beside.target[1]:
        return
    if before is not None:
        feature, one = before
        state.change(feature.id, one, one._replace(marks=tuple(mark for mark in one.marks if mark[0] != FAIRY)))
    feature, one = beside.target
    state.change(feature.id, one, one._replace(marks=(*one.marks, (FAIRY, 1))))
    state.neutral.pop(FAIRY, None)
    if one.cell is not None:
        state.neutral[FAIRY] = one.cell
    case.remember(Act(PROTECTS))
    case.find("NB-28", "fairy-moved", player=Item.player(turn.player), feature=Item.feature(feature.id))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Beside]]:
    """Every meeple of the player, but the one that has it unless it is `asked` where it may go."""
    move = unwritten(player, "moves")
    seen: set[Item] = set()
    for feature in case.state.occupied():
        for one in feature.occupants:
            if one.owner == player and MEEPLE in case.game.figure_traits(one.figure) and (asked or not one.mark(FAIRY)):
                action = _action(case, move, one.figure, (feature, one))
                if action.item not in seen:
                    seen.add(action.item)
                    yield action


def must(case: Case, action: Action[Beside]) -> Finding:
    """A player may move the fairy, and need not (NB-28)."""
    return Finding("NB-28", False, "fairy-may", {"player": Item.player(action.move.player)})


VERBS = {f"moves {FAIRY}": Verb(read, check, apply, choices, must)}

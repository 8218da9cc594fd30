"""``scores P``: a player gives out the points of a complete pyramid instead of putting a meeple."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.scoring import award
from adjudicator.errors import Problem
from adjudicator.expansions.under_the_big_top.acrobats import PYRAMID, SCORES, full
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, unwritten
from adjudicator.play.turns import send_home

PASSED = "nothing"
"""The deed of who puts nothing, which is just what scoring a pyramid asks for."""


def read(case: Case, move: Move) -> Action[Feature]:
    """``scores P``, ``scores pyramid at (1,0)``. Raises Mistake, Undetermined."""
    named = [pair for one in case.names_in(move) for pair in one.ids if pair[0] in ("kind", "name")]
    for role, ident in named:
        if case.game.owner(role, ident) not in ("", *case.game.ids):
            lack_code(case, role, ident)
    args = case.args(move)
    place = args.place()
    if place is None:
        args.refuse("standing", "place")
    return _action(move, case.state.feature(case.state.resolve(place)))


def _action(move: Move, feature: Feature) -> Action[Feature]:
    return Action(move, feature, Item.move(SCORES, Item.feature(feature.id)))


def check(case: Case, action: Action[Feature]) -> list[Finding]:
    """Three acrobats, in one's own turn, instead of putting a meeple (NB-68). Raises Undetermined."""
    feature = action.data
    player = {"player": Item.player(action.move.player)}
    values: dict[str, Value] = {"feature": Item.feature(feature.id), "number": full()}
    if feature.kind != PYRAMID:
        return [Finding("NB-68", False, "scores-pyramids-only", values)]
    there = case.figures(case.state.feature(feature.id))
    found = [Finding("NB-68", len(there) == full(), "pyramid-of-three", values)]
    turn = case.state.turn
    if turn is not None:
        if turn.player != action.move.player:
            return [Finding("NB-68", False, "not-your-turn", player)]
        if not turn.placed:
            found.append(Finding("NB-68", False, "pyramid-after-placing", player))
        if any(act.verb != PASSED for act in case.recall(Act)):
            found.append(Finding("NB-68", False, "pyramid-instead", {}))
    return sorted(found, key=lambda f: f.holds)


def apply(case: Case, action: Action[Feature]) -> None:
    """Pays every acrobat and sends them home."""
    state, turn = case.state, case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    feature = state.feature(action.data.id)
    lines = award(case, feature, False)
    gone = list(feature.occupants)
    state.clear(feature.id)
    if feature.id in state.features:
        state.add(state.features[feature.id]._replace(complete=False))
    state.score(lines)
    send_home(case, gone)
    case.remember(Act(SCORES))
    state.turn = turn._replace(
        lines=(*turn.lines, *lines), home=(*turn.home, *gone)
    )  # fmt: skip


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Feature]]:
    """Every pyramid."""
    move = unwritten(player, SCORES)
    for feature in case.state.occupied():
        if feature.kind == PYRAMID:
            yield _action(move, feature)


def must(case: Case, action: Action[Feature]) -> Finding:
    """Nobody has to (NB-68)."""
    return Finding("NB-68", False, "pyramid-optional", {})


VERBS = {SCORES: Verb(read, check, apply, choices, must)}

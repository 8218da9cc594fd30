"""Calling an abbot back for the points of its monastery or garden."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_means
from adjudicator.engine.pointing import Found, candidates, figure_parts, one_of, unlike
from adjudicator.engine.scoring import charged, lines_for
from adjudicator.errors import Problem
from adjudicator.expansions.abbot.gardens import ABBOT, by_tile
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten

NOTHING = "nothing"
"""The deed of who puts nothing, which is just what calling the abbot back asks for."""


class Call(NamedTuple):
    player: str
    figure: str
    feature: Feature | None
    """Where the figure is; None if the player has none on a feature."""
    abbot: Occupant | None = None


def read(case: Case, move: Move) -> Action[Call]:
    """``takes back abbot``, ``takes back abbot from M``. Raises Mistake, Undetermined."""
    args = case.args(move)
    phrase = args.taken()
    if (means := args.ident("means")) is not None:
        lack_means(case, means)
    owner = phrase.colour or move.player
    found = candidates(case, phrase, owner)
    ident = case.state.resolve(phrase.place) if phrase.place is not None else ""
    if not found and phrase.figure == ABBOT:
        for feature in case.state.features.values():
            if feature.id == ident or (not ident and "monastic" in case.game.kind_traits(feature.kind)):
                case.figures(feature)
    if phrase.figure != ABBOT:
        found = found[:1]  # whichever is meant is no abbot and stays
    return _action(case, move, owner, phrase.figure, one_of(case, found, phrase))


def _action(case: Case, move: Move, owner: str, figure: str, found: Found | None) -> Action[Call]:
    if found is None:
        return Action(move, Call(owner, figure, None), Item.move("takes-back", Item.count(1, "", figure)))
    parts = figure_parts(case, *found, owner=False)
    feature, abbot = found
    deed = Deed(figure=figure, occupant=abbot, place=feature.id)
    return Action(move, Call(owner, figure, *found), Item.move("takes-back", *parts), deed)


def check(case: Case, action: Action[Call]) -> list[Finding]:
    """Only one's abbot (BASE-17), in phase 2 instead of a meeple (BASE-56, BASE-57), while incomplete (BASE-58)."""
    call = action.data
    figure = {"figure": Item.noun("figure", call.figure), "player": Item.player(action.move.player)}
    laid = call.feature is not None and any(o.mark("as-abbot") for o in call.feature.occupants)
    if call.figure != ABBOT and laid:
        case.find("BASE-61", "laid-is-no-abbot", False, **figure)
    if call.figure != ABBOT or call.player != action.move.player:
        return [Finding(case.game.rule("supply"), False, "not-at-will", figure)]
    feature = call.feature
    if feature is None:
        return [Finding("BASE-56", False, "no-abbot-there", figure)]
    values = {"feature": Item.feature(feature.id)}
    found = [Finding("BASE-56", True, "may-call-back", {**figure, **values})]
    turn = case.state.turn
    if turn is not None:
        if turn.player != call.player:
            return [Finding("BASE-56", False, "not-your-turn", figure)]
        if not turn.placed:
            found.append(Finding("BASE-56", False, "call-before-placing", figure))
        if turn.closed:
            found.append(Finding("BASE-56", False, "call-after-scoring", figure))
        if any(act.verb != NOTHING for act in case.recall(Act)):
            found.append(Finding("BASE-57", False, "instead-of-meeple", figure))
    if case.complete(feature):
        found.append(Finding("BASE-58", False, "complete-cannot-call", values))
    else:
        found.append(Finding("BASE-58", True, "incomplete-may-call", values))
    return sorted(found, key=lambda f: f.holds)


def apply(case: Case, action: Action[Call]) -> None:
    """Scores the abbot alone and takes it home; other figures there stay (BASE-58)."""
    call = action.data
    state, feature = case.state, call.feature
    turn = state.turn
    gone = call.abbot
    if feature is None or gone is None or turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    now = state.feature(feature.id)
    won = lines_for((call.player,), feature.id, by_tile(case.tiles(now), "BASE-56"))
    lines = (*won, *charged(case, now, (call.player,), (gone,), False))
    state.clear(feature.id, [o for o in now.occupants if o is not gone])
    state.give(call.player, ABBOT)
    state.score(lines)
    case.remember(Act("takes-back"))
    state.turn = turn._replace(lines=(*turn.lines, *lines), home=(*turn.home, gone))
    others = [o for o in now.occupants if o is not gone]
    case.find("BASE-56", "called-abbot-back", feature=Item.feature(feature.id))
    if others:
        case.find("BASE-58", "others-stay", feature=Item.feature(feature.id))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Call]]:
    """The player's abbot, wherever it stands."""
    if not case.state.figures_of(player, ABBOT):
        return
    move = unwritten(player, "takes-back")
    for feature in case.state.occupied():
        own = ((feature, one) for one in feature.occupants if (one.owner, one.figure) == (player, ABBOT))
        for found in unlike(case, own, True):
            yield _action(case, move, player, ABBOT, found)


def must(case: Case, action: Action[Call]) -> Finding:
    """A player may call the abbot back, and need not (BASE-56)."""
    return Finding("BASE-56", False, "may-call-back", {**check(case, action)[0].values})


VERBS = {"takes-back": Verb(read, check, apply, choices, must)}

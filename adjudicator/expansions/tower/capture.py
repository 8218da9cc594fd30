"""Capturing a meeple with a tower that has just got a floor (NB-33 to NB-36)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed, Shed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_means
from adjudicator.engine.pointing import Found, figure_parts, find_figure
from adjudicator.errors import Problem
from adjudicator.expansions.tower.floors import MEEPLE, PASSED, RAISES, TOWER, raised
from adjudicator.expansions.tower.prisoners import free, imprison, prisoners_of
from adjudicator.expansions.tower.reach import within
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, unwritten
from adjudicator.rulebook.loader import rule

CAPTURES = "captures"


class Capture(NamedTuple):
    figure: str
    found: Found | None
    """None where no such figure is on the board."""
    back: str = ""
    """The own figure that is wanted in exchange, where that was said."""


def read(case: Case, move: Move) -> Action[Capture]:
    """``captures blue meeple on T``, ``... by tower``, ``... for wagon``. Raises Mistake, Undetermined."""
    args = case.args(move)
    phrase, wanted = args.taken(), args.any_figure("figure")
    means, tower = args.ident("means"), args.place()
    if means not in (None, TOWER):
        lack_means(case, means)
    if tower is not None and case.state.feature(case.state.resolve(tower)).kind != TOWER:
        args.refuse("place", "means")
    back = wanted.figure if wanted is not None else ""
    found = find_figure(case, move, phrase, "")
    place = case.state.resolve(phrase.place) if phrase.place is not None else ""
    if found is None and place:
        case.figures(case.state.feature(place))
    return _action(case, move, Capture(phrase.figure, found, back), phrase.colour, place)


def _action(case: Case, move: Move, capture: Capture, colour: str = "", place: str = "") -> Action[Capture]:
    parts: tuple[Item, ...] = (Item.count(1, colour, capture.figure),)
    if place:
        parts = (*parts, Item.feature(place))
    deed = Deed(figure=capture.figure)
    if capture.found is not None:
        parts = figure_parts(case, *capture.found)
        deed = Deed(figure=capture.figure, occupant=capture.found[1], place=capture.found[0].id)
    return Action(move, capture, Item.move(CAPTURES, *parts), deed)


def check(case: Case, action: Action[Capture]) -> list[Finding]:
    """One meeple, of whatever role (NB-35), in range (NB-34) of the tower that has got a floor in this turn (NB-33)."""
    capture = action.data
    player = Item.player(action.move.player)
    values: dict[str, Value] = {"figure": Item.noun("figure", capture.figure), "player": player}
    if not _can_be(case, capture.figure):
        return [Finding("NB-35", False, "capture-only-meeples", values), *_findings_of_others(case, capture)]
    if capture.found is None:
        return [Finding("NB-35", False, "capture-none-there", values)]
    feature, one = capture.found
    details = {**values, "feature": Item.feature(feature.id)}
    found = [Finding("NB-35", True, "capture-any-role", details), *_findings_of_others(case, capture)]
    when = _when(case, action.move.player, values)
    if when is not None:
        found.append(when)
    if all(one.holds for one in found):
        reach = within(case, feature, one)
        case.note(reach)
        found.append(reach)
        case.deed = case.deed._replace(in_reach=reach.holds)
    phrase = "captured-own" if one.owner == action.move.player else "captured"
    if all(one.holds for one in found):
        case.find("NB-36", phrase, **details)
    return sorted(found, key=lambda finding: finding.holds)


def _findings_of_others(case: Case, capture: Capture) -> list[Finding]:
    """What other expansions say of a figure that a tower is to take."""
    if capture.found is None:
        return []
    findings = (says(case, *capture.found, CAPTURES) for says in case.game.may.be_taken)
    return [finding for finding in findings if finding is not None]


def _can_be(case: Case, figure: str) -> bool:
    if figure in rule("NB-35").allowed:
        return True
    return MEEPLE in case.game.figure_traits(figure) and figure not in rule("NB-35").forbidden


def _when(case: Case, player: str, values: dict[str, Value]) -> Finding | None:
    """A capture comes right after a floor, once (NB-33); a question before supposes that one is added."""
    turn = case.state.turn
    if turn is None:
        return Finding("NB-33", True, "capture-supposed", values, "supposes")
    if turn.player != player:
        return Finding("NB-33", False, "not-your-turn", values)
    if not turn.placed:
        return Finding("NB-33", False, "capture-after-placing", values)
    if case.did(CAPTURES):
        return Finding("NB-33", False, "capture-one", values)
    if case.did(RAISES):
        return Finding("NB-33", True, "capture-after-floor", values)
    if any(act.verb != PASSED for act in case.recall(Act)):
        return Finding("NB-33", False, "capture-after-floor", values)
    if case.did(PASSED):
        return Finding("NB-33", False, "phase-over", values)
    return Finding("NB-33", True, "capture-supposed", values, "supposes")


def apply(case: Case, action: Action[Capture]) -> None:
    """Takes it off: an own one home, another's as a prisoner or in exchange for one's own (NB-36).

    Raises Mistake where no floor was added, Undetermined where several figures may be exchanged.
    """
    capture = action.data
    state, turn, player = case.state, case.state.turn, action.move.player
    if turn is None or capture.found is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    if raised(case) is None:
        raise Mistake(Problem("capture-without-floor", action.move.span, {}, (), ("NB-33",)))
    feature, one = capture.found
    case.note(*_findings_of_others(case, capture))
    back = _exchanged(case, one.owner, player, capture.back)
    state.change(feature.id, one, None)
    case.remember(Act(CAPTURES))
    values: dict[str, Value] = {"player": Item.player(player), "owner": Item.player(one.owner)}
    if one.owner == player or back:
        state.give(one.owner, one.figure)
        state.turn = turn._replace(home=(*turn.home, one))
    if back:
        free(state, one.owner, player, back)
        case.find("NB-36", "prisoners-exchanged", **values, figure=Item.noun("figure", back))
    elif one.owner != player:
        imprison(state, player, one)
        for mark, number in one.marks:
            case.remember(Shed(mark, number))
        case.find("NB-36", "prisoner-held", **values, figure=Item.noun("figure", one.figure))


def _exchanged(case: Case, captor: str, player: str, wanted: str) -> str:
    """The figure of `player` that `captor` gives back; "" where he holds none.

    Raises Undetermined for several kinds.
    """
    if captor == player:
        return ""
    kinds = list(dict.fromkeys(prisoners_of(case.state, captor, player)))
    if wanted in kinds:
        return wanted
    if len(kinds) > 1:
        case.lack(
            "exchange-which", None, player=Item.player(captor), figures=tuple(Item.noun("figure", one) for one in kinds)
        )
    return kinds[0] if kinds else ""


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Capture]]:
    """Every figure on the board, once a floor has been added."""
    turn = case.state.turn
    if turn is not None and (not case.did(RAISES) or case.did(CAPTURES)) and asked is None:
        return
    move = unwritten(player, CAPTURES)
    seen: set[Item] = set()
    for feature in case.state.occupied():
        for one in feature.occupants:
            if not one.owner:
                continue
            action = _action(case, move, Capture(one.figure, (feature, one)))
            if action.item not in seen:
                seen.add(action.item)
                yield action


def must(case: Case, action: Action[Capture]) -> Finding:
    """A player may capture, and need not (NB-33)."""
    return Finding("NB-33", False, "capture-may", {"player": Item.player(action.move.player)})


VERBS = {CAPTURES: Verb(read, check, apply, choices, must)}

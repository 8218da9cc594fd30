"""Rolling the die for a flight: ``rolls 2``, ``rolls 2 for mayor`` (NB-88)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Putting, Verb
from adjudicator.engine.holdings import left_of
from adjudicator.engine.printed import may_show, shows
from adjudicator.errors import Problem
from adjudicator.expansions.flying_machines.landing import possible
from adjudicator.expansions.flying_machines.machine import FLYING, MEEPLE, PASSED, ROLLS, Flight, flight, landed
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, unwritten
from adjudicator.rulebook.loader import value

PHANTOM = "phantom"


def read(case: Case, move: Move) -> Action[Flight]:
    """The number, and the figure that flies where it is no plain meeple. Raises Mistake."""
    args = case.args(move)
    number, flier = args.number(), args.any_figure()
    if number is None:
        args.refuse("number", "number")
    flight = Flight(number, MEEPLE if flier is None else flier.figure)
    return Action(move, flight, _item(flight), Deed(figure=flight.figure))


def check(case: Case, action: Action[Flight]) -> list[Finding]:
    """With a machine on the placed tile, instead of placing the meeple as usual, once (NB-88, NB-23)."""
    rolled = action.data
    turn, player = case.state.turn, action.move.player
    low, high = value("NB-88", "die_min"), value("NB-88", "die_max")
    figure = Item.noun("figure", rolled.figure)
    values: dict[str, Value] = {"player": Item.player(player), "figure": figure, "low": low, "high": high}
    if not low <= rolled.number <= high:
        return [Finding("NB-88", False, "flying-die", values)]
    if MEEPLE not in case.game.figure_traits(rolled.figure):
        return [Finding("NB-88", False, "flying-only-meeples", values)]
    if left_of(case, player, rolled.figure) == 0:
        return [Finding("NB-88", False, "flying-none-left", values)]
    if turn is None:
        return [Finding("NB-88", True, "flying-may", values)]
    if turn.player != player:
        return [Finding("NB-88", False, "not-your-turn", values)]
    if not turn.placed:
        return [Finding("NB-88", False, "flying-after-placing", values)]
    if not may_show(case, FLYING, "NB-88"):
        return [Finding("NB-88", False, "flying-no-machine", values)]
    if flight(case) is not None or landed(case):
        taken = "NB-23" if rolled.figure == PHANTOM else "NB-88"
        return [Finding(taken, False, "flying-taken", values)]
    if case.did(PASSED):
        return [Finding("NB-88", False, "phase-over", values)]
    if case.recall(Act):
        here = case.state.feature(turn.touched[0]) if turn.touched else None
        extra = case.game.besides(case, Putting(player, rolled.figure, here)) if here is not None else None
        return [extra or Finding("NB-88", False, "flying-instead", values)]
    return [Finding("NB-88", True, "flying-may", values)]


def apply(case: Case, action: Action[Flight]) -> None:
    """Notes what was rolled. Raises Mistake outside a turn."""
    turn = case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    case.remember(Act(ROLLS))
    case.remember(action.data)
    if possible(case) == []:
        case.find("NB-91", "flying-failed", player=Item.player(turn.player))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Flight]]:
    """The die, where the tile shows a machine; what it will show nobody knows."""
    turn = case.state.turn
    if turn is None or shows(case, FLYING):
        move, lowest = unwritten(player, ROLLS), value("NB-88", "die_min")
        for figure in _fliers(case, player):
            said = Item.word(ROLLS)
            item = said if figure == MEEPLE else Item.text(said, _for(figure))
            yield Action(move, Flight(lowest, figure), item, Deed(figure=figure))


def turns_out(case: Case, action: Action[Flight]) -> Iterable[Action[Flight]]:
    """Every number that the die may show for the figure that flies, each as likely as the others (NB-88)."""
    figure = action.data.figure
    for number in range(value("NB-88", "die_min"), value("NB-88", "die_max") + 1):
        flight = Flight(number, figure)
        yield Action(action.move, flight, _item(flight), Deed(figure=figure), share=1)


def _fliers(case: Case, player: str) -> list[str]:
    """The figures that may fly, plain meeples first, by id; where none is left in the supply, the plain one."""
    meeples = [one for one in case.game.figures if MEEPLE in case.game.figure_traits(one)]
    left = [one for one in meeples if left_of(case, player, one) != 0]
    return sorted(left, key=MEEPLE.__ne__) or [MEEPLE]


def _item(flight: Flight) -> Item:
    """What was rolled, and for whom where it is no plain meeple."""
    return Item.move(ROLLS, Item.number(flight.number), *(() if flight.figure == MEEPLE else (_for(flight.figure),)))


def _for(figure: str) -> Item:
    return Item.text(Item.word("for"), Item.noun("figure", figure))


def must(case: Case, action: Action[Flight]) -> Finding:
    """A meeple may fly, and need not (NB-88)."""
    return Finding("NB-88", False, "flying-optional", {"player": Item.player(action.move.player)})


VERBS = {ROLLS: Verb(read, check, apply, choices, must, turns_out)}

"""Prisoners: who holds whom, the exchange, and the ransom (NB-36, NB-37)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.binding.reader import LeftOut, Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Occupant
from adjudicator.model.ruling import Finding, Item, Line, Value
from adjudicator.model.scenario import Move, unwritten
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value

PRISONER = "prisoner"
RANSOMS = "ransoms"
SECOND_PART = "second-part"
"""The kind of turn that is the second part of a double one."""


@remembered(Scope.PART)
class Ransomed(NamedTuple):
    """An event of the turn: a prisoner has been bought back."""

    figure: str


class Ransom(NamedTuple):
    figure: str
    captor: str
    """Who holds it; "" where nobody does."""


def prisoners_of(state: State, captor: str, owner: str) -> list[str]:
    """The figures of `owner` that `captor` holds."""
    return [figure for unit, colour, figure in state.hand(captor).captives if unit == PRISONER and colour == owner]


def imprison(state: State, captor: str, one: Occupant) -> None:
    """Gives a figure to its captor."""
    hand = state.hand(captor)
    state.hands[captor] = hand._replace(captives=(*hand.captives, (PRISONER, one.owner, one.figure)))


def free(state: State, captor: str, owner: str, figure: str) -> None:
    """Gives a prisoner back to its owner's supply: it comes home in this turn."""
    hand = state.hand(captor)
    captives = list(hand.captives)
    captives.remove((PRISONER, owner, figure))
    state.hands[captor] = hand._replace(captives=tuple(captives))
    state.give(owner, figure)
    if state.turn is not None:
        state.turn = state.turn._replace(home=(*state.turn.home, Occupant(owner, figure, "")))


# ---- the ransom
def read(case: Case, move: Move) -> Action[Ransom]:
    """``ransoms meeple from blue``, ``ransoms meeple``. Raises Mistake."""
    args = case.args(move)
    figure = "" if args.says(PRISONER, "unit") else args.figure().figure
    captor = args.player() or ""
    found = [
        (who, one)
        for who in case.state.hands
        if captor in ("", who)
        for one in dict.fromkeys(prisoners_of(case.state, who, move.player))
        if figure in ("", one)
    ]
    if len(found) > 1:
        raise LeftOut(Problem("ransom-which", move.span))
    if found:
        return _action(move, Ransom(found[0][1], found[0][0]))
    return Action(move, Ransom(figure or "meeple", ""), _item(figure or "meeple", captor))


def _action(move: Move, ransom: Ransom) -> Action[Ransom]:
    return Action(move, ransom, _item(ransom.figure, ransom.captor))


def _item(figure: str, captor: str) -> Item:
    whom = (Item.text(Item.word("from"), Item.player(captor)),) if captor else ()
    return Item.move(RANSOMS, Item.count(1, "", figure), *whom)


def check(case: Case, action: Action[Ransom]) -> list[Finding]:
    """One prisoner, on one's own turn, once a turn (NB-37), by a player who has the points (NB-127)."""
    ransom = action.data
    state, turn, player = case.state, case.state.turn, action.move.player
    price = value("NB-37", "ransom")
    values: dict[str, Value] = {
        "player": Item.player(player),
        "captor": Item.player(ransom.captor),
        "figure": Item.noun("figure", ransom.figure),
        "number": price,
    }
    if not ransom.captor:
        return [Finding("NB-37", False, "ransom-none", values)]
    if turn is not None and turn.player != player:
        return [Finding("NB-37", False, "ransom-own-turn", values)]
    if turn is not None and len(case.recall(Ransomed)) >= value("NB-37", "per_turn"):
        return [Finding("NB-37", False, "ransom-once", values)]
    before = state.last_turn
    if turn is not None and turn.kind == SECOND_PART and before is not None and before.player == player:
        if state.recall_last(Ransomed):
            return [case.doubt("open", "NB-37", "ransom-second-part", **values)]
    hand = state.hand(player)
    known = state.whole or (hand.score is not None and not hand.from_zero)
    needs = {**values, "number": value("NB-127", "least")}
    if known and (hand.score or 0) < value("NB-127", "least"):
        return [Finding("NB-127", False, "ransom-too-dear", needs)]
    found = [Finding("NB-37", True, "ransom-paid", values)]
    return found if known else [*found, Finding("NB-127", True, "ransom-affordable", needs, "supposes")]


def apply(case: Case, action: Action[Ransom]) -> None:
    """Pays the captor and takes the figure home. Raises Mistake outside a turn."""
    ransom = action.data
    state, turn, player = case.state, case.state.turn, action.move.player
    if turn is None or not ransom.captor:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    price = value("NB-37", "ransom")
    lines = (
        Line(player, "", "ransom", 1, -price, "NB-37"),
        Line(ransom.captor, "", "ransom", 1, price, "NB-37"),
    )
    free(state, ransom.captor, player, ransom.figure)
    state.score(lines)
    turn = state.turn or turn
    state.turn = turn._replace(lines=(*turn.lines, *lines))
    figure, captor = Item.noun("figure", ransom.figure), Item.player(ransom.captor)
    case.find("NB-37", "ransom-paid", player=Item.player(player), captor=captor, figure=figure, number=price)
    case.remember(Ransomed(ransom.figure))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Ransom]]:
    """Every prisoner the player might buy back."""
    move = unwritten(player, RANSOMS)
    for captor in list(case.state.hands):
        for figure in dict.fromkeys(prisoners_of(case.state, captor, player)):
            yield _action(move, Ransom(figure, captor))


def must(case: Case, action: Action[Ransom]) -> Finding:
    """A player may buy a prisoner back, and need not (NB-37)."""
    return Finding("NB-37", False, "ransom-may", {"player": Item.player(action.move.player)})


# ---- what cannot be
def holding(state: State) -> Iterator[Problem]:
    """Nobody holds a figure of his own, nor two players each other's: these go home at once (NB-36)."""
    for captor, hand in state.hands.items():
        for owner in dict.fromkeys(colour for unit, colour, _ in hand.captives if unit == PRISONER):
            values = {"player": Item.player(captor), "other": Item.player(owner)}
            if owner == captor:
                yield Problem("prisoner-own", NOWHERE, values, (), ("NB-36",))
            elif captor < owner and prisoners_of(state, owner, captor):
                yield Problem("prisoners-both", NOWHERE, values, (), ("NB-36",))


VERBS = {RANSOMS: Verb(read, check, apply, choices, must)}

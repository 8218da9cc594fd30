"""``reveals 5``: the animal token that lay under the big top."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.memory import Scope, remembered
from adjudicator.errors import Problem
from adjudicator.expansions.under_the_big_top.big_top import Token, circus_placed, standing, tokens, told_value
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move

ANIMAL = "animal-token"


def read(case: Case, move: Move) -> Action[Token]:
    """``reveals 5``, ``reveals animal token 5``. Raises Mistake."""
    args = case.args(move)
    number = args.number()
    if number is None:
        args.refuse("number", "number")
    due = circus_placed(case) and not case.recall(Token)
    return Action(move, Token(number, not due), Item.move("reveals", Item.number(number)))


@remembered(Scope.GAME)
class Spent(NamedTuple):
    """A token that has been revealed."""

    value: int


def check(case: Case, action: Action[Token]) -> list[Finding]:
    """Only a token that there still is (NB-64), for a circus tile (NB-63) or at the end of the game (NB-66)."""
    token = action.data
    left = tokens().get(token.value, 0) - case.recall(Spent).count(Spent(token.value))
    if left <= 0:
        return [Finding("NB-64", False, "token-left", {"number": token.value})]
    known = told_value(case.state)
    if known is not None and known != token.value:
        return [Finding("NB-63", False, "token-told", {"number": known})]
    found = [Finding("NB-64", True, "token-left", {"number": token.value})]
    if not token.last:
        return [Finding("NB-63", _there(case), "token-revealed", {}), *found]
    ends = not case.state.stock.get("tile")
    return [Finding("NB-66" if ends else "NB-63", ends, "token-at-end", {}), *found]


def _there(case: Case) -> bool:
    """Whether the big top is on the table, wherever it stands."""
    try:
        return standing(case) is not False
    except Undetermined:
        return True


def apply(case: Case, action: Action[Token]) -> None:
    """Notes the token; it pays when the turn is scored, or the game."""
    token = action.data
    if case.state.turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    case.remember(token)
    case.remember(Spent(token.value))


def must(case: Case, action: Action[Token]) -> Finding:
    """A circus tile reveals the token, whoever likes it or not."""
    return check(case, action)[0]


VERBS = {"reveals": Verb(read, check, apply, None, must)}

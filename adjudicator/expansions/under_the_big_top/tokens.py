"""``reveals 5``: the animal token that lay under the big top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.memory import Scope, remembered
from adjudicator.errors import Problem
from adjudicator.expansions.under_the_big_top.big_top import Token, circus_placed, standing, tokens, told_value
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten

ANIMAL = "animal-token"
REVEALS = "reveals"


def read(case: Case, move: Move) -> Action[Token]:
    """``reveals 5``, ``reveals animal token 5``. Raises Mistake."""
    args = case.args(move)
    number = args.number()
    if number is None:
        args.refuse("number", "number")
    due = circus_placed(case) and not case.recall(Token) and not _first_and_last(case)
    return Action(move, Token(number, not due), Item.move(REVEALS, Item.number(number)))


@remembered(Scope.GAME)
class Spent(NamedTuple):
    """A token that has been revealed."""

    value: int


def check(case: Case, action: Action[Token]) -> list[Finding]:
    """Only a token that there still is (NB-64), for a circus tile (NB-63) or at the end of the game (NB-66)."""
    token = action.data
    if _left(case, token.value) <= 0:
        return [Finding("NB-64", False, "token-left", {"number": token.value})]
    known = told_value(case.state)
    if known is not None and known != token.value:
        return [Finding("NB-63", False, "token-told", {"number": known})]
    found = [Finding("NB-64", True, "token-left", {"number": token.value})]
    if not token.last:
        return [Finding("NB-63", _there(case), "token-revealed", {}), *found]
    left = case.state.stock.get("tile")
    return [
        Finding("NB-63" if left else "NB-66", not left, "token-at-end", {}, "supposes" if left is None else "decides"),
        *found,
    ]


def _left(case: Case, number: int) -> int:
    """How many tokens of a value still lie face down."""
    return tokens().get(number, 0) - case.recall(Spent).count(Spent(number))


def _first_and_last(case: Case) -> bool:
    """Whether the big top comes with the last tile: there is nothing to reveal for it before the end (NB-66)."""
    return circus_placed(case) and not _there(case) and case.state.stock.get("tile") == 0


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


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Token]]:
    """The token, once phase 3 is over: for a circus tile (NB-63), and for the end of the game (NB-66). What it shows
    nobody knows.
    """
    turn = case.state.turn
    if turn is None or turn.player != player or not turn.placed or not case.recall(Act):
        return
    if told_value(case.state) is not None:
        return  # the position says what it shows
    revealed = case.recall(Token)
    comes = _first_and_last(case)
    due = circus_placed(case) and not revealed and not comes
    if not (_there(case) or comes) or not (due or (_ends(case) and not any(token.last for token in revealed))):
        return
    number = next((number for number in tokens() if _left(case, number) > 0), None)
    if number is not None:
        yield Action(unwritten(player, REVEALS), Token(number, not due), Item.word(REVEALS))


def _ends(case: Case) -> bool:
    """Whether the game ends with this turn."""
    if case.state.stock.get("tile") != 0:
        return False
    try:
        return not any(True for after in case.game.turns.after_last for _ in after(case.apart()))
    except Undetermined:
        return False


def turns_out(case: Case, action: Action[Token]) -> Iterable[Action[Token]]:
    """Every token that is left, the likelier the more there are (NB-64)."""
    for number in tokens():
        left = _left(case, number)
        if left > 0:
            item = Item.move(REVEALS, Item.number(number))
            yield action._replace(data=action.data._replace(value=number), item=item, share=left)


def must(case: Case, action: Action[Token]) -> Finding:
    """A circus tile reveals the token, whoever likes it or not."""
    return check(case, action)[0]


VERBS = {REVEALS: Verb(read, check, apply, choices, must, turns_out)}

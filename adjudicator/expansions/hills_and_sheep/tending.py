"""What a shepherd does: ``pulls 3 sheep``, ``pulls wolf``, ``gathers flock`` (NB-60, NB-61)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import Action, Verb
from adjudicator.errors import Problem
from adjudicator.expansions.hills_and_sheep.bag import (
    SHEEP,
    UNSAID,
    WOLF,
    Beside,
    beside,
    left,
    shares,
    tokens,
)
from adjudicator.expansions.hills_and_sheep.flocks import Tended, choice_due, fresh, known_worth, leave, own, token_due
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.model.scenario import Move, unwritten

PULLS, GATHERS = "pulls", "gathers"


class Tending(NamedTuple):
    """What the shepherd of a player is to do."""

    shepherd: tuple[Feature, Occupant] | None
    """None where the player has none on the table."""
    token: int = UNSAID
    """The sheep on the token that is drawn; `WOLF` for a wolf."""


def read_token(case: Case, move: Move) -> Action[Tending]:
    """``pulls 3 sheep``, ``pulls wolf``; ``pulls sheep`` where nobody knows how many. Raises Mistake."""
    args = case.args(move)
    said = args.number()
    number = WOLF if args.says("wolf", "unit") else UNSAID if said is None else said
    return _drawing(case, move, number)


def _drawing(case: Case, move: Move, number: int, share: int = 0) -> Action[Tending]:
    tending = Tending(own(case, move.player), number)
    return Action(move, tending, Item.move(PULLS, *_token_item(number)), share=share)


def _token_item(number: int) -> tuple[Item, ...]:
    """A token as a move names it. One sheep keeps its number: without one nobody has said how many."""
    if number == WOLF:
        return (Item.word("wolf"),)
    if number == UNSAID:
        return (Item.word(SHEEP),)
    return (Item.number(1), Item.word(SHEEP)) if number == 1 else (Item.count(number, "", SHEEP),)


def read_gathering(case: Case, move: Move) -> Action[Tending]:
    """``gathers flock``, ``gathers flock on F``. Raises Mistake."""
    ref = case.args(move).place()
    found = own(case, move.player)
    if ref is not None and (found is None or found[0].id != case.state.feature(case.state.resolve(ref)).id):
        found = None
    return _gathering(move, found)


def _gathering(move: Move, found: tuple[Feature, Occupant] | None) -> Action[Tending]:
    return Action(move, Tending(found), Item.move(GATHERS, Item.word("flock")))


# ---- whether it may
def check_token(case: Case, action: Action[Tending]) -> list[Finding]:
    """A token that the bag may hold (NB-128), at once for a shepherd that was put (NB-60), else instead of the flock
    being scored (NB-61).
    """
    number = action.data.token
    values = {"number": Item.number(number)}
    if number not in (WOLF, UNSAID) and not tokens()[number]:
        return [Finding("NB-128", False, "token-there", values)]
    found = _when(case, action)
    if not all(one.holds for one in found):
        return found
    if number == UNSAID or any(bag[number] > 0 for bag in left(case.state)):
        return [*found, *([] if number in (WOLF, UNSAID) else [Finding("NB-128", True, "token-in-bag", values)])]
    return [Finding("NB-128", False, "token-in-bag", values), *found]


def check_gathering(case: Case, action: Action[Tending]) -> list[Finding]:
    """Instead of drawing (NB-61); a shepherd that has just been put draws first (NB-60)."""
    if token_due(case) and action.data.shepherd is not None:
        return [Finding("NB-60", False, "token-first", {"player": Item.player(action.move.player)})]
    return _when(case, action)


def _when(case: Case, action: Action[Tending]) -> list[Finding]:
    """When the shepherd of the player acts: once its field has been extended and phase 2 is done."""
    turn, player = case.state.turn, Item.player(action.move.player)
    found = action.data.shepherd
    if turn is not None and turn.player != action.move.player:
        return [Finding("NB-61", False, "not-your-turn", {"player": player})]
    if found is None:
        return [Finding("NB-61", False, "shepherd-there", {"player": player})]
    values = {"feature": Item.feature(found[0].id), "player": player}
    if turn is None:
        return [Finding("NB-61", True, "shepherd-supposed", values, "supposes")]
    if not turn.placed:
        return [Finding("NB-61", False, "shepherd-after-placing", values)]
    if case.recall(Tended):
        return [Finding("NB-61", False, "shepherd-once", values)]
    if turn.closed:
        return [Finding("NB-61", False, "shepherd-before-scoring", values)]
    if token_due(case):
        return [Finding("NB-60", True, "shepherd-draws", values)]
    if choice_due(case) is None:
        return [Finding("NB-61", False, "shepherd-extended", values)]
    if case.owed():
        return [Finding("NB-61", False, "shepherd-after-phase", values)]
    return [Finding("NB-61", True, "shepherd-extended", values)]


# ---- what it does
def apply_token(case: Case, action: Action[Tending]) -> None:
    """Puts sheep beside the shepherd; a wolf sends all shepherds of the field home without points (NB-60, NB-61)."""
    state, turn, found = case.state, case.state.turn, action.data.shepherd
    if turn is None or found is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    field, one = state.feature(found[0].id), found[1]
    put_now, number = fresh(case), action.data.token
    item = Item.feature(field.id)
    _done(case, PULLS, put_now)
    if number == WOLF:
        case.find("NB-60" if put_now else "NB-61", "wolf-comes", feature=item)
        _home(case, leave(case, field), ())
        return
    sheep = max(number, 0)
    marks = (*(mark for mark in one.marks if mark[0] != SHEEP), (SHEEP, one.mark(SHEEP) + sheep))
    state.change(field.id, one, one._replace(marks=marks if one.mark(SHEEP) + sheep else one.marks))
    case.remember(Beside(one.owner, (*(() if put_now else beside(state, one.owner)), number)))
    case.find("NB-60" if put_now else "NB-61", "flock-grows", feature=item)


def apply_gathering(case: Case, action: Action[Tending]) -> None:
    """Scores all flocks of the field, whose shepherds go home (NB-62)."""
    turn, found = case.state.turn, action.data.shepherd
    if turn is None or found is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    field = case.state.feature(found[0].id)
    lines = known_worth(case, field)
    _done(case, GATHERS, False)
    case.find("NB-61", "flock-gathered", feature=Item.feature(field.id))
    case.state.score(lines)
    _home(case, leave(case, field), tuple(lines))


def _done(case: Case, verb: str, put_now: bool) -> None:
    case.remember(Tended(verb))
    if not put_now:
        case.remember(Act(verb))


def _home(case: Case, gone: list[Occupant], lines: tuple[Line, ...]) -> None:
    """Gives shepherds back to their owners before the scoring, with the points of their flocks."""
    turn = case.state.turn
    assert turn is not None
    for one in gone:
        case.state.give(one.owner, one.figure)
    case.state.turn = turn._replace(lines=(*turn.lines, *lines), home=(*turn.home, *gone))


# ---- what is offered
def token_choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Tending]]:
    """The token, when its moment has come; what it shows nobody knows."""
    if _moment(case, player):
        likely = shares(case.state)
        number = next((one for one in sorted(likely) if likely[one]), WOLF)
        yield _drawing(case, unwritten(player, PULLS), number)._replace(item=Item.word(PULLS))


def gathering_choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Tending]]:
    """The flock, when its moment has come."""
    if _moment(case, player) and not token_due(case):
        yield _gathering(unwritten(player, GATHERS), own(case, player))


def _moment(case: Case, player: str) -> bool:
    """Whether a player's shepherd may act now: at any time where no turn is told, else when the tile has made it."""
    turn = case.state.turn
    if turn is None:
        return own(case, player) is not None
    if turn.player != player or not turn.placed or turn.closed:
        return False
    return token_due(case) or (choice_due(case) is not None and bool(case.recall(Act)) and not case.owed())


def turns_out(case: Case, action: Action[Tending]) -> Iterable[Action[Tending]]:
    """Every token that the bag may hold, the likelier the more there are (NB-128)."""
    for number, share in sorted(shares(case.state).items()):
        if share:
            yield _drawing(case, action.move, number, share)


# ---- whether it must
def must_draw(case: Case, action: Action[Tending]) -> Finding:
    """Who has put the shepherd draws (NB-60); who has extended its field does one of two things (NB-61)."""
    if token_due(case):
        return check_token(case, action)[0]
    return _either(case, action)


def _either(case: Case, action: Action[Tending]) -> Finding:
    found = action.data.shepherd
    failed = next((one for one in _when(case, action) if not one.holds), None)
    if failed is not None or found is None:
        return failed or Finding("NB-61", False, "shepherd-there", {"player": Item.player(action.move.player)})
    return Finding("NB-61", False, "shepherd-chooses", {"feature": Item.feature(found[0].id)})


VERBS = {
    PULLS: Verb(read_token, check_token, apply_token, token_choices, must_draw, turns_out),
    GATHERS: Verb(read_gathering, check_gathering, apply_gathering, gathering_choices, _either),
}

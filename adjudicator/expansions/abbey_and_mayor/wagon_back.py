"""``takes back wagon``: the wagon comes home instead of moving on (AM-82, AM-84)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.binding.taken import figure_taken
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Verb
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.wagon_moves import Travel, free_to_go, scored_now, turn_order
from adjudicator.expansions.abbey_and_mayor.wagon_reach import reach
from adjudicator.expansions.abbey_and_mayor.wagon_terms import WAGON, Standing, WagonMoved, wagon_at
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move
from adjudicator.model.span import NOWHERE
from adjudicator.play.turns import score_turn


def read_back(case: Case, move: Move) -> Action[Travel]:
    """``takes back wagon``, with ``from R1`` if one likes. Raises Mistake."""
    reader = Reader(move.words, case.lang, move.span)
    phrase = figure_taken(reader)
    reader.end("line-end")
    owner = phrase.colour or move.player
    return _action(move, owner, wagon_at(case, owner, phrase.place))


def _action(move: Move, owner: str, wagon: Standing | None) -> Action[Travel]:
    home = (Item("feature", (wagon.home.id,)),) if wagon is not None else ()
    travel = Travel(wagon, owner, wagon.home.id if wagon is not None else "", None, None)
    return Action(move, travel, Item("move", ("takes-back", Item("count", (1, "", WAGON)), *home)))


def check_back(case: Case, action: Action[Travel]) -> list[Finding]:
    """One's own wagon, and only after its feature has been scored (AM-82)."""
    travel = action.data
    player: dict[str, Value] = {"player": Item("player", (travel.owner,))}
    if travel.owner != action.move.player:
        return [Finding("AM-82", False, "wagon-not-yours", player)]
    if travel.wagon is None:
        return [Finding("AM-82", False, "no-wagon", player)]
    found = [scored_now(case, travel.wagon), *turn_order(case, travel.owner)]
    return sorted(found, key=lambda f: f.holds)


def apply_back(case: Case, action: Action[Travel]) -> None:
    """Scores what the turn completed; the wagon, which goes home with that, stays there."""
    travel = action.data
    score_turn(case)
    turn = case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    sent = tuple(pair for pair in turn.sent if (pair[1].owner, pair[1].figure) != (travel.owner, WAGON))
    case.state.turn = turn._replace(sent=sent)
    case.remember(WagonMoved(travel.owner))


def must_back(case: Case, action: Action[Travel]) -> Finding:
    """It must where nothing within reach is open (AM-84), else it may (AM-82). Raises Undetermined."""
    travel = action.data
    failed = [f for f in check_back(case, action) if not f.holds]
    if failed or travel.wagon is None:
        return failed[0]
    values = {"player": Item("player", (travel.owner,)), "home": Item("feature", (travel.wagon.home.id,))}
    if reach(case, travel.wagon).open:
        return Finding("AM-82", False, "wagon-or-home", values)
    return Finding("AM-84", True, "wagon-home", values)


def choices_back(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Travel]]:
    """The player's wagon, once its feature is scored."""
    wagon = free_to_go(case, player, asked)
    if wagon is not None:
        yield _action(Move(player, "takes-back", [], (), NOWHERE), player, wagon)


BACK = {f"takes-back {WAGON}": Verb(read_back, check_back, apply_back, choices_back, must_back)}

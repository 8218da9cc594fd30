"""Whose turn comes next in a record whose turns are numbered."""

from __future__ import annotations

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.errors import Problem
from adjudicator.model.ruling import Finding, Item, Ruling
from adjudicator.model.scenario import Ask, Clause, Step
from adjudicator.model.span import NOWHERE


def coming(case: Case) -> Ruling | None:
    """The ruling on who plays next, as ``ask next`` gives it; None where the position does not tell."""
    asked = case.game.topic("next")
    if asked is None:
        return None
    try:
        return asked(case.apart(case.state.copy()), Ask("next", "", Clause([]), (), (), NOWHERE, ""))
    except (Mistake, Undetermined):
        return None


def due_next(case: Case) -> tuple[Item, ...]:
    """Whose turn comes and of which kind; () where nobody's does or it cannot be told."""
    found = coming(case)
    return found.options if found is not None else ()


def misnumbered(case: Case, step: Step, before: int) -> Problem | None:
    """What is wrong with the number of the turn that `step` begins, after a turn numbered `before`: numbers that were
    left out, with the player whose turn they pass over where that is known, or one that comes again.
    """
    due = before + 1
    values: dict[str, object] = {"number": step.after, "due": due}
    if step.after == due:
        return None
    if step.after < due:
        return Problem("turn-again", step.span, values)
    due_now = due_next(case)
    if not due_now:
        return Problem("turn-left-out", step.span, values)
    return Problem("turn-passed-over", step.span, {**values, "player": due_now[0]})


def kind_of_turn(case: Case, step: Step, said: str, counts: bool = True) -> str:
    """What kind of turn `step` begins, a topic id: what was `said`, else the one that is due to a player who goes on.

    Only what follows a turn of the number before is judged, where the numbers count; whose turn it is, where the order
    of the players was told. Raises Mistake where another player's turn comes, where no such turn is due, and where the
    last tile lies.
    """
    turn, setup = case.state.turn, case.state.setup
    if turn is None or (counts and step.after != turn.number + 1):
        return said
    if case.state.stock.get("tile") == 0:
        _check_last_tile(case, step)
    if not setup.ordered:
        if not said or turn.kind or due_next(case):
            return said
        raise _not_due(step, said, ("BASE-05",))
    if said and turn.kind and case.state.turns == 1:
        return said  # what the part before it brought is not told
    follower = case.state.in_turn_after(turn.player)[0]
    if not said and step.player == follower != turn.player:
        return ""  # whether somebody leaves out a turn that is due is for the players to say
    found = coming(case)
    if found is None or not found.options:
        return said
    player = found.options[0].parts[0]
    kind = str(found.options[1].parts[0]) if len(found.options) > 1 else ""
    if player == step.player and said in ("", kind):
        return kind
    raise _not_due(step, said, found.rules)


def _check_last_tile(case: Case, step: Step) -> None:
    """Raises Mistake where no tile is left and nobody's turn comes any more."""
    found = coming(case)
    if found is not None and found.verdict == "options" and not found.options:
        raise Mistake(Problem("after-last-tile", step.span, {}, (), found.rules))


def _not_due(step: Step, said: str, rules: tuple[str, ...]) -> Mistake:
    """A turn that another player has, or of a kind that the player has no right to."""
    lacking = Item.player(step.player)
    why = Finding("BASE-05", False, "turn-not-due" if said else "not-your-turn", {"player": lacking})
    if said:
        why = why._replace(values={**why.values, "kind": Item.word(said)})
    return Mistake(Problem("illegal-move", step.span, {"why": Item("finding", (why,))}, (), rules))

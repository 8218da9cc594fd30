"""Whose turn comes next in a record whose turns are numbered."""

from __future__ import annotations

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.errors import Problem
from adjudicator.model.ruling import Finding, Item, Ruling
from adjudicator.model.scenario import Ask, Step
from adjudicator.model.span import NOWHERE


def coming(case: Case) -> Ruling | None:
    """The ruling on who plays next, as ``ask next`` gives it; None where the position does not tell."""
    asked = case.game.topic("next")
    if asked is None:
        return None
    try:
        return asked(Case(case.state.copy(), case.game, case.lang), Ask("next", "", [], (), (), NOWHERE, ""))
    except (Mistake, Undetermined):
        return None


def kind_of_turn(case: Case, step: Step, said: str) -> str:
    """What kind of turn `step` begins, a topic id: what was `said`, else the one that is due to a player who goes on.

    Only what follows a turn of the number before is judged, where the order of the players was told. Raises Mistake
    where another player's turn comes, or where no such turn is due.
    """
    turn, setup = case.state.turn, case.state.setup
    if turn is None or not setup.ordered or step.after != turn.number + 1 or turn.player not in setup.players:
        return said
    if said and turn.kind and case.state.turns == 1:
        return said  # what the part before it brought is not told
    follower = setup.players[(setup.players.index(turn.player) + 1) % len(setup.players)]
    if not said and step.player == follower != turn.player:
        return ""  # whether somebody leaves out a turn that is due is for the players to say
    found = coming(case)
    if found is None or found.verdict != "options" or not found.options:
        return said
    player = found.options[0].parts[0]
    kind = str(found.options[1].parts[0]) if len(found.options) > 1 else ""
    if player == step.player and said in ("", kind):
        return kind
    lacking = Item("player", (step.player,))
    why = Finding("BASE-05", False, "turn-not-due" if said else "not-your-turn", {"player": lacking})
    if said:
        why = why._replace(values={**why.values, "kind": Item("word", (said,))})
    raise Mistake(Problem("illegal-move", step.span, {"why": Item("finding", (why,))}, (), found.rules))

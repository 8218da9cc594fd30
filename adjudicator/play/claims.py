"""``claim red 45``: totals that somebody says, checked."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.game import Game
from adjudicator.engine.rulings import ruling
from adjudicator.engine.state import State
from adjudicator.model.ruling import Answer, Expected, Item
from adjudicator.model.scenario import Expect, Scenario, Step
from adjudicator.play.expecting import meet
from adjudicator.play.turns import end_turn


def totals(case: Case, state: State) -> dict[str, int]:
    """Every player's score as it would stand if the turn ended now. Raises Undetermined."""
    from adjudicator.engine.case import Undetermined

    copy = state.copy()
    end_turn(case.on(copy))
    if copy.unknown:
        raise Undetermined(*copy.unknown)
    return {player: copy.hand(player).score or 0 for player in players_of(copy)}


def players_of(state: State) -> tuple[str, ...]:
    """Every player that is named anywhere, in order."""
    return tuple(dict.fromkeys((*state.players, *state.hands)))


def claim(step: Step, state: State, game: Game, lang: str, scenario: Scenario, file: str) -> Answer:
    """A claim as a question for the totals with what was claimed as its expectation. Raises Mistake."""
    from adjudicator.engine.case import Undetermined

    case = Case(state, game, lang)
    try:
        points = totals(case, state)
        found = ruling(case, "total", "scored", lines=state.lines, points=points)
    except Undetermined as lack:
        found = ruling(case, "total", "undetermined", missing=lack.missing)
    found = found._replace(subject=tuple(Item("player", (p,)) for p in points_of(step)))
    expect = Expect("points", tuple(step.words), span=step.span, written=step.text)
    met: Expected = meet(expect, found, state, lang)
    span = step.span
    return Answer(scenario.title, file, span.line, span.column, step.text, found, (met,))


def points_of(step: Step) -> tuple[str, ...]:
    """The players a claim speaks of."""
    return tuple(str(clause[0].id("colour")) for clause in step.words if clause and clause[0].id("colour"))

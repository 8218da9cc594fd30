"""``claim red 45``, ``claim after 12: red 9``: totals that somebody says, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.holdings import say_nothing
from adjudicator.engine.readings import Met
from adjudicator.engine.rulings import ruling
from adjudicator.engine.state import State
from adjudicator.model.ruling import Answer, Item, Line, Missing, Ruling
from adjudicator.model.scenario import Expect, Scenario, Step
from adjudicator.play.expecting import meet
from adjudicator.play.possible import together
from adjudicator.play.turns import end_turn


class Standing(NamedTuple):
    """How the players stand at one moment, a turn that is going on taken as ended there."""

    points: Mapping[str, int]
    """Every player's score by colour."""
    lines: tuple[Line, ...]
    """The points since the position."""
    missing: tuple[Missing, ...]
    """What the position would have to say first; the rest is empty then."""


def standing(case: Case, blocked: tuple[Missing, ...] = ()) -> Standing:
    """The standing now; `blocked` are facts that are known to be missing."""
    state = case.state
    if state.turn is not None:
        state = state.copy()
        end_turn(case.on(state))
    missing = blocked or state.unknown
    if missing:
        return Standing({}, (), missing)
    points = {player: state.hand(player).score or 0 for player in players_of(state)}
    return Standing(points, tuple(state.lines), ())


def players_of(state: State) -> tuple[str, ...]:
    """Every player that is named anywhere, in order."""
    return tuple(dict.fromkeys((*state.players, *state.hands)))


def claim(step: Step, several: Sequence[tuple[Standing, Met]], case: Case, scenario: Scenario, file: str) -> Answer:
    """A claim as a question for the totals with what was claimed as its expectation.

    `several` are the standings by every way to read what the rules leave open: a claim holds if one of them has all
    that it says. Raises Mistake.
    """
    rulings = [(_claimed(step, found, case), met) for found, met in several]
    answer = together(rulings)
    expect = Expect("points", points=tuple((p, (n,)) for p, n in step.claimed), span=step.span, written=step.text)
    judged = [meet(expect, found, case.state, case.lang) for found, _ in rulings]
    met = next((one for one in judged if one.met), None) or meet(expect, answer, case.state, case.lang)
    return Answer(scenario.title, file, step.span.line, step.span.column, step.text, answer, (met,))


def _claimed(step: Step, found: Standing, case: Case) -> Ruling:
    case = case.apart()
    subject = tuple(Item.player(p) for p, _ in step.claimed)
    if found.missing:
        return ruling(case, "total", "undetermined", subject, missing=found.missing)
    if not found.lines:
        case.find(case.game.rule("start"), "start")
    say_nothing(case, (player for player, points in found.points.items() if not points), found.lines)
    return ruling(case, "total", "scored", subject, lines=found.lines, points=found.points)

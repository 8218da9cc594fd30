"""A game record stepped through turn by turn: who scored what, the totals, what is wrong, what is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.rulings import ruling
from adjudicator.errors import Problem
from adjudicator.model.record import Record
from adjudicator.model.ruling import Answer, Finding, Item, Line, Missing
from adjudicator.model.scenario import Move, Scenario, Step
from adjudicator.model.span import NOWHERE, Span
from adjudicator.play.asking import verb_of
from adjudicator.play.claims import Standing, players_of, points_of
from adjudicator.play.run import Run, joined
from adjudicator.play.setting import set_up

LISTED = 12
"""Legal moves that stand beside an illegal one, at most."""


class TurnRecord(Record):
    """What one turn, or the final scoring, brought."""

    number: int
    """0 for the final scoring."""
    player: str
    """Colour; "" for the final scoring."""
    kind: str
    """What kind of turn, where it is not an ordinary one: a topic id."""
    lines: tuple[Line, ...]
    kinds: Mapping[str, str]
    """The kind of each feature that scored, by id."""
    totals: Mapping[str, int]
    """Every player's score at its end."""
    findings: tuple[Finding, ...]
    missing: tuple[Missing, ...]
    """Facts that the position lacks and no turn before did (for the final scoring: all); totals leave them out."""
    problems: tuple[Problem, ...]
    """Illegal moves that were passed over."""
    span: Span

    def gained(self) -> dict[str, int]:
        """Points of the turn by colour."""
        sums: dict[str, int] = {}
        for line in self.lines:
            sums[line.player] = sums.get(line.player, 0) + line.points
        return sums


class Claimed(Record):
    """A claim with the turn it is about."""

    turn: int
    """The number of the turn; 0 for the end of the game."""
    place: int
    """Where that turn stands among the turns of the game, from 0; the final scoring stands behind them all."""
    answer: Answer
    points: Mapping[str, int]
    """What is claimed, by colour."""


class Legal(Record):
    """What might have been done in the place of an illegal move."""

    turn: int
    problem: Problem
    options: tuple[Item, ...]
    """At most `LISTED` of them."""
    number: int
    """How many there are."""


class Replayed(Record):
    """A whole record."""

    scenario: Scenario
    start: Mapping[str, int]
    """Scores the position began with."""
    turns: tuple[TurnRecord, ...]
    final: TurnRecord | None
    """The final scoring; None where the record breaks off at a mistake."""
    ended: bool
    """Whether the record says that the game ended; else `final` is what it would bring now."""
    claims: tuple[Claimed, ...]
    """In the order of the turns."""
    illegal: tuple[Legal, ...]
    problems: tuple[Problem, ...]
    """What ended the replay, or all that was passed over."""

    def totals(self) -> Mapping[str, int]:
        """Everybody's score at the end."""
        if self.final is not None:
            return self.final.totals
        return self.turns[-1].totals if self.turns else self.start

    def winners(self) -> tuple[str, ...]:
        """Who has the highest total; several where they tie, nobody where no player is known."""
        totals = self.totals()
        best = max(totals.values(), default=0)
        return tuple(player for player, points in totals.items() if points == best)


def replay(scenario: Scenario, lang: str, file: str = "", lenient: bool = False) -> Replayed:
    """`scenario` from its first turn to its end; with `lenient` a move that may not be made is passed over."""
    return Replay(scenario, lang, file, lenient).whole()


class Replay(Run):
    """One way through a record, with what every turn brought."""

    def __init__(self, scenario: Scenario, lang: str, file: str = "", lenient: bool = False, until: int = 0) -> None:
        super().__init__(scenario, lang, file)
        self.lenient = lenient
        self.until = until
        """The number of the turn to stop behind; 0 for none."""
        self.turns: list[TurnRecord] = []
        self.final: TurnRecord | None = None
        self.illegal: list[Legal] = []
        self._booked = 0
        self._wrong: list[Problem] = []
        self._said: list[tuple[int, Answer, Step]] = []
        self._span = NOWHERE
        self._asked: tuple[Missing, ...] = ()
        self._players = tuple(dict.fromkeys(step.player for step in scenario.steps if step.kind == "turn"))
        self._passing = False

    def whole(self) -> Replayed:
        """All of the record."""
        self.begin()
        start = self._totals() if not self.problems else {}
        done = not self.problems and self.go()
        ended = done and self.state.finished
        if done and not ended:
            case = self._case()
            self._end_turn(case)
            self._final(case)
        problems = tuple(joined(self.problems))
        return Replayed(
            self.scenario, start, tuple(self.turns), self.final, ended, self._claimed(), tuple(self.illegal), problems
        )  # fmt: skip

    def begin(self) -> None:
        """Sets the position up; what is wrong with it goes to `problems`."""
        self.state, self.problems = set_up(self.scenario, self.game, self.lang)
        if not self.problems:
            for check in self.game.checks:
                self.problems += check(self.state)
        self._booked = len(self.state.lines)
        self._asked = self.state.unknown

    def go(self) -> bool:
        """Every step in order, questions passed over; whether the end, or the turn `until`, was reached."""
        for at, step in enumerate(self.scenario.steps):
            if step.ask is not None:
                continue
            if step.kind == "turn" and self.until and self._last() == self.until:
                break
            try:
                self._step(at, step)
            except Mistake as mistake:
                self._fail(mistake.problem)
                if not self.lenient:
                    return False
        if not self.until:
            self._claims()
        return True

    def _last(self) -> int:
        return self.state.turn.number if self.state.turn is not None else 0

    def _fail(self, problem: Problem) -> None:
        self.problems.append(problem)
        self._wrong.append(problem)

    # ---- what a step brings
    def _happen(self, step: Step) -> None:
        if step.kind == "turn":
            self._passing = True  # the moves of a turn that may not begin
            super()._happen(step)
            self._passing = False
            self._span = step.span
        else:
            super()._happen(step)

    def _move(self, move: Move) -> None:
        if self._passing:
            return
        try:
            super()._move(move)
        except Mistake as mistake:
            self._note_legal(move, mistake.problem)
            if not self.lenient:
                raise
            self._fail(mistake.problem)
            # What was to be done with a tile that was not laid cannot be judged.
            self._passing = self.state.turn is not None and not self.state.turn.placed

    def _note_legal(self, move: Move, problem: Problem) -> None:
        """Lists what might have been done instead."""
        found: list[Item] = []
        case = self._case()
        try:
            verb = verb_of(case, move)
            if verb.choices is not None:
                for action in verb.choices(case, move.player, None if move.verb != "places" else move):
                    if action.item not in found and all(f.holds for f in verb.check(case, action)):
                        found.append(action.item)
        except (Mistake, Undetermined):
            pass  # what cannot be told is not listed
        found.sort(key=lambda item: _apart(item, move))
        self.illegal.append(Legal(self._last(), problem, tuple(found[:LISTED]), len(found)))

    def _end_turn(self, case: Case) -> None:
        turn = self.state.turn
        super()._end_turn(case)
        if turn is None:
            return
        facts = (self.state.last_turn or turn).facts
        known = {id(fact) for fact in facts}
        findings = (*facts, *(f for f in case.findings if id(f) not in known))
        self.turns.append(self._record(turn.number, turn.player, turn.kind, findings, self._span))

    def _final(self, case: Case) -> None:
        closing = self._case()
        super()._final(closing)
        self.final = self._record(0, "", "", tuple(closing.findings), NOWHERE)

    def _record(self, number: int, player: str, kind: str, findings: tuple[Finding, ...], span: Span) -> TurnRecord:
        state = self.state
        lines = tuple(state.lines[self._booked :])
        self._booked = len(state.lines)
        kinds: dict[str, str] = {}
        for ident in {line.feature for line in lines if line.feature}:
            try:
                kinds[ident] = state.feature(ident).kind
            except LookupError:
                kinds[ident] = ""  # gone since
        wrong, self._wrong = tuple(self._wrong), []
        lacking = self.blocked or state.unknown
        missing = tuple(one for one in lacking if number == 0 or one not in self._asked)
        self._asked = lacking
        return TurnRecord(number, player, kind, lines, kinds, self._totals(), findings, missing, wrong, span)

    def _totals(self) -> dict[str, int]:
        state = self.state
        players = dict.fromkeys((*state.players, *self._players, *players_of(state)))
        return {player: state.hand(player).score or 0 for player in players}

    # ---- claims
    def _claims(self) -> None:
        for number in self.claimed - self.ends.keys():
            if self.state.turn is None or self.state.turn.number != number:
                self.ends[number] = self._standing()  # a turn that was passed over brought nothing
        super()._claims()

    def _claim(self, at: int, step: Step, found: Standing) -> None:
        super()._claim(at, step, found)
        turn = step.after or (0 if self.state.finished else self._last())
        self._said.append((turn, self.answers[-1][1], step))

    def _claimed(self) -> tuple[Claimed, ...]:
        places = {turn.number: place for place, turn in enumerate(self.turns)}
        found = [
            Claimed(turn, places.get(turn, len(self.turns)), answer, claimed_points(step))
            for turn, answer, step in self._said
        ]
        return tuple(sorted(found, key=lambda one: one.place))


def _apart(item: Item, move: Move) -> int:
    """How far the square of a placement lies from the one that a move names; 0 where either has none."""
    said = next((word.value for word in move.words if word.type == "COORD"), None)
    there = next((part.parts[2:] for part in item.parts if isinstance(part, Item) and part.kind == "placement"), None)
    return 0 if said is None or there is None else abs(said[0] - there[0]) + abs(said[1] - there[1])


def claimed_points(step: Step) -> dict[str, int]:
    """The points a claim names, by colour."""
    numbers = [next((word.value for word in clause if word.type == "NUMBER"), 0) for clause in step.words]
    return dict(zip(points_of(step), map(int, numbers), strict=False))


def explained(played: Replayed, turn: TurnRecord, lang: str, file: str) -> Answer:
    """The ruling of one turn: its lines and findings with every rule."""
    from adjudicator.engine.game import game
    from adjudicator.engine.state import State

    setup = played.scenario.setup
    case = Case(State(setup), game(setup.expansions), lang)
    case.note(*turn.findings)
    points = turn.gained()
    if turn.missing:
        given = ruling(case, "points", "undetermined", missing=turn.missing)
    else:
        given = ruling(case, "points", "scored", lines=turn.lines, points=points)
    told: dict[str, Any] = {
        "edition": setup.edition, "options": dict(setup.options), "expansions": sorted(setup.expansions),
    }  # fmt: skip
    return Answer(played.scenario.title, file, turn.span.line, turn.span.column, "", given, (), told)


def position_after(scenario: Scenario, lang: str, number: int, lenient: bool = False) -> Replay | None:
    """The replay stopped at the end of turn `number`; None where it does not come so far."""
    run = Replay(scenario, lang, "", lenient, number)
    run.begin()
    if run.problems or not run.go() or run._last() != number:
        return None
    run._end_turn(run._case())
    return run

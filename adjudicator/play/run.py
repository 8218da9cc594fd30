"""Runs a scenario: what happens, in order, and the answer to every question where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from typing import NamedTuple

import adjudicator.play.asking as asking
from adjudicator.binding import forms
from adjudicator.binding.clause import ids_in, spelt, spelt_asking
from adjudicator.binding.reader import GUESSES, Mistake
from adjudicator.binding.subjects import places_by_kind
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.majority import lack_code
from adjudicator.engine.readings import MOST, Met, Taken, TooMany, adopted, ways
from adjudicator.engine.rulings import ruling
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.limits import Exhausted, spend
from adjudicator.model.ruling import Answer, Expected, Item, Missing, Ruling, Warning
from adjudicator.model.scenario import Ask, Scenario, Setup, Step
from adjudicator.model.span import NOWHERE
from adjudicator.play.answering import answerable
from adjudicator.play.asking import answer_moves
from adjudicator.play.claims import Standing, claim
from adjudicator.play.editions import Settled, in_force, otherwise
from adjudicator.play.expecting import meet
from adjudicator.play.possible import WINNER, resting_on, together, whichever
from adjudicator.play.progress import Progress
from adjudicator.play.turns import at_question
from adjudicator.rulebook.loader import rule

FINAL = "final"
"""The question that is asked of a finished table."""
FEW = 64
"""So many runs see whether a question is answered alike for each of several that may be meant."""
MOVE_QUESTIONS = ("may", "must", "where", "which")


class Notes(Enum):
    """For which answers it is told what other editions and rule switches give."""

    ALL = "all"
    MISSED = "missed"
    """Those that are not as expected."""


class Played(NamedTuple):
    """What came of one scenario."""

    answers: tuple[Answer, ...]
    problems: tuple[Problem, ...]
    stopped: Exhausted | None = None
    """The limit that was reached behind these answers."""


def play(scenario: Scenario, lang: str, file: str = "", notes: Notes = Notes.ALL) -> Played:
    """Every answer of `scenario`, or its problems: a scenario with a problem gives no answer.

    `notes` says for which answers it is told what other editions and rule switches give.
    """
    run = Run(scenario, lang, file)
    run.notes = notes
    return run.all()


class Run(Progress):
    """One way through a scenario, with the answer to every question and claim."""

    def __init__(self, scenario: Scenario, lang: str, file: str = "", fixed: Taken = ()) -> None:
        super().__init__(scenario, lang, fixed)
        self.notes = Notes.ALL
        self.file = file
        self.answers: list[tuple[int, Answer]] = []
        """By the number of the step they belong to."""
        self.last: Ruling | None = None
        self._others: dict[tuple[object, ...], _Other] = {}
        """The same under other setups and readings, by edition, options and readings."""

    def all(self) -> Played:
        self.begin()
        if self.problems:
            return Played((), tuple(joined(self.problems)))
        try:
            self._every_step()
        except Exhausted as stop:
            return Played(self._sorted(), (), stop)
        if self.problems:
            return Played((), tuple(self.problems))
        return Played(self._sorted(), ())

    def _sorted(self) -> tuple[Answer, ...]:
        return tuple(answer for _, answer in sorted(self.answers, key=lambda pair: pair[0]))

    def _every_step(self) -> None:
        for at, step in enumerate(self.scenario.steps):
            try:
                self._step(at, step)
            except Undetermined as lack:  # a turn that cannot begin or end as the position is told
                self.problems.append(self._lacks(step.span, lack))
                break
            except Mistake as mistake:
                if step.ask is None and step.kind != "claim" and self._read_otherwise(at):
                    continue
                problem = mistake.problem if len(self.problems) < GUESSES else mistake.bare
                self.problems.append(problem._replace(span=step.span) if problem.span == NOWHERE else problem)
                if step.ask is None:
                    break  # what follows would rest on a move that was not made
        else:
            self._claims()
        if self._unasked is not None:
            self.problems.append(self._unasked)

    # ---- steps
    def _step(self, at: int, step: Step) -> None:
        spend(step.span.line)
        if step.ask is not None:
            self._ask(at, step.ask)
        elif step.kind != "claim":
            self._happen(step)
        elif not step.after:
            self._claim(at, step, self._standing())

    def _claims(self) -> None:
        """Answers the claims about the end of a turn, which may stand before it in the text."""
        turn = self.state.turn
        if turn is not None and turn.number in self.claimed:
            self.ends[turn.number] = self._standing()
        for at, step in enumerate(self.scenario.steps):
            if step.kind == "claim" and step.after:
                try:
                    self._claim(at, step, self.ends[step.after])  # the binder has made sure that there is such a turn
                except Mistake as mistake:
                    self.problems.append(mistake.problem)

    def _claim(self, at: int, step: Step, found: Standing) -> None:
        several = [(found, {})] if not self.state.readings.met and not step.after else [*self._stood(at, step)]
        self.answers.append((at, claim(step, several, self._case(), self.scenario, self.file)))

    def _stood(self, at: int, step: Step) -> Iterator[tuple[Standing, Met]]:
        """How the players stand at a claim, in every way to read what is open."""
        meant = tuple(one for one in self.fixed if one[0] not in self.state.readings.met)  # which figures, not how

        def run(fixed: Taken) -> tuple[Standing | None, Met]:
            fixed = (*meant, *fixed)
            if fixed != self.fixed:
                other = self._other(self.scenario.setup, fixed)
                return other.stood(at, step.after), other.met
            return self.ends[step.after] if step.after else self._standing(), self.state.readings.met

        return ways(run)

    # ---- questions
    def _ask(self, at: int, ask: Ask) -> None:
        self._unasked = None
        setup = _under(self.scenario.setup, ask.under)
        found, consulted, asked = self._everyhow(at, setup)
        if found.missing:
            found = found._replace(missing=answerable(found.missing, self.state, self.scenario, ask.span, self.lang))
        for expansion in self.game.missing:
            named = Warning("name-only", {"expansion": Item.expansion(expansion)})
            if named not in found.warnings:
                found = found._replace(warnings=(*found.warnings, named))
        for expansion in sorted(setup.brought & {rule(one).expansion for one in found.rules}):
            named = Warning("not-in-use", {"expansion": Item.expansion(expansion)})
            found = found._replace(warnings=(*found.warnings, named))
        if ask.topic != "why":
            self.last = found
        expected = tuple(self._expected(at, ask, found, number) for number in range(len(ask.expects)))
        if self.notes is Notes.ALL or not all(one.met for one in expected):
            if found.verdict != "undetermined" and ask.topic != "why":
                settled = found, consulted, asked
                notes = otherwise(setup, settled, partial(self._everyhow, at))
                found = found._replace(otherwise=(*found.otherwise, *notes))
                self.last = found
        values = {"edition": setup.edition, "options": dict(setup.options), "expansions": sorted(setup.expansions)}
        span = ask.span
        sketched = self.state.features
        of = spelt_asking(ask) if self.state.has_board else sketched
        kinds = {name: sketched[name].kind for name in of if name in sketched}
        answer = Answer(
            self.scenario.title, self.file, span.line, span.column, ask.written, found, expected, values, kinds,
            self._called(ask),
        )  # fmt: skip
        self.answers.append((at, answer))
        self.answered(answer, at)

    def _called(self, ask: Ask) -> dict[str, str]:
        """How a question points at features of the board, by their ids: where, not on which of their squares they are
        named."""
        found: dict[str, str] = {}
        here = self.state.turn.cell if self.state.turn is not None else None
        for ref in places_by_kind(ask, self.lang) if self.state.has_board else ():
            try:
                ident = self.state.resolve(ref)
            except Mistake:
                continue
            cell = ref.cell or here
            if cell is not None and not ref.name and " at (" in ident:
                found[ident] = f"{ref.kind} {ref.side}".rstrip() + f" at ({cell[0]},{cell[1]})"
        return found

    def answered(self, answer: Answer, at: int) -> None:
        """Called with each answer and the number of its step while `state` is the position it was given in; whoever
        looks on overrides it.
        """

    def _rule(self, ask: Ask, state: State) -> Ruling:
        """The ruling in one way to read what is open; what is settled to give it is not remembered. Raises Mistake."""
        case = Case(state, self.game, self.lang)
        memory, state.memory = state.memory, state.memory.copy()
        try:
            if self.blocked and ask.topic != "why":
                asking.only_question(case, ask, self._named_before(ask))
                raise Undetermined(*self.blocked)
            if ask.topic == "why":
                if self.last is None:
                    raise Mistake(Problem("why-what", ask.span))
                forms.of_topic(ask, self.lang)
                return self.last._replace(topic="why").in_full()
            if ask.topic in MOVE_QUESTIONS:
                return answer_moves(at_question(case, ask), ask)
            topic = self.game.topic(ask.topic)
            if topic is None:
                lack_code(case, "topic", ask.topic)
            if self.box is not None and ask.topic == FINAL and self.state.whole and (lack := self.box.missing()):
                number, there, tiles = lack
                case.warn("tiles-missing", number=number, there=there, tiles=tiles)
            found = topic(at_question(case, ask), ask)
            forms.of_topic(ask, self.lang)
            return found
        except Undetermined as lack:
            if ask.topic not in MOVE_QUESTIONS:
                forms.of_topic(ask, self.lang)
            return ruling(case, ask.topic, "undetermined", missing=lack.missing)
        finally:
            state.memory = memory

    def _named_before(self, ask: Ask) -> set[str]:
        """What the moves in front of a question may have named, as they are written."""
        found: set[str] = set()
        for step in self.scenario.steps:
            if step.ask is ask:
                break
            for move in step.moves:
                found.update(word.casefold() for word in spelt(move))
        return found

    def answer_at(self, at: int, setup: Setup | None = None) -> Asked:
        """The answer to the question that is step `at`, which this run has come to; `setup` may be another one that
        makes no difference to what was played.

        Raises Mistake.
        """
        ask = self.scenario.steps[at].ask
        assert ask is not None
        state, readings = self.state, self.state.readings
        if setup is not None:
            state = state.with_setup(setup)
        kept = readings.progress()
        readings.consulted = {}
        try:
            found = self._rule(ask, state)
            return Asked(found, readings.met, {**kept[1], **readings.consulted}, frozenset(readings.consulted))
        finally:
            readings.back_to(kept)

    def _everyhow(self, at: int, setup: Setup) -> Settled:
        """The answer to a question under a setup; the options that it rests on with their values, and those that the
        question itself asked for. Raises Mistake.

        Where it is not told which of several is meant, and the answer is the same for each, that is the answer.
        """
        settled = self._every_reading(at, setup)
        if not settled[0].missing or not settled[0].missing[0].ways:
            return settled
        met: dict[str, Missing] = {}
        told: list[Settled] = []
        lacking: list[Settled] = []
        waiting: list[Taken] = [()]
        for _ in range(FEW):
            taken = waiting.pop()
            try:
                one = self._every_reading(at, setup, taken) if taken else settled
            except Mistake:
                return settled  # this one cannot be meant, and whoever wrote it has to say which is
            missing = one[0].missing
            if missing and missing[0].ways:
                met[missing[0].point] = missing[0]
                waiting += ((*taken, (missing[0].point, str(way))) for way in reversed(range(missing[0].ways)))
            else:
                (lacking if missing else told).append(one)
                if lacking and (told or one[0].missing != lacking[0][0].missing):
                    return settled
                if told and whichever([told[0][0], one[0]], ()) is None:
                    return settled
            if not waiting:
                break
        else:
            return settled
        if lacking:
            return lacking[0]
        found = whichever([ruling for ruling, _, _ in told], met.values())
        if found is None:
            return settled
        consulted = {option: value for _, rests_on, _ in told for option, value in rests_on.items()}
        return found, consulted, frozenset[str]().union(*(asked for _, _, asked in told))

    def _every_reading(self, at: int, setup: Setup, meant: Taken = ()) -> Settled:
        """The same in every way to read what is open put together; `meant` says which of several is meant where the
        text leaves it out. Raises Mistake.
        """
        mistakes: list[Mistake] = []
        unplayable: list[Mistake] = []
        """What is wrong before the question in some reading: told only where there is no other."""
        refused: list[Met] = []
        """How those read what is open."""
        consulted: dict[str, str] = {}
        options: set[str] = set()

        def run(fixed: Taken) -> tuple[Ruling | None, Met]:
            fixed = (*meant, *fixed)
            there = self if fixed == self.fixed else self._other(self.scenario.setup, fixed)
            own = setup == self.scenario.setup
            try:
                there.reach(at)
                alike = own or there.plays_alike(setup)
                if not alike:
                    there = self._other(setup, fixed)
                    there.reach(at)
            except Mistake as mistake:
                unplayable.append(mistake)
                refused.append(there.state.readings.met)
                return None, there.state.readings.met
            try:
                given = there.answer_at(at, None if own or not alike else setup)
            except Mistake as mistake:
                mistakes.append(mistake)
                return None, there.state.readings.met
            consulted.update(given.consulted)
            options.update(given.options)
            return given.ruling, given.met

        several: list[tuple[Ruling, Met]] = []
        many = False
        try:
            several.extend(ways(run))
        except TooMany:
            many = True
        if not several:
            raise (mistakes or unplayable)[0]
        found = together(several)
        for point in (
            adopted([met for _, met in several], refused) if found.verdict == "scored" or found.topic == WINNER else ()
        ):
            found = resting_on(found, point)
        if many:
            found = found._replace(warnings=(*found.warnings, Warning("too-many-readings", {"number": MOST})))
        return found, consulted, frozenset(options)

    def _other(self, setup: Setup, fixed: Taken) -> _Other:
        """The same under another setup or other readings, as far as it was played."""
        key = (setup.edition, *sorted(setup.options.items()), fixed)
        other = self._others.get(key)
        if other is None:
            other = self._others[key] = _Other(self.scenario._replace(setup=setup), self.lang, fixed=fixed)
        return other

    def reach(self, at: int) -> None:
        """Plays on to step `at`. Raises Mistake where the text up to there cannot be played."""

    def plays_alike(self, setup: Setup) -> bool:
        """Whether all that was played so far was the same under another setup: it asked for no option that differs.

        A side of a dispute, for which nothing is in force by itself, may have been read without being asked for.
        """
        own = self.scenario.setup
        sides = (name for name in {*own.options, *setup.options} if not in_force(Setup(), name))
        if any(own.options.get(name) != setup.options.get(name) for name in sides):
            return False
        played = self.state.readings.consulted
        return all(in_force(own, option) == in_force(setup, option) for option in played)

    def _read_otherwise(self, at: int) -> bool:
        """Reads what is open in another way, if step `at` can be played then: the table has read it so."""
        if not self.state.readings.met:
            return False

        def run(fixed: Taken) -> tuple[_Other | None, Met]:
            other = self._other(self.scenario.setup, fixed)
            try:
                other.reach(at + 1)
            except Mistake:
                return None, other.met
            return other, other.met

        try:
            other = next(ways(run), (None, {}))[0]
        except TooMany:
            other = None
        if other is None:
            return False
        del self._others[next(key for key, one in self._others.items() if one is other)]
        self.fixed, self.state, self.box, self.ends = other.fixed, other.state, other.box, other.ends
        self.number, self.noted, self.blocked = other.number, other.noted, other.blocked
        return True

    def _expected(self, at: int, ask: Ask, found: Ruling, number: int) -> Expected:
        expect = ask.expects[number]
        if expect.under:
            found = self._everyhow(at, _under(_under(self.scenario.setup, ask.under), expect.under))[0]
        return meet(expect, found, self.state, self.lang, _asked_of(ask))


class Asked(NamedTuple):
    """The answer to a question in one way to read what is open."""

    ruling: Ruling
    met: Met
    """The open points it rests on."""
    consulted: Mapping[str, str]
    """The options it rests on, with the values in force."""
    options: frozenset[str]
    """Those of them that the question itself asked for."""


class _Other(Run):
    """The scenario under another setup, or with other readings of what is open, played as far as somebody asked."""

    def __init__(self, scenario: Scenario, lang: str, fixed: Taken = ()) -> None:
        super().__init__(scenario, lang, fixed=fixed)
        self._set_up()
        self._at = 0
        self._fault = next(iter(self.problems), None)

    @property
    def met(self) -> Met:
        """The open points that it has come to."""
        return self.state.readings.met

    def reach(self, at: int) -> None:
        for step in self.scenario.steps[self._at : at] if self._fault is None else ():
            self._at += 1
            spend()
            if step.ask is None and step.kind != "claim":
                try:
                    self._happen(step)
                except Mistake as mistake:
                    self._fault = mistake.problem
                    break
                except Undetermined as lack:
                    self._fault = self._lacks(step.span, lack)
                    break
        if self._fault is not None:
            raise Mistake(self._fault)

    def stood(self, at: int, after: int) -> Standing | None:
        """How the players stand at step `at`, or at the end of turn `after`; None where it cannot be played so far."""
        try:
            self.reach(len(self.scenario.steps) if after else at)
        except Mistake:
            return None
        if after in self.ends:
            return self.ends[after]
        kept = self.state.readings.progress()
        found = self._standing()
        if self.state.readings.met.keys() == kept[0].keys():
            self.state.readings.back_to(kept)
        return found


def joined(problems: list[Problem]) -> list[Problem]:
    """`problems` with those that say the same of one place put together, under every rule that is broken."""
    found: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        key = (problem.code, problem.span, repr(problem.values))  # a value may hold a finding, which has no hash
        before = found.get(key)
        if before is not None:
            problem = before._replace(rules=tuple(dict.fromkeys((*before.rules, *problem.rules))))
        found[key] = problem
    return [*found.values()]


def _asked_of(ask: Ask) -> str:
    """The player whom a question is about, "" for none."""
    made = (move.player for move in ask.moves)
    return next((player for player in (ask.player, *made, *ids_in(ask, "colour")) if player), "")


def _under(setup: Setup, changes: Iterable[tuple[str, str]]) -> Setup:
    """The setup with another edition or with other values of options."""
    for name, value in changes:
        if name == "edition":
            setup = setup._replace(edition=value)
        else:
            setup = setup._replace(options={**setup.options, name: value})
    return setup

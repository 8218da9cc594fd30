"""Runs a scenario: what happens, in order, and the answer to every question where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.binding import forms
from adjudicator.binding.reader import GUESSES, Mistake, Reader
from adjudicator.engine.case import EXPANSION, Case, Undetermined
from adjudicator.engine.expansion import Action
from adjudicator.engine.game import Game, game
from adjudicator.engine.majority import lack_code
from adjudicator.engine.readings import MOST, Met, Taken, TooMany, ways
from adjudicator.engine.rulings import ruling
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.limits import Exhausted, spend
from adjudicator.model.ruling import Answer, Expected, Finding, Item, Line, Missing, Otherwise, Ruling, Warning
from adjudicator.model.scenario import BOX, Ask, Move, Scenario, Setup, Step
from adjudicator.model.span import Span
from adjudicator.play.expecting import meet
from adjudicator.play.possible import outcome, together
from adjudicator.play.setting import laid, set_up
from adjudicator.rulebook import loader

if TYPE_CHECKING:
    from adjudicator.play.box import Box
    from adjudicator.play.claims import Standing

FINAL = "final"
"""The question that is asked of a finished table."""
MOVE_QUESTIONS = ("may", "must", "where", "which")


_NAMES = re.compile(r'(?<=")[^"]+(?=")|[^\s"]+')
"""What may be names in a question."""


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


class Run:
    """One way through a scenario."""

    def __init__(self, scenario: Scenario, lang: str, file: str = "", fixed: Taken = ()) -> None:
        self.scenario = scenario
        self.fixed = fixed
        """How it reads what the rules leave open, as far as that is given."""
        self.notes = Notes.ALL
        self.lang = lang
        self.file = file
        self.game: Game = game(scenario.setup.expansions)
        self.answers: list[tuple[int, Answer]] = []
        """By the number of the step they belong to."""
        self.ends: dict[int, Standing] = {}
        """How the players stood at the end of the turns that claims are about, by number."""
        self.claimed = {step.after for step in scenario.steps if step.kind == "claim"}
        self.problems: list[Problem] = []
        self.state: State
        self.last: Ruling | None = None
        self.counts = True
        """Whether the numbers of the turns are judged."""
        self.number = 0
        """The number that the record gives to the turn that is going on, or that ended last; 0 for none."""
        self.noted: list[Line] = []
        """What a score pad notes for the final scoring."""
        self.box: Box | None = None
        """The tiles that are left, where tiles lie on squares."""
        self._others: dict[tuple[object, ...], _Other] = {}
        """The same under other setups and readings, by edition, options and readings."""
        self.blocked: tuple[Missing, ...] = ()
        """What a move needed that is not known: a fact that the position lacks, or an expansion without code."""
        self._unasked: Problem | None = None
        """That a move lacks a fact, while nothing has been asked behind it."""

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
                self.problems.append(mistake.problem if len(self.problems) < GUESSES else mistake.bare)
                if step.ask is None:
                    break  # what follows would rest on a move that was not made
        else:
            self._claims()
        if self._unasked is not None:
            self.problems.append(self._unasked)

    def begin(self) -> None:
        """Sets the position up; what is wrong with it goes to `problems`."""
        self._set_up()
        if not self.problems:
            for check in self.game.start.checks:
                self.problems += check(self.state)
            if self.state.sketch_lines:
                from adjudicator.engine.pointing import undecided

                self.problems += undecided(self._case())

    def _set_up(self) -> None:
        scenario = self.scenario
        self.state, self.problems = set_up(scenario, self.game, self.lang, self.fixed)
        if self.state.has_board:
            from adjudicator.play.box import Box  # a sketch needs no tiles

            self.box = Box(scenario.setup.expansions, scenario.stock.get(BOX, 1), scenario.tiles.values())
            self.problems += self.box.take_all(laid(scenario, self.game))

    def _doubt(self, problem: Problem) -> None:
        """Something that the record says and that can hardly be meant."""
        raise Mistake(problem)

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

    def _case(self) -> Case:
        return Case(self.state, self.game, self.lang)

    def _claim(self, at: int, step: Step, found: Standing) -> None:
        from adjudicator.play.claims import claim

        several = [(found, {})] if not self.state.readings.met and not step.after else [*self._stood(at, step)]
        self.answers.append((at, claim(step, several, self._case(), self.scenario, self.file)))

    def _stood(self, at: int, step: Step) -> Iterator[tuple[Standing, Met]]:
        """How the players stand at a claim, in every way to read what is open."""

        def run(fixed: Taken) -> tuple[Standing | None, Met]:
            if fixed != self.fixed:
                other = self._other(self.scenario.setup, fixed)
                return other.stood(at, step.after), other.met
            return self.ends[step.after] if step.after else self._standing(), self.state.readings.met

        return ways(run)

    def _standing(self) -> Standing:
        from adjudicator.play.claims import standing  # few scenarios make a claim

        return standing(self._case(), self.blocked)

    def _end_turn(self, case: Case) -> None:
        turn = self.state.turn
        if turn is None:
            return
        from adjudicator.play.turns import end_turn  # many positions have no turn

        end_turn(case)
        if turn.number in self.claimed:
            self.ends[turn.number] = self._standing()

    def _happen(self, step: Step) -> None:
        """Something other than a question."""
        if self.state.finished:
            raise Mistake(Problem("after-final", step.span))
        if step.kind == "moves":
            for move in step.moves:
                if self.blocked:
                    import adjudicator.play.asking as asking

                    asking.only_words(move, self.lang)  # it is not made, and yet no word of it is passed over
                else:
                    self._move(move)
            return
        if step.kind == "passes":
            self._pass(step)
            return
        if step.kind == "notes":
            self._note(step)
            return
        case = self._case()
        if step.kind == "turn":
            kind = (step.words[0].id("topic") if step.words else None) or ""
            before, self.number = self.number, step.after
            if step.after:
                import adjudicator.play.order as order  # only records number their turns

                wrong = order.misnumbered(case, step, before) if before and self.counts else None
                if wrong is not None:
                    self._doubt(wrong)
                kind = order.kind_of_turn(case, step, kind, self.counts)
            begins = self.game.turns.begins.get(kind)
            due = begins(case, step.player) if begins is not None else None
            if due is not None and not due.holds:
                raise Mistake(_illegal(step.span, [due]))
            from adjudicator.play.turns import begin_turn

            self._end_turn(case)
            begin_turn(case, step.player, step.after, kind)
        elif step.kind == "later":
            self.number = 0
            self._end_turn(case)
        elif step.kind == "final":
            self.state.before_end = self.state.copy()
            self._end_turn(case)
            self._final(case)

    def _final(self, case: Case) -> None:
        """The scoring at the end of the game."""
        from adjudicator.play.turns import final_scoring

        self.state.score(self.noted)
        try:
            final_scoring(case)
        except Undetermined as lack:
            self.state.unknown += lack.missing
            self.state.finished = True

    def _pass(self, step: Step) -> None:
        """A turn without a tile, as the table agreed. Raises Mistake where a tile lies already."""
        turn = self.state.turn
        if turn is None or turn.placed:
            why = Finding("BASE-09", False, "passes-after-placing", {"player": Item.player(step.player)})
            raise Mistake(_illegal(step.span, [why]))

    def _note(self, step: Step) -> None:
        """What was written on a score pad: booked now, or with the final scoring. Raises Mistake."""
        from adjudicator.play.ledger import booked, read_note  # few records have no tiles

        for move in step.moves:
            note = read_note(self._case(), move, len(self.state.features) + 1)
            entry = booked(self._case(), note, move)
            if entry.wrong is not None:
                self._doubt(entry.wrong)
            if entry.feature is not None:
                self.state.add(entry.feature)
            if entry.final:
                self.noted.extend(entry.lines)
            else:
                self.state.score(entry.lines)

    def _take_if_placed(self, action: Action[object], span: Span) -> None:
        """Takes the tile that a move places out of its box."""
        if action.move.verb != "places":
            return
        turn, face = self.state.turn, action.deed.face
        if face is None and not action.deed.figure and turn is not None:
            face = turn.face
        wrong = self.box.take(face, span) if self.box is not None and face is not None else None
        if wrong is not None:
            self._doubt(wrong)

    def _move(self, move: Move) -> None:
        """Makes a move. Raises Mistake with the rule an illegal one breaks."""
        import adjudicator.play.asking as asking  # questions about a position need none of it

        case = Case(self.state, self.game, self.lang)
        try:
            said = asking.said_of(case, move)
            if forbidden := [finding for finding in said if not finding.holds]:
                raise Mistake(_illegal(move.span, forbidden))
            verb = asking.verb_of(case, move)
            action = asking.read(case, verb, move)
            failed = [f for f in verb.check(case, action) if not f.holds]
            if failed:
                raise Mistake(_illegal(move.span, failed))
            self._take_if_placed(action, move.span)
            verb.apply(case, action)
            asking.no_stray_effects(move, case.lang)
            case.remember(action.does())
        except Undetermined as lack:
            self.blocked = lack.missing  # what follows rests on a move that nobody here can make
            if any(missing.fact != EXPANSION for missing in lack.missing):
                self._unasked = self._lacks(move.span, lack)
            return
        turn = self.state.turn
        if turn is not None:
            heard = case.heard()
            if heard:
                self.state.turn = turn._replace(explained=(*turn.explained, *heard))

    def _lacks(self, span: Span, lack: Undetermined) -> Problem:
        """The problem of a move or turn that rests on something that the position does not say."""
        from adjudicator.play.answering import answerable  # few moves lack anything

        (missing,) = answerable(lack.missing[:1], self.state, self.scenario.features)
        return Problem("move-lacks", span, {"missing": Item("missing", (missing,))})

    # ---- questions
    def _ask(self, at: int, ask: Ask) -> None:
        self._unasked = None
        setup = self.scenario.setup
        found, consulted, asked = self._everyhow(at, setup)
        if found.missing:
            from adjudicator.play.answering import answerable  # most answers lack nothing

            found = found._replace(missing=answerable(found.missing, self.state, self.scenario.features))
        if ask.topic != "why":
            self.last = found
        expected = tuple(self._expected(at, ask, found, number) for number in range(len(ask.expects)))
        if self.notes is Notes.ALL or not all(one.met for one in expected):
            if found.verdict != "undetermined" and ask.topic != "why":
                found = found._replace(otherwise=(*found.otherwise, *self._otherwise(at, found, consulted, asked)))
                self.last = found
        told = {"edition": setup.edition, "options": dict(setup.options), "expansions": sorted(setup.expansions)}
        span = ask.span
        kinds = {name: one.kind for name in _NAMES.findall(ask.written) if (one := self.state.features.get(name))}
        answer = Answer(
            self.scenario.title, self.file, span.line, span.column, ask.written, found, expected, told, kinds,
            self._called(ask),
        )  # fmt: skip
        self.answers.append((at, answer))
        self.answered(answer)

    def _called(self, ask: Ask) -> dict[str, str]:
        """How a question points at features of the board, by their ids: where, not on which of their squares they are
        named."""
        found: dict[str, str] = {}
        here = self.state.turn.cell if self.state.turn is not None else None
        for words in (ask.words, *(move.words for move in ask.moves)) if self.state.has_board else ():
            for at, word in enumerate(words):
                if not word.id("kind"):
                    continue
                reader = Reader(words, self.lang, ask.span)
                reader.at = at
                try:
                    ref = reader.ref()
                    ident = self.state.resolve(ref)
                except Mistake:
                    continue
                cell = ref.cell or here
                if cell is not None and not ref.name and " at (" in ident:
                    found[ident] = f"{ref.kind} {ref.side}".rstrip() + f" at ({cell[0]},{cell[1]})"
        return found

    def answered(self, answer: Answer) -> None:
        """Called with each answer while `state` is the position it was given in; whoever looks on overrides it."""

    def _rule(self, ask: Ask, state: State) -> Ruling:
        """The ruling in one way to read what is open. Raises Mistake."""
        case = Case(state, self.game, self.lang)
        try:
            if self.blocked and ask.topic != "why":
                raise Undetermined(*self.blocked)
            if ask.topic == "why":
                if self.last is None:
                    raise Mistake(Problem("why-what", ask.span))
                return self.last._replace(topic="why").in_full()
            if ask.topic in MOVE_QUESTIONS:
                from adjudicator.play.asking import answer_moves

                return answer_moves(case, ask)
            topic = self.game.topic(ask.topic)
            if topic is None:
                lack_code(case, "topic", ask.topic)
            if self.box is not None and ask.topic == FINAL and self.state.whole and (lack := self.box.missing()):
                number, there, tiles = lack
                case.warn("tiles-missing", number=number, there=there, tiles=tiles)
            found = topic(case, ask)
            forms.of_topic(ask, self.lang)
            return found
        except Undetermined as lack:
            if ask.topic not in MOVE_QUESTIONS:
                forms.of_topic(ask, self.lang)
            return ruling(case, ask.topic, "undetermined", missing=lack.missing)

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
        kept = readings.kept()
        readings.consulted = {}
        try:
            found = self._rule(ask, state)
            return Asked(found, readings.met, {**kept[1], **readings.consulted}, frozenset(readings.consulted))
        finally:
            readings.back_to(kept)

    def _everyhow(self, at: int, setup: Setup) -> tuple[Ruling, Mapping[str, str], frozenset[str]]:
        """The answer to a question under a setup, in every way to read what is open put together; the options that it
        rests on with their values, and those that the question itself asked for. Raises Mistake.
        """
        mistakes: list[Mistake] = []
        consulted: dict[str, str] = {}
        options: set[str] = set()

        def run(fixed: Taken) -> tuple[Ruling | None, Met]:
            there = self if fixed == self.fixed else self._other(self.scenario.setup, fixed)
            met: Met = {}
            try:
                there.reach(at)
                if setup == self.scenario.setup:
                    given = there.answer_at(at)
                elif there.plays_alike(setup):
                    given = there.answer_at(at, setup)
                else:
                    there = self._other(setup, fixed)
                    there.reach(at)
                    given = there.answer_at(at)
                met = given.met
            except Mistake as mistake:
                mistakes.append(mistake)
                return None, there.state.readings.met
            consulted.update(given.consulted)
            options.update(given.options)
            return given.ruling, met

        several: list[tuple[Ruling, Met]] = []
        many = False
        try:
            several.extend(ways(run))
        except TooMany:
            many = True
        if not several:
            raise mistakes[0]
        found = together(several)
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
        """Whether all that was played so far was the same under another setup: it asked for no option that differs."""
        own = self.scenario.setup
        played = self.state.readings.consulted
        return all(_in_force(own, option) == _in_force(setup, option) for option in played)

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

    def _otherwise(
        self, at: int, found: Ruling, consulted: Mapping[str, str], asked: frozenset[str]
    ) -> Iterator[Otherwise]:
        """The whole answer under every other edition, and under other values of the options that the question asked
        for and that no edition has, where it differs; nothing where the position tells too little for that one."""
        setup = self.scenario.setup
        known = [(setup, found, consulted)]

        def answer(other: Setup) -> tuple[Ruling, Mapping[str, str]]:
            """The answer under another setup and the options that it rests on: the same as under one before where all
            of these have the same value."""
            for before, given, asked_for in known:
                if all(_in_force(before, option) == _in_force(other, option) for option in asked_for):
                    return given, asked_for
            given, asked_for, _ = self._everyhow(at, other)
            known.append((other, given, asked_for))
            return given, asked_for

        for edition in loader.EDITIONS:
            other = setup._replace(edition=edition)
            try:
                given, also = answer(other)
            except Mistake:
                continue
            if given.verdict != "undetermined" and outcome(given) != outcome(found):
                rules = [_rule_of(option, _in_force(other, option)) for option in {**consulted, **also}
                         if _in_force(setup, option) != _in_force(other, option)]  # fmt: skip
                yield _noted("edition", edition, tuple(dict.fromkeys(rules)), given)
        for option in consulted:
            if option not in asked:
                continue
            seen = {_in_force(setup, option)}
            if option not in setup.options:
                seen.update(loader.in_force(option, edition) for edition in loader.EDITIONS)
            for rule_id, choice in loader.choices(option):
                for value in choice.values:
                    if value in seen or (value.isdigit() and not choice.value.isdigit()):
                        continue  # how much a house rule gives is for the table to say
                    seen.add(value)
                    try:
                        given, _ = answer(setup._replace(options={**setup.options, option: value}))
                    except Mistake:
                        continue
                    if given.verdict != "undetermined" and outcome(given) != outcome(found):
                        yield _noted(option, value, (rule_id,), given)

    def _expected(self, at: int, ask: Ask, found: Ruling, number: int) -> Expected:
        expect = ask.expects[number]
        if expect.under:
            setup = self.scenario.setup
            for name, value in expect.under:
                if name == "edition":
                    setup = setup._replace(edition=value)
                else:
                    setup = setup._replace(options={**setup.options, name: value})
            found = self._everyhow(at, setup)[0]
        return meet(expect, found, self.state, self.lang)


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
        self._fault: Problem | None = self.problems[0] if self.problems else None

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
        kept = self.state.readings.kept()
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


def _in_force(setup: Setup, option: str) -> str:
    return setup.options.get(option) or loader.in_force(option, setup.edition)


def _rule_of(option: str, value: str) -> str:
    """The rule behind a value of an option."""
    found = loader.choices(option)
    return next((ident for ident, choice in found if choice.value == value), found[0][0])


def _noted(option: str, value: str, rules: tuple[str, ...], given: Ruling) -> Otherwise:
    return Otherwise(
        option, value, rules[0], given.verdict, given.points, given.options, rules, given.possible, given.missing
    )


def _illegal(span: Span, failed: list[Finding]) -> Problem:
    """The problem of a move or turn that may not be made: why, and by which rules."""
    rules = tuple(dict.fromkeys(f.rule for f in failed))
    return Problem("illegal-move", span, {"why": Item("finding", (failed[0],))}, (), rules)

"""What may stand on the table at the end of a turn of a record, or at a question: every position, with what has to be
supposed for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.readings import MOST, Met, Taken, TooMany, ways
from adjudicator.engine.sight import sight
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Hand
from adjudicator.model.ruling import Item, Missing
from adjudicator.model.scenario import Scenario
from adjudicator.model.span import Span
from adjudicator.play.answering import answerable
from adjudicator.play.meant import Meant, Way
from adjudicator.play.order import coming
from adjudicator.play.possible import decisive
from adjudicator.play.progress import Progress
from adjudicator.play.replay import Replay

FEW = 6
"""So many positions are shown where a record leaves out which figure it means; where there are more, it is asked."""


class Supposed(NamedTuple):
    """What has to be so for a position to stand there: one way to it."""

    figures: tuple[Item, ...]
    """The figures that are meant where the record may mean others."""
    rules: tuple[str, ...]
    """The rules that are followed where they leave something open."""
    readings: tuple[Taken, ...] = ()
    """How they are read at the points that decide, in each way that supposes the same."""


class Position(NamedTuple):
    """A position that may stand at the end of a turn, or at a question."""

    state: State
    coming: tuple[Item, ...]
    """Who plays next, with the kind of that turn; () where that is not known."""
    supposed: tuple[Supposed, ...] = ()
    """Every way to it, where another way leads elsewhere; () where it is the only position."""
    over: bool = False
    """Whether no turn comes any more."""


class Positions(NamedTuple):
    """All that may stand on the table at the end of a turn, or at a question."""

    possible: tuple[Position, ...] = ()
    """None where the record does not come so far, or leaves out what has to be known."""
    lacking: tuple[Problem, ...] = ()
    """What has to be known, each at the place that leaves it out."""
    problems: tuple[Problem, ...] = ()
    """What is wrong up to there and was passed over."""

    @property
    def reached(self) -> bool:
        """Whether the record comes to the end of that turn."""
        return bool(self.possible or self.lacking)


def positions_after(scenario: Scenario, lang: str, number: int, lenient: bool = False) -> Positions:
    """Every position that may stand at the end of turn `number`; with `lenient` a move that may not be made is passed
    over.

    Where the rules leave something open up to there, or the record leaves out which of several figures it means, each
    position that comes of it is told once. What it leaves out otherwise is asked for, as is which figure is meant where
    there are many positions, or where not every figure can be meant.
    """

    def play(fixed: Taken) -> tuple[_End | None, Replay]:
        return _end(Replay(scenario, lang, "", lenient, number, fixed=fixed))

    def lacks(span: Span, missing: Item) -> Problem:
        return Problem("position-lacks", span, {"number": number, "missing": missing})

    more = Problem("positions-left-out", scenario.span, {"number": number, "ways": MOST})
    return _every(play, scenario, lang, _Problems(lacks, more))


def positions_at(scenario: Scenario, lang: str, at: int) -> Positions:
    """Every position that may stand on the table where the question is asked that is step `at`, in the same way.

    What is known there in one way only is told once; a move that may not be made in some reading leaves that one out.
    """

    def play(fixed: Taken) -> tuple[_End | None, _Way]:
        way = _Way(scenario, lang, fixed)
        return way.before(at), way

    def lacks(span: Span, missing: Item) -> Problem:
        return Problem("question-lacks", span, {"missing": missing})

    more = Problem("question-left-out", scenario.span, {"ways": MOST})
    return _every(play, scenario, lang, _Problems(lacks, more))


class _Problems(NamedTuple):
    """What may be wrong about the place in a text of which the positions are asked for."""

    lacks: Callable[[Span, Item], Problem]
    """Something has to be known for it; given the place that leaves it out, and the question."""
    more: Problem
    """There may be more positions."""


def _every(
    play: Callable[[Taken], tuple[_End | None, Way]], scenario: Scenario, lang: str, problems: _Problems
) -> Positions:
    """All positions to which `play` leads; it is given the readings that are taken."""
    meant = Meant()
    ends: list[tuple[_End, Met]] = []
    many = refused = False

    def run(fixed: Taken) -> tuple[_End | None, Met]:
        nonlocal refused
        found, met = meant.follow(fixed, play)
        refused = refused or (found is None and any(ident in meant.asked for ident in met))
        return found, met

    def problem(missing: Missing, span: Span, state: State) -> Problem:
        (question,) = answerable((missing,), state, scenario, span, lang)
        return problems.lacks(span, Item("missing", (question,)))

    try:
        for end, met in ways(run):
            if end.lacks is not None:
                return Positions((), (problem(*end.lacks, end.position.state),), end.problems)
            ends.append((end, met))
    except TooMany:
        many = True
    if not ends:
        return Positions()
    state = ends[0][0].position.state
    fewest = min(len(end.problems) for end, _ in ends)
    clean = [(end, met) for end, met in ends if len(end.problems) == fewest]
    wrong = clean[0][0].problems
    playable = [meant.figures(met) for _, met in clean]
    if meant.asked and (many or refused or any(meant.figures(met) not in playable for _, met in ends)):
        first = next(iter(meant.asked.values()))
        return Positions((), (problem(first.missing, first.span, state),), wrong)
    groups = _alike(clean)
    if len(groups) == 1:
        return Positions((groups[0][0][0].position,), (), wrong)
    deciding = decisive([[met for _, met in members] for members in groups])
    asked = [one for ident, one in meant.asked.items() if ident in deciding]
    if len(groups) > FEW and asked:
        return Positions((), (problem(asked[0].missing, asked[0].span, state),), wrong)
    if many:
        wrong = (*wrong, problems.more)
    possible = []
    for members in groups:
        supposed: dict[Supposed, list[Taken]] = {}
        for _, met in members:
            read = {ident: met[ident] for ident in met if ident in deciding}
            taken = tuple((ident, reading.id) for ident, (_, reading) in read.items())
            supposed.setdefault(_supposed(read, meant), []).append(taken)
        ways_there = tuple(one._replace(readings=tuple(dict.fromkeys(taken))) for one, taken in supposed.items())
        possible.append(members[0][0].position._replace(supposed=ways_there))
    return Positions(tuple(possible), (), wrong)


def _supposed(deciding: Met, meant: Meant) -> Supposed:
    """What a way takes to be so at the points that decide."""
    figures = meant.figures(deciding)
    rules = (rule for _, reading in deciding.values() for rule in reading.rules)  # a figure rests on none
    return Supposed(tuple(figures.values()), tuple(dict.fromkeys(rules)))


class _End(NamedTuple):
    """Where one way through a record leads."""

    position: Position
    problems: tuple[Problem, ...]
    lacks: tuple[Missing, Span] | None
    """What has to be known before anything can be told, and where."""


class _Way(Progress):
    """One way through a scenario, with what it comes to without its being said."""

    def before(self, at: int) -> _End | None:
        """The position before step `at`; None where the text cannot be played so far."""
        self._set_up()
        if self.problems:
            return None
        begun = self.scenario.span
        for step in self.scenario.steps[:at]:
            if step.ask is not None or step.kind == "claim":
                continue
            try:
                self._happen(step)
            except (Mistake, Undetermined):
                return None
            self._note_lacks(step.span if step.kind == "moves" else begun)  # the turn that has ended leaves it out
            if step.kind == "turn":
                begun = step.span
        return _End(Position(self.state, ()), (), next(iter(self.lacks.values()), None))


def _end(run: Replay) -> tuple[_End | None, Replay]:
    """Plays a record to the end of its turn; None where it does not come so far."""
    run.begin()
    if run.problems or not run.go() or not run.reached():
        return None, run
    due = coming(Case(run.state, run.game, run.lang)) if run.state.turn is not None else None
    run.finish_turn()
    run.note_unsaid()
    options = due.options if due is not None else ()
    position = Position(run.state, options, over=due is not None and not options and not due.missing)
    return _End(position, tuple(run.problems), next(iter(run.lacks.values()), None)), run


def _alike(ends: list[tuple[_End, Met]]) -> list[list[tuple[_End, Met]]]:
    """The ways that lead to one and the same position together."""
    found: dict[str, list[tuple[_End, Met]]] = {}
    for end, met in ends:
        found.setdefault(_seen(end), []).append((end, met))
    return [*found.values()]


def _seen(end: _End) -> str:
    """All that is to be seen of a position, whatever came first: what tells it from another."""
    state = end.position.state
    all_seen = sight(state)
    standing = sorted(repr((one.cell, one.segment, one.corner, _plain(one.occupant))) for one in all_seen.standing)
    features = sorted(repr(_plain(one)) for one in all_seen.features)
    laid = sorted(map(repr, all_seen.laid))
    tiles = sorted(repr((tile.cell, tile.lay and (tile.lay.face.id, tile.lay.turns))) for tile in all_seen.tiles)
    own = [_plain(one) for one in (state.hands, state.stock, state.neutral)]
    return repr((tiles, standing, laid, all_seen.over, features, own, end.position.coming))


def _plain(value: Any) -> Any:
    """A value without the places where it was typed, and with what has no order of its own in one."""
    if isinstance(value, Span):
        return None
    if isinstance(value, Feature):
        said = _plain(tuple(value._replace(occupants=(), touches=None)))
        touches = sorted(repr(_plain(one)) for one in value.touches) if value.touches is not None else None
        return said, sorted(repr(_plain(one)) for one in value.occupants), touches
    if isinstance(value, Hand):
        return _plain(tuple(value._replace(score=value.score or 0)))
    if isinstance(value, Mapping):
        return sorted((repr(key), repr(_plain(one))) for key, one in value.items() if one != 0)
    if isinstance(value, (frozenset, set)):
        return sorted(map(repr, value))
    if isinstance(value, tuple):
        return tuple(_plain(one) for one in value)
    return value

"""What may stand on the table at the end of a turn of a record: every position, with what has to be supposed for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.readings import MOST, Met, OpenPoint, Taken, TooMany, ways
from adjudicator.engine.sight import sight
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Hand
from adjudicator.model.ruling import Item, Missing, Reading
from adjudicator.model.scenario import Scenario
from adjudicator.model.span import Span
from adjudicator.play.answering import answerable
from adjudicator.play.order import coming
from adjudicator.play.possible import decisive
from adjudicator.play.replay import Replay

FEW = 6
"""So many positions are shown where a record leaves out which figure it means; where there are more, it is asked."""


class Supposed(NamedTuple):
    """What has to be so for a position to stand there: one way to it."""

    figures: tuple[Item, ...]
    """The figures that are meant where the record may mean others."""
    rules: tuple[str, ...]
    """The rules that are followed where they leave something open."""


class Position(NamedTuple):
    """A position that may stand at the end of a turn."""

    state: State
    coming: tuple[Item, ...]
    """Who plays next, with the kind of that turn; () where that is not known."""
    supposed: tuple[Supposed, ...] = ()
    """Every way to it, where another way leads elsewhere; () where it is the only position."""
    over: bool = False
    """Whether no turn comes any more."""


class Positions(NamedTuple):
    """All that may stand on the table at the end of a turn."""

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

    @property
    def only(self) -> Position | None:
        """The position, where no more than one may stand there."""
        return self.possible[0] if len(self.possible) == 1 else None


def positions_after(scenario: Scenario, lang: str, number: int, lenient: bool = False) -> Positions:
    """Every position that may stand at the end of turn `number`; with `lenient` a move that may not be made is passed
    over.

    Where the rules leave something open up to there, or the record leaves out which of several figures it means, each
    position that comes of it is told once. What it leaves out otherwise is asked for, as is which figure is meant where
    there are many positions, or where not every figure can be meant.
    """
    follow = _Follow(scenario, lang, number, lenient)
    ends: list[tuple[_End, Met]] = []
    many = False
    try:
        for end, met in ways(follow.to_the_end):
            if end.lacks is not None:
                return Positions((), (end.lacks,), end.problems)
            ends.append((end, met))
    except TooMany:
        many = True
    if not ends:
        return Positions()
    fewest = min(len(end.problems) for end, _ in ends)
    clean = [(end, met) for end, met in ends if len(end.problems) == fewest]
    wrong = clean[0][0].problems
    if follow.asked and (many or follow.refused or any(_means(end, clean) for end, _ in ends)):
        return Positions((), (next(iter(follow.asked.values())),), wrong)
    groups = _alike(clean)
    if len(groups) == 1:
        return Positions((groups[0][0][0].position,), (), wrong)
    deciding = decisive([[met for _, met in members] for members in groups])
    if len(groups) > FEW and (figures := [one for one in follow.asked if one in deciding]):
        return Positions((), (follow.asked[figures[0]],), wrong)
    if many:
        wrong = (*wrong, Problem("positions-left-out", scenario.span, {"number": MOST, "turn": number}))
    possible = tuple(
        members[0][0].position._replace(
            supposed=tuple(dict.fromkeys(follow.supposed(met, deciding) for _, met in members))
        )
        for members in groups
    )
    return Positions(possible, (), wrong)


class _End(NamedTuple):
    """Where one way through a record leads."""

    position: Position
    problems: tuple[Problem, ...]
    lacks: Problem | None
    """What has to be known before anything can be told."""
    figures: Taken
    """Which figures it took to be meant."""


def _means(end: _End, clean: list[tuple[_End, Met]]) -> bool:
    """Whether a way takes figures to be meant with which no way can be gone without a mistake."""
    return not any(end.figures == other.figures for other, _ in clean)


class _Follow:
    """One record, followed in every way to the end of a turn."""

    def __init__(self, scenario: Scenario, lang: str, number: int, lenient: bool) -> None:
        self.scenario, self.lang, self.number, self.lenient = scenario, lang, number, lenient
        self.asked: dict[str, Problem] = {}
        """What the record leaves out, by the point at which it may mean several figures."""
        self.refused = False
        """Whether some figure that may be meant leads to a move that may not be made."""
        self._points: dict[str, OpenPoint] = {}
        self._figures: dict[str, tuple[Item, ...]] = {}

    def to_the_end(self, fixed: Taken) -> tuple[_End | None, Met]:
        """The end of the turn by the readings and figures that are `fixed`, of all others by the first there is."""
        while True:
            run = Replay(self.scenario, self.lang, "", self.lenient, self.number, fixed=fixed)
            run.begin()
            if run.problems or not run.go() or not run.reached():
                self.refused = self.refused or any(ident in self.asked for ident, _ in fixed)
                return None, self._met(fixed, run)
            due = coming(Case(run.state, run.game, self.lang)) if run.state.turn is not None else None
            run.finish_turn()
            lacks = next(iter(run.lacks.values()), None)
            if lacks is None or not lacks[0].ways:
                break
            missing, span = lacks
            self.asked[missing.point] = self._problem(run, missing, span)
            self._figures[missing.point] = tuple(
                one for one in _listed(missing.values.get("figures")) if isinstance(one, Item)
            )
            each = tuple(Reading(str(way), ()) for way in range(missing.ways))
            self._points[missing.point] = OpenPoint(missing.point, "open", each)
            fixed = (*fixed, (missing.point, each[0].id))
        problem = self._problem(run, *lacks) if lacks is not None else None
        options = due.options if due is not None and due.verdict == "options" else ()
        position = Position(run.state, options, over=due is not None and not options and not due.missing)
        figures = tuple(one for one in fixed if one[0] in self.asked)
        return _End(position, tuple(run.problems), problem, figures), self._met(fixed, run)

    def supposed(self, met: Met, deciding: frozenset[str]) -> Supposed:
        """What a way takes to be so at the points that decide."""
        taken = [(ident, reading) for ident, (_, reading) in met.items() if ident in deciding]
        figures = (self._figures[ident][int(reading.id)] for ident, reading in taken if ident in self._figures)
        rules = (rule for ident, reading in taken if ident not in self._figures for rule in reading.rules)
        return Supposed(tuple(figures), tuple(dict.fromkeys(rules)))

    def _met(self, fixed: Taken, run: Replay) -> Met:
        """The points that a way came to: what was fixed first, and in its order."""
        self._points.update((ident, point) for ident, (point, _) in run.state.readings.met.items())
        found: dict[str, tuple[OpenPoint, Reading]] = {}
        for ident, taken in fixed:
            point = self._points[ident]
            found[ident] = point, next(one for one in point.readings if one.id == taken)
        return {**found, **run.state.readings.met}

    def _problem(self, run: Replay, missing: Missing, span: Span) -> Problem:
        (question,) = answerable((missing,), run.state, self.scenario, span, self.lang)
        return Problem("position-lacks", span, {"number": self.number, "missing": Item("missing", (question,))})


def _listed(value: Any) -> tuple[Any, ...]:
    return value if type(value) is tuple else ()


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

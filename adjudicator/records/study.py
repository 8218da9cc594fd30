"""Recorded games settled again by other editions and house rules: what comes out otherwise, and by which rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.model.scenario import Scenario, Setup
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed
from adjudicator.rulebook import loader

EDITION = "edition"
TELLING = 3
"""So many games that change most are named for each variant, and so many that were left out."""


class Variant(NamedTuple):
    """What is varied: the name of a rule switch, or `EDITION`, and its value."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}={self.value}"

    def of(self, setup: Setup) -> Setup:
        """The setup with it."""
        if self.name == EDITION:
            return setup._replace(edition=self.value)
        return setup._replace(options={**setup.options, self.name: self.value})


class Outcome(NamedTuple):
    """How a game comes out."""

    totals: Mapping[str, int]
    winners: tuple[str, ...]
    by_rule: Mapping[str, int]
    """The points of all players by the rule that gave them."""
    decided_by: tuple[str, ...] = ()
    """The rules without whose points others would have won."""

    @property
    def lead(self) -> int:
        """By how much the first leads over the second."""
        first, second, *_ = (*sorted(self.totals.values(), reverse=True), 0, 0)
        return first - second


class Compared(NamedTuple):
    """A game as it stands, and under each variant."""

    name: str
    """Where it was found."""
    title: str
    own: Outcome | str
    """A sentence that says why it has no one result, where it has none."""
    others: Mapping[Variant, Outcome | str]


class Changed(NamedTuple):
    """A game that comes out otherwise."""

    name: str
    title: str
    before: Outcome
    after: Outcome

    @property
    def points(self) -> int:
        """By how many points the totals differ, of all players together."""
        return sum(abs(self.after.totals.get(player, 0) - before) for player, before in self.before.totals.items())


class Left(NamedTuple):
    """A game without a result, and a sentence that says why."""

    name: str
    why: str


class Effect(NamedTuple):
    """What a variant does to an archive."""

    variant: Variant
    games: int
    """Games that can be settled both ways."""
    results: int
    """Those with other totals."""
    winners: int
    """Those with other winners."""
    margins: int
    """Those in which the first leads over the second by another number of points."""
    margin: float
    """By how much that lead changes, the mean of all games."""
    unplayable: int
    """Games in which a move may not be made under it, or whose totals cannot be told."""
    rules: tuple[tuple[str, int], ...]
    """How many points more the games bring by each rule that gives others, the largest changes first."""
    telling: tuple[Changed, ...]
    """The games that change most: other winners first, then by points."""
    left: tuple[Left, ...]
    """The first of those that are unplayable."""


class Weight(NamedTuple):
    """What a rule brought in an archive."""

    rule: str
    points: int
    """Points of all players in all games."""
    decided: int
    """Games in which others would have won without them."""


class Study(NamedTuple):
    """What came of an archive."""

    games: int
    unsettled: int
    """Games that cannot be settled as they stand, or not to one result; they are left out."""
    left: tuple[Left, ...]
    """The first of them."""
    effects: tuple[Effect, ...]
    rules: tuple[Weight, ...]
    """Those that gave most points first."""


def variants(said: Iterable[str]) -> tuple[Variant, ...]:
    """What ``NAME=V1,V2`` varies. Raises Problems for a name or a value that is none."""
    found: list[Variant] = []
    for one in said:
        name, _, values = one.partition("=")
        name = name.strip().casefold()
        known = loader.EDITIONS if name == EDITION else _values(name)
        for value in (part.strip() for part in values.split(",")):
            if value not in known:
                problem = {"word": value, "option": name, "known": tuple(known)}
                raise Problems((Problem("unknown-value", values=problem),))
            found.append(Variant(name, value))
    return tuple(dict.fromkeys(found))


def _values(name: str) -> tuple[str, ...]:
    try:
        behind = loader.choices(name)
    except LookupError:
        raise Problems((Problem("unknown-switch", values={"word": name}),)) from None
    return tuple(dict.fromkeys(value for _, switch in behind for value in (switch.value, *switch.values)))


def settled(scenario: Scenario, language: str) -> tuple[Replayed, Outcome | None]:
    """A game to its end, and how it comes out: None where it cannot be played so, or has no one result."""
    found = replay(scenario, language)
    if found.problems or found.possible or found.final is None or found.final.missing:
        return found, None
    points: dict[str, dict[str, int]] = {}
    for turn in (*found.turns, found.final):
        for line in turn.lines:
            got = points.setdefault(line.rule, {})
            got[line.player] = got.get(line.player, 0) + line.points
    totals, winners = dict(found.totals()), found.winners()
    decided = tuple(rule for rule, got in points.items() if _won(_less(totals, got)) != winners)
    return found, Outcome(totals, winners, {rule: sum(got.values()) for rule, got in points.items()}, decided)


def _less(totals: Mapping[str, int], points: Mapping[str, int]) -> dict[str, int]:
    return {player: total - points.get(player, 0) for player, total in totals.items()}


def _won(totals: Mapping[str, int]) -> tuple[str, ...]:
    best = max(totals.values(), default=0)
    return tuple(player for player, total in totals.items() if total == best)


class _Tally:
    """What has been counted of one variant."""

    def __init__(self) -> None:
        self.games = self.results = self.winners = self.margins = self.unplayable = 0
        self.margin = 0
        self.rules: dict[str, int] = {}
        self.telling: list[tuple[bool, int, Changed]] = []
        self.left: list[Left] = []

    def add(self, game: Compared, before: Outcome, after: Outcome | str) -> None:
        if isinstance(after, str):
            self.unplayable += 1
            if len(self.left) < TELLING:
                self.left.append(Left(game.name, after))
            return
        self.games += 1
        self.margin += after.lead - before.lead
        self.margins += after.lead != before.lead
        for rule in {**before.by_rule, **after.by_rule}:
            more = after.by_rule.get(rule, 0) - before.by_rule.get(rule, 0)
            if more:
                self.rules[rule] = self.rules.get(rule, 0) + more
        if after.totals == before.totals:
            return
        self.results += 1
        won = before.winners != after.winners
        self.winners += won
        changed = Changed(game.name, game.title, before, after)
        self.telling = sorted([*self.telling, (won, changed.points, changed)], key=lambda row: row[:2], reverse=True)
        del self.telling[TELLING:]

    def effect(self, variant: Variant) -> Effect:
        """The same for the reader."""
        rules = sorted((pair for pair in self.rules.items() if pair[1]), key=lambda pair: (-abs(pair[1]), pair[0]))
        return Effect(
            variant, self.games, self.results, self.winners, self.margins,
            self.margin / self.games if self.games else 0.0, self.unplayable, tuple(rules),
            tuple(changed for _, _, changed in self.telling), tuple(self.left),
        )  # fmt: skip


class Tally:
    """Games that are counted one after the other: memory does not grow with their number."""

    def __init__(self, varied: Sequence[Variant]) -> None:
        self._tallies = {variant: _Tally() for variant in varied}
        self._points: dict[str, int] = {}
        self._decided: dict[str, int] = {}
        self._games = self._unsettled = 0
        self._left: list[Left] = []

    def add(self, game: Compared) -> None:
        """Counts a game."""
        own = game.own
        if isinstance(own, str):
            self._unsettled += 1
            if len(self._left) < TELLING:
                self._left.append(Left(game.name, own))
            return
        self._games += 1
        for rule, points in own.by_rule.items():
            self._points[rule] = self._points.get(rule, 0) + points
        for rule in own.decided_by:
            self._decided[rule] = self._decided.get(rule, 0) + 1
        for variant, tally in self._tallies.items():
            tally.add(game, own, game.others[variant])

    def study(self) -> Study:
        """What has come of all of them."""
        weights = (Weight(rule, points, self._decided.get(rule, 0)) for rule, points in self._points.items())
        return Study(
            self._games, self._unsettled, tuple(self._left),
            tuple(tally.effect(variant) for variant, tally in self._tallies.items()),
            tuple(sorted(weights, key=lambda one: (-one.points, one.rule))),
        )  # fmt: skip


def as_data(found: Study) -> dict[str, Any]:
    """The same in the machine form."""
    effects = [
        {
            "name": one.variant.name, "value": one.variant.value, "games": one.games, "results": one.results,
            "winners": one.winners, "margins": one.margins, "margin": one.margin, "unplayable": one.unplayable,
            "rules": dict(one.rules),
            "telling": [
                {
                    "game": game.name, "title": game.title,
                    "before": dict(game.before.totals), "after": dict(game.after.totals),
                    "winners-before": list(game.before.winners), "winners-after": list(game.after.winners),
                }
                for game in one.telling
            ],
            "left": [{"game": left.name, "why": left.why} for left in one.left],
        }
        for one in found.effects
    ]  # fmt: skip
    return {
        "games": found.games,
        "unsettled": found.unsettled,
        "left": [{"game": left.name, "why": left.why} for left in found.left],
        "effects": effects,
        "rules": {one.rule: one.points for one in found.rules},
        "decided": {one.rule: one.decided for one in found.rules if one.decided},
    }

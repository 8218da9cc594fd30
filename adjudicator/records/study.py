"""Recorded games settled again under other editions and house rules: how many come out otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.binding.bind import bind
from adjudicator.errors import Problem, Problems
from adjudicator.model.scenario import Scenario, Setup
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed
from adjudicator.rulebook import loader
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import fallback

EDITION = "edition"
TELLING = 3
"""So many games that change most are named for each variant."""


class Variant(NamedTuple):
    """What is varied: the name of a rule switch, or `EDITION`, and its value."""

    name: str
    value: str

    def of(self, setup: Setup) -> Setup:
        """The setup with it."""
        if self.name == EDITION:
            return setup._replace(edition=self.value)
        return setup._replace(options={**setup.options, self.name: self.value})


class Recorded(NamedTuple):
    """A game of an archive."""

    name: str
    text: str


class Changed(NamedTuple):
    """A game that comes out otherwise."""

    name: str
    before: Mapping[str, int]
    after: Mapping[str, int]

    @property
    def points(self) -> int:
        """By how many points the totals differ, of all players together."""
        return sum(abs(self.after.get(player, 0) - before) for player, before in self.before.items())


class Effect(NamedTuple):
    """What a variant does to an archive."""

    variant: Variant
    games: int
    """Games that can be settled both ways."""
    results: int
    """Those with other totals."""
    winners: int
    """Those with other winners."""
    margin: float
    """By how much the lead of the first over the second changes, the mean of all games."""
    unplayable: int
    """Games in which a move may not be made under it, or whose totals cannot be told."""
    telling: tuple[Changed, ...]
    """The games that change most: other winners first, then by points."""


class Study(NamedTuple):
    """What came of an archive."""

    games: int
    unsettled: int
    """Games that cannot be settled as they stand, or not to one result; they are left out."""
    effects: tuple[Effect, ...]
    rules: tuple[tuple[str, int], ...]
    """Points of all games by the rule that gave them, most first."""


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


class _Tally:
    """What has been counted of one variant."""

    def __init__(self) -> None:
        self.games = self.results = self.winners = self.unplayable = 0
        self.margin = 0
        self.telling: list[tuple[bool, int, Changed]] = []

    def add(self, name: str, before: Replayed, after: Replayed | None) -> None:
        if after is None:
            self.unplayable += 1
            return
        self.games += 1
        one, other = dict(before.totals()), dict(after.totals())
        self.margin += _lead(other) - _lead(one)
        if one == other:
            return
        self.results += 1
        won = before.winners() != after.winners()
        self.winners += won
        changed = Changed(name, one, other)
        self.telling = sorted([*self.telling, (won, changed.points, changed)], key=lambda row: row[:2], reverse=True)
        del self.telling[TELLING:]


def study(games: Iterable[Recorded], varied: Sequence[Variant]) -> Study:
    """What the variants do to the games, read one after the other: memory does not grow with their number."""
    tallies = {variant: _Tally() for variant in varied}
    rules: dict[str, int] = {}
    number = unsettled = 0
    for game in games:
        scenario = _bound(game)
        own = _settled(scenario) if scenario is not None else None
        if scenario is None or own is None:
            unsettled += 1
            continue
        number += 1
        for turn in (*own.turns, *([own.final] if own.final is not None else [])):
            for line in turn.lines:
                rules[line.rule] = rules.get(line.rule, 0) + line.points
        for variant, tally in tallies.items():
            tally.add(game.name, own, _settled(scenario._replace(setup=variant.of(scenario.setup))))
    effects = tuple(
        Effect(
            variant, one.games, one.results, one.winners, one.margin / one.games if one.games else 0.0, one.unplayable,
            tuple(changed for _, _, changed in one.telling),
        )
        for variant, one in tallies.items()
    )  # fmt: skip
    return Study(number, unsettled, effects, tuple(sorted(rules.items(), key=lambda pair: (-pair[1], pair[0]))))


def as_data(found: Study) -> dict[str, Any]:
    """The same in the machine form."""
    effects = [
        {
            "name": one.variant.name, "value": one.variant.value, "games": one.games, "results": one.results,
            "winners": one.winners, "margin": one.margin, "unplayable": one.unplayable,
            "telling": [
                {"game": game.name, "before": dict(game.before), "after": dict(game.after)} for game in one.telling
            ],
        }
        for one in found.effects
    ]  # fmt: skip
    return {"games": found.games, "unsettled": found.unsettled, "effects": effects, "rules": dict(found.rules)}


def _bound(game: Recorded) -> Scenario | None:
    """The one scenario of a game; None where its text has problems."""
    bound = bind(read_document(game.text, ""))
    return bound.scenarios[0] if not bound.problems and len(bound.scenarios) == 1 else None


def _settled(scenario: Scenario) -> Replayed | None:
    """A game to its end; None where it cannot be played so, or has no one result."""
    found = replay(scenario, fallback())
    if found.problems or found.possible or found.final is None or found.final.missing:
        return None
    return found


def _lead(totals: Mapping[str, int]) -> int:
    first, second, *_ = (*sorted(totals.values(), reverse=True), 0, 0)
    return first - second

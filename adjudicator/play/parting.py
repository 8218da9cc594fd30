"""Where claimed totals and the record part, and what single slip would explain it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.model.ruling import Item, Line
from adjudicator.model.scenario import Setup
from adjudicator.play.record import Replay
from adjudicator.play.replayed import Claimed, Replayed, TurnRecord
from adjudicator.rulebook import loader

EDITIONS = ("C1", "C2", "C3")
SHOWN = 6
"""Explanations that are given, at most: more would be noise."""
LIKELY = (
    "uncounted-coats", "unshared", "edition", "switch", "uncounted", "other", "unscored", "twice", "half", "shared",
    "scored-twice",
)  # fmt: skip
"""Slips by how often people make them, the commonest first."""


class Guess(NamedTuple):
    """One slip that gives exactly what is claimed."""

    kind: str
    """``uncounted``, ``twice``, ``half``, ``unshared``, ``shared``, ``other``, ``unscored``, ``scored-twice``,
    ``edition``, ``switch``."""
    turn: int
    """The turn it would have happened in; 0 for the final scoring, -1 for none in particular."""
    feature: str = ""
    item: str = ""
    """What was miscounted: an id of the table ``item``."""
    players: tuple[str, ...] = ()
    """Who got the points wrongly, or went without them."""
    option: str = ""
    value: str = ""
    rule: str = ""
    """The rule that the record's value rests on, or that is behind the other value."""


class Parting(NamedTuple):
    """The first claim that the record does not bear out."""

    claim: Claimed
    after: int
    """The turn up to which claims about these players and the record agree; 0 for the start."""
    off: Mapping[str, int]
    """Claimed less recorded, by colour, of those who differ."""
    turns: tuple[int, ...]
    """The turns between, in which one of these players scored (0: the final scoring): it is in one of them."""
    guesses: tuple[Guess, ...]
    """The likeliest first, at most `SHOWN`."""
    further: int = 0
    """How many more there would be."""


def parting(played: Replayed, lang: str) -> Parting | None:
    """The first turn at which a claim and the record part; None where all claims hold."""
    sound: dict[str, int] = {}  # by player: the place of the last claim that held, counted from 1
    for claim in played.claims:
        found = recorded(played, claim.place)
        if claim.answer.ruling.verdict != "scored":
            continue
        off = {player: said - found.get(player, 0) for player, said in claim.points.items()}
        off = {player: less for player, less in off.items() if less}
        if off and not all(expected.met for expected in claim.answer.expected):  # else an open total was claimed
            start = min(sound.get(player, 0) for player in off)
            return _parting(played, claim, off, start, lang)
        sound.update(dict.fromkeys(claim.points, claim.place + 1))
    return None


def recorded(played: Replayed, place: int) -> Mapping[str, int]:
    """Everybody's total at the end of the turn at `place`."""
    if place < len(played.turns):
        return played.turns[place].totals
    return played.totals()


def _parting(played: Replayed, claim: Claimed, off: dict[str, int], start: int, lang: str) -> Parting:
    every = [*played.turns, *((played.final,) if played.final is not None else ())]
    between = every[start : claim.place + 1]
    after = played.turns[start - 1].number if start else 0
    turns = tuple(turn.number for turn in between if any(line.player in off for line in turn.lines))
    claimed = frozenset(claim.points)
    guesses = [
        guess
        for turn in between
        for guess, change in slips(turn, tuple(played.totals()))
        if {player: points for player, points in change.items() if points and player in claimed} == off
    ]
    guesses += _other_rules(played, claim, lang)
    guesses = sorted(dict.fromkeys(guesses), key=_unlikely)
    return Parting(claim, after, off, turns, tuple(guesses[:SHOWN]), max(0, len(guesses) - SHOWN))


def _unlikely(guess: Guess) -> int:
    """Where a slip stands in `LIKELY`."""
    kind = f"{guess.kind}-{guess.item}"
    return LIKELY.index(kind if kind in LIKELY else guess.kind)


def slips(turn: TurnRecord, players: tuple[str, ...] = ()) -> Iterator[tuple[Guess, dict[str, int]]]:
    """Every single slip that could have been made in a turn, with what it would change by colour."""
    for feature, lines in _by_feature(turn.lines).items():
        scorers = tuple(dict.fromkeys(line.player for line in lines))
        sums = {p: sum(line.points for line in lines if line.player == p) for p in scorers}
        seen: set[tuple[str, str]] = set()
        for line in lines:
            if (line.item, line.rule) in seen:
                continue
            seen.add((line.item, line.rule))
            alike = [one for one in lines if (one.item, one.rule) == (line.item, line.rule)]
            each = {one.player: one.each for one in alike}
            if len(each) == len(alike):
                out = Guess("uncounted", turn.number, feature, line.item, tuple(each), rule=line.rule)
                yield out, {p: -n for p, n in each.items()}
                yield out._replace(kind="twice"), dict(each)
        rule = lines[0].rule
        for player in scorers if len(scorers) > 1 else ():
            yield Guess("unshared", turn.number, feature, "", (player,), rule=rule), {player: -sums[player]}
        for player in _beaten(turn, feature) - set(scorers):
            change = {player: max(sums.values(), default=0)}
            yield Guess("shared", turn.number, feature, "", (player,), rule=rule), change
        for player in players if len(scorers) == 1 else ():
            if player not in scorers:
                change = {scorers[0]: -sums[scorers[0]], player: sums[scorers[0]]}
                yield Guess("other", turn.number, feature, "", (player,), rule=rule), change
        if all(points % 2 == 0 for points in sums.values()):
            yield Guess("half", turn.number, feature, "", scorers, rule=rule), {p: -n // 2 for p, n in sums.items()}
        yield Guess("unscored", turn.number, feature, "", scorers, rule=rule), {p: -n for p, n in sums.items()}
        yield Guess("scored-twice", turn.number, feature, "", scorers, rule=rule), dict(sums)


def _by_feature(lines: Iterable[Line]) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.feature, []).append(line)
    return found


def _beaten(turn: TurnRecord, feature: str) -> set[str]:
    """Who had figures on a feature and did not lead there."""
    found: set[str] = set()
    for one in turn.findings:
        player, there = one.values.get("player"), one.values.get("feature")
        if not one.holds and isinstance(player, Item) and player.kind == "player":
            if isinstance(there, Item) and there.parts[:1] == (feature,):
                found.add(str(player.parts[0]))
    return found


def _other_rules(played: Replayed, claim: Claimed, lang: str) -> Iterator[Guess]:
    """Editions and switches under which the record gives what is claimed."""
    setup = played.scenario.setup
    for edition in EDITIONS:
        if edition != setup.edition and _gives(played, setup._replace(edition=edition), claim, lang):
            yield Guess("edition", -1, value=edition)
    ids = setup.expansions
    for option in loader.option_names():
        for ident, choice in loader.choices(option):
            if loader.rule(ident).expansion not in ids:
                continue
            for value in choice.values:
                if setup.options.get(option) == value:
                    continue
                if _gives(played, setup._replace(options={**setup.options, option: value}), claim, lang):
                    yield Guess("switch", -1, option=option, value=value, rule=ident)


def _gives(played: Replayed, setup: Setup, claim: Claimed, lang: str) -> bool:
    other = Replay(played.scenario._replace(setup=setup), lang)
    try:
        again = other.whole()
    except (Mistake, LookupError):
        return False
    if again.problems or len(again.turns) != len(played.turns):
        return False
    found = recorded(again, claim.place)
    return all(found.get(player, 0) == said for player, said in claim.points.items())

"""Where claimed totals and the record part, and what slips would explain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.model.scenario import Setup
from adjudicator.play.mending import other_readings
from adjudicator.play.replay import one_way
from adjudicator.play.replayed import Claimed, Replayed, TurnRecord
from adjudicator.play.slips import ANY, Guess, Slip, of_the_adding_up, of_the_sheet, overall, slips, unlikely
from adjudicator.rulebook import loader

SHOWN = 6
"""Explanations that are given, at most: more would be noise."""
FEW = 12
"""So many turns are read otherwise to see whether that gives what is claimed."""
PAIRS, AS_LIKELY = 3, 2
"""Of those by two slips together."""


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
        found = totals_at(played, claim.place)
        if claim.answer.ruling.verdict == "undetermined":
            continue
        off = {player: said - found.get(player, 0) for player, said in claim.points.items()}
        off = {player: less for player, less in off.items() if less}
        if off and not all(
            expected.met for expected in claim.answer.expected
        ):  # else one of several possible totals was claimed
            start = min(sound.get(player, 0) for player in off)
            return _parting(played, claim, off, start, lang)
        sound.update(dict.fromkeys(claim.points, claim.place + 1))
    return None


def totals_at(played: Replayed, place: int) -> Mapping[str, int]:
    """Everybody's total at the end of the turn at `place`."""
    if place < len(played.turns):
        return played.turns[place].totals
    return played.totals()


def _parting(played: Replayed, claim: Claimed, off: dict[str, int], start: int, lang: str) -> Parting:
    every = [*played.turns, *((played.final,) if played.final is not None else ())]
    between = every[start : claim.place + 1]
    after = played.turns[start - 1].number if start else 0
    turns = tuple(turn.number for turn in between if any(line.player in off for line in turn.lines))
    guesses = _explaining(played, claim, between, off, lang)
    guesses += _other_rules(played, claim, lang)
    guesses = sorted(_gathered(guesses), key=unlikely)
    return Parting(claim, after, off, turns, tuple(guesses[:SHOWN]), max(0, len(guesses) - SHOWN))


def _explaining(
    played: Replayed, claim: Claimed, between: list[TurnRecord], off: dict[str, int], lang: str
) -> list[Guess]:
    """The slips in the turns `between` that make a claim `off` by just so much; two together only where no single one
    does."""
    claimed = frozenset(claim.points)
    players = tuple(played.totals())
    every = [*of_the_sheet(claim.points, off), *overall(between)]
    every += [slip for turn in between for slip in slips(turn, players)]
    guesses = [(guess, {p: n for p, n in change.items() if n and p in claimed}) for guess, change in every]
    alone = [guess for guess, change in guesses if change == off]
    return alone or [
        *_otherwise_written(played, claim, between, lang), *of_the_adding_up(claim.points, off),
        *_two_together(guesses, off),
    ]  # fmt: skip


def _otherwise_written(played: Replayed, claim: Claimed, between: list[TurnRecord], lang: str) -> Iterator[Guess]:
    """Turns with which, a tile turned or the player another, the record would give what is claimed."""
    numbers = [turn.number for turn in between if turn.number]
    if played.problems or len(numbers) > FEW:
        return
    for one in other_readings(played.scenario, lang, numbers, played.meant):
        again = one_way(one.scenario, lang, counts=False)
        if not again.problems and _holds(claim, again):
            yield Guess(f"{one.kind}-otherwise", one.turn, players=(one.player,), value=str(one.move))


def _two_together(candidates: list[Slip], off: dict[str, int]) -> list[Guess]:
    """Two slips of different features or of different kinds that give the difference together, the likeliest only."""
    by_change: dict[frozenset[tuple[str, int]], Guess] = {}
    for guess, less in sorted(candidates, key=lambda one: unlikely(one[0])):
        if less:
            by_change.setdefault(frozenset(less.items()), guess)
    pairs: list[tuple[int, Guess]] = []
    tried: set[frozenset[tuple[str, int]]] = set()
    for change, guess in by_change.items():
        tried.add(change)
        rest = Counter(off)
        rest.subtract(dict(change))
        left = frozenset((player, less) for player, less in rest.items() if less)
        other = by_change.get(left)
        if other is not None and left not in tried and guess.feature != other.feature:
            both = Guess("both", ANY, both=(guess, other))
            pairs.append((unlikely(both), both))
    pairs.sort(key=lambda pair: pair[0])
    return [both for rank, both in pairs if rank <= pairs[0][0] + AS_LIKELY][:PAIRS]


def _gathered(guesses: Iterable[Guess]) -> list[Guess]:
    """The same slip that may have been made at several places, as one with its other places."""
    found: dict[tuple[object, ...], Guess] = {}
    for guess in dict.fromkeys(guesses):
        key = (guess.kind, guess.item, guess.players, guess.option, guess.value, guess.both)
        first = found.get(key)
        if first is None:
            found[key] = guess
        elif (guess.turn, guess.feature) not in ((first.turn, first.feature), *first.places):
            found[key] = first._replace(places=(*first.places, (guess.turn, guess.feature)))
    return [*found.values()]


def _other_rules(played: Replayed, claim: Claimed, lang: str) -> Iterator[Guess]:
    """Editions and switches under which the record gives what is claimed."""
    setup = played.scenario.setup
    for edition in loader.EDITIONS:
        if edition != setup.edition and _gives(played, setup._replace(edition=edition), claim, lang):
            yield Guess("edition", ANY, value=edition)
    ids = setup.expansions
    for option in loader.option_names():
        for ident, choice in loader.choices(option):
            if loader.rule(ident).expansion not in ids:
                continue
            for value in choice.values:
                if setup.options.get(option) == value:
                    continue
                if _gives(played, setup._replace(options={**setup.options, option: value}), claim, lang):
                    yield Guess("switch", ANY, option=option, value=value, rule=ident)


def _gives(played: Replayed, setup: Setup, claim: Claimed, lang: str) -> bool:
    try:
        again = one_way(played.scenario._replace(setup=setup), lang)
    except (Mistake, LookupError):
        return False
    if again.problems or len(again.turns) != len(played.turns):
        return False
    return _holds(claim, again)


def _holds(claim: Claimed, played: Replayed) -> bool:
    """Whether a record gives what is claimed."""
    found = totals_at(played, claim.place)
    return all(found.get(player, 0) == said for player, said in claim.points.items())

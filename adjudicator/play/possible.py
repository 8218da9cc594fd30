"""One ruling of several: what comes of a question by every way to read what the rules leave open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from adjudicator.engine.readings import Met, OpenPoint
from adjudicator.model.ruling import Decider, Finding, Item, Missing, Possible, Reading, Ruling, Value, Verdict, Warning

TOTALS = frozenset(("total", "track"))
"""Topics whose answer is one number."""
WINNER = "winner"
"""The topic whose answer is who is listed, whatever totals lead to it."""


def outcome(found: Ruling) -> Hashable:
    """What tells an answer from another: verdict, points and what is listed."""
    points = frozenset((player, n) for player, n in found.points.items() if n)
    options: Hashable = found.options if found.ordered else frozenset(found.options)
    possible = frozenset((one.verdict, frozenset(one.points.items()), frozenset(one.options)) for one in found.possible)
    return found.verdict, points, options, possible


def together(several: Sequence[tuple[Ruling, Met]]) -> Ruling:
    """The ruling on a question that was answered in every way to read what is open; `several` is not empty.

    Where all ways lead to one answer, that is it, told as the way tells it that leaves most players with less, without
    other facts that hold in some ways only. Where one of them lacks a fact, that is asked for. Else every outcome is
    listed with the readings that lead to it.
    """
    first = several[0][0]
    if len(several) == 1:
        return first
    lacking = next((found for found, _ in several if found.verdict == "undetermined"), None)
    if lacking is not None:
        return lacking
    groups: dict[Hashable, list[tuple[Ruling, Met]]] = {}
    for found, met in several:
        groups.setdefault(outcome(found), []).append((found, met))
    shared = _shared([found.findings for found, _ in several])
    if len(groups) == 1:
        warnings = _shared([found.warnings for found, _ in several])
        told = max((found for found, _ in several), key=lambda found: sum(1 for one in found.findings if one.against))
        kept = tuple(one for one in told.findings if one in shared or one.against)
        common = (*_shared([found.rules for found, _ in several]), *(one.rule for one in kept))
        return _resting_on(told._replace(findings=kept, warnings=warnings), common)
    if first.topic == WINNER and len({(found.verdict, frozenset(found.options)) for found, _ in several}) == 1:
        return _same_winner([found for found, _ in several], shared)
    deciding = decisive([[met for _, met in members] for members in groups.values()])
    possible = tuple(_possible(members, deciding, shared) for members in groups.values())
    rulings = [members[0][0] for members in groups.values()]
    rules = [*(rule for one in possible for rule in one.rules), *(rule for found, _ in several for rule in found.rules)]
    verdict: Verdict = "open"
    if any(point.verdict == "disputed" for _, met in several for point, _ in met.values() if point.id in deciding):
        verdict = "disputed"
    return first._replace(
        verdict=verdict,
        points=_alike([Counter(found.points) for found in rulings]) if first.topic not in TOTALS else {},
        options=_numbers(rulings),
        lines=_shared([found.lines for found, _ in several]),
        findings=shared,
        rules=tuple(dict.fromkeys(rules)),
        deciders=tuple(Decider(rule) for rule in dict.fromkeys(rule for one in possible for rule in one.rules)),
        warnings=_shared([found.warnings for found, _ in several]),
        over=tuple(dict.fromkeys(pair for found, _ in several for pair in found.over)),
        possible=possible,
    )


def resting_on(found: Ruling, point: OpenPoint) -> Ruling:
    """The ruling, marked as one that rests on a move which only some reading of an open point allows."""
    rules = tuple(dict.fromkeys(rule for reading in point.readings for rule in reading.rules))
    warned = Warning("reading-adopted", {"rules": ", ".join(rules)}, rules[0])
    return found._replace(warnings=(*found.warnings, warned), rules=tuple(dict.fromkeys((*found.rules, *rules))))


def _same_winner(several: Sequence[Ruling], shared: tuple[Finding, ...]) -> Ruling:
    """Who wins whatever the totals are, which differ: what he may have is told, and what holds of all rulings."""
    rules = _shared([found.rules for found in several])
    settling = [one for found in several for one in found.findings if one.rule in found.settled_by[:1] and one.holds]
    totals = [(number, one) for one in settling if isinstance(number := one.values.get("number"), int)]
    numbers = sorted({number for number, _ in totals})
    between = Item.either(*map(Item.number, numbers))
    wins = [one._replace(values={**one.values, "number": between}) for _, one in totals[:1] if len(numbers) > 1]
    first, *_ = several
    found = first._replace(
        points=_alike([Counter(found.points) for found in several]),
        lines=_shared([found.lines for found in several]),
        findings=(*shared, *wins),
        warnings=_shared([found.warnings for found in several]),
    )
    rested = _resting_on(found, rules)
    deciders = dict.fromkeys((*(Decider(one.rule) for one in wins), *rested.deciders))
    return rested._replace(deciders=tuple(deciders))


def whichever(several: Sequence[Ruling], points: Iterable[Missing]) -> Ruling | None:
    """The ruling on a question that was answered for each of several that may be meant, which are not told apart at
    the `points`; None where the answers differ, so that the facts are to be asked for. `several` is not empty.
    """
    first, *others = several
    told = (outcome(first), sorted(first.lines))
    if any((outcome(one), sorted(one.lines)) != told for one in others):
        return None
    warnings = _shared([found.warnings for found in several])
    said = tuple(Warning("whichever", {"figures": point.values["figures"]}) for point in points)
    found = first._replace(
        subject=tuple(
            Item.either(*dict.fromkeys(items)) for items in zip(*(found.subject for found in several), strict=True)
        ),
        findings=alike_findings([found.findings for found in several]),
        warnings=(*warnings, *said),
    )
    return _resting_on(found, _shared([found.rules for found in several]))


def _resting_on(found: Ruling, rules: Iterable[str]) -> Ruling:
    """The ruling, as one that rests on no other than the `rules`."""
    left = frozenset(rules)
    told = {line.rule for line in found.lines} | {one.rule for one in found.findings if not one.supposed}
    deciders = tuple(one for one in found.deciders if one.rule in left & told)
    cited = tuple(dict.fromkeys((*(one.rule for one in deciders), *(ident for ident in found.rules if ident in left))))
    return found._replace(rules=cited, deciders=deciders, over=tuple(pair for pair in found.over if pair[0] in left))


def alike_findings(several: list[tuple[Finding, ...]]) -> tuple[Finding, ...]:
    """What holds in every ruling; what is found of another figure in each is told once, of all of them."""
    found: list[Finding] = []
    first, *_ = several
    for one in first:
        alike = [[other for other in others if _kind(other) == _kind(one)] for others in several]
        if all(one in others for others in alike):
            found.append(one)
        elif all(len(others) == 1 for others in alike):
            found += _of_each([others[0] for others in alike])
    return tuple(found)


def _kind(one: Finding) -> Finding:
    """The same of nobody in particular."""
    return one._replace(values={})


def _of_each(alike: list[Finding]) -> Iterator[Finding]:
    """One finding of several that differ in the figures they are about only, or in how many; none where they differ in
    more.
    """
    values: dict[str, Value] = {}
    first, *_ = alike
    for name, value in first.values.items():
        own = tuple(dict.fromkeys(one.values.get(name) for one in alike))
        if len(own) == 1:
            values[name] = value
            continue
        items = tuple(item for item in own if isinstance(item, Item) and item.kind == "figure")
        alone = [one[0] for one in own if isinstance(one, tuple) and len(one) == 1]
        counts = [item for item in alone if isinstance(item, Item) and item.kind == "count"]
        if len(items) < len(own) and len(counts) < len(own):
            return
        values[name] = items or (Item.either(*counts),)
    yield first._replace(values=values)


def _possible(members: list[tuple[Ruling, Met]], deciding: frozenset[str], shared: Iterable[Finding]) -> Possible:
    """One outcome, from the rulings that have it."""
    found = members[0][0]
    ways: dict[tuple[Reading, ...], None] = {}
    for _, met in members:
        ways[tuple(reading for point, reading in met.values() if point.id in deciding)] = None
    common = list(shared)
    own = tuple(one for one in _shared([ruling.findings for ruling, _ in members]) if one not in common)
    return Possible(tuple(ways), found.verdict, found.points, found.options, found.lines, own)


def decisive(groups: Sequence[Sequence[Met]]) -> frozenset[str]:
    """The points on which the outcome depends: with all others read alike, two outcomes differ.

    Each group holds the readings that lead to one outcome.
    """
    read = [
        (at, {ident: reading.id for ident, (_, reading) in met.items()})
        for at, members in enumerate(groups)
        for met in members
    ]
    found: set[str] = set()
    for (at, one), (other_at, other) in combinations(read, 2):
        differ = [ident for ident in one.keys() & other.keys() if one[ident] != other[ident]]
        if at != other_at and len(differ) == 1:
            found.update(differ)
    if found:
        return frozenset(found)
    return frozenset(ident for _, one in read for ident in one)


def _alike(several: list[Counter[str]]) -> dict[str, int]:
    """The points of those who have the same in every outcome."""
    players = dict.fromkeys(player for points in several for player in points)
    each = {player: {points[player] for points in several} for player in players}
    return {player: number for player, numbers in each.items() for number in numbers if len(numbers) == 1}


def _numbers(rulings: list[Ruling]) -> tuple[Item, ...]:
    """Of a question for one number, all that it may be, in order; else nothing."""
    found: set[int] = set()
    for ruling in rulings:
        if len(ruling.options) == 1 and ruling.options[0].kind == "number":
            found.add(ruling.options[0].parts[0])
        elif ruling.topic in TOTALS and len(ruling.points) == 1:
            found.update(ruling.points.values())
        else:
            return ()
    return tuple(Item.number(number) for number in sorted(found))


T = TypeVar("T")


def _shared(several: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """What is in all of several lists, in the order of the first, as often as in each."""
    first, *others = several
    left = [list(other) for other in others]
    found: list[T] = []
    for one in first:
        if all(one in other for other in left):
            found.append(one)
            for other in left:
                other.remove(one)
    return tuple(found)

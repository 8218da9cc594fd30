"""The slips that people make when they score a turn or a game, and what each would change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.engine.rulings import running
from adjudicator.model.ruling import Item, Line
from adjudicator.play.replayed import TurnRecord
from adjudicator.rulebook import loader

LAP = 50
"""Spaces of the score track."""
SUMS = (1, 10)
"""By how much people are off when they add up: a one, or a ten that was not carried."""
PLAIN = {
    ("city", "tiles"): ("BASE-29", "BASE-46", "per_tile"),
    ("city", "coats"): ("BASE-29", "BASE-46", "per_coat"),
    ("road", "tiles"): ("BASE-27", "BASE-45", "per_tile"),
}
"""Kind of feature and what is counted to the rules of the base game for complete and incomplete, and their value."""
FULL = {"monastery": ("BASE-33", "points"), "garden": ("BASE-55", "points")}
"""Kinds that are worth so much, complete, whatever lies around."""
PER_CITY = (3, 4)
"""What a city counts for a field, for a farmer and for a barn."""
LIKELY = (
    "lap", "uncounted-coats", "unshared", "kind-out", "never", "ignored", "row-out", "full", "edition", "switch",
    "digits", "uncounted", "unscored", "other", "twice", "rate", "half", "shared", "scored-twice", "player-otherwise",
    "turned-otherwise", "sum",
)  # fmt: skip
"""Slips by how often people make them, the commonest first."""


ANY = -1
"""The turn of a slip that was made in none in particular."""


class Guess(NamedTuple):
    """One slip that gives exactly what is claimed."""

    kind: str
    """One of `LIKELY`, or ``both`` for two that go together."""
    turn: int
    """The turn it would have happened in; 0 for the final scoring, `ANY` for none in particular."""
    feature: str = ""
    item: str = ""
    """What was miscounted: an id of the table ``item``, a kind of feature, or the topic of a rule."""
    players: tuple[str, ...] = ()
    """Who got the points wrongly, or went without them."""
    option: str = ""
    value: str = ""
    rule: str = ""
    """The rule that the record's value rests on, or that is behind the other value."""
    made: tuple[tuple[str, int, int], ...] = ()
    """What everybody concerned got for it by the record, and what by the slip: (colour, record, slip)."""
    places: tuple[tuple[int, str], ...] = ()
    """Where else the same slip would explain it just as well: turn and feature."""
    both: tuple[Guess, ...] = ()
    """The two slips of which neither explains it alone."""


Slip = tuple[Guess, dict[str, int]]
"""A slip with what it would change by colour."""


def unlikely(guess: Guess) -> int:
    """Where a slip stands in `LIKELY`; two together stand behind all."""
    if guess.both:
        return len(LIKELY) + sum(map(unlikely, guess.both))
    kind = f"{guess.kind}-{guess.item}"
    return LIKELY.index(kind if kind in LIKELY else guess.kind)


def slips(turn: TurnRecord, players: tuple[str, ...] = ()) -> Iterator[Slip]:
    """Every single slip that could have been made in a turn, or in the final scoring."""
    for feature, lines in _by_feature(turn.lines).items():
        yield from _of_units(turn, feature, lines)
        yield from _of_payees(turn, feature, lines, players)
        yield from _of_rates(turn, feature, lines)
    if turn.number == 0:
        yield from _of_kinds(turn)


def overall(turns: Iterable[TurnRecord]) -> Iterator[Slip]:
    """Every slip that somebody could have made again and again: what he never counted."""
    rows: dict[tuple[str, str, str], list[tuple[int, Line]]] = {}
    for turn in turns:
        for line in turn.lines:
            rows.setdefault((line.player, line.item, line.rule), []).append((turn.number, line))
    for (player, item, rule), found in rows.items():
        if len({number for number, _ in found}) > 1:
            points = sum(line.points for _, line in found)
            guess = Guess("never", ANY, "", item, (player,), rule=rule, made=((player, points, 0),))
            yield guess, {player: -points}


def of_the_sheet(claimed: Mapping[str, int], off: Mapping[str, int]) -> Iterator[Slip]:
    """Slips in the adding up and in the writing down, for the one player whose total is off."""
    if len(off) != 1:
        return
    ((player, less),) = off.items()
    said = claimed[player]
    right = said - less
    sums = ((player, right, said),)
    if abs(less) == LAP:
        yield Guess("lap", ANY, players=(player,), made=sums), dict(off)
    if sorted(str(abs(said))) == sorted(str(abs(right))) and abs(said) != abs(right):
        yield Guess("digits", ANY, players=(player,), made=sums), dict(off)


def of_the_adding_up(claimed: Mapping[str, int], off: Mapping[str, int]) -> list[Guess]:
    """That somebody added up wrongly, which would explain much: where nothing else does."""
    if len(off) != 1:
        return []
    ((player, less),) = off.items()
    made = ((player, claimed[player] - less, claimed[player]),)
    return [Guess("sum", ANY, value=str(abs(less)), players=(player,), made=made)] if abs(less) in SUMS else []


# ---- one feature
def _of_units(turn: TurnRecord, feature: str, lines: list[Line]) -> Iterator[Slip]:
    """One tile, coat or city left out or counted twice; all of a kind left out."""
    sums = running(lines)
    for item, rule in dict.fromkeys((line.item, line.rule) for line in lines):
        alike = [one for one in lines if (one.item, one.rule) == (item, rule)]
        each = {one.player: one.each for one in alike}
        if len(each) != len(alike) or not any(each.values()):
            continue
        out = Guess("uncounted", turn.number, feature, item, tuple(each), rule=rule)
        yield _with_sums(out, sums, {p: -n for p, n in each.items()})
        yield _with_sums(out._replace(kind="twice"), sums, dict(each))
        if all(one.times > 1 for one in alike) and len({one.item for one in lines}) > 1:
            all_out = {one.player: -one.points for one in alike}
            yield _with_sums(out._replace(kind="row-out"), sums, all_out)
        if len(alike) > 1:  # the same forgotten for one of several players
            for one in alike:
                alone = out._replace(kind="row-out", players=(one.player,))
                yield _with_sums(alone, sums, {one.player: -one.points})


def _of_payees(turn: TurnRecord, feature: str, lines: list[Line], players: tuple[str, ...]) -> Iterator[Slip]:
    """The points given to too few, to too many, to the wrong player, not at all or twice."""
    sums = running(lines)
    scorers = tuple(sums)
    plain = Guess("unshared", turn.number, feature, "", (), rule=lines[0].rule)
    for player in scorers if len(scorers) > 1 else ():
        yield _with_sums(plain._replace(players=(player,)), sums, {player: -sums[player]})
        others = tuple(one for one in scorers if one != player)
        yield _with_sums(plain._replace(players=others), sums, {one: -sums[one] for one in others})
    for player in _beaten(turn, feature) - set(scorers):
        change = {player: max(sums.values())}
        yield _with_sums(plain._replace(kind="shared", players=(player,)), sums, change)
    for player in players if len(scorers) == 1 else ():
        if player not in scorers:
            change = {scorers[0]: -sums[scorers[0]], player: sums[scorers[0]]}
            yield _with_sums(plain._replace(kind="other", players=(player,)), sums, change)
    if all(points % 2 == 0 for points in sums.values()):
        yield _with_sums(plain._replace(kind="half", players=scorers), sums, {p: -n // 2 for p, n in sums.items()})
    yield _with_sums(plain._replace(kind="unscored", players=scorers), sums, {p: -n for p, n in sums.items()})
    yield _with_sums(plain._replace(kind="scored-twice", players=scorers), sums, dict(sums))


def _of_rates(turn: TurnRecord, feature: str, lines: list[Line]) -> Iterator[Slip]:
    """An inn or a cathedral ignored, an incomplete city scored in full: the same things at other points each."""
    kind, sums = turn.kinds.get(feature, ""), running(lines)
    players, final = tuple(sums), turn.number == 0
    known = [(line, rate) for line in lines if (rate := _plain(kind, line.item, final)) is not None]
    other = [(line, rate) for line, rate in known if line.each != rate]
    if other:
        rule = other[0][0].rule
        ignored = Guess("ignored", turn.number, feature, loader.rule(rule).topic, players, rule=rule)
        yield _with_sums(ignored, sums, _at(other))
    complete = [(line, _plain(kind, line.item, False)) for line, _ in known]
    whole = [(line, rate) for line, rate in complete if rate is not None and rate != line.each]
    if final and whole:
        full = Guess("full", 0, feature, kind, players, rule=lines[0].rule)
        yield _with_sums(full, sums, _at(whole))
    if final and kind in FULL:
        worth = loader.value(*FULL[kind])
        full = Guess("full", 0, feature, kind, players, rule=lines[0].rule)
        yield _with_sums(full, sums, {player: worth - points for player, points in sums.items()})
    cities = [line for line in lines if line.item == "cities"] if final else []
    for each in PER_CITY:
        if change := _at((line, each) for line in cities if line.each != each):
            per_city = Guess("rate", 0, feature, "cities", players, value=str(each), rule=cities[0].rule)
            yield _with_sums(per_city, sums, change)


def _of_kinds(turn: TurnRecord) -> Iterator[Slip]:
    """All fields of one player left out, or all his gifts."""
    sums: dict[tuple[str, str, str], int] = {}
    for line in turn.lines:
        kind = turn.kinds.get(line.feature, "")
        key = (line.player, kind, "" if kind else line.item)
        sums[key] = sums.get(key, 0) + line.points
    for (player, kind, item), points in sums.items():
        features = {line.feature for line in turn.lines if line.player == player}
        if points and (item or len({f for f in features if turn.kinds.get(f, "") == kind}) > 1):
            guess = Guess("kind-out", 0, "", kind or item, (player,), made=((player, points, 0),))
            yield guess, {player: -points}


def _plain(kind: str, item: str, final: bool) -> int | None:
    """Points for each of an item by the rules of the base game; None where they do not say."""
    found = PLAIN.get((kind, item))
    if found is None:
        return None
    values = loader.rule(found[1] if final else found[0]).values
    return values.get(found[2])


def _at(rates: Iterable[tuple[Line, int]]) -> dict[str, int]:
    """What other points each would change, by player."""
    return running(line._replace(each=each - line.each) for line, each in rates)


def _with_sums(guess: Guess, sums: Mapping[str, int], change: dict[str, int]) -> Slip:
    """A slip at a feature with the sums that each side made."""
    made = tuple((player, sums.get(player, 0), sums.get(player, 0) + less) for player, less in change.items())
    return guess._replace(made=made), change


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
        if not one.holds and there == Item.feature(feature) and isinstance(player, Item):
            found.add(str(player.parts[0]))
    return found

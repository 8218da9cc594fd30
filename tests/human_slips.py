"""Score sheets and records of random games with one slip each, of the kinds that people make, and whether it is named.

A slip is made on the sheet from what a turn brought, without the code that looks for slips.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from checked_games import numbered
from everyday import some
from random_games import bound, random_game
from typed_games import COLOURS, play

from adjudicator.binding.tile_files import catalogue
from adjudicator.geometry.catalogue import Named
from adjudicator.geometry.face import HALVES
from adjudicator.model.ruling import Item, Line
from adjudicator.play.mending import Mending, mendings
from adjudicator.play.parting import parting
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed, TurnRecord
from adjudicator.play.slips import Guess

POOL = (
    ("inns-and-cathedrals",), ("gifts",), ("abbey-and-mayor",), ("peasant-revolts",),
    ("inns-and-cathedrals", "abbey-and-mayor"), ("traders-and-builders",), ("gifts", "peasant-revolts"),
)  # fmt: skip
PLAIN = {("city", False): 2, ("city", True): 1, ("road", False): 1, ("road", True): 1}
"""Points a tile (and a coat of arms) by kind and moment in the base game."""


class Sheet(NamedTuple):
    """A slip on the score sheet."""

    turn: int
    """Where it was made; 0 for the final scoring, -1 for everywhere."""
    off: Mapping[str, int]
    """What it changes, by colour."""
    named: Callable[[Guess], bool]
    """Whether a guess says what it was."""


class Written(NamedTuple):
    """A slip in the record itself."""

    text: str
    named: Callable[[Mending], bool]


class Told(NamedTuple):
    """What came of one slip."""

    kind: str
    seen: bool
    """Whether it was noticed at all."""
    first: bool
    """Whether it was the first that was named."""
    right: bool
    """Whether it was among those that were named."""
    text: str


# ---- games
def game_text(seed: int) -> str:
    """A numbered record: of the base game, or of some expansions."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        return base_game(seed, chance.randint(2, 5), chance.randint(20, 71))
    return numbered(random_game(seed, tiles=chance.randint(16, 30), use=chance.choice(POOL)))


def base_game(seed: int, players: int, tiles: int) -> str:
    """A random game of the base box, as a record of one line a turn."""
    lines = ['game "Test"', f"players {', '.join(COLOURS[:players])}", "board", "  (0,0) D@90"]
    for number, turn in enumerate(play(seed, players, tiles).turns, 1):
        tile = turn.face.id + (f"@{90 * turn.turns}" if turn.turns else "")
        line = f"{number}. {COLOURS[turn.player]} {tile} ({turn.cell[0]},{turn.cell[1]})"
        if turn.put is not None:
            side = "NESW"[min(turn.put.sides)] if turn.put.sides else ""
            if turn.put.kind == "field":
                side = HALVES[min(turn.put.halves)] if turn.put.halves else ""
            line += f" meeple {turn.put.kind} {side}".rstrip()
        lines.append(line)
    return "\n".join([*lines, "final"]) + "\n"


def played(text: str) -> Replayed:
    """The record gone through."""
    return replay(bound(text), "en")


# ---- slips on the sheet
def by_feature(turn: TurnRecord) -> dict[str, list[Line]]:
    """The lines of a turn by what brought them."""
    found: dict[str, list[Line]] = {}
    for line in turn.lines:
        found.setdefault(line.feature, []).append(line)
    return found


def at(turn: TurnRecord, *kinds: str, item: str = "", feature: str | None = None) -> Callable[[Guess], bool]:
    """Whether a guess is of such a kind, and of this turn, feature and item."""

    def named(guess: Guess) -> bool:
        places = ((guess.turn, guess.feature), *guess.places)
        there = any(t == turn.number and feature in (None, f) for t, f in places)
        return guess.kind in kinds and there and item in ("", guess.item)

    return named


def sheet_slips(game: Replayed) -> Iterator[tuple[str, Sheet]]:
    """Every slip of every kind that this game gives room for."""
    assert game.final is not None
    players = tuple(game.totals())
    for turn in (*game.turns, game.final):
        for feature, lines in by_feature(turn).items():
            yield from feature_slips(turn, feature, lines, players)
    yield from whole_slips(game)


def feature_slips(
    turn: TurnRecord, feature: str, lines: list[Line], players: tuple[str, ...]
) -> Iterator[tuple[str, Sheet]]:
    """What may go wrong with one feature."""
    final, kind = turn.number == 0, turn.kinds.get(feature, "")
    sums = {p: sum(line.points for line in lines if line.player == p) for p in dict.fromkeys(x.player for x in lines)}
    units = {line.item: {one.player: one.each for one in lines if one.item == line.item} for line in lines}
    for item, each in units.items():
        if len(each) != sum(line.item == item for line in lines) or not any(each.values()):
            continue
        less = {player: -number for player, number in each.items()}
        if item == "coats":
            right = at(turn, "uncounted", "row-out", item=item, feature=feature)
            yield "coat left out", Sheet(turn.number, less, right)
        if item == "tiles":
            right = at(turn, "uncounted", item=item, feature=feature)
            yield "tile left out", Sheet(turn.number, less, right)
            yield "tile twice", Sheet(turn.number, each, at(turn, "twice", item=item, feature=feature))
        if item == "cities" and kind == "field":
            same = ("uncounted", "unscored") if less == {p: -n for p, n in sums.items()} else ("uncounted",)
            yield "city of a field left out", Sheet(0, less, at(turn, *same, feature=feature))
            same = ("twice", "scored-twice") if dict(each) == sums else ("twice",)
            yield "city of a field twice", Sheet(0, each, at(turn, *same, feature=feature))
        if item == "protection":
            for player, number in each.items():
                right = at(turn, "uncounted", "row-out", "unscored", feature=feature)
                yield "protection forgotten once", Sheet(turn.number, {player: -number}, right)
        if item == "unopened-gifts":
            for player, number in each.items():
                right = at(turn, "uncounted", "row-out", "unshared", "kind-out", "unscored", feature=feature)
                yield "gift forgotten", Sheet(0, {player: -number}, right)
    if not any(sums.values()) or not feature:
        return
    gone = {player: -points for player, points in sums.items()}
    yield "feature not scored", Sheet(turn.number, gone, at(turn, "unscored", "row-out", "uncounted", feature=feature))
    yield "feature scored twice", Sheet(turn.number, sums, at(turn, "scored-twice", "twice", feature=feature))
    if len(sums) > 1:
        for player in sums:
            right = at(turn, "unshared", feature=feature)
            yield (
                ("field shared wrongly" if kind == "field" else "tie not shared"),
                Sheet(turn.number, {player: -sums[player]}, right),
            )
    elif len(players) > 1:
        ((player, points),) = sums.items()
        other = next(one for one in players if one != player)
        yield (
            "points to another",
            Sheet(turn.number, {player: -points, other: points}, at(turn, "other", feature=feature)),
        )
    plain = PLAIN.get((kind, final))
    tiles = [line for line in lines if line.item in ("tiles", "coats")]
    if plain is not None and any(line.each != plain for line in tiles):
        off = sum_up((line.player, line.times * (plain - line.each)) for line in tiles)
        yield "inn or cathedral ignored", Sheet(turn.number, off, at(turn, "ignored", feature=feature))
    if final and kind == "city" and all(line.each == 1 for line in tiles) and tiles:
        off = sum_up((line.player, line.points) for line in tiles)
        yield "city counted in full", Sheet(0, off, at(turn, "full", "scored-twice", feature=feature))
    if kind == "field" and any(line.each == 4 for line in lines):
        off = sum_up((line.player, -line.times) for line in lines if line.each == 4)
        yield "barn at 3 for 4", Sheet(turn.number, off, at(turn, "rate", feature=feature))


def whole_slips(game: Replayed) -> Iterator[tuple[str, Sheet]]:
    """What may go wrong with everything of one player."""
    assert game.final is not None
    for player in game.totals():
        fields = [line for line in game.final.lines if line.player == player and kind_of(game.final, line) == "field"]
        if len({line.feature for line in fields}) > 1:
            off = {player: -sum(line.points for line in fields)}
            yield "all fields of a player", Sheet(0, off, at(game.final, "kind-out", item="field"))
        prices = [
            line for turn in game.turns for line in turn.lines if (line.player, line.item) == (player, "protection")
        ]
        rules = {line.rule for line in prices}
        if len(prices) > 1 and len(rules) == 1:
            off = {player: -sum(line.points for line in prices)}
            yield (
                "all protection of a player",
                Sheet(-1, off, lambda guess: guess.kind in ("never", "row-out", "uncounted")),
            )
        total = game.totals()[player]
        for lap in (50, -50):
            if total + lap >= 0:
                yield "lap of the track", Sheet(0, {player: lap}, lambda guess: guess.kind == "lap")
        swapped = int(str(total)[::-1]) if total >= 10 else total
        if swapped != total and len(str(swapped)) == len(str(total)):
            yield "digits swapped", Sheet(0, {player: swapped - total}, lambda guess: guess.kind == "digits")


def kind_of(turn: TurnRecord, line: Line) -> str:
    return turn.kinds.get(line.feature, "")


def sum_up(pairs: Iterator[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for player, number in pairs:
        found[player] = found.get(player, 0) + number
    return {player: number for player, number in found.items() if number}


def claimed(text: str, game: Replayed, slip: Sheet, dense: bool) -> str:
    """The record with the sheet's totals: after every turn that scored, or after each tenth and at the end."""
    lines = text.rstrip("\n").split("\n")
    off: dict[str, int] = {}
    claims: list[str] = []
    prices: dict[str, int] = dict(slip.off) if slip.turn == -1 else {}
    for turn in game.turns:
        if turn.number == slip.turn:
            off = dict(slip.off)
        if slip.turn == -1:  # what was never counted
            for player in prices:
                never = sum(x.points for x in turn.lines if x.player == player and x.item == "protection")
                off[player] = off.get(player, 0) - never
        if turn.lines if dense else turn.number % 10 == 0:
            said = ", ".join(f"{player} {total + off.get(player, 0)}" for player, total in turn.totals.items())
            claims.append(f"claim after {turn.number}: {said}")
    if slip.turn == 0:
        off = dict(slip.off)
    said = ", ".join(f"{player} {total + off.get(player, 0)}" for player, total in game.totals().items())
    return "\n".join([*lines, *claims, f"claim {said}"]) + "\n"


def sheet_told(kind: str, text: str, game: Replayed, slip: Sheet, dense: bool) -> Told | None:
    """Whether a slip on the sheet is named; None where a total would fall below nothing."""
    said = claimed(text, game, slip, dense)
    if re.search(r"(?:claim|,).*? -\d", said.partition("claim")[2]):
        return None
    found = parting(played(said), "en")
    if found is None:
        return Told(kind, False, False, False, said)
    guesses = [one for guess in found.guesses for one in (guess.both or (guess,))]
    right = [slip.named(guess) for guess in guesses]
    return Told(kind, True, any(right[:1]), any(right), said)


# ---- slips in the record
def record_slips(chance: random.Random, text: str) -> Iterator[tuple[str, Written]]:
    """One slip of each kind somewhere in a record."""
    lines = text.rstrip("\n").split("\n")
    turns = [i for i, line in enumerate(lines) if re.match(r"\s*\d+\. ", line)]
    spots = [i for i in turns[1:-2] if i + 1 in turns and i - 1 in turns and "second part" not in lines[i]]
    if not spots:
        return
    spot = chance.choice(spots)
    number, player, rest = re.match(r"\s*(\d+)\. (\w+) ?(.*)", lines[spot]).groups()  # type: ignore[union-attr]
    n = int(number)
    players = re.search(r"players (.*)", text)[1].split(", ")  # type: ignore[index]
    if len(players) < 2:
        return
    yield "turn left out", Written(joined([*lines[:spot], *lines[spot + 1 :]]), missing(n - 1, player))
    after = re.match(r"\s*\d+\. (\w+)", lines[spot + 1])
    if len(players) > 2 and spot + 2 in turns and after is not None and "second part" not in lines[spot + 1]:
        two = (player, after[1])
        yield (
            "two turns left out",
            Written(
                joined([*lines[:spot], *lines[spot + 2 :]]),
                lambda one: one.kind == "missing-several" and one.turn == n - 1 and one.players == two,
            ),
        )
    if (figure := figure_elsewhere(chance, text, spots)) is not None:
        yield "figure on what is not there", figure
    twice = [*lines[: spot + 1], *lines[spot:]]
    yield "turn written twice", Written(joined(twice), lambda one: one.kind == "twice" and one.turn == n)
    if not any(line.startswith("turn ") for line in lines):
        closed = renumbered([*lines[:spot], *lines[spot + 1 :]])
        yield "turn left out, numbers closed", Written(closed, missing(n - 1, player))
        yield (
            "turn written twice, numbers on",
            Written(renumbered(twice), lambda one: one.kind == "twice" and one.turn == n),
        )
        yield "number left out", Written(renumbered(lines, n), lambda one: one.kind == "number" and one.turn == n + 2)
    other = chance.choice([one for one in players if one != player])
    whose = [*lines[:spot], f"{number}. {other} {rest}", *lines[spot + 1 :]]
    yield (
        "turn under another player",
        Written(joined(whose), lambda one: one.kind == "player" and one.turn == n and one.player == player),
    )
    tile = re.match(r"(\S+?)(?:@(\d+))? (\(-?\d+,-?\d+\))", rest)
    if tile:
        degrees = (int(tile[2] or 0) + chance.choice((90, 180, 270))) % 360
        lying = f"{tile[1]}{f'@{degrees}' if degrees else ''} {tile[3]}"
        turned = [*lines[:spot], f"{number}. {player} {lying}{rest[tile.end() :]}", *lines[spot + 1 :]]
        meant = f"{tile[1]}{f'@{tile[2]}' if tile[2] else ''} {tile[3]}"
        yield (
            "tile turned wrongly",
            Written(joined(turned), lambda one: one.kind.startswith("turned") and one.turn == n and one.move == meant),
        )


def figure_elsewhere(chance: random.Random, text: str, spots: list[int]) -> Written | None:
    """A figure written on a kind of place that its tile lacks, in a record with the totals after every turn."""
    lines = text.rstrip("\n").split("\n")
    found = []
    for spot in spots:
        match = re.match(r"(\s*(\d+)\. \w+ (\S+?)(?:@\d+)? \S+ meeple (?:on )?)(\w+)(?: [A-Z]+)?$", lines[spot])
        face = catalogue().find(match[3], frozenset(["base", "abbot"])) if match else None
        if match and isinstance(face, Named):
            there = {segment.kind for segment in face.face.segments}
            found += [(spot, match, kind) for kind in ("city", "road", "monastery") if kind not in there]
    if not found:
        return None
    spot, match, kind = chance.choice(found)
    said = claimed(text, played(text), Sheet(0, {}, lambda guess: False), True).rstrip("\n").split("\n")
    place = lines[spot][match.end(1) :]
    wrong = joined([*said[:spot], match[1] + kind, *said[spot + 1 :]])
    return Written(
        wrong,
        lambda one: (
            one.kind == "figure"
            and one.turn == int(match[2])
            and isinstance(one.move, Item)
            and str(one.move.parts[2]).startswith(place)
        ),
    )


def missing(after: int, player: str) -> Callable[[Mending], bool]:
    return lambda one: one.kind == "missing" and one.turn == after and one.player == player


def joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def renumbered(lines: list[str], skipped: int = -1) -> str:
    """The turns numbered from 1 on; with one number passed over, if any."""
    found, number = [], 0
    for line in lines:
        match = re.match(r"\s*\d+\. (.*)", line)
        if match:
            number += 2 if number == skipped else 1
            line = f"{number}. {match[1]}"
        found.append(line)
    return joined(found)


def record_told(kind: str, text: str, slip: Written) -> Told | None:
    """Whether a slip in the record is named; None where the record is as good with it."""
    whole, spoiled = played(text), played(slip.text)
    if not spoiled.problems:
        if spoiled.totals() == whole.totals() and len(spoiled.turns) == len(whole.turns):
            return None
        said = claimed(slip.text, whole, Sheet(0, {}, lambda guess: False), True)
        found = parting(played(said), "en")
        guesses = found.guesses if found is not None else ()
        readings = [
            Mending(one.kind.removesuffix("-otherwise"), one.turn, one.players[0], one.value, 0, True, whole.scenario)
            for one in guesses
            if one.kind.endswith("-otherwise")
        ]
        right = [slip.named(one) for one in readings]
        return Told(kind, found is not None, any(right[:1]), any(right), said)
    right = [slip.named(one) for one in mendings(spoiled, "en")]
    return Told(kind, True, any(right[:1]), any(right), slip.text)


# ---- many
def told_of(seed: int, each: int = 1, one_in: int = 1) -> Iterator[Told]:
    """What came of slips in the game of a seed: so many of every kind that it gives room for, or of one kind in so
    many.
    """
    chance = random.Random(seed)
    text = game_text(seed)
    game = played(text)
    assert not game.problems and game.final is not None, (game.problems, text)
    if any(turn.missing for turn in (*game.turns, game.final)):
        return
    by_kind: dict[str, list[Sheet]] = {}
    for kind, slip in sheet_slips(game):
        if any(slip.off.values()):
            by_kind.setdefault(kind, []).append(slip)
    for kind, slips in some(by_kind.items(), one_in):
        for slip in chance.sample(slips, min(each, len(slips))):
            told = sheet_told(kind, text, game, slip, chance.random() < 0.7)
            if told is not None:
                yield told
    if game.scenario.setup.ordered:
        for kind, written in some(record_slips(chance, text), one_in):
            told = record_told(kind, text, written)
            if told is not None:
                yield told


def shares(told: list[Told]) -> dict[str, tuple[int, int, int, int]]:
    """By kind: how many there were, were noticed, were named, and were named first."""
    found: dict[str, tuple[int, int, int, int]] = {}
    for one in sorted(told, key=lambda one: one.kind):
        number, seen, right, first = found.get(one.kind, (0, 0, 0, 0))
        found[one.kind] = (number + 1, seen + one.seen, right + one.right, first + one.first)
    return found

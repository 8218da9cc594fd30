"""Facts held against the position, one by one, by a reader that shares no code with the engine.

A fact is known by its id and by what fills it. On a board what is true is read off `plain_table`; of a sketch off the
lines as they were bound. A fact whose id has no reader here is counted and not judged.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from plain_table import STEPS, SURROUNDED, Feature, Piece, PlainTable

from adjudicator.geometry.face import HALVES, SIDES
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Scenario

LABEL = re.compile(r"(?P<kind>[a-z-]+)(?: (?P<side>[NESWLR]+))? at \((?P<x>-?\d+),(?P<y>-?\d+)\)")
OWNED = {"meeple": 7}
MONASTIC = ("monastery", "garden")


def negated() -> frozenset[str]:
    """The facts that have a sentence of their own for when they do not hold; of the others the one sentence is true."""
    found: set[str] = set()
    for file in (Path(__file__).parent.parent / "adjudicator").rglob("*.toml"):
        if "phrases" in file.as_posix():
            facts = tomllib.loads(file.read_text("utf-8")).get("fact", {})
            found |= {key.removesuffix("-not") for key in facts if key.endswith("-not")}
    return frozenset(found)


NEGATED = negated()


def said(fact: Finding, true: bool) -> bool:
    """Whether what is printed is true, where the sentence of the fact that holds is so or is not."""
    return true == fact.holds if fact.phrase in NEGATED else true


class Placing(NamedTuple):
    """The tile that a turn has placed."""

    player: str
    square: tuple[int, int]
    before: PlainTable
    """The table without it."""


Stands = Mapping[Piece, list[tuple[str, str]]]
"""Colours and figures by the piece they stand on."""


class BoardReader:
    """A board with figures, and the turn that is going on there."""

    def __init__(self, table: PlainTable, stands: Stands, placing: Placing | None) -> None:
        self.table = table
        self.stands = stands
        self.placing = placing

    # ---- what a fact speaks of
    def feature(self, item: Item) -> Feature:
        """The feature that a label such as ``city N at (0,0)`` points at. Raises LookupError."""
        found = LABEL.fullmatch(item.parts[0])
        if found is None:
            raise LookupError(item)
        x, y = int(found["x"]), int(found["y"])
        for at, lying in enumerate(self.table.lying[x, y]):
            sides = [SIDES[s] for s in lying.sides] + [HALVES[h] for h in lying.halves]
            if lying.kind == found["kind"] and (not found["side"] or found["side"] in sides):
                return self.table.feature((x, y, at))
        raise LookupError(item)

    def square(self, item: Item) -> tuple[int, int]:
        """The square that a label names."""
        found = LABEL.fullmatch(item.parts[0])
        if found is None:
            raise LookupError(item)
        return int(found["x"]), int(found["y"])

    def on(self, feature: Feature) -> Counter[tuple[str, str]]:
        """The figures on a feature, by colour and figure."""
        return Counter(figure for piece in feature for figure in self.stands.get(piece, ()))

    def strength(self, feature: Feature) -> Counter[str]:
        """The figures on it by colour."""
        there: Counter[str] = Counter()
        for (colour, _), number in self.on(feature).items():
            there[colour] += number
        return there

    def of(self, feature: Feature, colour: str) -> Counter[str]:
        """The figures of one player there."""
        return Counter({figure: n for (owner, figure), n in self.on(feature).items() if owner == colour})

    def completed_now(self, feature: Feature) -> bool:
        """Whether it was open before the tile of the turn lay there."""
        if self.placing is None or not self.table.complete(feature):
            return False
        kept = frozenset(piece for piece in feature if piece[:2] != self.placing.square)
        return not kept or not all(self.placing.before.complete(self.placing.before.feature(piece)) for piece in kept)

    def lies_there(self, feature: Feature) -> bool:
        """Whether a part of it is on the tile of the turn."""
        return self.placing is not None and any(piece[:2] == self.placing.square for piece in feature)

    def ends(self, feature: Feature) -> Iterator[tuple[int, int]]:
        """The squares of its pieces that run off one side only: a road that ends there."""
        for piece in feature:
            if len(self.table.piece(piece).sides) == 1:
                yield piece[:2]

    # ---- judging
    def true(self, fact: Finding) -> bool | None:
        """Whether a fact is true of the position; None where it has no reader."""
        if fact.supposed:
            return False  # a board shows everything but whose turn it is
        reader = READERS.get(fact.phrase)
        return None if reader is None else said(fact, reader(self, fact.values))


def _counts(values: tuple[Item, ...]) -> Counter[tuple[str, str]]:
    return Counter({(item.parts[1], item.parts[2]): item.parts[0] for item in values})


def _own(values: tuple[Item, ...]) -> Counter[str]:
    return Counter({item.parts[2]: item.parts[0] for item in values})


Judge = Callable[[BoardReader, Mapping[str, Any]], bool]


def _complete(kind: str) -> Judge:
    def judge(board: BoardReader, values: Mapping[str, Any]) -> bool:
        feature = board.feature(values["feature"])
        return board.table.kind(feature) in kind.split() and board.table.complete(feature)

    return judge


def _share(how: Callable[[Counter[str], str], bool]) -> Judge:
    """Of a player's share in a feature: the figures are those that are there, and `how` they compare."""

    def judge(board: BoardReader, values: Mapping[str, Any]) -> bool:
        feature, player = board.feature(values["feature"]), values["player"].parts[0]
        there = board.strength(feature)
        return how(there, player) and board.of(feature, player) == _own(values["figures"])

    return judge


def _most(there: Counter[str]) -> list[str]:
    return [player for player, number in there.items() if number == max(there.values())]


def _fits(board: BoardReader, values: Mapping[str, Any]) -> bool:
    """That a side of the tile meets a neighbour that does not go with it, as the values tell both."""
    (x, y), word = values["square"].parts, values["side"]
    side = "NESW".index(str(word.parts[-1] if isinstance(word, Item) else word)[0].upper())
    there = (x + STEPS[side][0], y + STEPS[side][1])
    return there in board.table.lying


def _cities(board: BoardReader, values: Mapping[str, Any], complete: bool) -> set[Feature]:
    field = board.feature(values["feature"])
    return {city for city in board.table.cities(field) if board.table.complete(city) == complete}


def _fields_on(board: BoardReader, values: Mapping[str, Any]) -> tuple[list[Piece], list[Piece]]:
    """The field pieces on the square of a fact: those of its feature, and the others."""
    square, feature = values["square"].parts, board.feature(values["feature"])
    here = [(*square, at) for at, lying in enumerate(board.table.lying[square]) if lying.kind == "field"]
    return [piece for piece in here if piece in feature], [piece for piece in here if piece not in feature]


def _not_at_city(board: BoardReader, values: Mapping[str, Any]) -> bool:
    mine, others = _fields_on(board, values)
    away = [piece for piece in mine if not board.table.piece(piece).touches]
    return bool(away) and any(board.table.piece(piece).touches for piece in others)


def _round_road_end(board: BoardReader, values: Mapping[str, Any]) -> bool:
    """A road that ends on the square with this field on either side of it."""
    mine, _ = _fields_on(board, values)
    halves = {half for piece in mine for half in board.table.piece(piece).halves}
    roads = [one.sides for one in board.table.lying[values["square"].parts] if one.kind == "road"]
    return any({2 * side, 2 * side + 1} <= halves for sides in roads if len(sides) == 1 for side in sides)


def _with_monastery(board: BoardReader, values: Mapping[str, Any]) -> bool:
    squares = {piece[:2] for piece in board.feature(values["feature"])}
    return any(lying.kind == "monastery" for square in squares for lying in board.table.lying[square])


def _monastery_beside(board: BoardReader, values: Mapping[str, Any]) -> bool:
    ((x, y, _),) = board.feature(values["feature"])
    near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return any(lying.kind == "monastery" for square in near for lying in board.table.lying.get(square, ()))


def _scored(board: BoardReader) -> Counter[tuple[str, str]]:
    """The figures on what the tile of the turn completes."""
    done = {feature for feature in board.table.features() if board.completed_now(feature)}
    return sum((board.on(feature) for feature in done), Counter())


def _number(value: Any) -> int:
    return int(value.parts[0]) if isinstance(value, Item) else int(value)


READERS: dict[str, Judge] = {
    "city-complete": _complete("city"),
    "road-complete": _complete("road"),
    "surrounded": _complete("monastery"),
    "garden-surrounded": _complete("garden"),
    "complete-otherwise": lambda b, v: b.table.complete(b.feature(v["feature"])),
    "leads": _share(lambda there, player: _most(there) == [player]),
    "ties": _share(lambda there, player: player in _most(there) and len(_most(there)) > 1),
    "fewer": _share(lambda there, player: player not in _most(there)),
    "shared": lambda b, v: set(b.strength(b.feature(v["feature"]))) == {p.parts[0] for p in v["players"]},
    "unoccupied": lambda b, v: not b.on(b.feature(v["feature"])),
    "nobody-there": lambda b, v: not b.on(b.feature(v["feature"])),
    "tiles": lambda b, v: b.table.tiles(b.feature(v["feature"])) == _number(v["tiles"]),
    "tile-counts-once": lambda b, v: len(b.feature(v["feature"])) > b.table.tiles(b.feature(v["feature"])),
    "two-tile-city-whole": lambda b, v: b.table.tiles(b.feature(v["feature"])) == 2,
    "touches": lambda b, v: {b.feature(c) for c in v["cities"]} == _cities(b, v, True),
    "touches-none": lambda b, v: not b.table.cities(b.feature(v["feature"])),
    "cities-once": lambda b, v: len(_cities(b, v, True)) == _number(v["number"]),
    "cities-incomplete": lambda b, v: len(_cities(b, v, False)) == _number(v["number"]),
    "city-incomplete": lambda b, v: not b.table.complete(b.feature(v["city"])),
    "city-once": lambda b, v: (
        sum(
            b.table.feature((x, y, t)) == b.feature(v["city"])
            for x, y, at in b.feature(v["feature"])
            for t in b.table.lying[x, y][at].touches
        )
        > 1
    ),
    "field-at-end": lambda b, v: b.table.kind(b.feature(v["feature"])) == "field",
    "field-never-complete": lambda b, v: b.table.kind(b.feature(v["feature"])) == "field",
    "each-field-on-its-own": lambda b, v: b.table.kind(b.feature(v["feature"])) == "field",
    "scored-at-end": lambda b, v: not b.table.complete(b.feature(v["feature"])),
    "free": lambda b, v: not b.on(b.feature(v["feature"])),
    "occupied": lambda b, v: b.on(b.feature(v["feature"])) == _counts(v["figures"]),
    "farmer-there": lambda b, v: bool(b.on(b.feature(v["feature"]))),
    "role": lambda b, v: b.table.kind(b.feature(v["feature"])) in ("road", "city", "monastery", "field"),
    "no-role": lambda b, v: b.table.kind(b.feature(v["feature"])) not in ("road", "city", "monastery", "field"),
    "garden-only-abbot": lambda b, v: b.table.kind(b.feature(v["feature"])) == "garden",
    "on-placed-tile": lambda b, v: b.placing is not None and b.square(v["feature"]) == b.placing.square,
    "completed-now": lambda b, v: b.completed_now(b.feature(v["feature"])) and b.lies_there(b.feature(v["feature"])),
    "completed-special": lambda b, v: (
        b.completed_now(b.feature(v["feature"])) and b.lies_there(b.feature(v["feature"]))
    ),
    "completed-before": lambda b, v: (
        b.table.complete(b.feature(v["feature"])) and not b.completed_now(b.feature(v["feature"]))
    ),
    "ends-at-crossing": lambda b, v: v["square"].parts in set(b.ends(b.feature(v["feature"]))),
    "ends-at-monastery": lambda b, v: (
        v["square"].parts in set(b.ends(b.feature(v["feature"])))
        and any(lying.kind == "monastery" for lying in b.table.lying[v["square"].parts])
    ),
    "field-cut": lambda b, v: all(_fields_on(b, v)),
    "field-not-at-city": _not_at_city,
    "field-round-road-end": _round_road_end,
    "field-round-monastery": _with_monastery,
    "monasteries-apart": _monastery_beside,
    "stands-alone": lambda b, v: b.table.kind(b.feature(v["feature"])) == "monastery",
    "nothing-scored": lambda b, v: not _scored(b),
    "scores-at-once": lambda b, v: bool(_scored(b)),
    "returned": lambda b, v: _counts(v["figures"]) == _scored(b),
    "square-taken": lambda b, v: v["square"].parts in b.table.lying,
    "no-neighbour": lambda b, v: (
        not any((v["square"].parts[0] + dx, v["square"].parts[1] + dy) in b.table.lying for dx, dy in STEPS)
    ),
    "edge-mismatch": _fits,
}


# ---- sketches
class SketchReader:
    """The features of a sketch as its lines tell them, with nothing that has happened since."""

    def __init__(self, scenario: Scenario) -> None:
        self.features = scenario.features
        self.hands = scenario.hands
        self.links = scenario.links
        self.touched = {touch.city for one in scenario.features.values() for touch in one.touches or ()}
        self.names = {name.casefold(): name for name in scenario.features}

    def of(self, item: Item) -> Any:
        """The bound feature. Raises LookupError."""
        return self.features[self.names[str(item.parts[0]).casefold()]]

    def around(self, item: Item) -> int:
        """How many tiles lines count around a place."""
        lines = (link for link in self.links if link.kind == "around" and link.subject == str(item.parts[0]))
        return sum(one[0] for link in lines for one in link.items if isinstance(one, tuple) and len(one) == 2)

    def strength(self, item: Item) -> Counter[str]:
        """The figures there by colour."""
        return Counter(one.owner for one in self.of(item).occupants if one.owner)

    def own(self, item: Item, player: str) -> Counter[str]:
        """The figures of one player there."""
        return Counter(one.figure for one in self.of(item).occupants if one.owner == player)

    def true(self, fact: Finding) -> bool | None:
        """Whether a fact is true of the sketch; None where it has no reader or speaks of what the lines do not tell."""
        reader = SKETCHED.get(fact.phrase)
        if reader is None:
            return None
        found = reader(self, fact.values)
        return None if found is None else said(fact, found)


SketchJudge = Callable[[SketchReader, Mapping[str, Any]], bool | None]


def _said_complete(sketch: SketchReader, values: Mapping[str, Any]) -> bool | None:
    feature = sketch.of(values["feature"])
    if feature.complete is None and feature.kind in (*SURROUNDED, "german-castle") and feature.tiles is not None:
        return bool(feature.tiles == 9)
    return feature.complete  # type: ignore[no-any-return]


def _plain(sketch: SketchReader, item: Item) -> bool:
    """Whether all who stand there count 1 each, in one group and without what breaks ties."""
    plain = ("meeple", "abbot", "phantom", "wagon")
    return all(one.figure in plain and not one.marks for one in sketch.of(item).occupants)


def _sketched_share(how: Callable[[Counter[str], str], bool]) -> SketchJudge:
    def judge(sketch: SketchReader, values: Mapping[str, Any]) -> bool | None:
        item, player = values["feature"], values["player"].parts[0]
        if not _plain(sketch, item) or (sketch.of(item).kind != "field" and item.parts[0] in sketch.touched):
            return None  # farmers may be counted city by city
        return sketch.own(item, player) == _own(values["figures"]) and how(sketch.strength(item), player)

    return judge


def _city_count(sketch: SketchReader, item: Item, complete: bool) -> int | None:
    """How many cities a field is said to touch that are complete, or not; None where a line leaves that open."""
    touches = sketch.of(item).touches
    if touches is None:
        return None
    number, counted = 0, set()
    for touch in touches:
        if touch.city and touch.city in counted:
            continue
        counted.add(touch.city)
        city = sketch.features.get(touch.city) if touch.city else None
        state = city.complete if city is not None else touch.complete
        if state is None or (city is not None and city.kind != "city"):
            return None
        number += touch.number * (state is complete)
    return number


def _same(found: int | None, value: Any) -> bool | None:
    return None if found is None else found == _number(value)


def _hand(sketch: SketchReader, player: Item) -> Any:
    return sketch.hands.get(player.parts[0])


SKETCHED: dict[str, SketchJudge] = {
    "city-complete": _said_complete,
    "road-complete": _said_complete,
    "surrounded": _said_complete,
    "complete-otherwise": _said_complete,
    "two-tile-city-whole": lambda s, v: s.of(v["feature"]).tiles in (None, 2),
    "leads": _sketched_share(lambda there, player: _most(there) == [player]),
    "ties": _sketched_share(lambda there, player: player in _most(there) and len(_most(there)) > 1),
    "fewer": _sketched_share(lambda there, player: player not in _most(there)),
    "shared": lambda s, v: (
        None
        if v["feature"].parts[0] in s.touched
        else set(s.strength(v["feature"])) == {p.parts[0] for p in v["players"]}
    ),
    "unoccupied": lambda s, v: not s.of(v["feature"]).occupants,
    "nobody-there": lambda s, v: not s.of(v["feature"]).occupants,
    "free": lambda s, v: not any(o.figure in ("meeple", "large-meeple", "abbot") for o in s.of(v["feature"]).occupants),
    "occupied": lambda s, v: bool(s.of(v["feature"]).occupants),
    "cities-once": lambda s, v: _same(_city_count(s, v["feature"], True), v["number"]),
    "cities-incomplete": lambda s, v: _same(_city_count(s, v["feature"], False), v["number"]),
    "scored-at-end": lambda s, v: None if _said_complete(s, v) is None else not _said_complete(s, v),
    "role": lambda s, v: s.of(v["feature"]).kind in ("road", "city", "monastery", "field"),
    "stands-alone": lambda s, v: s.of(v["feature"]).kind == "monastery",
    "score-not-said": lambda s, v: getattr(_hand(s, v["player"]), "score", None) is None and _number(v["number"]) == 0,
    "none-carried": lambda s, v: all(item.parts[2] not in s.of(v["feature"]).marks for item in v["units"]),
    "mayor-counts": lambda s, v: s.of(v["feature"]).marks.get("coat", 0) == _number(v["number"]) > 0,
    "score-before": lambda s, v: _same(getattr(_hand(s, v["player"]), "score", None), v["number"]),
    "field-at-end": lambda s, v: s.of(v["feature"]).kind == "field",
    "field-never-complete": lambda s, v: s.of(v["feature"]).kind == "field",
    "large-meeple-counts": lambda s, v: any(o.figure == "large-meeple" for o in s.of(v["feature"]).occupants),
    "city-besieged": lambda s, v: "besieged" in s.of(v["feature"]).flags or bool(s.of(v["feature"]).marks),
    "abbey-enclosed": lambda s, v: (
        "enclosed" in s.of(v["place"]).flags or s.of(v["place"]).tiles == 9 or s.around(v["place"]) == 8
    ),
    "abbey-few-around": lambda s, v: s.of(v["place"]).tiles <= 4,
}

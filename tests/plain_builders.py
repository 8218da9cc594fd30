"""The plain reckoning of a recorded game with bridges, castles, flying machines, castle tiles, cathedrals, River II.

Written from the rules as they are told, like `plain_record`, and without the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from plain_record import Man, PlainRecord
from plain_table import Feature, Lying, Piece, PlainTable

from adjudicator.geometry.face import SIDES, Face

LORD, EACH_AROUND, CASTLE_TILE, NEAR_CASTLE = 12, 1, 2, 3
CASTLE_MORE = 1
UNSAID = ("garden", "german-castle", "german-cathedral")
"""Kinds of which no rule says whether they set a castle off."""

_BRIDGE = re.compile(r"bridge at \((-?\d+),(-?\d+)\) ([NESW])")
_DOUBLE = re.compile(
    r"german castle (\S+?)(?:@(\d+))? at \((-?\d+),(-?\d+)\) and (\S+?)(?:@(\d+))? at \((-?\d+),(-?\d+)\)"
)


class Table(PlainTable):
    """A table with bridges, castle tiles of two squares, and cathedrals that roads lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[tuple[int, int], frozenset[int]] = {}
        """The bridges over squares where no tile lies yet, by their ends."""
        self.doubles: list[frozenset[tuple[int, int]]] = []
        """The squares of each castle tile."""

    def lay(self, x: int, y: int, face: Face, turns: int) -> None:
        super().lay(x, y, face, turns)
        if (x, y) in self.waiting:
            self.bridge((x, y), self.waiting.pop((x, y)))

    def bridge(self, cell: tuple[int, int], ends: frozenset[int]) -> None:
        """A straight road over a tile; the fields below stay as they are."""
        if cell not in self.lying:
            self.waiting[cell] = ends
            return
        assert all(self.edges[cell][end] == "f" for end in ends), "a bridge stands on fields"
        self.lying[cell].append(Lying("road", ends, frozenset(), 0, (), {}))
        self.edges[cell] = ["r" if side in ends else edge for side, edge in enumerate(self.edges[cell])]

    def double(self, cell: tuple[int, int]) -> frozenset[tuple[int, int]]:
        return next(one for one in self.doubles if cell in one)

    def feature(self, piece: Piece) -> Feature:
        if self.piece(piece).kind != "german-castle":
            return super().feature(piece)
        return frozenset(
            (*cell, at)
            for cell in self.double(piece[:2])
            for at, one in enumerate(self.lying[cell])
            if one.kind == "german-castle"
        )

    def ring(self, feature: Feature) -> set[tuple[int, int]]:
        """The squares around a castle tile."""
        own = {piece[:2] for piece in feature}
        return {(x + dx, y + dy) for x, y in own for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - own

    def roads(self, cathedral: Feature) -> list[Feature]:
        """The roads that lead to a cathedral, each once."""
        ((x, y, _),) = cathedral
        starts = [(x, y, at) for at, one in enumerate(self.lying[x, y]) if one.kind == "road" and len(one.sides) == 1]
        return list(dict.fromkeys(self.feature(piece) for piece in starts))

    def at_cathedral(self, cell: tuple[int, int]) -> bool:
        return any(one.kind == "german-cathedral" for one in self.lying[cell])

    def leads(self, road: Feature) -> bool:
        """Whether a road leads to a cathedral."""
        return any(self.at_cathedral(piece[:2]) and len(self.piece(piece).sides) == 1 for piece in road)

    def tiles(self, feature: Feature) -> int:
        """Where a road starts and ends on one cathedral tile its segments there count one by one."""
        if self.kind(feature) == "road":
            own = [piece for piece in feature if self.at_cathedral(piece[:2]) and len(self.piece(piece).sides) == 1]
            cells = {piece[:2] for piece in feature}
            return len(cells) + len(own) - len({piece[:2] for piece in own})
        return super().tiles(feature)

    def complete(self, feature: Feature) -> bool:
        kind = self.kind(feature)
        if kind == "german-castle":
            return self.ring(feature) <= self.lying.keys()
        if kind == "german-cathedral":
            return all(self.complete(road) for road in self.roads(feature))
        return super().complete(feature)


class PlainBuilders(PlainRecord):
    """One game with the builders' boxes."""

    table: Table

    def __init__(
        self, players: Iterable[str], use: Iterable[str], start: Iterable[tuple[int, int, Face]],
        face: Callable[[str], Face], scores: dict[str, int] | None = None, edition: str = "",
    ) -> None:  # fmt: skip
        super().__init__(players, use, (), face, scores, edition)
        self.table = Table()
        for x, y, one in start:
            self.lay(x, y, one, 0)
        self.flown = False
        self.whole: frozenset[Feature] = frozenset()
        """What was complete before the turn."""
        self.castles: dict[Feature, bool] = {}
        """The small cities with a castle, and whether it was built in this turn."""

    # ---- turns
    def begins(self, player: str, kind: str = "") -> None:
        super().begins(player, kind)
        self.flown = False
        self.castles = dict.fromkeys(self.castles, False)
        self.whole = frozenset(one for one in self.table.features() if self.table.complete(one))

    def _place(self, who: str, rest: str, line: str) -> None:
        if not rest.startswith("german castle "):
            super()._place(who, rest, line)
            return
        match = _DOUBLE.fullmatch(rest)
        assert match, rest
        first, second = ((int(match[i]), int(match[i + 1])) for i in (3, 7))
        self.table.doubles.append(frozenset((first, second)))
        self.lay(*second, self.face(match[5]), int(match[6] or 0) // 90)
        self.lay(*first, self.face(match[1]), int(match[2] or 0) // 90)
        self.cell = first
        self.gift()

    def new_squares(self) -> tuple[tuple[int, int], ...]:
        own = super().new_squares()
        return next((tuple(one) for one in self.table.doubles if {*own} & one), own)

    def _rolls(self, who: str, rest: str, line: str) -> None:
        self.flown = True

    _roll = _rolls

    def _build(self, who: str, rest: str, line: str) -> None:
        match = _BRIDGE.fullmatch(rest)
        if match:
            side = SIDES.index(match[3])
            self.table.bridge((int(match[1]), int(match[2])), frozenset((side, (side + 2) % 4)))
        else:
            self.castles[self.table.feature(self.place(rest.removeprefix("castle on ")))] = True

    def beside(self, man: Man) -> None:
        """Who flies stands where it lands."""

    def place(self, text: str) -> Piece:
        """A castle goes by its own kind."""
        if not text.startswith("castle "):
            return super().place(text)
        x, y = map(int, text.partition("(")[2].rstrip(")").split(","))
        return next(piece for castle in self.castles for piece in castle if piece[:2] == (x, y))

    def lords(self, castle: Feature) -> list[Man]:
        return [man for man in self.on(castle) if man.meeple]

    def tile_of(self, cell: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        return next((tuple(double) for double in self.table.doubles if cell in double), (cell,))

    def kind_of_place(self, man: Man) -> str:
        """A castle is no city any more, and its lord no knight."""
        return "castle" if self.stays(man) else super().kind_of_place(man)

    def stays(self, man: Man) -> bool:
        return any(man.piece in castle for castle in self.castles)

    # ---- what features are worth
    def field_worth(self, field: Feature, each: int, player: str = "") -> int:
        """A castle is worth a point more than a city, and the herd gives farmers one more a city."""
        done = [city for city in self.table.cities(field) if self.table.complete(city)]
        castles = sum(CASTLE_MORE for city in done if city in self.castles)
        herds = self.carries(field, "pig-herd") if player else 0
        return super().field_worth(field, each, player) + castles + herds * len(done)

    def worth(self, feature: Feature, end: bool) -> int:
        table, kind = self.table, self.table.kind(feature)
        complete = table.complete(feature)
        if kind == "german-castle":
            if complete:
                return LORD
            return CASTLE_TILE + EACH_AROUND * len(table.ring(feature) & table.lying.keys())
        if kind == "german-cathedral":
            return sum(table.tiles(road) for road in table.roads(feature))
        points = super().worth(feature, end)
        if kind == "road" and complete and table.leads(feature):
            points = 2 * table.tiles(feature)
        if kind in ("road", "city") and complete and not end:
            points += NEAR_CASTLE * len({double for double in table.doubles if any(p[:2] in double for p in feature)})
        return points

    # ---- the scoring of a turn
    def done(self, cell: tuple[int, int]) -> list[Feature]:
        """What has been completed since the turn began, bridges and all."""
        every = (one for one in self.table.features() if one not in self.castles)
        return [one for one in every if one not in self.whole and self.table.complete(one)]

    def score(self) -> None:
        """After what has been completed the castles beside it."""
        assert self.cell is not None
        done = {feature: self.worth(feature, False) for feature in self.done(self.cell)}
        super().score()
        while done:
            done = self.set_off(done)
        self.helpers()

    def set_off(self, done: dict[Feature, int]) -> dict[Feature, int]:
        """The lords of the castles near what is `done` get what that is worth; which castles, and what they got."""
        found: dict[Feature, int] = {}
        for castle, new in self.castles.items():
            near = {feature for feature in done if any(piece[:2] in self.vicinity(castle) for piece in feature)}
            points = {done[feature] for feature in near if self.table.kind(feature) not in UNSAID}
            lords = self.lords(castle)
            if new or not lords or not near:
                continue
            if len(points) != 1 or any(self.table.kind(feature) in UNSAID for feature in near):
                self.shaky.update(man.owner for man in lords)  # which of them counts nobody says
            found[castle] = max(points, default=0)
            self.book([(owner, found[castle]) for owner in dict.fromkeys(man.owner for man in lords)])
            self.sent += [(man, castle) for man in lords if man.kind == "wagon"]  # these may drive on
            self.home(self.on(castle))
        return found

    @staticmethod
    def vicinity(castle: Feature) -> set[tuple[int, int]]:
        """The two squares of a castle and the two on either long side."""
        (ax, ay, _), (bx, by, _) = sorted(castle)
        dx, dy = bx - ax, by - ay
        return {(x + step * dy, y + step * dx) for x, y in ((ax, ay), (bx, by)) for step in (-1, 0, 1)}

    def at_the_end(self, feature: Feature) -> list[tuple[str, int]]:
        return [] if feature in self.castles else super().at_the_end(feature)

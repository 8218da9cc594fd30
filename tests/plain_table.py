"""A table and a game reckoned the plain way, to hold the package against: nothing is kept, all is walked anew.

It knows faces as they are printed and shares no code with `geometry.tiling`, `geometry.ground` or the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from adjudicator.geometry.face import HALVES, SIDES, Face

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
ACROSS = (5, 4, 7, 6, 1, 0, 3, 2)
"""The half side of a neighbour that each half side lies against: NL against SR, NR against SL."""

SURROUNDED = ("monastery", "garden", "abbey", "cemetery", "haunted-castle", "german-monastery")

Piece = tuple[int, int, int]
"""x, y, and which of the segments of the face."""

Feature = frozenset[Piece]


class Lying(NamedTuple):
    """A piece of a feature as its tile lies."""

    kind: str
    sides: frozenset[int]
    halves: frozenset[int]
    coats: int
    touches: tuple[int, ...]
    marks: Mapping[str, int] = {}
    covered: bool = False
    """Whether it lies under mist, which parts it from what is open."""

    @property
    def side(self) -> str:
        """A side or half side that tells it from others of its kind, "" where it has none."""
        if self.sides:
            return SIDES[min(self.sides)]
        return HALVES[min(self.halves)] if self.halves else ""


def turned(face: Face, turns: int) -> list[Lying]:
    """The pieces of `face` after `turns` quarter turns clockwise."""
    return [
        Lying(
            piece.kind,
            frozenset((side + turns) % 4 for side in piece.sides),
            frozenset((half + 2 * turns) % 8 for half in piece.halves),
            piece.marks.get("coat", 0),
            piece.touches,
            piece.marks,
            piece.covered,
        )
        for piece in face.segments
    ]


def edges(face: Face, turns: int) -> list[str]:
    """The letters of the sides from the north after `turns` quarter turns clockwise."""
    return [face.edges[(side - turns) % 4] for side in range(4)]


class PlainTable:
    """Tiles on squares."""

    def __init__(self, tiles: Iterable[tuple[int, int, Face, int]] = ()) -> None:
        self.lying: dict[tuple[int, int], list[Lying]] = {}
        self.edges: dict[tuple[int, int], list[str]] = {}
        for x, y, face, turns in tiles:
            self.lay(x, y, face, turns)

    def lay(self, x: int, y: int, face: Face, turns: int) -> None:
        """Lays a tile, whether it fits or not."""
        self.lying[x, y] = turned(face, turns)
        self.edges[x, y] = edges(face, turns)

    def fits(self, x: int, y: int, face: Face, turns: int) -> bool:
        """Whether a tile may lie on (x, y): an empty square beside a tile, every side like its neighbour's."""
        mine = edges(face, turns)
        beside = [(side, self.edges.get((x + dx, y + dy))) for side, (dx, dy) in enumerate(STEPS)]
        there = [(side, other) for side, other in beside if other is not None]
        return (x, y) not in self.lying and bool(there) and all(mine[s] == other[(s + 2) % 4] for s, other in there)

    def near(self) -> list[tuple[int, int]]:
        """Every square from a row and a column outside the table to the other, tiles on it or not."""
        xs, ys = [x for x, _ in self.lying], [y for _, y in self.lying]
        return [(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)]

    def piece(self, piece: Piece) -> Lying:
        """How a piece lies."""
        return self.lying[piece[:2]][piece[2]]

    def pieces(self) -> list[Piece]:
        """Every piece on the table, in the order of laying."""
        return [(x, y, at) for (x, y), lying in self.lying.items() for at in range(len(lying))]

    def feature(self, piece: Piece) -> Feature:
        """All pieces that are one feature with `piece`."""
        found, waiting = {piece}, [piece]
        while waiting:
            x, y, at = waiting.pop()
            mine = self.lying[x, y][at]
            meets = [(side, None) for side in mine.sides] + [(half // 2, ACROSS[half]) for half in mine.halves]
            for side, half in meets:
                there = (x + STEPS[side][0], y + STEPS[side][1])
                for other, lying in enumerate(self.lying.get(there, ())):
                    joined = (side + 2) % 4 in lying.sides if half is None else half in lying.halves
                    alike = (lying.kind, lying.covered) == (mine.kind, mine.covered)
                    if alike and joined and (*there, other) not in found:
                        found.add((*there, other))
                        waiting.append((*there, other))
        return frozenset(found)

    def features(self) -> list[Feature]:
        """Every feature, in the order of laying."""
        return list(dict.fromkeys(self.feature(piece) for piece in self.pieces()))

    def kind(self, feature: Feature) -> str:
        """Its kind."""
        return self.piece(next(iter(feature))).kind

    def tiles(self, feature: Feature) -> int:
        """The tiles it lies on; for a monastery or garden its own tile and those around."""
        if self.kind(feature) in SURROUNDED:
            ((x, y, _),) = feature
            return sum((x + dx, y + dy) in self.lying for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        return len({(x, y) for x, y, _ in feature})

    def coats(self, feature: Feature) -> int:
        """The coats of arms in it."""
        return sum(self.piece(piece).coats for piece in feature)

    def complete(self, feature: Feature) -> bool:
        """Whether nothing of it is open; a field never is complete."""
        kind = self.kind(feature)
        if kind in SURROUNDED:
            return self.tiles(feature) == 9
        ends = [(x + STEPS[s][0], y + STEPS[s][1]) for x, y, at in feature for s in self.lying[x, y][at].sides]
        return kind != "field" and all(end in self.lying for end in ends)

    def cities(self, field: Feature) -> set[Feature]:
        """The cities that a field borders."""
        return {self.feature((x, y, city)) for x, y, at in field for city in self.lying[x, y][at].touches}


class PlainGame:
    """A game from the first tile on: who stands where, and who has how many points."""

    def __init__(self, players: Iterable[str]) -> None:
        self.table = PlainTable()
        self.totals = dict.fromkeys(players, 0)
        self.stands: dict[Piece, tuple[str, str]] = {}
        """Colour and figure by the piece they stand on."""

    def free(self, square: tuple[int, int]) -> list[Piece]:
        """The pieces of a tile whose whole feature bears nobody."""
        here = [(*square, at) for at in range(len(self.table.lying[square]))]
        return [piece for piece in here if not self.table.feature(piece) & self.stands.keys()]

    def out(self, colour: str, figure: str) -> int:
        """How many of a figure a player has on the table."""
        return list(self.stands.values()).count((colour, figure))

    def end_turn(self, square: tuple[int, int]) -> None:
        """Scores what the tile on `square` completed and takes those who stood there back."""
        near = [(square[0] + dx, square[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        here = [(*square, at) for at in range(len(self.table.lying[square]))]
        around = [
            (*there, at)
            for there in near
            for at, lying in enumerate(self.table.lying.get(there, ()))
            if lying.kind in SURROUNDED
        ]
        for feature in {self.table.feature(piece) for piece in here + around}:
            if self.table.complete(feature):
                self._pay(feature, self.worth(feature))
                for piece in feature:
                    self.stands.pop(piece, None)

    def worth(self, feature: Feature) -> int:
        """What a feature is worth as it stands, to whoever leads it."""
        table = self.table
        kind, complete = table.kind(feature), table.complete(feature)
        if kind == "field":
            return 3 * sum(table.complete(city) for city in table.cities(feature))
        if kind == "city":
            return (table.tiles(feature) + table.coats(feature)) * (2 if complete else 1)
        return table.tiles(feature)

    def leaders(self, feature: Feature) -> set[str]:
        """The players with the most figures on a feature, nobody on an empty one."""
        there = [self.stands[piece][0] for piece in feature if piece in self.stands]
        return {player for player in there if there.count(player) == max(map(there.count, there))}

    def _pay(self, feature: Feature, points: int) -> None:
        for player in self.leaders(feature):
            self.totals[player] += points

    def final(self) -> dict[str, int]:
        """The totals after the final scoring."""
        for feature in self.table.features():
            self._pay(feature, self.worth(feature))
        return self.totals

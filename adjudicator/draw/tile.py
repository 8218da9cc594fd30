"""The picture of one tile face: its plan painted, and the signs of what it carries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from adjudicator.draw import pen
from adjudicator.draw.path import MIDDLE, SIZE, Point, turned
from adjudicator.draw.plan import Plan, plan
from adjudicator.draw.shapes import Sign, by_hand, sign, ways
from adjudicator.draw.spots import Ground
from adjudicator.geometry.face import ANY_EDGE, HALVES, SIDES, Face

FIELD = "#b4d17a"
STONE = "#d9d2c3"
"""The ground of a tile that goes beside everything."""
CITY, WALL, BATTLEMENT = "#e2b274", "#6e4c2c", "#efe2c6"

FULL = 12.0
"""How far a sign of scale 1 reaches from its middle."""
GARDEN = "garden"
"""The kind that lies in a field wherever there is room."""
HOUSES = 3
"""Houses in a city, at most."""


class Picture(NamedTuple):
    """A face that has been drawn, upright."""

    elements: tuple[pen.Element, ...]
    signs: Mapping[str, None]
    """The ids of the definitions it uses."""
    plan: Plan
    ground: Ground
    places: Mapping[int, Point]
    """The middle of each building and garden, by segment."""


@cache
def picture(face: Face) -> Picture:
    """The picture of `face`; what lies under it, the field, is not in it."""
    return _Painter(face).picture()


def look(ident: str) -> Sign:
    """The shape of a sign; one that nobody has drawn is a label with the first letter of its name."""
    return sign(ident) or Sign((("#f6efdc", "M-9,-9L9,-9L9,9L-9,9Z"),))


def letter_of(ident: str) -> str:
    """What stands on the label of a sign without a shape; "" for one that has a shape."""
    return "" if sign(ident) is not None else "".join(word[:1] for word in ident.split("-")[:2]).upper()


def definition(ident: str) -> pen.Element:
    """A sign to be used by its id, with its middle at (0,0)."""
    shape = look(ident)
    parts = [
        pen.path(d, fill=fill, stroke=pen.INK, stroke_width="1", stroke_linejoin="round")
        if fill
        else pen.stroke(d, pen.INK, 1.6, stroke_linecap="round")
        for fill, d in shape.parts
    ]
    letter = letter_of(ident)
    if letter:
        parts.append(pen.text(letter, 0, 4.5, 12, text_anchor="middle"))
    return pen.group(parts, f"s-{ident}")


class _Painter:
    def __init__(self, face: Face) -> None:
        self.face = face
        self.override = by_hand(face.id)
        self.plan = plan(face, self.override)
        self.ground = Ground(face, self.plan)
        self.elements: list[pen.Element] = []
        self.signs: dict[str, None] = {}
        self.places = dict(self.plan.inside)

    def picture(self) -> Picture:
        if ANY_EDGE in self.face.edges:
            self.elements.append(pen.rect(0, 0, SIZE, SIZE, fill=STONE))
        self._ways(under=True)
        for city in self.plan.cities:
            self.elements.append(pen.path(city.path, fill=CITY))
            self._wall(city.wall)
        for wall in self.plan.walls:
            self._wall(wall)
        self._ways(under=False)
        for point in self.plan.crossings:
            self.elements.append(pen.circle(*point, 12.5, fill="#9dbf63", stroke="#85755a", stroke_width=0.8))
            self._sign("village", point)
        for point, kind in self.plan.ends:
            if not ways()[kind].end:
                self._sign("house", point, 1.0)
        for index, point in self.plan.inside.items():
            near = min(point[0], point[1], SIZE - point[0], SIZE - point[1]) < 30  # aside, by the rim of the tile
            self._sign(self.face.segments[index].kind, point, 0.8 if near else 1.0)
        for symbol, side, word in self.face.marks:
            self._symbol(symbol, side, word)
        for index, segment in enumerate(self.face.segments):
            for mark, number in sorted(segment.marks.items()):
                for _ in range(number):
                    self._carried(index, mark)
        for index, segment in enumerate(self.face.segments):
            if segment.kind == GARDEN:
                fields = [i for i, s in enumerate(self.face.segments) if s.kind == "field"]
                self.places[index] = self._free(GARDEN, fields)
        self._houses()
        return Picture(tuple(self.elements), self.signs, self.plan, self.ground, self.places)

    def _wall(self, path: str) -> None:
        self.elements.append(pen.stroke(path, WALL, 5.0, stroke_linejoin="round"))
        self.elements.append(pen.stroke(path, BATTLEMENT, 2.2, stroke_dasharray="3 3"))

    def _ways(self, under: bool) -> None:
        """All verges, then all roads, so that they run into each other; a road that passes over another comes later."""
        for kind, look in ways().items():
            lines = [way for way in self.plan.ways if way.kind == kind]
            if look.under != under or not lines:
                continue
            straight = [way for way in lines if self.face.segments[way.segment].sides in ((0, 2), (1, 3))]
            for together in [[way] for way in lines] if len(straight) == 2 else [lines]:
                for colour, width in zip(look.colours, look.widths, strict=True):
                    self.elements.append(pen.stroke("".join(way.path for way in together), colour, width))
            for point, ending in self.plan.ends:
                if ending == kind and look.end:
                    radius = float(self.override.get("pond", look.end))
                    verge, water = look.colours
                    self.elements.append(pen.circle(*point, radius, fill=water, stroke=verge, stroke_width=1.8))

    # ---- signs
    def _sign(self, ident: str, point: Point, factor: float = 1.0, degrees: float = 0) -> None:
        self.signs[ident] = None
        scale = round(look(ident).scale * factor, 2)
        self.elements.append(pen.use(f"s-{ident}", *point, scale, degrees))
        self.ground.take(point, FULL * scale)

    def _free(self, ident: str, segments: list[int], outwards: bool = False) -> Point:
        """Puts a sign where there is room on the segments, smaller where there is little."""
        size = FULL * look(ident).scale
        spot = self.ground.copy().spot(segments or range(len(self.face.segments)), size, outwards)
        if spot is None:
            self._sign(ident, MIDDLE)
            return MIDDLE
        self._sign(ident, spot.point, min(1.0, max(0.6, (spot.room + 2) / size)))
        return spot.point

    def _carried(self, index: int, mark: str) -> None:
        """A sign of what a piece of the face carries: on it, or beside a road."""
        segment = self.face.segments[index]
        if look(mark).lies == "over":
            self._sign(mark, MIDDLE, degrees=0.0 if 1 in segment.sides else 90.0)
        elif segment.kind in ways():
            fields = [i for i, s in enumerate(self.face.segments) if s.kind == "field"]
            near = self._beside(index, fields)
            self._free(mark, near or fields)
        elif look(mark).lies == "middle":
            self._sign(mark, MIDDLE)
        else:
            self._free(mark, [index], outwards=segment.kind == "city")

    def _beside(self, index: int, fields: list[int]) -> list[int]:
        """The smaller field beside a road, in which its inn stands."""
        sizes = {i: sum(row.count(i) for row in self.ground.cells) for i in fields}
        halves = {h for side in self.face.segments[index].sides for h in (2 * side, 2 * side + 1)}
        near = [i for i in fields if halves & set(self.face.segments[i].halves)]
        return sorted(near, key=lambda i: (sizes[i], i))[:1]

    def _symbol(self, symbol: str, side: str, word: str) -> None:
        fields = [i for i, s in enumerate(self.face.segments) if s.kind == "field"]
        lies = look(symbol).lies
        if symbol in self.override:
            self._sign(symbol, tuple(self.override[symbol]))
        elif side and side[0] in SIDES:
            turn = SIDES.index(side[0])
            half = 0.5 if len(side) == 2 and side[1] in SIDES else 0.0  # a corner: half way to the next side
            if lies == "along":
                self.signs[symbol] = None
                self.elements.append(pen.use(f"s-{symbol}", *turned((50.0, 0.0), turn), 1.0, 90 * turn))
            else:
                if half:
                    turn = min((turn, SIDES.index(side[1])) if side not in ("NW", "WN") else (3,))
                self._sign(symbol, _towards(side), degrees=90 * (turn + half) if lies == "towards" else 0)
        elif lies == "middle":
            self._sign(symbol, MIDDLE)
        elif not fields or max(sum(row.count(i) for row in self.ground.cells) for i in fields) < 40:
            self._free(symbol, [*fields, *(i for i, s in enumerate(self.face.segments) if s.kind == "city")])
        else:
            self._free(symbol, fields)

    def _houses(self) -> None:
        """Houses where a city has room left."""
        for area in self.plan.cities:
            cells = sum(row.count(area.segment) for row in self.ground.cells)
            for _ in range(min(HOUSES, cells // 60)):
                # What is to stand there later needs the middle: a house keeps away from it.
                trial = self.ground.copy()
                spot = trial.spot([area.segment], 8.0, outwards=True)
                if spot is not None and spot.room > 6.5:
                    self._sign("house", spot.point)


def _towards(side: str) -> Point:
    """A place by a side, a half side or a corner."""
    if len(side) == 2 and side[1] in SIDES:
        (ax, ay), (bx, by) = (turned((50.0, 16.0), SIDES.index(one)) for one in side)
        return ax + bx - 50.0, ay + by - 50.0
    turn = SIDES.index(side[0])
    shift = 0.0 if side not in HALVES else -25.0 if HALVES.index(side) % 2 == 0 else 25.0
    return turned((50.0 + shift, 16.0), turn)

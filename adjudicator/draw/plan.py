"""Where the pieces of a face lie on its square: outlines of cities, the lines of roads and the like, the middle of
what stands inside.

Only the face data is read: which sides a city takes, which field ends at which corner, what meets what. Where that
makes no good picture, the expansion of the face says in its ``drawing.toml`` how a piece is drawn instead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.draw.path import MIDDLE, SIZE, Piece, Point, number, pieces, points_of, turned, written
from adjudicator.geometry.face import ANY_EDGE, EDGE_LETTERS, Face, Segment

WAYS = tuple(kind for kind in reversed(EDGE_LETTERS) if kind not in ("city", "field"))
"""The kinds that run over tiles as lines."""

CAP = 28.0
"""How deep a city on one side reaches into the tile."""
LOW_CAP = 19.0
"""The same before the wall of another city."""
BAY = 21.0
"""How deep a field reaches into a city round it."""
LOW_BAY = 40.0
"""The same where another city lies in that field."""
WAIST = 34.0
"""The same for both of two cities that cross."""
MEETING = 43.0
"""How deep cities reach in that meet in the middle of their tile."""
ASIDE = 24.0
"""How far a building stands from the middle where a road or the like passes by."""


class Area(NamedTuple):
    """A city on a face."""

    segment: int
    path: str
    wall: str
    """The part of the outline that is wall: the rest lies along the sides of the tile."""


class Way(NamedTuple):
    """A road or the like on a face."""

    segment: int
    kind: str
    path: str


class Plan(NamedTuple):
    """A whole face, upright."""

    cities: tuple[Area, ...]
    ways: tuple[Way, ...]
    inside: Mapping[int, Point]
    """The middle of each building, by segment."""
    crossings: tuple[Point, ...]
    """Where roads end together."""
    ends: tuple[tuple[Point, str], ...]
    """Where a road or the like ends by itself, and its kind."""
    walls: tuple[str, ...] = ()
    """Walls that belong to no city of the face."""
    signs: tuple[Point, ...] = ()
    """Where signs stand that were given a place by hand."""


def plan(face: Face, override: Mapping[str, Any]) -> Plan:
    """The plan of `face`; `override` tells for names such as ``city N`` a path, for a building a point."""
    return _Planner(face, override).plan()


class _Planner:
    def __init__(self, face: Face, override: Mapping[str, Any]) -> None:
        self.face = face
        self.segments = face.segments
        self.names = face.turned(0).names
        self.override = override
        self.city_at = {side: i for i, s in enumerate(self.segments) if s.kind == "city" for side in s.sides}
        self.owned = {i: self._corners(i, s) for i, s in enumerate(self.segments) if s.kind == "city"}
        self.groups = [set(group) for group in face.joined]
        self.inside = self._buildings()
        self.crossings: dict[Point, None] = {}
        self.ends: list[tuple[Point, str]] = []

    def plan(self) -> Plan:
        cities = tuple(self._city(i) for i in self.owned)
        self.walls = {area.segment: area for area in cities}
        self.through = {i: self._through(s) for i, s in enumerate(self.segments) if self._is_way(s, 2)}
        ways = []
        for kind in WAYS:
            for index, segment in enumerate(self.segments):
                if segment.kind == kind and segment.sides:
                    path = self.override.get(self.names[index]) or self._way(index, segment)
                    ways.append(Way(index, kind, path))
        signs = tuple(tuple(at) for symbol, _, _ in self.face.marks if (at := self.override.get(symbol)))
        walls = (self.override["wall"],) if "wall" in self.override else ()
        return Plan(cities, tuple(ways), self.inside, tuple(self.crossings), tuple(self.ends), walls, signs)

    @staticmethod
    def _is_way(segment: Segment, ends: int) -> bool:
        return segment.kind in WAYS and len(segment.sides) >= ends

    # ---- cities
    def _corners(self, index: int, city: Segment) -> list[int]:
        """The corners a city reaches, clockwise; corner n lies where side n begins."""
        corners = {corner for side in city.sides for corner in (side, (side + 1) % 4)}
        for corner in range(4):
            before, after = self._field(2 * corner - 1), self._field(2 * corner)
            if before is None or after is None or before == after:
                continue
            # Two fields end at this corner, so something stands between them.
            if index in self.segments[before].touches and index in self.segments[after].touches:
                corners.add(corner)
        return sorted(corners)

    def _field(self, half: int) -> int | None:
        return next((i for i, s in enumerate(self.segments) if half % 8 in s.halves), None)

    def _city(self, index: int) -> Area:
        override = self.override.get(self.names[index])
        if override:
            strokes = pieces(override)
        elif not self.owned[index]:
            strokes = pieces("M50,26C82,26 82,74 50,74C18,74 18,26 50,26Z")
        elif len(self.segments[index].sides) == 4:
            strokes = pieces("M0,0L100,0L100,100L0,100Z")
        else:
            strokes = self._outline(index)
        return Area(index, written(strokes) + "Z", written(one for one in strokes if not _on_edge(one)))

    def _outline(self, index: int) -> list[Piece]:
        corners = self.owned[index]
        strokes: list[Piece] = []
        for at, corner in enumerate(corners):
            following = corners[(at + 1) % len(corners)]
            gap = (following - corner) % 4 or 4
            if gap == 1 and corner in self.segments[index].sides:
                strokes.append(Piece((turned((0, 0), corner), turned((SIZE, 0), corner))))
            else:
                strokes += self._wall(index, corner, gap)
        return strokes

    def _wall(self, index: int, corner: int, gap: int) -> list[Piece]:
        """The wall from one corner to the corner `gap` sides further clockwise."""
        if gap == 1:
            depth = self._bay(index, corner)
            steep = 6.0 if depth == LOW_BAY else 16.0
            local = [(0.0, 0.0), (steep, depth * 4 / 3), (SIZE - steep, depth * 4 / 3), (SIZE, 0.0)]
            return [Piece(tuple(turned(point, corner) for point in local))]
        if gap == 2:
            # From the corner where a free side begins to the one two sides on: the city lies behind it.
            facing = any(set(self.owned[other]) >= {corner, (corner + 2) % 4} for other in self.owned if other != index)
            pull = 32.0 if facing else 40.0
            return [Piece(tuple(turned(p, corner) for p in ((0.0, 0.0), (pull, SIZE - pull), (SIZE, SIZE))))]
        depth = self._cap(index)
        side = (corner - 1) % 4  # the side the city lies on: the wall runs back along it
        out = [(0.0, 0.0), (15.0, 14.0), (24.0, depth), (50.0, depth), (76.0, depth), (85.0, 14.0), (SIZE, 0.0)]
        back = [turned(point, side) for point in reversed(out)]
        return [Piece(tuple(back[:4])), Piece(tuple(back[3:]))]

    def _bay(self, index: int, side: int) -> float:
        other = self.city_at.get(side)
        if other is None:
            return BAY
        return WAIST if len(self.owned[other]) == 4 else LOW_BAY

    def _cap(self, index: int) -> float:
        if any(index in group and len(group & set(self.owned)) > 1 for group in self.groups):
            return MEETING
        side = self.segments[index].sides[0]
        ends = {side, (side + 1) % 4}
        facing = any(len(self.owned[i]) > 2 and ends <= set(self.owned[i]) for i in self.owned if i != index)
        return LOW_CAP if facing and len(self.owned) > 1 and not self._diagonal(index) else CAP

    def _diagonal(self, index: int) -> bool:
        """Whether the other city of the tile lies in a corner, which leaves room enough."""
        return all(len(self.segments[i].sides) == 2 and len(self.owned[i]) == 3 for i in self.owned if i != index)

    # ---- what stands inside
    def _buildings(self) -> dict[int, Point]:
        found: dict[int, Point] = {}
        indexes = [i for i, s in enumerate(self.segments) if self._is_building(s)]
        for place, index in enumerate(indexes):
            given = self.override.get(self.names[index])
            found[index] = tuple(given) if given else self._place(index, place)
        return found

    @staticmethod
    def _is_building(segment: Segment) -> bool:
        return not segment.sides and not segment.halves and segment.kind not in ("field", "city", "garden")

    def _place(self, index: int, number: int) -> Point:
        """The middle of a building: beside what passes through the tile, away from a lone city."""
        if ANY_EDGE in self.face.edges:
            return MIDDLE
        bound = {i for group in self.groups if index in group for i in group}
        passing = {
            side
            for i, s in enumerate(self.segments)
            if self._is_way(s, 2) and i not in bound and s.kind != "city"
            for side in s.sides
        }
        x, y = MIDDLE
        free = [side for side in range(4) if side not in passing]
        if number:
            free = free[number:] or free
        if passing and free:
            taken = {side for s in self.segments if s.sides for side in s.sides}
            side = next((side for side in free if side not in taken), free[0])
            if len(passing) == 2 and (passing == {0, 2} or passing == {1, 3}):
                return turned((50.0, 50.0 - ASIDE), side)
            return _sum(MIDDLE, [turned((50.0, 30.0), one) for one in free])
        caps = [s.sides[0] for i, s in enumerate(self.segments) if s.kind == "city" and len(s.sides) == 1]
        if len(caps) == 1 and len(self.owned) == 1 and index not in {i for g in self.groups for i in g}:
            return turned((50.0, 64.0), caps[0])
        return (x + 30.0 * number, y)

    # ---- roads and the like
    def _through(self, segment: Segment) -> str:
        sides = segment.sides
        if len(sides) > 2:
            return "".join(f"M{_at(_edge(side))}L{_at(MIDDLE)}" for side in sides)
        one, two = (_edge(side) for side in sides)
        if (sides[1] - sides[0]) % 2 == 0:
            return f"M{_at(one)}L{_at(two)}"
        return f"M{_at(one)}Q50,50 {_at(two)}"

    def _way(self, index: int, segment: Segment) -> str:
        if len(segment.sides) > 1:
            return self.through[index]
        side = segment.sides[0]
        target = self._gate(index, side)
        if target is not None:
            return self._to_gate(side, target)
        target = self._end(index, segment)
        bend = "" if abs(target[0] - 50) < 1 or abs(target[1] - 50) < 1 else f"Q{_at(turned((50.0, 30.0), side))} "
        return f"M{_at(_edge(side))}{bend or 'L'}{_at(target)}"

    def _gate(self, index: int, side: int) -> Point | None:
        """The gate of a city at which a road ends; None where it ends elsewhere."""
        for group in self.groups:
            cities = group & set(self.owned)
            roads = [i for i in group if self.segments[i].kind == "road"]
            if index in group and cities and len(roads) == 1:
                return self._gate_of(min(cities), index, side)
        if self._parted(side) and self._alone(index) and len(self.owned) == 1:
            return self._gate_of(min(self.owned), index, side)
        return None

    def _parted(self, side: int) -> bool:
        """Whether what runs off this side parts two fields, so that it ends at something."""
        left, right = self._field(2 * side), self._field(2 * side + 1)
        return left is not None and right is not None and left != right

    def _alone(self, index: int) -> bool:
        """Whether a road ends on a tile on which no other one does, and nothing stands in the middle of it."""
        ending = [i for i, s in enumerate(self.segments) if s.kind in WAYS and len(s.sides) == 1]
        return ending == [index] and not self.inside and not self.through

    def _gate_of(self, city: int, road: int, side: int) -> Point:
        """Where a road from `side` reaches the wall of a city."""
        corners = self.owned[city]
        wall = points_of(self.walls[city].wall)
        if self.override.get(self.names[city]):
            return min(wall, key=lambda p: (_far(p, _edge(side)) + _far(p, MIDDLE), p))
        for at, corner in enumerate(corners):
            gap = (corners[(at + 1) % len(corners)] - corner) % 4 or 4
            if (side - corner) % 4 < gap:
                break
        if gap == 1:
            return turned((50.0, self._bay(city, side)), side)
        if gap == 2:
            others = [
                i
                for i, s in enumerate(self.segments)
                if i != road and s.kind in WAYS and s.sides and set(s.sides) & {corner, (corner + 1) % 4}
            ]
            stroke = self._wall(city, corner, 2)[0].along()
            if not others:
                return stroke[3]
            return stroke[1] if side == corner else stroke[-3]
        return turned((50.0, self._cap(city)), self.segments[city].sides[0])

    def _to_gate(self, side: int, gate: Point) -> str:
        start = _edge(side)
        x, y = turned(gate, -side)
        if abs(x - 50) < 1:
            return f"M{_at(start)}L{_at(gate)}"
        bend = turned((50.0, min(y + 2, 50.0) if abs(x - 50) < 30 else 50.0), side)
        return f"M{_at(start)}Q{_at(bend)} {_at(gate)}"

    def _end(self, index: int, segment: Segment) -> Point:
        """Where a road or the like ends that reaches no gate."""
        for group in self.groups:
            if index in group:
                building = next((i for i in group if i in self.inside), None)
                if building is not None:
                    return self.inside[building]
        target = MIDDLE
        mates = [i for i, s in enumerate(self.segments) if s.kind == segment.kind and len(s.sides) == 1]
        free = [i for i in mates if self._free(i)]
        if len(free) == 1 and self._parted(segment.sides[0]):
            curves = [self.through[i] for i in self.through if self.segments[i].kind == segment.kind]
            for curve in curves:
                along = points_of(curve)
                target = min(along, key=lambda p: (_far(p, MIDDLE), p))
        grouped = any(index in group and len(group & set(mates)) > 1 for group in self.groups)
        wide = next((c for c in self.owned.values() if len(c) == 3), None) if len(self.owned) == 1 else None
        if wide is not None and not grouped:
            # A city in a corner takes the middle of the tile: roads meet before its wall.
            hidden = next(corner for corner in range(4) if corner not in wide)
            target = turned((62.0, 38.0), hidden - 1)
        parted = self._parted(segment.sides[0])
        if segment.kind == "road" and (grouped or len(free) > 1 or parted) and not self._on_building(target):
            self.crossings[target] = None
        elif len(free) == 1 and not self.inside:
            self.ends.append((target, segment.kind))
        return target

    def _free(self, index: int) -> bool:
        return not any(index in group and any(i in self.inside for i in group) for group in self.groups) and (
            self._gate(index, self.segments[index].sides[0]) is None
        )

    def _on_building(self, point: Point) -> bool:
        return any(_far(point, middle) < 10 for middle in self.inside.values())


def _edge(side: int) -> Point:
    """The middle of a side."""
    return turned((50.0, 0.0), side)


def _at(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _far(one: Point, other: Point) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _sum(middle: Point, points: list[Point]) -> Point:
    return (
        middle[0] + sum(x - middle[0] for x, _ in points) * 0.7,
        middle[1] + sum(y - middle[1] for _, y in points) * 0.7,
    )


def _on_edge(stroke: Piece) -> bool:
    """Whether a stroke is a line along a side of the tile."""
    (a, b), *rest = stroke.points
    if len(rest) != 1:
        return False
    x, y = rest[0]
    return (a == x and a in (0, SIZE)) or (b == y and b in (0, SIZE))

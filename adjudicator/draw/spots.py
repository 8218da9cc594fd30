"""Which part of a tile belongs to which piece of its face, and where on it there is room for figures and signs.

The plan of a face is painted on a grid; what is left over falls into fields. Fields are told apart by the half sides
they reach, so that a picture shows one field where the face has one, whatever its outline.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from adjudicator.draw.path import SIZE, Point, points_of
from adjudicator.draw.plan import Plan
from adjudicator.draw.shapes import ways
from adjudicator.geometry.face import Face

CELLS = 25
"""Cells of the grid along a side."""
CELL = SIZE / CELLS

BUILT = 15.0
"""How far a building reaches from its middle."""
UNDER = 5
"""How many cells the tint of a field reaches under what stands on it or beside it."""
NOTHING, TAKEN = -1, -2
_HALVES = tuple(
    [
        [(0, c) for c in range(3, 10)], [(0, c) for c in range(15, 22)],
        [(r, CELLS - 1) for r in range(3, 10)], [(r, CELLS - 1) for r in range(15, 22)],
        [(CELLS - 1, c) for c in range(15, 22)], [(CELLS - 1, c) for c in range(3, 10)],
        [(r, 0) for r in range(15, 22)], [(r, 0) for r in range(3, 10)],
    ]
)  # fmt: skip
"""Cells (row, column) along each half side, away from corners and from what runs off in the middle."""


_BEFORE = ((0, -1, 1.0), (-1, 0, 1.0), (-1, -1, 1.4), (-1, 1, 1.4))
_AFTER = tuple((-row, -column, step) for row, column, step in _BEFORE)
"""Cells that come before and after one, row by row, with how far it is to them."""


class Spot(NamedTuple):
    """A free place."""

    point: Point
    room: float
    """How far it is from there to the nearest thing."""


class Ground:
    """The grid of one face, upright."""

    def __init__(self, face: Face, plan: Plan) -> None:
        self.face, self.plan = face, plan
        self.cells = [[NOTHING] * CELLS for _ in range(CELLS)]
        self._paint_ways(under=True)
        for city in plan.cities:
            self._paint_area(points_of(city.path), city.segment)
        self._paint_ways(under=False)
        for index, middle in plan.inside.items():
            self._paint_round(middle, BUILT, index)
        for middle in plan.crossings:
            self._paint_round(middle, 9.0, TAKEN)
        for wall in plan.walls:
            self._paint_way(wall, 3.0, TAKEN)
        for point in plan.signs:
            self._paint_round(point, 10.0, TAKEN)
        self._paint_fields()
        self._taken: list[Spot] = []

    # ---- painting
    def _paint_round(self, middle: Point, radius: float, label: int) -> None:
        x, y = middle
        for row in range(max(0, int((y - radius) / CELL)), min(CELLS, int((y + radius) / CELL) + 1)):
            for column in range(max(0, int((x - radius) / CELL)), min(CELLS, int((x + radius) / CELL) + 1)):
                dx, dy = (column + 0.5) * CELL - x, (row + 0.5) * CELL - y
                if dx * dx + dy * dy <= radius * radius:
                    self.cells[row][column] = label

    def _paint_ways(self, under: bool) -> None:
        for way in self.plan.ways:
            look = ways()[way.kind]
            if look.under == under:
                self._paint_way(way.path, look.widths[0] / 2 + 1, way.segment)

    def _paint_way(self, path: str, radius: float, label: int) -> None:
        for part in path.split("M")[1:]:
            points = points_of(f"M{part}")
            for (ax, ay), (bx, by) in itertools.pairwise(points):
                steps = max(1, int(max(abs(bx - ax), abs(by - ay)) / CELL) + 1)
                for step in range(steps + 1):
                    at = step / steps
                    self._paint_round((ax + (bx - ax) * at, ay + (by - ay) * at), radius, label)

    def _paint_area(self, outline: list[Point], label: int) -> None:
        for row in range(CELLS):
            y = (row + 0.5) * CELL
            cuts = sorted(
                ax + (y - ay) / (by - ay) * (bx - ax)
                for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True)
                if (ay <= y) != (by <= y)
            )
            for left, right in zip(cuts[::2], cuts[1::2], strict=False):
                for column in range(CELLS):
                    if left <= (column + 0.5) * CELL <= right:
                        self.cells[row][column] = label

    def _paint_fields(self) -> None:
        """Labels what is left: every part by the field whose half sides it holds, the rest by turns."""
        fields = [i for i, s in enumerate(self.face.segments) if s.kind == "field"]
        inner = [i for i in fields if not self.face.segments[i].halves]
        spare = 0
        for part in sorted(self._parts(), key=len, reverse=True):
            votes: dict[int, int] = {}
            for index in fields:
                for half in self.face.segments[index].halves:
                    hit = sum(cell in part for cell in _HALVES[half])
                    votes[index] = votes.get(index, 0) + hit
            best = max(votes, key=lambda index: (votes[index], -index), default=None)
            if best is None or not votes[best]:
                if len(part) < 4:
                    continue
                near = [i for i in inner if set(self.face.segments[i].touches) <= self._beside(part)] or inner
                if not near:
                    continue
                best = near[spare % len(near)]
                spare += 1
            for row, column in part:
                self.cells[row][column] = best

    def _beside(self, part: set[tuple[int, int]]) -> set[int]:
        return {
            self.cells[r][c]
            for row, column in part
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if 0 <= r < CELLS and 0 <= c < CELLS
        }

    def _parts(self) -> list[set[tuple[int, int]]]:
        """What nothing was painted on, in parts that hang together."""
        left = {(r, c) for r in range(CELLS) for c in range(CELLS) if self.cells[r][c] == NOTHING}
        found = []
        for start in sorted(left):
            if start not in left:
                continue
            left.discard(start)
            part, waiting = {start}, [start]
            while waiting:
                row, column = waiting.pop()
                for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    if beside in left:
                        left.discard(beside)
                        part.add(beside)
                        waiting.append(beside)
            found.append(part)
        return found

    # ---- reading
    def take(self, point: Point, radius: float) -> None:
        """Notes that something stands there."""
        self._taken.append(Spot(point, radius))

    def copy(self) -> Ground:
        """The same ground, on which more may be put."""
        _ = self._clear  # worked out once for all copies
        other = object.__new__(Ground)
        other.__dict__.update(self.__dict__, _taken=list(self._taken))
        return other

    def spot(self, segments: Iterable[int], radius: float, outwards: bool = False) -> Spot | None:
        """The best place for something of `radius` on one of the segments; None where they take no ground.

        `outwards` looks for one far from the middle of the tile, as long as there is room for it.
        """
        best: tuple[float, float, Point] | None = None
        clear = self._clear
        taken = self._taken
        for segment in dict.fromkeys(segments):
            for x, y, room in clear.get(segment, ()):
                for (tx, ty), reach in taken:
                    gap = math.hypot(x - tx, y - ty) - reach
                    if gap < room:
                        room = gap
                off = math.hypot(x - 50, y - 50)
                score = min(room, radius) + 0.05 * off if outwards else min(room, 20.0) - 0.02 * off
                if best is None or score > best[0] + 1e-6:
                    best = (score, room, (x, y))
        if best is None:
            return None
        found = Spot(best[2], best[1])
        self.take(found.point, radius)
        return found

    @cached_property
    def _clear(self) -> dict[int, list[tuple[float, float, float]]]:
        """For each segment the middles of its cells, as x and y, and how far what is not its own is from there."""
        cells = self.cells
        rim = [NOTHING - 2] * (CELLS + 2)
        labels = [rim, *([rim[0], *row, rim[0]] for row in cells), rim]
        far = [[0.0] * (CELLS + 2) for _ in range(CELLS + 2)]
        # Distances grow from cell to cell, once from the north-west and once from the south-east.
        for rows, sides in ((range(1, CELLS + 1), _BEFORE), (range(CELLS, 0, -1), _AFTER)):
            for r in rows:
                for c in rows:
                    own = labels[r][c]
                    least = far[r][c] or 99.0
                    for dr, dc, step in sides:
                        beside = far[r + dr][c + dc] + step if labels[r + dr][c + dc] == own else step / 2
                        if beside < least:
                            least = beside
                    far[r][c] = least
        found: dict[int, list[tuple[float, float, float]]] = {}
        for r in range(CELLS):
            for c in range(CELLS):
                x, y = (c + 0.5) * CELL, (r + 0.5) * CELL
                found.setdefault(cells[r][c], []).append((x, y, far[r + 1][c + 1] * CELL))
        return found

    def _spread(self, segment: int) -> set[tuple[int, int]]:
        """The cells of a field and those a little way into what is no field: all that is painted over it."""
        fields = {i for i, s in enumerate(self.face.segments) if s.kind == "field"}
        own = {(r, c) for r in range(CELLS) for c in range(CELLS) if self.cells[r][c] == segment}
        lines = {way.segment for way in self.plan.ways}
        rim = own
        for step in range(UNDER):
            rim = {
                (r, c)
                for row, column in rim
                for r, c in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
                if 0 <= r < CELLS and 0 <= c < CELLS and (r, c) not in own and self.cells[r][c] not in fields
                # A road is no wider than three cells, and beyond its middle another field may begin.
                if step < 2 or self.cells[r][c] not in lines
            }
            own = own | rim
        return own

    def outline(self, segment: int) -> str:
        """The ground of a field as a path along the lines of the grid, some way under what borders it."""
        own = self._spread(segment)
        edges: dict[Point, list[Point]] = {}
        for row in range(CELLS):
            for column in range(CELLS):
                if (row, column) not in own:
                    continue
                for (r, c), one, two in (
                    ((row - 1, column), (column, row), (column + 1, row)),
                    ((row, column + 1), (column + 1, row), (column + 1, row + 1)),
                    ((row + 1, column), (column + 1, row + 1), (column, row + 1)),
                    ((row, column - 1), (column, row + 1), (column, row)),
                ):
                    if (r, c) not in own:
                        edges.setdefault(one, []).append(two)
        parts = []
        while edges:
            start = here = min(edges)
            corners = [start]
            while True:
                following = edges[here].pop()
                if not edges[here]:
                    del edges[here]
                here = following
                if here == start:
                    break
                corners.append(here)
            kept = [
                corner
                for before, corner, after in zip([corners[-1], *corners], corners, [*corners[1:], start], strict=False)
                if not (before[0] == corner[0] == after[0] or before[1] == corner[1] == after[1])
            ]
            parts.append("M" + "L".join(f"{x * CELL:g},{y * CELL:g}" for x, y in kept) + "Z")
        return "".join(parts)

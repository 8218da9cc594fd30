"""Tile faces in plain text, nine characters wide and five lines high.

.#######.      # % & =  a city each (another sign is another city)     + a coat of arms
...###...      ─ │ ┐    roads; o a crossing                            ~ a river
────┐....      [M]      a monastery      * a garden                    . field
....│....      i C w g c p ^  inn, cathedral, wine, grain, cloth, pig herd, volcano
....│....      other signs are the first letter of what is there
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.geometry.face import ANY_EDGE, SIDES, Face, Lay, Segment
from adjudicator.words.vocabulary import vocabulary

WIDTH, HEIGHT = 9, 5
GAP = 3
"""Columns between two drawings."""

_CITIES = "#%&="
_SIGNS = {"coat": "+", "cathedral": "C", "volcano": "^", "garden": "*"}
_LINES = {
    (0, 2): "│", (1, 3): "─", (0, 1): "└", (1, 2): "┌", (2, 3): "┐", (0, 3): "┘",
    (0, 1, 2): "├", (1, 2, 3): "┬", (0, 2, 3): "┤", (0, 1, 3): "┴", (0, 1, 2, 3): "┼",
}  # fmt: skip
_MIDDLE = (2, 4)
_ARMS = (((0, 4), (1, 4)), tuple((2, x) for x in range(8, 4, -1)), ((4, 4), (3, 4)), tuple((2, x) for x in range(4)))
"""From each side to the middle, as (line, column)."""
_BENDS = {
    (0, 3): ("│┘┌┘───", ((0, 4), (1, 4), (1, 3), (2, 3), (2, 2), (2, 1), (2, 0))),
    (1, 2): ("│┌┘┌───", ((4, 4), (3, 4), (3, 5), (2, 5), (2, 6), (2, 7), (2, 8))),
    (0, 1): ("│└┐└───", ((0, 4), (1, 4), (1, 5), (2, 5), (2, 6), (2, 7), (2, 8))),
    (2, 3): ("│┐└┐───", ((4, 4), (3, 4), (3, 3), (2, 3), (2, 2), (2, 1), (2, 0))),
}
"""Curves that leave the middle free, for a tile with two of them."""
_SPOTS = ((3, 1), (3, 7), (1, 7), (1, 1), (3, 2), (1, 6), (3, 6), (1, 2), (2, 1), (2, 7), (4, 2), (0, 2), (0, 6))
_CAPS = (
    ((0, 1, 7), (1, 3, 5)),
    ((1, 7, 8), (2, 6, 8), (3, 7, 8)),
    ((4, 1, 7), (3, 3, 5)),
    ((1, 0, 1), (2, 0, 2), (3, 0, 1)),
)
"""What a city on one side covers, as (line, first column, last column)."""
_LOW_CAPS = (((0, 2, 6),), ((1, 8, 8), (2, 8, 8), (3, 8, 8)), ((4, 2, 6),), ((1, 0, 0), (2, 0, 0), (3, 0, 0)))

Cell = tuple[int, int]


def draw(face: Face, turns: int = 0) -> str:
    """The face after `turns` quarter turns clockwise: five lines of nine characters, without a line end at the end."""
    sheet = _Sheet(face.turned(turns))
    return "\n".join("".join(line) for line in sheet.lines)


def side_by_side(pictures: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Drawings with their names above them, as many in a row as `width` columns hold."""
    wide = max(WIDTH, *(len(name) for name, _ in pictures)) + GAP
    each = max(1, (width + GAP) // wide)
    lines: list[str] = []
    for start in range(0, len(pictures), each):
        row = [[name, *drawn.split("\n")] for name, drawn in pictures[start : start + each]]
        lines += [""] if lines else []
        lines += ["".join(line.ljust(wide) for line in level).rstrip() for level in zip(*row, strict=True)]
    return lines


class _Sheet:
    def __init__(self, lay: Lay) -> None:
        self.lay = lay
        self.ground = ":" if ANY_EDGE in lay.edges else "."
        self.lines = [[self.ground] * WIDTH for _ in range(HEIGHT)]
        self.cities = [segment for segment in lay.segments if segment.kind == "city"]
        self.bent = self.curves() > 1
        areas = [self.city(segment, sign) for segment, sign in zip(self.cities, _CITIES, strict=False)]
        for segment in lay.segments:
            if segment.sides and segment.kind != "city":
                self.way(segment)
        for group in lay.face.joined:
            self.meeting([lay.segments[index] for index in group])
        for segment in lay.segments:
            if not segment.sides and segment.kind != "field":
                self.inside(segment)
        for segment, area in zip(self.cities, areas, strict=False):
            self.carried(segment, area)
        for segment in lay.segments:
            if segment.kind != "city":
                self.carried(segment, [])
        for symbol, side, _ in lay.marks:
            self.draw_symbol(symbol, side)

    def put(self, cell: Cell, sign: str) -> None:
        self.lines[cell[0]][cell[1]] = sign

    def at(self, cell: Cell) -> str:
        return self.lines[cell[0]][cell[1]]

    def curves(self) -> int:
        """How many roads and rivers turn a corner on the tile, or one that has to go round something else."""
        return sum(1 for s in self.lay.segments if s.kind != "city" and s.sides in _BENDS)

    # ---- cities

    def city(self, segment: Segment, sign: str) -> list[Cell]:
        """Fill the cells of a city and give them back."""
        cells = [cell for cell in self.area(segment) if self.at(cell) == self.ground]
        for cell in cells:
            self.put(cell, sign)
        return cells

    def area(self, segment: Segment) -> list[Cell]:
        sides = segment.sides
        every = [(y, x) for y in range(HEIGHT) for x in range(WIDTH)]
        if len(sides) == 4:
            return every
        if len(sides) == 3:
            free = next(side for side in range(4) if side not in sides)
            return [cell for cell in every if cell not in _cap(free, _CAPS)]
        if sides in ((0, 2), (1, 3)):
            return self.across(sides)
        if len(sides) == 2:
            return [cell for cell in every if _corner(sides, cell)]
        if not sides:
            return [(1, 3), (1, 4), (1, 5)]
        wide = any(len(other.sides) > 1 for other in self.cities)
        return _cap(sides[0], _LOW_CAPS if wide else _CAPS)

    def across(self, sides: tuple[int, ...]) -> list[Cell]:
        if sides == (1, 3):
            return [(y, x) for y in range(HEIGHT) for x in range(WIDTH) if abs(y - 2) * 2 < max(1.5, abs(x - 4) + 0.5)]
        return [(y, x) for y in range(HEIGHT) for x in range(WIDTH) if abs(x - 4) <= 1 + abs(y - 2)]

    # ---- roads and rivers

    def way(self, segment: Segment) -> None:
        """Draw a road or a river."""
        sides = segment.sides
        road = segment.kind == "road"
        if self.bent and sides in _BENDS:
            signs, cells = _BENDS[sides]
            for sign, cell in zip(signs, cells, strict=True):
                self.put(cell, sign if road else "~")
            return
        for side in sides:
            for cell in _ARMS[side]:
                if self.at(cell) == self.ground or len(sides) > 1:
                    self.put(cell, ("─" if side % 2 else "│") if road else "~")
        if len(sides) > 1 and (road or self.at(_MIDDLE) == self.ground):
            self.put(_MIDDLE, _LINES[sides] if road else "~")

    def meeting(self, group: list[Segment]) -> None:
        """Draw what meets in the middle: a crossing, or a road that goes on to a gate or over a bridge."""
        roads = [segment for segment in group if segment.kind == "road" and len(segment.sides) == 1]
        middle = self.at(_MIDDLE)
        if len(roads) > 1 and middle == self.ground:
            self.put(_MIDDLE, "o")
        elif len(roads) == 1 and len(group) > 1 and middle in (self.ground, "~"):
            side = roads[0].sides[0]
            city = next((segment for segment in group if segment.kind == "city"), None)
            straight = (side, (side + 2) % 4)
            behind = _ARMS[straight[1]][-1]
            if city and middle != "~" and self.at(behind) not in _CITIES:
                ends = (side, city.sides[0])
            else:
                ends = straight
            self.put(_MIDDLE, _LINES.get(tuple(sorted(ends)), "o"))
        elif len(roads) == 1 and middle in _LINES.values() and self.at((2, 3)) in _CITIES + "─":
            self.gates(group, middle)

    def gates(self, group: list[Segment], middle: str) -> None:
        """Two roads that end at one city without meeting: the wall comes between them."""
        for segment in group:
            if segment in self.cities and len(segment.sides) > 1 and middle in "─│":
                self.put(_MIDDLE, _CITIES[self.cities.index(segment)])

    # ---- what a tile carries

    def inside(self, segment: Segment) -> None:
        if segment.kind == "garden":
            self.spot("*")
        elif "completable" in vocabulary().kind_traits(segment.kind) or self.at(_MIDDLE) == self.ground:
            y, x = _MIDDLE if self.at(_MIDDLE) != "~" else (1, 4)
            for at, sign in zip((x - 1, x, x + 1), f"[{segment.kind[0].upper()}]", strict=True):
                self.put((y, at), sign)
        else:
            self.spot(segment.kind[0].upper())

    def carried(self, segment: Segment, area: list[Cell]) -> None:
        """Put the signs of what a piece carries on the piece, or beside its middle."""
        for mark, number in segment.marks.items():
            sign = _SIGNS.get(mark, mark[0])
            for _ in range(number):
                if area:
                    area = self.within(area, sign)
                else:
                    self.spot(sign)

    def within(self, area: list[Cell], sign: str) -> list[Cell]:
        """Put `sign` near the middle of a city; the cells that are left for others."""
        y = sum(cell[0] for cell in area) / len(area)
        x = sum(cell[1] for cell in area) / len(area)
        ways = "─│┐┘┌└"
        free = [cell for cell in area if self.at(cell) not in ways] or area
        cell = min(free, key=lambda c: (abs(c[0] - y) * 2 + abs(c[1] - x), c))
        self.put(cell, sign)
        return [other for other in area if other != cell and abs(other[1] - cell[1]) > 1] or area

    def draw_symbol(self, symbol: str, side: str) -> None:
        sign = _SIGNS.get(symbol, symbol[0])
        if side and side[0] in SIDES:
            self.put(_ARMS[SIDES.index(side[0])][0], sign)
        elif self.at(_MIDDLE) == self.ground:
            self.put(_MIDDLE, sign)
        else:
            self.spot(sign)

    def spot(self, sign: str) -> None:
        """Put `sign` on a free piece of field, or in the middle of a tile that has none."""
        self.put(next((cell for cell in _SPOTS if self.at(cell) == self.ground), _MIDDLE), sign)


def _cap(side: int, caps: tuple[tuple[tuple[int, int, int], ...], ...]) -> list[Cell]:
    return [(y, x) for y, first, last in caps[side] for x in range(first, last + 1)]


def _corner(sides: tuple[int, ...], cell: Cell) -> bool:
    """Whether a cell lies in the half of the tile before two neighbouring sides."""
    down = (cell[0] - 2) / 2 * (1 if 2 in sides else -1)
    right = (cell[1] - 4) / 4 * (1 if 1 in sides else -1)
    return down + right > 0.2

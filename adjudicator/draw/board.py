"""A position on tiles as a picture: the table, the figures, what a ruling points at, the players beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.draw import figures, pen
from adjudicator.draw.path import SIZE, Point, number, turned, turned_path
from adjudicator.draw.scene import Mark, Scene
from adjudicator.draw.spots import Ground
from adjudicator.draw.tile import FIELD, definition, look, picture
from adjudicator.engine.sight import Laid, Standing
from adjudicator.geometry.face import ANY_EDGE, Face, Lay
from adjudicator.model.position import Cell
from adjudicator.words.say import Speech

RIM = 26.0
"""Room for the coordinates at each side of the table."""
TINT = "#d1178b"
GOOD, BAD, ASKED = "#1b8a3a", "#c8281f", TINT
COLOURS = {True: GOOD, False: BAD, None: ASKED}
"""Colours of what is pointed at: yes, no, and what is asked about."""
HATCHES = {True: ("hg", 0), False: ("hb", 90), None: ("ha", 45)}
"""The hatching of areas, by id and direction, so that they are told apart without colour."""
ROUND = ((11.0, 9.0), (-12.0, 9.0), (11.0, -11.0), (-12.0, -11.0), (0.0, 14.0))
"""Where figures stand about the middle of a building."""


class Drawn(NamedTuple):
    """A part of a picture."""

    elements: list[pen.Element]
    width: float
    height: float


class Defs:
    """The definitions that a picture uses, each written once, in the order in which they are asked for."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.letters = figures.letters(speech)
        self.faces: dict[Face, str] = {}
        self.signs: dict[str, None] = {}
        self.hatches: dict[bool | None, None] = {}
        self.figures: dict[tuple[str, str], None] = {}

    def face(self, face: Face) -> str:
        """The id of a face."""
        return self.faces.setdefault(face, f"t{len(self.faces)}")

    def hatch(self, good: bool | None) -> str:
        """The id of a hatching."""
        self.hatches[good] = None
        return HATCHES[good][0]

    def sign(self, ident: str) -> str:
        """The id of a sign."""
        self.signs[ident] = None
        return f"s-{ident}"

    def elements(self) -> Iterator[pen.Element]:
        """All of them."""
        if self.faces:
            yield pen.clip("c", SIZE)
        for good in self.hatches:
            yield pen.hatch(*HATCHES[good], COLOURS[good])
        bodies = []
        for face, ident in self.faces.items():
            drawn = picture(face)
            self.signs.update(drawn.signs)
            bodies.append(pen.group(drawn.elements, ident, clip_path="url(#c)"))
        for sign in self.signs:
            yield definition(sign)
        yield from bodies
        for figure, owner in self.figures:
            yield figures.defined(figure, owner, self.letters.get(owner, ""))


class DrawnBoard:
    """The tiles of a scene, laid out on a sheet."""

    def __init__(self, scene: Scene, defs: Defs, speech: Speech) -> None:
        self.scene, self.defs, self.speech = scene, defs, speech
        self.lays: dict[Cell, Lay | None] = {tile.cell: tile.lay for tile in scene.tiles}
        cells = [*self.lays, *(cell for mark in scene.marks if (cell := _cell_of(mark)) is not None)]
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        self.left, self.top = min(xs), min(ys)
        self.columns, self.rows = max(xs) - self.left + 1, max(ys) - self.top + 1
        self.grounds: dict[Cell, Ground] = {}
        self.crowd: dict[tuple[Cell, int], int] = {}

    def drawn(self) -> Drawn:
        """The table with its rim."""
        elements = [self._grass(), *self._blanks(), *self._tints(fields=True), *self._tiles(), self._seams()]
        elements += [*self._tints(fields=False), *self._laid(), *self._over(), *self._frames()]
        elements += [one for stand in self.scene.standing for one in self._figure(stand)]
        elements += [*self._signs(), *self._rim()]
        return Drawn(elements, self.columns * SIZE + 2 * RIM, self.rows * SIZE + 2 * RIM)

    def at(self, cell: Cell, point: Point = (0.0, 0.0)) -> Point:
        """Where a point of a square lies on the sheet."""
        return RIM + (cell[0] - self.left) * SIZE + point[0], RIM + (cell[1] - self.top) * SIZE + point[1]

    # ---- tiles
    def _grass(self) -> pen.Element:
        squares = (
            self.at(cell) for cell, lay in self.lays.items() if lay is not None and ANY_EDGE not in lay.face.edges
        )
        return pen.path("".join(f"M{number(x)},{number(y)}h100v100h-100Z" for x, y in squares), fill=FIELD)

    def _blanks(self) -> Iterator[pen.Element]:
        for cell, lay in self.lays.items():
            if lay is None:
                x, y = self.at(cell)
                yield pen.rect(x, y, SIZE, SIZE, fill="#e8e4da")
                yield pen.text("?", x + 50, y + 62, 34, text_anchor="middle", fill="#9a9282")

    def _tiles(self) -> Iterator[pen.Element]:
        for cell, lay in self.lays.items():
            if lay is not None:
                yield pen.use(self.defs.face(lay.face), *_turn_shift(self.at(cell), lay.turns), 1.0, 90 * lay.turns)

    def _seams(self) -> pen.Element:
        """The edges of the tiles."""
        squares = (self.at(cell) for cell in self.lays)
        edges = "".join(f"M{number(x)},{number(y)}h100v100h-100Z" for x, y in squares)
        return pen.stroke(edges, "#4e5b33", 0.8, stroke_opacity="0.55")

    def _rim(self) -> Iterator[pen.Element]:
        look = {"text_anchor": "middle", "fill": "#5f574a"}
        for column in range(self.columns):
            x = RIM + (column + 0.5) * SIZE
            for y in (RIM - 8, RIM + self.rows * SIZE + 18):
                yield pen.text(str(self.left + column), x, y, 13, **look)
        for row in range(self.rows):
            y = RIM + (row + 0.5) * SIZE + 5
            for x in (RIM / 2, RIM * 1.5 + self.columns * SIZE):
                yield pen.text(str(self.top + row), x, y, 13, **look)

    # ---- what is pointed at
    def _tints(self, fields: bool) -> Iterator[pen.Element]:
        """The features that are pointed at, tinted, each piece once: fields below the tiles, all others above."""
        done: set[tuple[Cell, int]] = set()
        for mark in self.scene.marks:
            if mark.item.kind != "feature" or mark.aside:
                continue
            for cell, index in self.scene.pieces.get(str(mark.item.parts[0]), ()):
                lay = self.lays.get(cell)
                if lay is None or (cell, index) in done:
                    continue
                done.add((cell, index))
                if (lay.face.segments[index].kind == "field") == fields:
                    x, y = self.at(cell)
                    shift = f"translate({number(x)} {number(y)})"
                    yield pen.group(self._tint(lay, index, mark.good), transform=shift)

    def _tint(self, lay: Lay, index: int, good: bool | None) -> Iterator[pen.Element]:
        drawn = picture(lay.face)
        colour = COLOURS[good]
        if lay.face.segments[index].kind == "field":
            yield pen.path(turned_path(drawn.ground.outline(index), lay.turns), fill=f"url(#{self.defs.hatch(good)})")
        for area in drawn.plan.cities:
            if area.segment == index:
                yield pen.path(turned_path(area.path, lay.turns), fill=f"url(#{self.defs.hatch(good)})")
        for way in drawn.plan.ways:
            if way.segment == index:
                yield pen.stroke(turned_path(way.path, lay.turns), colour, 13, stroke_opacity="0.5")
        if index in drawn.places:
            x, y = turned(drawn.places[index], lay.turns)
            yield pen.circle(x, y, 25, fill=colour, fill_opacity="0.22", stroke=colour, stroke_width=3)

    def _frames(self) -> Iterator[pen.Element]:
        """Squares that are pointed at, framed."""
        for mark in self._squares():
            cell = _cell_of(mark)
            if cell is not None:
                x, y = self.at(cell)
                dash = {} if mark.good else {"stroke_dasharray": "9 5"}
                yield pen.rect(
                    x + 3, y + 3, 94, 94, fill="none", stroke=COLOURS[mark.good], stroke_width=4, rx=6, **dash
                )

    def _squares(self) -> list[Mark]:
        """What is pointed at, each square once: where a tile may lie in one way it may lie."""
        found: dict[object, Mark] = {}
        for mark in self.scene.marks:
            place = _cell_of(mark) or mark.item
            before = found.get(place)
            if before is None or (mark.good and not before.good):
                found[place] = mark
        return list(found.values())

    def _signs(self) -> Iterator[pen.Element]:
        """A sign for yes or no at each place that is pointed at, with the number of the reason."""
        for mark in self._squares():
            if mark.good is None:
                continue
            point = self._sign_point(mark)
            if point is not None:
                yield sign(mark.good, mark.reason, *point)

    def _sign_point(self, mark: Mark) -> Point | None:
        cell = _cell_of(mark)
        if cell is not None:
            return self.at(cell, (84.0, 16.0))
        if mark.item.kind == "corner":
            return self.at((mark.item.parts[0], mark.item.parts[1]))
        for cell, index in self.scene.pieces.get(str(mark.item.parts[0]), ()):
            if self.lays.get(cell) is not None:
                return self._free(cell, index, 10.0)
        return None

    # ---- figures and what lies on tiles
    def _free(self, cell: Cell, index: int, radius: float) -> Point:
        """A free place on a piece of a tile, on the sheet."""
        lay = self.lays.get(cell)
        if lay is None:
            return self.at(cell, (50.0, 50.0))
        drawn = picture(lay.face)
        if index in drawn.places and lay.face.segments[index].kind not in ("city", "road", "field"):
            count = self.crowd.get((cell, index), 0)
            self.crowd[cell, index] = count + 1
            x, y = turned(drawn.places[index], lay.turns)
            dx, dy = ROUND[count % len(ROUND)]
            return self.at(cell, (min(max(x + dx, 12.0), 88.0), min(max(y + dy, 12.0), 88.0)))
        if cell not in self.grounds:
            self.grounds[cell] = drawn.ground.copy()
        spot = self.grounds[cell].spot([index], radius)
        return self.at(cell, turned(spot.point if spot is not None else (50.0, 50.0), lay.turns))

    def point_of(self, stand: Standing) -> Point:
        """Where a figure comes to stand on the sheet, beside those that stand there already."""
        if stand.corner:
            return self.at(stand.cell)
        if stand.segment is None:
            count = self.crowd.get((stand.cell, -1), 0)
            self.crowd[stand.cell, -1] = count + 1
            return self.at(stand.cell, (28.0 + 44.0 * (count % 2), 72.0 - 44.0 * (count // 2 % 2)))
        return self._free(stand.cell, stand.segment, figures.REACH)

    def _figure(self, stand: Standing) -> list[pen.Element]:
        return stood(self.defs, stand, *self.point_of(stand), self.speech)

    def _laid(self) -> Iterator[pen.Element]:
        for laid in self.scene.laid:
            yield from self._heap(laid)

    def point_of_heap(self, laid: Laid) -> Point:
        """Where something that lies on a piece comes to lie on the sheet."""
        lay = self.lays.get(laid.cell)
        places = picture(lay.face).places if lay is not None else {}
        if lay is not None and laid.segment in places:
            return self.at(laid.cell, turned(places[laid.segment], lay.turns))
        return self._free(laid.cell, laid.segment, 10.0)

    def _heap(self, laid: Laid) -> Iterator[pen.Element]:
        x, y = self.point_of_heap(laid)
        yield pen.use(self.defs.sign(laid.mark), x, y, look(laid.mark).scale)
        yield counted(laid.number, x - 10, y - 9)

    def _over(self) -> Iterator[pen.Element]:
        for over in self.scene.over:
            points = [self.at(cell, (50.0, 50.0)) for cell in over.cells]
            x, y = (sum(p[axis] for p in points) / len(points) for axis in (0, 1))
            yield pen.use(self.defs.sign(over.kind), x, y, look(over.kind).scale * 1.2)


def stood(defs: Defs, stand: Standing, x: float, y: float, speech: Speech, scale: float = 1.0) -> list[pen.Element]:
    """A figure at (x, y), with what it carries and the name it was given."""
    one = stand.occupant
    defs.figures[one.figure, one.owner] = None
    elements, signs = figures.drawn(one, x, y, speech, scale)
    defs.signs.update(dict.fromkeys(signs))
    if one.label:
        elements.append(pen.text(one.label[:14], x, y + 20 * scale, 9, text_anchor="middle", fill=pen.INK))
    return elements


def counted(count: int, x: float, y: float) -> pen.Element:
    """A number in a disc."""
    said = pen.text(str(count), x, y + 3, 8, text_anchor="middle", font_weight="bold", fill="#ffffff")
    return pen.group([pen.circle(x, y, 5.5, fill=pen.INK), said])


def sign(good: bool, reason: int, x: float, y: float) -> pen.Element:
    """A disc with a tick or a cross, told apart by shape too, and the number of the reason beside it."""
    colour = GOOD if good else BAD
    mark = "M-5,0L-1.5,4L5,-4.5" if good else "M-4,-4L4,4M4,-4L-4,4"
    body = (
        pen.circle(0, 0, 10, fill=colour, stroke="#ffffff", stroke_width=1.5)
        if good
        else pen.path("M-9,-9L9,-9L9,9L-9,9Z", fill=colour, stroke="#ffffff", stroke_width="1.5")
    )
    parts = [body, pen.stroke(mark, "#ffffff", 2.6, stroke_linecap="round")]
    if reason:
        parts.append(pen.circle(-12, 9, 6.5, fill="#ffffff", stroke=colour, stroke_width=1.2))
        parts.append(pen.text(str(reason), -12, 12.2, 9, text_anchor="middle", font_weight="bold", fill=pen.INK))
    return pen.group(parts, transform=f"translate({number(x)} {number(y)})")


def _cell_of(mark: Mark) -> Cell | None:
    """The square that is framed."""
    parts = mark.item.parts
    if mark.item.kind == "cell":
        return parts[0], parts[1]
    if mark.item.kind == "placement":
        return parts[2], parts[3]
    return None


def _turn_shift(point: Point, turns: int) -> Point:
    """Where (0,0) of a face comes to lie when it is turned about its middle, for a square at `point`."""
    x, y = turned((0.0, 0.0), turns)
    return point[0] + x, point[1] + y

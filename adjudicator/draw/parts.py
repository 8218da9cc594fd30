"""A position in parts, for a table that is put together on a screen: each face, sign and figure as a picture of its
own, the ground of every piece of a face, and where on its tile each figure stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.draw import figures, pen
from adjudicator.draw.board import Defs, DrawnBoard, counted
from adjudicator.draw.path import MIDDLE, SIZE, Point, turned, turned_path
from adjudicator.draw.scene import Scene
from adjudicator.draw.shapes import ways
from adjudicator.draw.tile import FIELD, definition, look, picture
from adjudicator.engine.sight import Laid, Over, Standing
from adjudicator.geometry.face import ANY_EDGE, Face, Lay
from adjudicator.model.position import Occupant
from adjudicator.words.say import Speech

REACH = 16.0
"""How far the picture of a figure or a sign reaches from its middle."""


class Area(NamedTuple):
    """The ground of one piece of a face, as the tile lies."""

    segment: int
    path: str
    """An outline, or with `width` a line along the middle of the piece."""
    width: float
    """0 for an outline."""
    point: Point
    """A place inside it, where a figure would stand."""


class Placed(NamedTuple):
    """Something that is to be seen on a tile, in units of the tile from its north-west."""

    what: Standing | Laid | Over
    point: Point


def face_picture(face: Face, name: str) -> str:
    """A face, upright, as SVG without a margin; `name` is what it is called by a reader of screens."""
    drawn = picture(face)
    ground = [] if ANY_EDGE in face.edges else [pen.rect(0, 0, SIZE, SIZE, fill=FIELD)]
    body = [*ground, pen.group(drawn.elements, clip_path="url(#c)")]
    return pen.small((0, 0, SIZE, SIZE), name, [pen.clip("c", SIZE), *(definition(one) for one in drawn.signs)], body)


def figure_picture(one: Occupant, speech: Speech) -> str:
    """A figure with what it carries, as SVG with its middle in the middle."""
    elements, signs = figures.drawn(one._replace(label=""), 0, 0, speech)
    letter = figures.letters(speech).get(one.owner, "")
    defs = [figures.defined(one.figure, one.owner, letter), *(definition(ident) for ident in dict.fromkeys(signs))]
    name = speech.figure(one.owner, one.figure)
    return pen.small((-REACH, -REACH, 2 * REACH, 2 * REACH), name, defs, elements)


def sign_picture(ident: str, number: int, name: str) -> str:
    """Something that lies on tiles, with its number where that is not 1, as SVG with its middle in the middle."""
    body = [pen.use(f"s-{ident}", 0, 0, look(ident).scale)]
    if number > 1:
        body.append(counted(number, -9, -9))
    return pen.small((-REACH, -REACH, 2 * REACH, 2 * REACH), name, [definition(ident)], body)


def areas(lay: Lay) -> tuple[Area, ...]:
    """The ground of every piece of a tile as it lies, the one painted last at the end."""
    turns = lay.turns
    return tuple(
        one._replace(path=turned_path(one.path, turns), point=turned(one.point, turns)) for one in _upright(lay.face)
    )


@lru_cache(maxsize=256)
def _upright(face: Face) -> tuple[Area, ...]:
    """The same of a face that is not turned: a table has many tiles, and few faces."""
    drawn = picture(face)
    found: dict[int, Area] = {}
    spare = drawn.ground.copy()
    for index, segment in enumerate(face.segments):
        if segment.kind == "field":
            found[index] = Area(index, drawn.ground.outline(index), 0, MIDDLE)
    for area in drawn.plan.cities:
        before = found.get(area.segment)
        found[area.segment] = Area(area.segment, (before.path if before else "") + area.path, 0, MIDDLE)
    for way in drawn.plan.ways:
        before = found.pop(way.segment, None)
        width = ways()[way.kind].widths[0] + 8
        found[way.segment] = Area(way.segment, (before.path if before else "") + way.path, width, MIDDLE)
    for index, (x, y) in drawn.places.items():
        found.pop(index, None)
        path = f"M{x - 16:g},{y - 16:g}L{x + 16:g},{y - 16:g}L{x + 16:g},{y + 16:g}L{x - 16:g},{y + 16:g}Z"
        found[index] = Area(index, path, 0, (x, y))
    made = []
    for index, ground in found.items():
        point = drawn.places.get(index)
        if point is None:
            spot = spare.spot([index], figures.REACH)
            point = spot.point if spot is not None else MIDDLE
        made.append(ground._replace(point=point))
    return tuple(made)


def placed(scene: Scene, speech: Speech) -> Sequence[Placed]:
    """Everything that stands or lies on the tiles of `scene`, each with its place on its own tile."""
    if not scene.tiles:
        return ()
    board = DrawnBoard(scene, Defs(speech), speech)
    found = []
    for laid in scene.laid:
        found.append(Placed(laid, _on_tile(board, laid.cell, board.point_of_heap(laid))))
    for over in scene.over:
        points = [board.at(cell, MIDDLE) for cell in over.cells]
        middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        found.append(Placed(over, _on_tile(board, over.cells[0], middle)))
    for stand in scene.standing:
        found.append(Placed(stand, _on_tile(board, stand.cell, board.point_of(stand))))
    return found


def _on_tile(board: DrawnBoard, cell: tuple[int, int], point: Point) -> Point:
    left, top = board.at(cell)
    return point[0] - left, point[1] - top

"""What lies on the table, all of it, for those who show a position: tiles, figures, what is on and over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.model.position import Cell, Feature, Link, Occupant

if TYPE_CHECKING:
    from adjudicator.geometry.face import Lay

Piece = tuple[Cell, int]
"""A square, and a segment of the face on it."""


class Tile(NamedTuple):
    """A tile on the table."""

    cell: Cell
    lay: Lay | None
    """None for one whose face is not told."""


class Standing(NamedTuple):
    """A figure on the table."""

    cell: Cell
    segment: int | None
    """The segment of the face on its square; None at a corner, where `cell` is the square south-east of it, and for
    what stands on the whole tile."""
    corner: bool
    occupant: Occupant


class Laid(NamedTuple):
    """What lies on a piece besides figures."""

    cell: Cell
    segment: int
    mark: str
    number: int


class Over(NamedTuple):
    """A feature that lies over tiles."""

    kind: str
    cells: tuple[Cell, ...]
    name: str


class Sight(NamedTuple):
    """A whole position as it is to be seen."""

    tiles: tuple[Tile, ...]
    standing: tuple[Standing, ...]
    laid: tuple[Laid, ...]
    over: tuple[Over, ...]
    features: tuple[Feature, ...]
    """Those that are told and not laid."""
    links: tuple[Link, ...]


def sight(state: State) -> Sight:
    """Everything that is to be seen of `state`."""
    over = {ident: cells for ident, cells in state.over.items() if ident in state.features}
    tiles = [Tile(tile.cell, tile.lay) for tile in state.all_tiles() if tile.cell is not None]
    lying = [Over(state.features[ident].kind, cells, ident) for ident, cells in over.items()]
    features = [feature for ident, feature in state.features.items() if ident not in over]
    standing = [*_standing(state), *_neutral(state), *_above(state, over)]
    return Sight(
        tuple(tiles),
        tuple(standing),
        tuple(_laid(state)),
        tuple(lying),
        tuple(features),
        tuple(line.link for line in state.sketch_lines),
    )


def pieces(state: State, ident: str) -> tuple[Piece, ...]:
    """The squares and segments of a feature; none for one that is told and not laid."""
    try:
        parts = state.parts_of(state.feature(ident))
    except LookupError:
        return ()
    return tuple((part.cell, part.index) for part in parts if part.cell is not None)


def _standing(state: State) -> Iterator[Standing]:
    """Figures on pieces of tiles and at corners."""
    played = game(state.setup.expansions)
    for part, one in state.figures_on_tiles():
        if one.cell is not None and played.figure(one.figure).corner is not None:
            yield Standing(one.cell, None, True, one)
        elif part.cell is not None:
            yield Standing(part.cell, part.index, False, one)


def _neutral(state: State) -> Iterator[Standing]:
    """Figures of nobody that stand on whole tiles."""
    for figure, cell in state.neutral.items():
        if state.tile(cell) is not None:
            yield Standing(cell, None, False, Occupant("", figure, "", cell=cell))


def _above(state: State, over: Mapping[str, tuple[Cell, ...]]) -> Iterator[Standing]:
    """Figures on what lies over tiles."""
    for ident, cells in over.items():
        for one in state.features[ident].occupants:
            yield Standing(cells[0], None, False, one)


def _laid(state: State) -> Iterator[Laid]:
    for part, marks in state.marks_on_tiles():
        for mark, number in marks.items():
            if part.cell is not None:
                yield Laid(part.cell, part.index, mark, number)

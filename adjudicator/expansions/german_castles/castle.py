"""The castle of a castle tile: its two squares, who is its lord, what it is worth (NB-84, NB-85).

On a board the tile is two halves side by side that both show the castle; they are one feature.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.state import State
from adjudicator.engine.tiles import Part
from adjudicator.errors import Problem
from adjudicator.geometry.squares import at_sides, ring
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value

CASTLE = "german-castle"
SPACES = value("NB-84", "surrounding_spaces")


# ---- its squares
def halves(state: State, cell: Cell) -> frozenset[Cell]:
    """The squares of the castle tile of which `cell` is a half; no tile beside it is another one's (NB-82)."""
    return frozenset((cell, *(one for one in at_sides(cell) if shows_castle(state, one))))


def shows_castle(state: State, cell: Cell) -> bool:
    """Whether a half of a castle tile lies on a square of the board."""
    tile = state.tile(cell)
    return tile is not None and any(part.kind == CASTLE for part in tile.parts)


def one_tile(state: State, place: Cell | str) -> frozenset[Cell | str] | None:
    """Both squares of a castle tile for one of them."""
    if isinstance(place, str) or not shows_castle(state, place):
        return None
    return frozenset(halves(state, place))


def measured(state: State, root: int) -> bool | None:
    """Whether tiles lie on all the spaces around the castle with that root (NB-84); None where the board is a part."""
    cell = state.part(root).cell
    return None if cell is None else _surrounded(state, halves(state, cell))


def _surrounded(state: State, cells: frozenset[Cell]) -> bool | None:
    spaces = ring(cells)
    if len(spaces) == SPACES and all(state.tile(space) is not None for space in spaces):
        return True
    return None if state.part_shown else False


def _halves_on(state: State, cells: frozenset[Cell]) -> list[Part]:
    """The parts of castles on these squares, in the order of placing."""
    tiles = [tile for cell in cells if (tile := state.tile(cell)) is not None]
    parts = [part for tile in tiles for part in tile.parts if part.kind == CASTLE]
    return sorted(parts, key=lambda part: part.segment or 0)


def whole(state: State, cells: frozenset[Cell]) -> Feature:
    """The castle on two squares of the board as it stands now, nobody on it."""
    first = _halves_on(state, cells)[0]
    number = sum(state.tile(space) is not None for space in ring(cells))
    return Feature(first.name, CASTLE, _surrounded(state, cells), number + 1, {}, frozenset({"empty"}))


def put_together(state: State, cells: frozenset[Cell]) -> None:
    """Makes one castle of the two halves, with the figures on either."""
    castle = whole(state, cells)
    segments = [part.segment for part in _halves_on(state, cells) if part.segment is not None]
    there = tuple(o._replace(place=castle.id) for s in segments for o in state.built(s).occupants)
    flags = castle.flags - {"empty"} if there else castle.flags
    state.lay_over(castle._replace(occupants=there, flags=flags), segments, sorted(cells))


# ---- what a position says
def put_halves_together(state: State) -> Iterator[Problem]:
    """Puts the halves on the board together, and says of sketched castles whether they are complete (NB-84)."""
    for tile in state.all_tiles():
        cell = tile.cell
        if cell is None or state.lying_over(CASTLE, cell) or not shows_castle(state, cell):
            continue
        cells = halves(state, cell)
        if len(cells) == 2:
            put_together(state, cells)
        elif not (state.part_shown and len(cells) == 1):
            values = {"square": Item.cell(cell), "number": len(cells)}
            yield Problem("castle-tile-halves", NOWHERE, values, (), ("NB-82",))
    for feature in list(state.features.values()):
        if feature.kind != CASTLE or state.cells_over(feature.id):
            continue
        if feature.complete is None and feature.tiles is not None:
            state.add(feature._replace(complete=feature.tiles == SPACES + 1))
        elif feature.complete and feature.tiles is None:
            state.add(feature._replace(tiles=SPACES + 1))


def checks(state: State) -> Iterator[Problem]:
    """No more tiles around a castle than there are spaces, all of them when it is complete (NB-84)."""
    for feature in state.features.values():
        if feature.kind != CASTLE or feature.tiles is None:
            continue
        number = feature.tiles - 1
        if number > SPACES or (feature.complete and number < SPACES):
            values = {"feature": feature.id, "number": number, "spaces": SPACES}
            yield Problem("german-castle-around", feature.span, values, (), ("NB-84",))


# ---- its lord
def lord(case: Case, put: Putting) -> Finding | None:
    """A meeple on the castle is its lord (NB-84)."""
    if put.feature.kind != CASTLE:
        return None
    meeple = "meeple" in case.game.figure_traits(put.figure)
    values = {"feature": Item.feature(put.feature.id), "figure": Item.noun("figure", put.figure)}
    return Finding("NB-84", meeple, "german-lord", values)


def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """12 points when tiles lie all around it (NB-84), else 1 for each of these and 2 for its own tile (NB-85).

    Raises Undetermined where nobody said how many there are.
    """
    item = Item.feature(feature.id)
    if feature.complete is None and feature.tiles is None:
        case.lack("german-castle-around", feature)
    if case.complete(feature):
        case.find("NB-84", "german-castle-complete", feature=item, spaces=SPACES)
        return [Worth("surrounded", 1, value("NB-84", "points"), "NB-84")]
    if feature.tiles is None:
        case.lack("german-castle-around", feature)
    case.find("NB-84", "german-castle-complete", False, feature=item, spaces=SPACES)
    return [
        Worth("castle-tile", 1, value("NB-85", "castle_tile"), "NB-85"),
        Worth("tiles-around", feature.tiles - 1, value("NB-85", "per_surrounding_tile"), "NB-85"),
    ]


def counted_around(case: Case) -> None:
    """Asks how many tiles lie around a castle that the placed tile may have completed (NB-84). Raises Undetermined."""
    for feature in case.uncounted():
        if feature.kind == CASTLE:
            case.lack("german-castle-around", feature)

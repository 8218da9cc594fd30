"""The squares beside and around squares, and the points where four of them meet."""

from __future__ import annotations

from collections.abc import Iterable

Cell = tuple[int, int]
"""A square: x to the east, y to the south; or a corner: the point at the north-west of that square."""

STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a square to those at its sides, clockwise from the north, as sides are numbered."""
DIRECTIONS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
"""From a square to the next one in each direction."""


def beyond(cell: Cell, side: int, far: int = 1) -> Cell:
    """The square beyond a side (0 north, clockwise) of a square; with `far` the one so many squares away."""
    dx, dy = STEPS[side]
    return cell[0] + far * dx, cell[1] + far * dy


def at_sides(cell: Cell) -> list[Cell]:
    """The four squares at the sides of one, clockwise from the north."""
    return [beyond(cell, side) for side in range(4)]


def patch(cells: Iterable[Cell]) -> list[Cell]:
    """The squares themselves and all around them, corners too, each once, row by row: nine for one square."""
    found = {(x + dx, y + dy): None for x, y in cells for dy in (-1, 0, 1) for dx in (-1, 0, 1)}
    return [*found]


def ring(cells: Iterable[Cell]) -> list[Cell]:
    """All squares around these, corners too, each once, row by row: eight for one square."""
    own = set(cells)
    return [cell for cell in patch(sorted(own)) if cell not in own]


def broadside(cells: Iterable[Cell]) -> list[Cell]:
    """The two squares of a tile, and the two on either long side of it: six."""
    (x, y), (x2, y2) = own = list(cells)
    dx, dy = y2 - y, x2 - x
    return [(a + n * dx, b + n * dy) for a, b in own for n in (-1, 0, 1)]


def squares_at(corner: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The squares that meet at a corner: in the north-west, north-east, south-west and south-east of it."""
    x, y = corner
    return (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)


def corners_of(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The corners of a square: north-west, north-east, south-west, south-east."""
    x, y = cell
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)

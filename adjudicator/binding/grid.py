"""The rows of a grid, and whether one of them has a square too few or too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from adjudicator.errors import Problem
from adjudicator.geometry.face import ANY_EDGE
from adjudicator.model.position import Cell
from adjudicator.model.scenario import Placed
from adjudicator.model.span import Span

EMPTY = "."
"""A square without a tile."""


class Row(NamedTuple):
    """One row as written."""

    cells: tuple[Span, ...]
    end: Span
    """Where its closing bar stands."""


class Grid:
    """The grid that is being read."""

    def __init__(self, corner: Cell) -> None:
        self.corner = corner
        self.rows: list[Row] = []

    @property
    def next(self) -> Cell:
        """The first square of the coming row."""
        return self.corner[0], self.corner[1] + len(self.rows)

    def problems(self, placed: Mapping[Cell, Placed]) -> list[Problem]:
        """A problem for each row that is shorter or longer than most, the longer ones being right in a tie."""
        sizes = Counter(len(row.cells) for row in self.rows)
        if len(sizes) < 2:
            return []
        width = max(sizes, key=lambda size: (sizes[size], size))
        return [self._problem(at, width, placed) for at, row in enumerate(self.rows) if len(row.cells) != width]

    def _problem(self, at: int, width: int, placed: Mapping[Cell, Placed]) -> Problem:
        row = self.rows[at]
        values = {"count": len(row.cells), "width": width}
        where = self._slip(at, width - len(row.cells), placed)
        if len(row.cells) > width:
            return Problem("row-long", row.cells[width] if where is None else row.cells[where], values)
        if where is None or where == len(row.cells):
            return Problem("row-short", row.end, values)
        return Problem("row-short-before", row.cells[where], values)

    def _slip(self, at: int, missing: int, placed: Mapping[Cell, Placed]) -> int | None:
        """The one place in a row where a square put in, or taken out, makes it fit best; None where several do."""
        if abs(missing) != 1:
            return None
        x, y = self.corner[0], self.corner[1] + at
        length = len(self.rows[at].cells)
        here = [placed.get((x + step, y)) for step in range(length)]
        tried: dict[int, int] = {}
        for gap in range(length + (missing > 0)):
            row = [*here[:gap], None, *here[gap:]] if missing > 0 else [*here[:gap], *here[gap + 1 :]]
            above = [placed.get((x + step, y - 1)) for step in range(len(row))]
            below = [placed.get((x + step, y + 1)) for step in range(len(row))]
            tried[gap] = sum(_parts(one, two) for one, two in zip(above, row, strict=True))
            tried[gap] += sum(_parts(one, two) for one, two in zip(row, below, strict=True))
            tried[gap] += sum(_parts(one, two, 1) for one, two in pairwise(row))
        best = min(tried.values())
        found = [gap for gap, number in tried.items() if number == best]
        return found[0] if len(found) == 1 else None


def _parts(one: Placed | None, two: Placed | None, side: int = 2) -> bool:
    """Whether a tile does not fit beside the one south of it, or with `side` 1 east of it."""
    if one is None or two is None or one.face is None or two.face is None:
        return False
    mine, other = one.face.turned(one.turns).edges[side], two.face.turned(two.turns).edges[(side + 2) % 4]
    return mine != other and ANY_EDGE not in (mine, other)

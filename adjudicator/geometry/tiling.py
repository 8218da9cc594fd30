"""A tiling: tiles on squares, and the features they make, kept up to date tile by tile.

Every piece of a feature on a placed tile is a number, counted up in the order of placing. Pieces that are one
feature hang together in a forest (`root`) and in a ring, so that laying a tile costs the same however large
the table is, and a feature is read off in time of its own size. Everything is held in flat lists of numbers;
a placed tile shares its face with its twins.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Self

from adjudicator.geometry.face import ANY_EDGE, SHARED, Face, Lay, Segment
from adjudicator.limits import spend

FARTHEST = 1_000_000_000
"""No coordinate may be farther from the middle."""

STRIDE = 2_654_435_769
"""A square is the number ``x * STRIDE + y``: odd and far from round, so that a dictionary spreads it well."""

STEPS = (-1, STRIDE, 1, -STRIDE)
"""From a square to its neighbours in the north, east, south and west."""

NO_TILE = "."
NOTHING_BESIDE = NO_TILE * 4

AROUND = (*STEPS, STRIDE - 1, STRIDE + 1, 1 - STRIDE, -STRIDE - 1)


class Tiling:
    """Tiles on squares and which of their segments hang together.

    With `partial` only a part of the table is known: what lies on the empty squares is not said.
    """

    def __init__(self, partial: bool = False) -> None:
        self.partial = partial
        self._at: dict[int, int] = {}
        self._fringe: dict[int, str] = {}
        """What the empty squares beside a tile ask of one: the edges around, see `fringe`."""
        self._lays: list[Lay | None] = []
        self._squares: list[int] = []
        self._first: list[int] = []
        self._parent: list[int] = []
        self._ring = array("q")
        self._ends: list[int] = []
        self._owner = array("q")
        self._piece: list[Segment] = []
        self._unknown: dict[int, int] = {}
        self._blanks: set[int] = set()
        self._measured: dict[int, int] = {}
        """Tiles by square that have a segment which is measured by what lies around it."""

    def copy(self) -> Self:
        """A table that looks the same and grows on its own."""
        twin = type(self)(self.partial)
        for name, value in vars(self).items():
            if name != "partial":
                setattr(twin, name, value.copy() if isinstance(value, (dict, set)) else value[:])
        return twin

    # ---- laying tiles

    def place(self, x: int, y: int, face: Face, turns: int = 0) -> int:
        """Lay `face` on square (x, y) after `turns` quarter turns clockwise; the first of its segments.

        Whether it fits is asked beforehand (`fit.fits`): a side that does not match joins nothing.
        Raises ValueError for a square that is taken or farther away than `FARTHEST`.
        """
        spend()
        lay = face.turned(turns)
        square, tile, beside = self._take(x, y, lay)
        parent, first = self._parent, self._first
        offset = len(parent)
        count = len(lay.segments)
        numbers = list(range(offset, offset + count))  # made once for all that hold them: less memory to walk through
        first.append(offset)
        parent.extend(numbers)
        self._ring.extend(numbers)
        self._ends.extend(lay.ends)
        self._owner.extend([tile] * count)
        self._piece.extend(lay.segments)
        if lay.inner:
            self._measured[square] = tile
        for side, neighbour in beside:
            other = self._lays[neighbour]
            if other is None:
                for index in lay.ports[side]:
                    self._close(offset + index, unknown=True)
            elif other.edges[side ^ 2] == lay.edges[side]:
                start = first[neighbour]
                for ours, theirs in zip(lay.ports[side], other.facing[side ^ 2], strict=False):
                    if lay.segments[ours].covered == other.segments[theirs].covered:
                        self._join(offset + ours, start + theirs)
                    else:
                        self._close(offset + ours)
                        self._close(start + theirs)
                if lay.edges[side] == SHARED or len(lay.ports[side]) != len(other.ports[side ^ 2]):
                    mine = [offset + index for index in lay.ports[side]]
                    yours = [start + index for index in other.facing[side ^ 2]]  # as they were paired
                    if self._piece[mine[0]].covered == self._piece[yours[0]].covered:  # alike along a whole side
                        self._meet(mine, yours)
                    else:
                        paired = min(len(mine), len(yours))
                        for index in (*mine[paired:], *yours[paired:]):
                            self._close(index)
            else:
                for index in lay.ports[side]:
                    self._close(offset + index)
                for index in other.ports[side ^ 2]:
                    self._close(first[neighbour] + index)
        return offset

    def place_blank(self, x: int, y: int) -> None:
        """Note that a tile lies on (x, y) whose face is not told. Raises ValueError as `place` does."""
        square, _, beside = self._take(x, y, None)
        self._blanks.add(square)
        self._first.append(len(self._parent))
        for side, neighbour in beside:
            other = self._lays[neighbour]
            if other is not None:
                for index in other.ports[side ^ 2]:
                    self._close(self._first[neighbour] + index, unknown=True)

    def _take(self, x: int, y: int, lay: Lay | None) -> tuple[int, int, list[tuple[int, int]]]:
        """The square as a number, that of the tile on it, and its neighbours: the side, and the number of the tile."""
        if not (-FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST):
            raise ValueError(f"({x},{y}) is too far away")
        square = x * STRIDE + y
        at, fringe = self._at, self._fringe
        if square in at:
            raise ValueError(f"({x},{y}) is taken")
        tile = len(self._lays)
        at[square] = tile
        self._lays.append(lay)
        self._squares.append(square)
        fringe.pop(square, "")
        beside = []
        for side in (0, 1, 2, 3):
            there = square + STEPS[side]
            neighbour = at.get(there)
            if neighbour is None:
                asks, at_side = fringe.get(there, NOTHING_BESIDE), side ^ 2
                edge = ANY_EDGE if lay is None else lay.edges[side]
                fringe[there] = asks[:at_side] + edge + asks[at_side + 1 :]
            else:
                beside.append((side, neighbour))
        return square, tile, beside

    def _close(self, segment: int, unknown: bool = False) -> None:
        top = self.root(segment)
        self._ends[top] -= 1
        if unknown:
            self._unknown[top] = self._unknown.get(top, 0) + 1

    def _meet(self, ours: list[int], theirs: list[int]) -> None:
        """Joins all that meets at a side which pieces of a tile share, once its pairs have been joined."""
        paired = min(len(ours), len(theirs))
        for several in (ours, theirs):
            for at, piece in enumerate(several[1:], 1):
                self._join(several[0], piece)
                self._ends[self.root(piece)] += 2 if at < paired else 1

    def _join(self, one: int, two: int) -> None:
        parent = self._parent
        a, b = parent[one], parent[two]
        if parent[a] != a:
            a = self.root(a)
        if parent[b] != b:
            b = self.root(b)
        ends, ring = self._ends, self._ring
        if a == b:
            ends[a] -= 2
            return
        if b < a:  # the oldest piece stands for the feature, so that a feature keeps its name as it grows
            a, b = b, a
        parent[b] = a
        ends[a] += ends[b] - 2
        ring[a], ring[b] = ring[b], ring[a]
        if b in self._unknown:
            self._unknown[a] = self._unknown.get(a, 0) + self._unknown.pop(b)

    def root(self, segment: int) -> int:
        """The segment that stands for the whole feature of `segment`: its oldest."""
        parent = self._parent
        above = parent[segment]
        while above != segment:
            parent[segment] = above = parent[above]
            segment, above = above, parent[above]
        return segment

    # ---- squares

    def __len__(self) -> int:
        return len(self._lays)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and cell[0] * STRIDE + cell[1] in self._at

    def squares(self) -> list[tuple[int, int]]:
        """The squares with a tile, in the order of placing."""
        return [cell_of(square) for square in self._squares]

    def lay(self, x: int, y: int) -> Lay | None:
        """The face at (x, y) as it lies; None for an empty square or a tile whose face is not told."""
        tile = self._at.get(x * STRIDE + y)
        return None if tile is None else self._lays[tile]

    def blank(self, x: int, y: int) -> bool:
        """Whether a tile lies at (x, y) whose face is not told."""
        return x * STRIDE + y in self._blanks

    @property
    def blanks(self) -> bool:
        """Whether there is any tile whose face is not told."""
        return bool(self._blanks)

    def beside(self, x: int, y: int) -> list[tuple[int, Lay | None]]:
        """The tiles at the sides of (x, y), clockwise from the north: the side, and the face as `lay` gives it."""
        square, at = x * STRIDE + y, self._at
        found = []
        for side in (0, 1, 2, 3):
            tile = at.get(square + STEPS[side])
            if tile is not None:
                found.append((side, self._lays[tile]))
        return found

    def fringe(self) -> Mapping[int, str]:
        """The empty squares beside a tile, as the numbers that `cell_of` reads, and the edges that meet each, clockwise
        from the north.

        An edge is a letter as in a face, `ANY_EDGE` for one that speaks against nothing, `NO_TILE` for no tile there.
        """
        return self._fringe

    def neighbours(self, x: int, y: int) -> int:
        """How many of the 8 squares round (x, y) hold a tile."""
        square, at = x * STRIDE + y, self._at
        return sum(square + step in at for step in AROUND)


def cell_of(square: int) -> tuple[int, int]:
    x = (square + STRIDE // 2) // STRIDE
    return x, square - x * STRIDE

"""Asking a table about its features and its places.

A feature is named by its root, the oldest of its segments, so that its name stays as it grows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.geometry.face import EDGE_LETTERS, HALVES, INSIDE, SIDES, Segment
from adjudicator.geometry.tiling import STEPS, STRIDE, Tiling, cell_of

COLUMNS = (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1)
"""From a square to those around it, from west to east and in each column from north to south."""

_LABEL = re.compile(r"([^\s()]+)(?: ([A-Z]+))? at \((-?\d+),(-?\d+)\)")


class NoSuchPlace(LookupError):
    """A place on a tile that is not there, or could be several.

    ``candidates`` are the segments that may be meant: none if the tile has no such feature, else all
    of that kind on the tile. ``square`` says whether there is a tile with a face at all.
    """

    def __init__(self, text: str, candidates: tuple[int, ...] = (), square: bool = True) -> None:
        super().__init__(text)
        self.candidates = candidates
        self.square = square


class Ground(Tiling):
    """A table of tiles that can be asked."""

    def __init__(self, partial: bool = False) -> None:
        super().__init__(partial)
        self._labels: dict[int, str] = {}
        self._labelled: dict[str, int] = {}

    # ---- features

    def features(self) -> Iterator[int]:
        """Every feature, by its root."""
        for segment, above in enumerate(self._parent):
            if segment == above:
                yield segment

    def roots(self, segments: Iterable[int]) -> list[int]:
        """The features of `segments`, each once."""
        parent, find = self._parent, self.root
        found: dict[int, None] = {}
        for segment in segments:
            above = parent[segment]
            found[above if parent[above] == above else find(segment)] = None
        return [*found]

    def pieces(self, root: int) -> list[int]:
        """The segments of a feature."""
        ring = self._ring
        found = [root]
        segment = ring[root]
        while segment != root:
            found.append(segment)
            segment = ring[segment]
        return found

    def kind(self, segment: int) -> str:
        """Kind id of a segment."""
        return self._piece[segment].kind

    def piece(self, segment: int) -> Segment:
        """The segment as its tile lies."""
        return self._piece[segment]

    def cell(self, segment: int) -> tuple[int, int]:
        """The square of a segment."""
        return cell_of(self._squares[self._owner[segment]])

    def tiles(self, root: int) -> int:
        """How many tiles a feature lies on; a tile counts once however often the feature comes by (BASE-24)."""
        owner, ring = self._owner, self._ring
        segment = ring[root]
        if segment == root:
            return 1
        found = {owner[root]}
        while segment != root:
            found.add(owner[segment])
            segment = ring[segment]
        return len(found)

    def size(self, root: int) -> int:
        """The tiles of a feature; its own and those around it where it is measured by its surroundings."""
        piece = self._piece[root]
        if piece.kind == "field" or piece.kind in EDGE_LETTERS:
            return self.tiles(root)
        return self.neighbours(*self.cell(root)) + 1

    def cells(self, root: int) -> list[tuple[int, int]]:
        """The squares a feature lies on, in the order of placing."""
        return [cell_of(self._squares[tile]) for tile in sorted({self._owner[s] for s in self.pieces(root)})]

    def marks(self, root: int) -> dict[str, int]:
        """What a feature carries in all, such as ``{"coat": 2}``."""
        counts: dict[str, int] = {}
        piece, ring = self._piece, self._ring
        segment = root
        while True:
            marks = piece[segment].marks
            if marks:
                for mark, number in marks.items():
                    counts[mark] = counts.get(mark, 0) + number
            segment = ring[segment]
            if segment == root:
                return counts

    def open_ends(self, root: int) -> int:
        """How often a feature runs off a tile onto an empty square."""
        return self._ends[root]

    def unknown_ends(self, root: int) -> int:
        """How many ends lead to what is not told: a tile without a face, or off a part of a table."""
        return self._unknown.get(root, 0) + (self._ends[root] if self.partial else 0)

    def complete(self, root: int) -> bool | None:
        """Whether a feature is complete; None if the table does not tell.

        A city or road is when no end is open (BASE-25, BASE-28), a monastery or garden when all 8 squares
        round it hold a tile, a field never; kinds of expansions lie on one tile and count their neighbours.
        """
        piece = self._piece[root]
        if piece.kind == "field":
            return False
        if piece.kind not in EDGE_LETTERS:
            around = self.neighbours(*self.cell(root))
            return True if around == 8 else None if self.partial else False
        if self._ends[root]:
            return None if self.partial else False
        return None if root in self._unknown else True

    def closed(self, roots: Iterable[int]) -> list[int]:
        """Those of the features `roots` that are complete."""
        piece, ends = self._piece, self._ends
        found = []
        for root in roots:
            kind = piece[root].kind
            if kind == "field" or (ends[root] and kind in EDGE_LETTERS):
                continue  # the two that are most often asked about
            if self.complete(root):
                found.append(root)
        return found

    def cities_touched(self, root: int) -> set[int]:
        """The cities (roots) that a field borders."""
        piece, ring, owner, first = self._piece, self._ring, self._owner, self._first
        found = set()
        segment = root
        while True:
            touches = piece[segment].touches
            if touches:
                offset = first[owner[segment]]
                for index in touches:
                    found.add(self.root(offset + index))
            segment = ring[segment]
            if segment == root:
                return found

    def fields_touching(self, root: int) -> set[int]:
        """The fields (roots) that border a city."""
        found = set()
        for segment in self.pieces(root):
            offset = self._first[self._owner[segment]]
            for other in self.same_tile(segment):
                if segment - offset in self._piece[other].touches:
                    found.add(self.root(other))
        return found

    def same_tile(self, segment: int) -> range:
        """Every segment of the tile that `segment` is on."""
        return self._segments_of(self._owner[segment])

    def _segments_of(self, tile: int) -> range:
        stop = self._first[tile + 1] if tile + 1 < len(self._first) else len(self._parent)
        return range(self._first[tile], stop)

    def joined(self, segment: int) -> set[int]:
        """The other segments of its tile that meet `segment` at a crossing, a gate or a door."""
        tile = self._owner[segment]
        lay, offset = self._lays[tile], self._first[tile]
        groups = lay.face.joined if lay else ()
        return {offset + i for group in groups if segment - offset in group for i in group} - {segment}

    # ---- places by name

    def segments_at(self, x: int, y: int) -> range:
        """Every segment of the tile at (x, y); none for an empty square or a tile without a face."""
        tile = self._at.get(x * STRIDE + y)
        return range(0) if tile is None else self._segments_of(tile)

    def facing(self, x: int, y: int) -> list[int]:
        """The segments of neighbouring tiles that run off onto (x, y), clockwise from the north."""
        square, at, lays, first = x * STRIDE + y, self._at, self._lays, self._first
        found = []
        for side in (0, 1, 2, 3):
            tile = at.get(square + STEPS[side])
            lay = None if tile is None else lays[tile]
            if tile is not None and lay is not None:
                found += [first[tile] + index for index in lay.off[side ^ 2]]
        return found

    def measured_around(self, x: int, y: int) -> list[int]:
        """The segments on the 8 squares round (x, y) that are measured by their surroundings, column by column."""
        square, measured = x * STRIDE + y, self._measured
        found: list[int] = []
        for step in COLUMNS if measured else ():
            tile = measured.get(square + step)
            lay = None if tile is None else self._lays[tile]
            if tile is not None and lay is not None:
                found += [self._first[tile] + index for index in lay.inner]
        return found

    def segment(self, x: int, y: int, kind: str, side: str | None = None) -> int:
        """The segment of a kind on the tile at (x, y), told by a side or half side as the tile lies.

        The side may be left out where the tile has one of the kind. What touches no side is told apart
        from its like by ``I``, ``II``. A whole side names a field where one field takes both its halves.
        Raises NoSuchPlace where there is none or the choice is open.
        """
        here = [s for s in self.segments_at(x, y) if self._piece[s].kind == kind]
        place = f"{kind} {side} at ({x},{y})" if side else f"{kind} at ({x},{y})"
        if not here:
            raise NoSuchPlace(f"no {place}", square=self.lay(x, y) is not None)
        if not side:
            found = here
        elif side in INSIDE:
            found = [s for s in here if _inside(self._piece[s])][INSIDE.index(side) :][:1]
        elif side in HALVES:
            found = [s for s in here if HALVES.index(side) in self._piece[s].halves]
        else:
            at = SIDES.index(side) if side in SIDES else -9
            wanted = {2 * at, 2 * at + 1}
            found = [s for s in here if at in self._piece[s].sides or wanted & set(self._piece[s].halves)]
        if len(found) == 1:
            return found[0]
        raise NoSuchPlace(f"which {place}?" if found else f"no {place}", tuple(found or here))

    def label(self, segment: int) -> str:
        """The canonical name of a segment: ``city N at (0,0)``, ``monastery at (0,0)``."""
        label = self._labels.get(segment)
        if label is None:
            tile = self._owner[segment]
            lay = self._lays[tile]
            x, y = cell_of(self._squares[tile])
            name = lay.names[segment - self._first[tile]] if lay is not None else ""
            label = self._labels[segment] = f"{name} at ({x},{y})"
            self._labelled[label] = segment
        return label

    def seg_of_label(self, label: str) -> int:
        """The segment that `label` names. Raises NoSuchPlace for one that names none."""
        known = self._labelled.get(label)
        if known is not None:
            return known
        match = _LABEL.fullmatch(label)
        if match is None:
            raise NoSuchPlace(f"{label} is no place on a tile")
        kind, side, x, y = match.groups()
        return self.segment(int(x), int(y), kind, side)


def _inside(piece: Segment) -> bool:
    return not piece.sides and not piece.halves

"""The table of a position as a whole, where tiles may lie on it, and what laying one does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import adjudicator.geometry.fit as fit
from adjudicator.binding.reader import Mistake
from adjudicator.engine.features import Features
from adjudicator.errors import Problem
from adjudicator.geometry.fit import Misfit, beside_blank, corners, mismatches, placements
from adjudicator.geometry.squares import at_sides
from adjudicator.geometry.tiling import cell_of
from adjudicator.model.position import Cell, Feature
from adjudicator.model.span import Span
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face
    from adjudicator.geometry.ground import Ground

MONASTIC = "monastic"
"""The trait of kinds of feature that are measured by the tiles around theirs."""


class LaidTile(NamedTuple):
    """What laying a tile did, by ids of features."""

    touched: tuple[str, ...]
    """What has a part on it."""
    completed: tuple[str, ...]
    around: tuple[str, ...]
    """What is measured by the tiles around it and lies beside this one."""
    joined: tuple[tuple[str, tuple[Feature, ...]], ...]
    """Features that it joined, with the parts as they stood before."""


class Tabletop(Features):
    """The features of a position with the table on which tiles are laid, where there is one."""

    __slots__ = ()

    @property
    def has_board(self) -> bool:
        """Whether there are tiles on squares: what only these can tell is else the missing fact ``board``."""
        return self._ground is not None

    @property
    def whole(self) -> bool:
        """Whether the position shows the whole table, with every figure that stands on it."""
        return self._ground is not None and not self._ground.partial

    @property
    def part_shown(self) -> bool:
        """Whether it shows a part of a table and says so: elsewhere may be anything."""
        return self._ground is not None and self._ground.partial

    def square(self, cell: Cell, span: Span) -> Cell:
        """The square that somebody names. Raises Mistake where there is no board: it would say nothing."""
        if self._ground is None:
            raise Mistake(Problem("no-board", span))
        return cell

    def lay_out(self, ground: Ground) -> None:
        """Makes these the tiles of the board."""
        self._ground = ground

    # ---- laying tiles
    def misfit(self, face: Face, turns: int, cell: Cell) -> Misfit | None:
        """Why a tile may not lie on a square (BASE-10), the first reason; None where it may, or without a board."""
        return fit.fits(self._ground, face, turns, *cell) if self._ground is not None else None

    def placements(self, face: Face) -> list[tuple[int, int, int]]:
        """Every (x, y, quarter turns) where a tile fits; turns that look alike are left out. Sorted."""
        return placements(self._ground, face) if self._ground is not None else []

    def lay_tile(self, face: Face, turns: int, cell: Cell, grows: Callable[[str], bool]) -> LaidTile:
        """Lays a tile on a square of the board, and tells what that did.

        `grows` is whether features of a kind can be completed by tiles. Raises LookupError without a board.
        """
        ground = self._ground
        if ground is None:
            raise LookupError(cell)
        face = self.agreed_face(face)
        facing = ground.facing(*cell)
        before = self._may_join(ground, facing, face, grows) if len(facing) > 1 else {}
        first = ground.place(*cell, face, turns)
        self.laid()
        roots = ground.roots(range(first, first + len(face.segments)))
        done = [root for root in ground.closed(roots) if grows(ground.kind(root))]
        around = ground.measured_around(*cell)
        if around:
            traits = vocabulary().kind_traits
            around = [segment for segment in around if MONASTIC in traits(ground.kind(segment))]
            done += [segment for segment in around if ground.complete(segment)]
        # What a tile closes without being part of it.
        beside = [root for root in ground.roots(facing) if root not in roots]
        if beside:
            done += ground.closed([root for root in beside if grows(ground.kind(root))])
        wholes = self._joined(before) if before else ()
        return LaidTile(self.idents(roots), self.idents(done), self.idents(around), wholes)

    def _joined(self, before: Mapping[int, Feature]) -> tuple[tuple[str, tuple[Feature, ...]], ...]:
        """The features of now that several of those from `before` are parts of, by root, with these parts."""
        joined: dict[str, list[Feature]] = {}
        for segment, part in before.items():
            joined.setdefault(self.ident(segment), []).append(part)
        return tuple((ident, tuple(parts)) for ident, parts in joined.items() if len(parts) > 1)

    def _may_join(
        self, ground: Ground, facing: list[int], face: Face, grows: Callable[[str], bool]
    ) -> dict[int, Feature]:
        """The features that a tile may join, as they stand before it lies there, by their roots."""
        roots = ground.roots(facing)
        kinds = [ground.kind(root) for root in roots]
        joining = {s.kind for s in face.segments if len(s.sides) > 1 and kinds.count(s.kind) > 1 and grows(s.kind)}
        return {root: self.built(root) for root in roots if ground.kind(root) in joining} if joining else {}

    def misfits(self, face: Face, turns: int, cell: Cell) -> list[Misfit]:
        """Every side of a tile that does not match what lies beside it, clockwise from the north."""
        return mismatches(self._ground, face, turns, *cell) if self._ground is not None else []

    def beside_blank(self, cell: Cell) -> bool:
        """Whether a tile without a face lies at a side of a square: what fits there is the missing ``blank-beside``."""
        if self._ground is None or not self._ground.blanks:
            return False
        return beside_blank(self._ground, *cell)

    def blanks_beside(self, cell: Cell) -> tuple[Cell, ...]:
        """The squares at the sides of a square whose tiles have no face, clockwise from the north."""
        return tuple(one for one in at_sides(cell) if self.ground.blank(*one))

    def corners(self) -> list[Cell]:
        """The points where four tiles meet, sorted."""
        return corners(self._ground) if self._ground is not None else []

    def empty_squares(self) -> list[Cell]:
        """The squares without a tile that lie beside one, sorted; none in a sketch."""
        return sorted(map(cell_of, self._ground.fringe())) if self._ground is not None else []

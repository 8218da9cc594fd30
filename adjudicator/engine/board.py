"""What lies on a board: features that are read off the tiles, their names, and the figures on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.binding.reader import Mistake
from adjudicator.errors import Problem
from adjudicator.geometry.ground import Ground, NoSuchPlace
from adjudicator.geometry.spanned import relaid
from adjudicator.model.position import Cell, Feature, Occupant, Touch
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.model.span import NOWHERE
from adjudicator.words.fold import fold

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face

ON_BOARD = " at ("
"""Every board feature's own id holds this, no sketched name can (it would have to be quoted)."""

STOOD_ON: frozenset[str] = frozenset()
EMPTY = frozenset(("empty",))


class Board:
    """The tiles and what stands on them; a feature is put together when it is asked for, and kept until it changes."""

    __slots__ = ("_built", "_ground", "_marked", "_names", "_said", "_stands", "agreed", "labels", "measures")

    def __init__(self) -> None:
        self._ground: Ground | None = None
        self.agreed: tuple[Callable[[Any, Face], Face | None], ...] = ()
        """Which other face the players hold a tile's for: the hook ``Tiles.agreed`` of the expansions."""
        self.measures: Mapping[str, Callable[[Any, int], bool | None]] = {}
        """How the kinds of feature inside a tile are complete that are not measured by the tiles around."""
        self.labels: dict[str, int] = {}
        """Segments by the folded names that ``name X = ...`` gives."""
        self._names: dict[str, str] = {}
        """Features by the folded names that a person may use."""
        self._stands: dict[int, tuple[Occupant, ...]] = {}
        """Figures by segment."""
        self._said: dict[int, tuple[Feature, int]] = {}
        """What was said of board features besides, by segment, with the number of segments they had then."""
        self._built: dict[int, Feature] = {}
        self._marked: dict[int, dict[str, int]] = {}
        """What was put on segments besides figures, by segment."""

    @property
    def ground(self) -> Ground:
        """The tiles that lie, for whoever has a part of one. Raises LookupError where none do."""
        if self._ground is None:
            raise LookupError("no tiles")
        return self._ground

    def name_segment(self, name: str, segment: int) -> None:
        """Names a feature of the board."""
        self.labels[fold(name)] = segment
        self._names[fold(name)] = name
        self._built.clear()

    def segment_of(self, ident: str) -> int:
        """The segment behind the id of a board feature."""
        segment = self.labels.get(fold(ident)) if self.labels else None
        if segment is None and self._ground is not None:
            segment = self._ground.seg_of_label(ident)
        if segment is None:
            raise LookupError(ident)
        return segment

    def built(self, segment: int) -> Feature:
        """The board feature that a segment is part of."""
        ground = self.ground
        root = ground.root(segment)
        feature = self._built.get(root)
        if feature is None:
            feature = self._built[root] = self._build(ground, root)
        return feature

    def _build(self, ground: Ground, root: int) -> Feature:
        kind, pieces = ground.kind(root), ground.pieces(root)
        touches: tuple[Touch, ...] | None = None
        if kind == "field":
            touches = tuple([Touch(city) for city in self.idents(sorted(ground.cities_touched(root)))])
        stands = self._stands
        occupants = tuple([o for piece in pieces if piece in stands for o in stands[piece]]) if stands else ()
        tiles: int | None = ground.size(root)
        complete, marks = ground.complete(root), ground.marks(root)
        if kind in self.measures:
            tiles, complete = 1, self.measures[kind](self, root)
        # Who stands where a feature goes on beyond what is shown nobody knows.
        if self._marked:
            for laid in (self._marked[piece] for piece in pieces if piece in self._marked):
                marks = {**marks, **{mark: marks.get(mark, 0) + number for mark, number in laid.items()}}
        flags = STOOD_ON if occupants or ground.unknown_ends(root) else EMPTY
        if self._said:
            for said, size in (self._said[piece] for piece in pieces if piece in self._said):
                flags |= said.flags if not occupants else said.flags - EMPTY
                if complete is None and size == len(pieces):  # what the board does not show
                    complete = said.complete
                    tiles = tiles if said.tiles is None else said.tiles
                    marks = {**marks, **said.marks}
        return Feature(
            self.ident(root), kind, complete, tiles, marks, flags, touches, occupants,
            (), len(pieces), ground.cell(root) if complete is None else None, NOWHERE,
        )  # fmt: skip

    def ident(self, segment: int) -> str:
        """The id of a board feature: the name it was given, else its label."""
        ground = self.ground
        root = ground.root(segment)
        if self.labels:
            for folded, named in self.labels.items():
                if ground.root(named) == root:
                    return self._names[folded]
        return ground.label(root)

    def idents(self, roots: Collection[int]) -> tuple[str, ...]:
        """The ids of board features, given by their roots."""
        ground = self.ground
        name = self.ident if self.labels else ground.label
        return tuple([name(root) for root in roots]) if roots else ()

    def find_segment(self, ref: Ref, cell: Cell) -> int:
        """The segment that a kind and a side name on one tile of the board. Raises Mistake."""
        ground = self.ground
        if ref.name and fold(ref.name) in self.labels:
            return self.labels[fold(ref.name)]
        try:
            return ground.segment(cell[0], cell[1], ref.kind, ref.side or None)
        except LookupError as error:
            if not isinstance(error, NoSuchPlace):
                raise
            square = f"({cell[0]},{cell[1]})"
            places = tuple(ground.label(s) for s in error.candidates)
            if not error.square:
                raise Mistake(Problem("no-tile-there", ref.span, {"square": square})) from None
            code = "which-place" if places else "no-such-place"
            side = (Item.noun("side", ref.side),) if ref.side else ()
            values = {"place": Item.text(kind_item(ref.kind), *side), "square": square}
            raise Mistake(Problem(code, ref.span, values, places)) from None

    def say(self, segment: int, feature: Feature) -> None:
        """Notes what was said of the feature of a segment besides what the board shows."""
        self._said[segment] = (feature, len(self.ground.pieces(self.ground.root(segment))))
        self._forget(segment)

    # ---- figures
    def put(self, segment: int, figures: tuple[Occupant, ...]) -> None:
        """Puts figures on a segment."""
        self._stands[segment] = (*self._stands.get(segment, ()), *figures)
        self._forget(segment)

    def piece_at(self, segment: int, cell: Cell | None) -> int:
        """The segment on a square of the feature of another; that one where there is none or no square."""
        ground = self.ground
        if cell is None or ground.cell(segment) == cell:
            return segment
        root = ground.root(segment)
        return next((here for here in ground.segments_at(*cell) if ground.root(here) == root), segment)

    def standing_on(self, segment: int) -> tuple[Occupant, ...]:
        """The figures on one segment."""
        return self._stands.get(segment, ())

    def mark(self, segment: int, mark: str, number: int) -> None:
        """Puts more of what is no figure, such as a floor, on a segment."""
        laid = self._marked.get(segment, {})
        self._marked[segment] = {**laid, mark: laid.get(mark, 0) + number}
        self._forget(segment)

    def take_off(self, segment: int, kept: tuple[Occupant, ...]) -> None:
        """Takes all figures but the `kept` ones off the feature of a segment."""
        stands = self._stands
        for piece in self.ground.pieces(self.ground.root(segment)) if stands else ():
            if piece in stands:
                left = tuple(o for o in stands.pop(piece) if any(o is k for k in kept))
                if left:
                    stands[piece] = left
        self._forget(segment)

    def exchange(self, old: Occupant, new: Occupant | None) -> None:
        """Puts `new` in the place of a figure on the board, or takes that figure off; of several alike, of one."""
        for segment, there in self._stands.items():
            if any(o is old for o in there):
                self._stands[segment] = instead(there, old, new)
                self._forget(segment)
                return

    def _forget(self, segment: int) -> None:
        self._built.pop(self.ground.root(segment), None)

    def agreed_face(self, face: Face) -> Face:
        """What the players hold a face for, itself where they have agreed on nothing else."""
        for tell in self.agreed:
            face = tell(self, face) or face
        return face

    def relay(self, cell: Cell, face: Face) -> None:
        """Gives the tile on a square another face that has the same pieces and more behind them."""
        self._ground, moved = relaid(self.ground, cell, face)
        self.labels = {name: moved[segment] for name, segment in self.labels.items()}
        self._stands = {moved[segment]: stood for segment, stood in self._stands.items()}
        self._said = {moved[segment]: said for segment, said in self._said.items()}
        self._marked = {moved[segment]: marks for segment, marks in self._marked.items()}
        self._built.clear()

    def laid(self) -> None:
        """Forgets what was derived, since a tile has been laid."""
        self._built.clear()


def instead(figures: tuple[Occupant, ...], old: Occupant, new: Occupant | None) -> tuple[Occupant, ...]:
    """`figures` with the first that is `old` replaced or taken out."""
    at = next((at for at, figure in enumerate(figures) if figure is old), None)
    if at is None:
        return figures
    return (*figures[:at], *((new,) if new is not None else ()), *figures[at + 1 :])


def kind_item(kind: str) -> Item:
    """A kind of feature, to be said in the reader's language."""
    return Item.noun("kind", kind)

"""The features of a position, told in a sketch or laid on a board, and the figures on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.binding.reader import Mistake, unknown_name
from adjudicator.engine.board import EMPTY, Board, instead, kind_item
from adjudicator.errors import Problem
from adjudicator.limits import spend
from adjudicator.model.position import Cell, Feature, Link, Occupant
from adjudicator.model.scenario import Ref
from adjudicator.words.fold import fold
from adjudicator.words.vocabulary import vocabulary

PUT_ON = "put-on"
"""The trait of units that players put on features: no tile shows them."""


def put_on(mark: str) -> bool:
    """Whether a mark of a feature is something that players put there."""
    words = vocabulary()
    return words.has("unit", mark) and PUT_ON in words.traits("unit", mark)


class Features(Board):
    """All features; what players hold and do is told by `adjudicator.engine.state.State`."""

    __slots__ = ("_links", "features", "over")

    def __init__(self) -> None:
        super().__init__()
        self.features: dict[str, Feature] = {}
        """Sketched features by id."""
        self._links: tuple[Link, ...] = ()
        self.over: dict[str, tuple[Cell, ...]] = {}
        """Features that lie over tiles of the board, in the place of what is printed there: their squares, by id."""

    def _copy_to(self, other: Features) -> None:
        """Makes `other` the same, free to change but for the table, which both share."""
        other._links, other._ground, other.measures = self._links, self._ground, self.measures
        other.agreed = self.agreed
        for name in ("features", "labels", "over", "_names", "_said", "_stands", "_built", "_marked"):
            setattr(other, name, dict(getattr(self, name)))

    # ---- features
    def add(self, feature: Feature) -> None:
        """Puts a sketched feature in, or puts one in its place."""
        spend()
        self.features[feature.id] = feature
        self._names[fold(feature.id)] = feature.id

    def drop(self, ident: str) -> None:
        """Takes a sketched feature out."""
        self.features.pop(ident, None)

    def alias(self, name: str, ident: str) -> None:
        """Lets `name` mean the feature `ident` as well."""
        self._names[fold(name)] = ident

    def feature(self, ident: str) -> Feature:
        """The feature with this id, as it stands now."""
        spend()
        known = self.features.get(ident)
        if known is not None:
            return known
        return self.built(self.segment_of(ident))

    def built(self, segment: int) -> Feature:
        """The board feature that a segment is part of, or what lies over it."""
        if self.over:
            here = self.lying_over(self.ground.kind(segment), self.ground.cell(segment))
            above = self.features.get(here[0] if here else self.ident(segment))
            if above is not None:
                return above
        return super().built(segment)

    def lay_over(self, feature: Feature, segments: Iterable[int], cells: Iterable[Cell]) -> None:
        """Puts `feature` over board features, in their place; the figures of those are no longer on the tiles."""
        for segment in segments:
            self.take_off(segment, ())
            self.name_segment(feature.id, segment)
        self.over[feature.id] = tuple(cells)
        self.add(feature)

    def cells_over(self, ident: str) -> list[Cell]:
        """The squares of a feature that lies over tiles; none for any other."""
        return [*self.over.get(ident, ())]

    def lying_over(self, kind: str, cell: Cell) -> list[str]:
        """The ids of the features of a kind that lie over a tile: two castles may share one."""
        return [ident for ident, cells in self.over.items() if cell in cells and self.features[ident].kind == kind]

    def add_said(self, feature: Feature) -> None:
        """Adds what was said of a feature of the board, its figures too, where the board does not tell it."""
        segment = self.segment_of(feature.id)
        self.say(segment, feature)
        for mark, number in feature.marks.items():
            if put_on(mark):
                self.mark(segment, mark, number)
        where = self.ground.cell(segment)
        self.stand(feature.id, (o._replace(cell=o.cell or where) for o in feature.occupants))

    def is_told(self, feature: Feature) -> bool:
        """Whether a feature is told in words alone, so that what is not said of it is not known."""
        return feature.id in self.features and feature.id not in self.over

    def on_tiles(self, ident: str) -> bool:
        """Whether a feature lies on tiles of the board, and is not told in words or apart from the tiles."""
        if ident in self.features:
            return False
        try:
            self.segment_of(ident)
        except LookupError:
            return False
        return True

    def all_features(self) -> Iterator[Feature]:
        """Every feature, those of the board too."""
        yield from self.features.values()
        if self._ground is not None:
            for root in self._ground.features():
                feature = self.built(root)
                if not self.over or feature.id not in self.features:
                    yield feature

    def occupied(self) -> Iterator[Feature]:
        """Every feature that bears a figure."""
        for feature in self.features.values():
            if feature.occupants:
                yield feature
        seen: set[int] = set()
        for segment, stood in self._stands.items():
            root = self.ground.root(segment)
            if stood and root not in seen:
                seen.add(root)
                yield self.built(root)

    def pointed_at(self, ref: Ref, here: Cell | None) -> str:
        """The id of the feature a person points at, on the square `here` where none is named. Raises Mistake."""
        if ref.name:
            ident = self._names.get(fold(ref.name))
            if ident is not None and (ident in self.features or fold(ident) in self.labels):
                feature = self.feature(ident)
                if ref.kind and feature.kind != ref.kind:
                    raise Mistake(Problem("other-kind", ref.span, {"feature": ident, "kind": kind_item(feature.kind)}))
                return feature.id
            raise unknown_name(ref.name, ref.span, [*self.features, *(self._names[n] for n in self.labels)])
        cell = ref.cell or here
        if self.over and cell is not None and (above := self.lying_over(ref.kind, cell)):
            return self._one_above(above, ref, cell)
        if self._ground is not None and cell is not None:
            return self.ident(self.find_segment(ref, cell))
        if not ref.side and ref.cell is None:
            alike = [f.id for f in self.features.values() if f.kind == ref.kind]
            if len(alike) == 1:
                return alike[0]
            if alike:
                raise Mistake(Problem("which-feature", ref.span, {}, tuple(alike[:6])))
        raise Mistake(Problem("unknown-place", ref.span))

    def _one_above(self, above: list[str], ref: Ref, cell: Cell) -> str:
        """Which of the features `above` a tile is meant: by the side of what lies below. Raises Mistake."""
        found = [ident for ident in above if not ref.side or self._below(ident, ref, cell)]
        if len(found) == 1:
            return found[0]
        raise Mistake(Problem("which-feature" if found else "unknown-place", ref.span, {}, tuple(above)))

    def _below(self, ident: str, ref: Ref, cell: Cell) -> bool:
        """Whether a feature that lies over tiles covers what a tile has at the side that is pointed at."""
        below = self.segment_of(ident)
        try:
            there = self.find_segment(ref._replace(kind=self.ground.kind(below)), cell)
        except Mistake:
            return False
        return self.ground.root(there) == self.ground.root(below)

    def known_name(self, name: str) -> str | None:
        """The id of the feature called `name`, None where there is none."""
        ident = self._names.get(fold(name))
        if ident is None or (ident not in self.features and fold(ident) not in self.labels):
            return None
        return self.feature(ident).id

    def add_mark(self, ident: str, mark: str, number: int = 1) -> None:
        """Puts more of what is no figure, such as a floor, on a feature."""
        feature = self.features.get(ident)
        if feature is None:
            self.mark(self.segment_of(ident), mark, number)
            return
        marks = {**feature.marks, mark: feature.marks.get(mark, 0) + number}
        self.features[ident] = feature._replace(marks=marks)

    # ---- figures
    def stand(self, ident: str, occupants: Iterable[Occupant], segment: int | None = None) -> None:
        """Puts figures on a feature; on a board, on one of its segments."""
        added = tuple(occupants)
        feature = self.features.get(ident)
        if feature is not None:
            stood = (*feature.occupants, *added)
            self.features[ident] = feature._replace(occupants=stood, flags=feature.flags - EMPTY)
            return
        for one in added:
            self.put(self.piece_on(ident, one.cell) if segment is None else segment, (one,))

    def piece_on(self, ident: str, cell: Cell | None) -> int:
        """The segment of a board feature on a square; the one that its id names where there is none or no square."""
        return self.piece_at(self.segment_of(ident), cell)

    def clear(self, ident: str, keep: Iterable[Occupant] = ()) -> None:
        """Takes all figures off a feature but those to `keep`."""
        kept = tuple(keep)
        feature = self.features.get(ident)
        if feature is not None:
            flags = feature.flags if kept else feature.flags | EMPTY
            self.features[ident] = feature._replace(occupants=kept, flags=flags)
        else:
            self.take_off(self.segment_of(ident), kept)

    def change(self, ident: str, old: Occupant, new: Occupant | None) -> None:
        """Puts `new` in the place of a figure on a feature, or takes that figure off; of several alike, of one."""
        feature = self.features.get(ident)
        if feature is not None:
            stood = instead(feature.occupants, old, new)
            flags = feature.flags - EMPTY if stood else feature.flags | EMPTY
            self.features[ident] = feature._replace(occupants=stood, flags=flags)
        else:
            self.exchange(old, new)

    def figure_called(self, name: str) -> Occupant | None:
        """The figure that stands somewhere and was given this name; None where there is none."""
        places = (*self._stands.values(), *(feature.occupants for feature in self.features.values()))
        called = (one for stood in places for one in stood if one.label and fold(one.label) == fold(name))
        return next(called, None)

    def has_figure_called(self, name: str) -> bool:
        """Whether a figure that stands somewhere was given this name."""
        return self.figure_called(name) is not None

    def figures_of(self, player: str, figure: str) -> int:
        """How many of one figure a player has on features."""
        places = [*self._stands.values(), *[feature.occupants for feature in self.features.values()]]
        return len([1 for stood in places for o in stood if o.owner == player and o.figure == figure])

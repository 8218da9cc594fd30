"""What the lines of a sketch tell: which features and figures lie together, and which are meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.binding.reader import FigurePhrase, Mistake
from adjudicator.engine.lines import Line, alike, carries
from adjudicator.engine.tabletop import MONASTIC, Tabletop
from adjudicator.engine.tiles import Standing
from adjudicator.model.position import Cell, Feature, Link, Occupant
from adjudicator.model.scenario import Ref
from adjudicator.model.span import NOWHERE
from adjudicator.words.vocabulary import vocabulary

ONE_TILE = frozenset((MONASTIC, "one-tile"))
"""The traits of kinds of feature that lie on one tile: those measured by the tiles around it, and others."""


class Sketch(Tabletop):
    """The features of a position with what lines say of those that lie together."""

    __slots__ = ("_lines", "_links_read")

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self._links_read: tuple[Link, ...] = ()

    @property
    def sketch_lines(self) -> tuple[Line, ...]:
        """The lines on what lies together, read."""
        if self._links_read is not self._links:
            self._links_read, self._lines = self._links, tuple(Line(link) for link in self._links)
        return self._lines

    def lines_about(self, kind: str) -> Iterator[tuple[Feature, Line]]:
        """The lines of one kind (``near``, ``around``) that are about a feature, each with that feature."""
        for line in self.sketch_lines:
            if line.kind == kind and line.about is not None and not line.symbol and (ident := self._ident(line.about)):
                yield self.feature(ident), line

    def listed(self, line: Line, *, figures: bool = True) -> list[str]:
        """The features that a line lists, each as often as it does; with `figures` those that figures stand on too."""
        refs = [*line.refs, *(p.place for p in line.figures if figures and p.place is not None)]
        return [ident for ref in refs if (ident := self._ident(ref, line.cell))]

    def standing(self, phrase: FigurePhrase) -> list[Standing]:
        """The figures on features that are meant by what a line says, as many as it says."""
        place = self._ident(phrase.place) if phrase.place is not None else ""
        found = [
            (feature, one)
            for feature in self.occupied()
            for one in feature.occupants
            if place in ("", feature.id) and alike(phrase, one)
        ]
        there = [pair for pair in found if carries(phrase, pair[1])]  # what it carried when that was said
        return (there or found)[: phrase.number]

    def _ident(self, ref: Ref, here: Cell | None = None) -> str:
        """The feature that a line points at; "" for what is none, such as the name of a figure."""
        if ref.name and self.known_name(ref.name) is None:
            return ""
        try:
            return self.pointed_at(ref, here)
        except Mistake:
            return ""

    def _is_figure(self, line: Line, feature: Feature, figure: Occupant) -> bool:
        if line.figure is None:
            return bool(figure.label) and line.about is not None and line.about.name == figure.label
        return self._is_meant(line.figure, feature, figure)

    def _is_meant(self, phrase: FigurePhrase, feature: Feature, figure: Occupant) -> bool:
        if not alike(phrase, figure) or (phrase.place is not None and self._ident(phrase.place) != feature.id):
            return False
        return carries(phrase, figure) or not any(
            alike(phrase, one) and carries(phrase, one) for one in feature.occupants
        )

    def on_one_tile(self, feature: Feature) -> bool:
        """Whether a feature lies on one tile alone, for all that is known."""
        if feature.tiles == 1:
            return True
        return not ONE_TILE.isdisjoint(vocabulary().kind_traits(feature.kind))

    def _tells_tile(self, line: Line, feature: Feature, figure: Occupant) -> bool:
        """Whether a ``same tile`` line is about the tile on which a figure stands."""
        if line.nearby:
            return False
        if any(self._is_meant(phrase, feature, figure) for phrase in line.figures):
            return True
        return self.on_one_tile(feature) and feature.id in self.listed(line)

    def _tell_tile(self, figure: Occupant, feature: Feature, others: Iterable[str]) -> None:
        """Keeps that a figure on a feature shares its tile with other features, as a line would say it."""
        where = Ref(name=feature.id)
        phrase = FigurePhrase(1, figure.owner, figure.figure, (), figure.label, where, None, NOWHERE, False)
        there = (Ref(name=ident) for ident in dict.fromkeys(others) if ident != feature.id)
        self._links += (Link("same-tile", "", (phrase, *there)),)

"""Parts of features, the tiles they are on, and what is around a place: what `Position` answers with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from adjudicator.binding.linked import SAME_TILE
from adjudicator.engine.lines import Line
from adjudicator.geometry.face import Segment
from adjudicator.geometry.squares import beyond
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.span import NOWHERE, Span
from adjudicator.words.fold import fold

if TYPE_CHECKING:
    from adjudicator.engine.position import Position
    from adjudicator.geometry.face import Lay

Standing = tuple[Feature, Occupant]
"""A figure, with the feature on which it stands."""


class Part:
    """What one tile has of a feature: a piece of a board, or a mention in a line."""

    __slots__ = ("_feature", "_position", "piece", "segment", "tile")

    def __init__(self, position: Position, tile: Tile, piece: Segment, segment: int | None, feature: str = "") -> None:
        self._position = position
        self._feature = feature
        self.tile = tile
        self.piece = piece
        """As far as its tile shows it: its kind, `sides`, `halves`, `marks`, `touches`, and whether it is `covered`."""
        self.segment = segment
        """For `State.stand`, to put a figure there; None for what a sketch tells of."""

    @property
    def feature(self) -> str:
        """The id of the feature that it is a part of."""
        if not self._feature and self.segment is not None:
            self._feature = self._position.built(self.segment).id
        return self._feature

    @property
    def name(self) -> str:
        """What it is called by its own tile, ``road E at (1,0)``; in a sketch the id of its feature."""
        return self._position.ground.label(self.segment) if self.segment is not None else self._feature

    @property
    def kind(self) -> str:
        """Its kind of feature."""
        return self.piece.kind

    @property
    def cell(self) -> Cell | None:
        """Its square; None where that is not known."""
        if len(self.tile.squares) == 1:
            return self.tile.squares[0]
        return self._position.ground.cell(self.segment) if self.segment is not None else None

    @property
    def index(self) -> int:
        """Its place among the segments of the face of its tile; 0 for what a sketch tells of."""
        return self.segment - self._position.ground.same_tile(self.segment).start if self.segment is not None else 0

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides by which it leaves its tile, clockwise from 0 for the north; for a field those that it lies at."""
        return self.piece.sides or tuple(dict.fromkeys(half // 2 for half in self.piece.halves))

    def meetings(self) -> list[tuple[Part, ...]]:
        """The groups of parts that meet it on its tile, itself among them: at a crossing, a gate, a door.

        All that a line of a sketch puts on one tile is one group: it does not say what lies between.
        """
        here = self.tile.parts
        if self.segment is None:
            return [here] if len(here) > 1 else []
        lay = self.tile.lay
        own = next(at for at, part in enumerate(here) if part.segment == self.segment)
        groups = lay.face.joined if lay is not None else ()
        return [tuple(here[at] for at in group) for group in groups if own in group]

    def beyond(self, side: int) -> tuple[Part, ...]:
        """The parts of the tile that lies beyond a side of its square; none where no tile is known to lie there."""
        cell = self.cell
        tile = self._position.tile(beyond(cell, side)) if cell is not None else None
        return tile.parts if tile is not None else ()


class Tile:
    """A tile: one on a square of the board, one that lines of a sketch tell of, or that on which something lies."""

    __slots__ = ("_lines", "_nearby", "_own", "_parts", "_position", "figure", "squares")

    def __init__(
        self,
        position: Position,
        squares: tuple[Cell, ...] = (),
        lines: tuple[Line, ...] = (),
        own: tuple[str, ...] = (),
        figure: Standing | None = None,
        nearby: tuple[Line, ...] = (),
    ) -> None:
        self._position = position
        self._lines = lines
        self._nearby = nearby
        self._own = own
        self._parts: tuple[Part, ...] | None = None
        self.squares = squares
        """Its squares, as far as they are known: one on a board, two for a tile of that size."""
        self.figure = figure
        """The figure that was asked for (`Position.tile_under`)."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tile) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> object:
        return self.squares or tuple(map(id, (*self._lines, *self._nearby))) or self._own

    @property
    def cell(self) -> Cell | None:
        """Its square, the first of them for a larger tile; None where that is not known."""
        return self.squares[0] if self.squares else None

    @property
    def known(self) -> bool:
        """Whether all that is on it is known: its face, or by a line about it."""
        if not self.squares:
            return bool(self._lines)
        return all(self._position.lay(cell) is not None for cell in self.squares)

    @property
    def lay(self) -> Lay | None:
        """Its face as it lies; None where that is not told, as for every tile of a sketch."""
        return self._position.lay(self.squares[0]) if self.squares else None

    @property
    def pieces(self) -> tuple[Segment, ...]:
        """What its face has of features; none where that is not told."""
        lay = self.lay
        return lay.segments if lay is not None else ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of features on it: on a board all of them; in a sketch one for every mention."""
        if self._parts is None:
            self._parts = tuple(self._all_parts())
        return self._parts

    def _all_parts(self) -> Iterator[Part]:
        position = self._position
        for x, y in self.squares:
            for segment in position.ground.segments_at(x, y):
                yield Part(position, self, position.ground.piece(segment), segment)
        listed = [ident for line in self._lines for ident in position.listed(line)]
        for ident in (*listed, *(own for own in self._own if own not in listed)):
            feature = position.feature(ident)
            if ident in position.features:  # a feature of the board has shown itself
                yield Part(position, self, Segment(feature.kind, marks=feature.marks), None, ident)

    def features(self, *kinds: str) -> list[str]:
        """The ids of the features on it, each once; of these kinds where any is given."""
        return [*dict.fromkeys(part.feature for part in self.parts if not kinds or part.kind in kinds)]

    def has(self, feature: Feature) -> bool | None:
        """Whether a part of a feature is on it; None where that is not known."""
        if any(part.feature == feature.id for part in self.parts):
            return True
        if self.squares:
            return False if self.known else None
        position = self._position
        elsewhere = position.on_one_tile(feature) and any(
            feature.id in position.listed(one) and not self._may_be(one) for one in position.sketch_lines
        )
        return False if self._lines or elsewhere or (self._nearby and self._own) else None

    def _may_be(self, line: Line) -> bool:
        """Whether a line that is not known to be about this tile may be: it lists the feature its figure stands on,
        and does not say which figures of it are there.
        """
        listed = self._position.listed(line, figures=False)
        return line.kind == SAME_TILE and any(own in listed for own in self._own)

    def shows(self, what: str) -> int:
        """How many of a symbol, or of what features carry, it shows: its face, or the lines about it."""
        number = sum(line.counts.get(what, 0) for line in self._lines) + sum(o.symbol == what for o in self._nearby)
        for cell in self.squares:
            lay = self._position.lay(cell)
            if lay is not None:
                number += sum(symbol == what for symbol, _, _ in lay.marks)
                number += sum(piece.marks.get(what, 0) for piece in lay.segments)
        return number

    @property
    def figures(self) -> list[Standing]:
        """The figures that are known to stand on it."""
        position = self._position
        found: list[Standing] = [self.figure] if self.figure is not None else []
        found += (stood for line in self._lines for phrase in line.figures for stood in position.standing(phrase))
        for part in self.parts:
            if part.segment is not None:
                found += ((position.built(part.segment), one) for one in position.standing_on(part.segment))
            elif position.on_one_tile(feature := position.feature(part.feature)):
                found += ((feature, one) for one in feature.occupants)
        squares = set(self.squares)
        if self.figure is not None and not squares and self.figure[1].cell is not None:
            squares.add(self.figure[1].cell)  # in a sketch those who are said to be on one square share its tile
        for feature in position.features.values() if squares else ():  # what lies over tiles, or beside the board
            there = not squares.isdisjoint(position.cells_over(feature.id))
            found += ((feature, one) for one in feature.occupants if there or one.cell in squares)
        return each_once(found)

    def lines_around(self) -> list[Line]:
        """The lines on what is near this tile of a sketch."""
        names = {line.name for line in self._lines if line.name}
        named = [
            line
            for line in self._position.sketch_lines
            if line.nearby and line.about and fold(line.about.name) in names
        ]
        return [*self._nearby, *named]

    def whole(self) -> Tile:
        """The tile itself, or the larger one that it is a square of, as far as expansions have such tiles."""
        position = self._position
        for spans in position.spans:
            for place in self.squares or self.features():
                found = spans(position, place)
                if found:
                    squares = tuple(sorted(one for one in found if not isinstance(one, str)))
                    own = tuple(sorted(one for one in found if isinstance(one, str)))
                    return Tile(position, squares, self._lines, own, self.figure)
        return self


class Surroundings:
    """What is around a place: on the squares that count as near, or as the lines about it say."""

    __slots__ = ("_about", "_mentions", "_position", "squares", "tiles")

    def __init__(
        self, position: Position, squares: Collection[Cell], about: tuple[Line, ...], mentions: tuple[str, ...]
    ) -> None:
        self._position = position
        self._about = about
        self._mentions = mentions
        self.squares = squares
        """The squares that count as near, with or without a tile; none for a place of a sketch."""
        self.tiles = tuple(tile for cell in squares if (tile := position.tile(cell)) is not None)
        """The tiles on these squares."""

    @property
    def said(self) -> bool:
        """Whether the position says anything of what is there."""
        return bool(self.squares) or self.has_lines

    @property
    def has_lines(self) -> bool:
        """Whether a line says anything of what is there."""
        return bool(self._about or self._mentions)

    @property
    def whole(self) -> bool:
        """Whether all that is there is known: a board that is told as a whole, or a line about the place itself."""
        if not self.squares:
            return bool(self._about)
        tiles_known = {tile.cell: tile.known for tile in self.tiles}
        return all(tiles_known.get(cell, not self._position.part_shown) for cell in self.squares)

    @property
    def parts(self) -> list[Part]:
        """The parts of features there: on a board all of them, in a sketch one for every feature that is named."""
        position = self._position
        found = [part for tile in self.tiles for part in tile.parts]
        named = (ident for line in self._about for ident in position.listed(line, figures=False))
        idents = dict.fromkeys(i for i in (*named, *self._mentions) if i in position.features or not self.squares)
        return [*found, *(position.mentioned(position.feature(ident)) for ident in idents)]

    def features(self, *kinds: str) -> list[Feature]:
        """The features there, each once; of these kinds where any is given."""
        position = self._position
        idents = dict.fromkeys(part.feature for part in self.parts if not kinds or part.kind in kinds)
        return [position.feature(ident) for ident in idents]

    @property
    def figures(self) -> list[Standing]:
        """The figures there: on these squares, named by a line, or on a feature of one tile that a line names."""
        position = self._position
        found = [stood for tile in self.tiles for stood in tile.figures]
        found += (stood for line in self._about for phrase in line.figures for stood in position.standing(phrase))
        for feature in self.features() if not self.squares else ():
            if position.on_one_tile(feature):
                found += ((feature, one) for one in feature.occupants)
        return each_once(found)

    def number(self, *what: str) -> int:
        """How many of these are there: symbols, what features carry, kinds of feature, or what a line counts."""
        found = sum(tile.shows(one) for tile in self.tiles for one in what)
        found += sum(line.counts.get(one, 0) for line in self._about for one in what)
        return found + sum(part.kind in what for part in self.parts)

    @property
    def counts(self) -> dict[str, int]:
        """What lines count there, by unit, as they say it."""
        found: dict[str, int] = {}
        for line in self._about:
            for unit, number in line.counts.items():
                found[unit] = found.get(unit, 0) + number
        return found

    @property
    def span(self) -> Span:
        """Where the text tells of it."""
        return self._about[0].span if self._about else NOWHERE


def each_once(figures: Iterable[Standing]) -> list[Standing]:
    """Every figure once; two that are alike are two where they are two records or one that stands there twice."""
    found: list[Standing] = []
    for feature, one in figures:
        if not any(other is one for _, other in found):
            found += [(feature, one)] * max(1, sum(other is one for other in feature.occupants))
    return found

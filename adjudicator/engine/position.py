"""What is where: on one tile, around a place, under a figure.

The answers are the same for tiles on a board and for the lines of a sketch (``same tile``, ``near``, ``around``), and
for a board that such lines add to. A board says what its tiles show. A sketch says what its lines say: a line lists
all that is on the tile, or near the place, that it is about; what no line is about is not known. An answer that may be
unknown says so (`Tile.known`, `Surroundings.whole`, a None), and whoever needs it asks for the fact by its name
(`Case.lack`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.binding.reader import FigurePhrase
from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.lines import Line
from adjudicator.engine.sketch import Sketch
from adjudicator.engine.tiles import Part, Standing, Surroundings, Tile
from adjudicator.errors import Problem
from adjudicator.geometry.face import Segment
from adjudicator.geometry.squares import at_sides, ring, squares_at
from adjudicator.model.position import Cell, Feature, Link, Occupant
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.model.span import Span

if TYPE_CHECKING:
    from adjudicator.geometry.face import Lay

Marks = tuple[tuple[str, int], ...]
Shape = Callable[[Sequence[Cell]], Iterable[Cell]]
"""The squares that count as near, for those of a place: `ring`, `patch`, or what a rule says."""
OneTile = Callable[[Any, "Cell | str"], "frozenset[Cell | str] | None"]
"""Of a tile larger than a square all its squares, or the features on it: the hook ``Tiles.spans`` of the expansions."""
Place = Feature | Part | Standing | Tile | Cell | str
"""What `Position.around` takes."""
Near = tuple[list[Cell], list[Line], list[str]]
"""The squares around a place, the lines about it, and the features whose lines name it."""


class Mention(NamedTuple):
    """What a line says of a figure that nobody owns, such as the dragon."""

    figure: FigurePhrase
    tile: Tile | None
    """The tile on which it stands; None for a line on what is near it."""
    span: Span


class Position(Sketch):
    """All features, and what is where; what players hold and do is told by `adjudicator.engine.state.State`."""

    __slots__ = ("neutral", "spans")

    def __init__(self) -> None:
        super().__init__()
        self.spans: tuple[OneTile, ...] = ()
        self.neutral: dict[str, Cell] = {}
        """Squares of figures that nobody owns and that stand on tiles, by figure, as far as they are known."""

    def tell(self, links: tuple[Link, ...], spans: tuple[OneTile, ...]) -> None:
        """Takes the lines on what lies together, and what tells which squares are one tile."""
        self._links, self.spans = links, spans

    # ---- tiles
    def tile(self, cell: Cell) -> Tile | None:
        """The tile on a square; None for none, or for one beyond the part that is shown."""
        if self._ground is None or cell not in self._ground:
            return None
        return Tile(self, (cell,))

    def lay(self, cell: Cell) -> Lay | None:
        """The face on a square as it lies; None for no tile, or one whose face is not told."""
        return self._ground.lay(*cell) if self._ground is not None else None

    def all_tiles(self) -> Iterator[Tile]:
        """Every tile that is known, those of the board in the order of placing."""
        for cell in self._ground.squares() if self._ground is not None else ():
            yield Tile(self, (cell,))
        for line in self.sketch_lines:
            if line.kind == "same-tile" and line.cell is None:
                yield Tile(self, (), (line,))

    def tiles_of(self, feature: Feature) -> list[Tile]:
        """The tiles that a feature has a part on, each once, as far as they are known."""
        found = [Tile(self, (cell,)) for cell in self.squares_of(feature)]
        for line in self.sketch_lines if not found else ():
            if line.kind == "same-tile" and feature.id in self.listed(line):
                found.append(Tile(self, (), (line,)))
            elif line.symbol and line.about is not None and self._ident(line.about) == feature.id:
                found.append(self._with_symbol(line))
        if not found and self.on_one_tile(feature):
            found.append(Tile(self, (), (), (feature.id,)))
        return [*dict.fromkeys(found)]

    def of_kind(self, kind: str) -> Iterator[Feature]:
        """Every feature of a kind, told or laid."""
        yield from [feature for feature in self.features.values() if feature.kind == kind]
        if self._ground is not None:
            for root in self._ground.features():
                if self._ground.kind(root) == kind:
                    yield self.built(root)

    def whole_tile(self, cell: Cell) -> tuple[Cell, ...]:
        """The squares of the tile that lies on a square, sorted: that square, or all of a larger tile."""
        tile = self.tile(cell)
        return tile.whole().squares if tile is not None else (cell,)

    def tiles_showing(self, *what: str) -> list[Tile]:
        """Every tile that is known to show one of these: symbols, or what features carry."""
        known = [*self.all_tiles(), *(self._with_symbol(line) for line in self.sketch_lines if line.symbol)]
        return [tile for tile in known if any(tile.shows(one) for one in what)]

    def _with_symbol(self, line: Line) -> Tile:
        """The tile with a symbol that a line is about, such as ``near besiegers on T``."""
        ident = self._ident(line.about) if line.about is not None else ""
        return Tile(self, own=(ident,) if ident else (), nearby=(line,))

    def squares_of(self, feature: Feature) -> list[Cell]:
        """The squares of a feature, in the order of placing; none where they are not known."""
        if not self.on_tiles(feature.id):
            return self.cells_over(feature.id)
        return self.ground.cells(self.ground.root(self.segment_of(feature.id)))

    def square_of(self, feature: Feature) -> Cell | None:
        """The square of a feature, of the part that its id names; None where it is not known."""
        if not self.on_tiles(feature.id):
            return next(iter(self.cells_over(feature.id)), None)
        return self.ground.cell(self.segment_of(feature.id))

    def parts_of(self, feature: Feature) -> list[Part]:
        """The parts of a feature on tiles whose faces are known; none for what a sketch tells of.

        For what can only be seen on faces: where a road ends, what parts a field.
        """
        ground = self._ground
        if ground is None:
            return []
        if feature.id in self.features:  # what was put together from its pieces, or built on them, lies over them
            below = [s for x, y in self.cells_over(feature.id) for s in ground.segments_at(x, y)]
            own = [s for s in below if ground.kind(s) == feature.kind]
            if below and not own:
                own = ground.pieces(ground.root(self.segment_of(feature.id)))
            return [self._part(s, feature.id) for s in own]
        return [self._part(s, feature.id) for s in ground.pieces(ground.root(self.segment_of(feature.id)))]

    def mentioned(self, feature: Feature) -> Part:
        """A part of a feature on some tile that a sketch tells of without its face."""
        return Part(self, Tile(self), Segment(feature.kind, marks=feature.marks), None, feature.id)

    def open_ends(self, feature: Feature) -> int | None:
        """How often a feature runs off a tile onto an empty square; None where that is not known, as in a sketch."""
        if feature.id in self.features:
            return None
        root = self.ground.root(self.segment_of(feature.id))
        return None if self.ground.unknown_ends(root) else self.ground.open_ends(root)

    def part(self, segment: int) -> Part:
        """The part that is this segment of the board. Raises LookupError where there is none."""
        return self._part(segment)

    def point(self, ref: Ref, here: Cell | None = None) -> tuple[Feature, Part | None]:
        """The feature somebody points at, on the square `here` where none is named, and its part there. Raises Mistake.

        The part is None for what has no parts on known faces.
        """
        feature = self.feature(self.pointed_at(ref, here))
        cell, laid = ref.cell or here, feature.id not in self.features
        if cell is not None and not ref.name:
            return feature, self.part_on(feature, (cell,), self.find_segment(ref, cell) if laid else None)
        return feature, self.part(self.segment_of(feature.id)) if laid else None

    def part_on(self, feature: Feature, squares: Iterable[Cell], named: int | None = None) -> Part | None:
        """A part of a feature on these squares, that with the segment `named` if it is there; None for none."""
        ground = self._ground
        if ground is None:
            return None
        if feature.id in self.features:
            there = set(squares)
            here = [part.segment for part in self.parts_of(feature) if part.segment is not None and part.cell in there]
        else:
            root = ground.root(self.segment_of(feature.id))
            here = [s for x, y in squares for s in ground.segments_at(x, y) if ground.root(s) == root]
        if not here:
            return None
        return self._part(named if named in here else min(here), feature.id)

    def _part(self, segment: int, feature: str = "") -> Part:
        tile = Tile(self, (self.ground.cell(segment),))
        return Part(self, tile, self.ground.piece(segment), segment, feature)

    def _put_together(self, cell: Cell) -> tuple[Cell, ...]:
        """A square, and the others of a tile of several squares that was put together from its pieces."""
        for ident, squares in self.over.items():
            if cell in squares and self._ground is not None:
                kind = self.features[ident].kind
                if any(self._ground.kind(s) == kind for s in self._ground.segments_at(*cell)):
                    return (cell, *(other for other in squares if other != cell))
        return (cell,)

    # ---- tiles around a square
    def at_sides(self, cell: Cell) -> tuple[Tile | None, Tile | None, Tile | None, Tile | None]:
        """The tiles at the four sides of a square, clockwise from the north; None for an empty square."""
        north, east, south, west = at_sides(cell)
        return self.tile(north), self.tile(east), self.tile(south), self.tile(west)

    def at_corner(self, corner: Cell) -> tuple[Tile | None, Tile | None, Tile | None, Tile | None]:
        """The tiles that meet at a corner: in the north-west, north-east, south-west and south-east of it."""
        one, two, three, four = squares_at(corner)
        return self.tile(one), self.tile(two), self.tile(three), self.tile(four)

    # ---- figures
    def figures_on_tiles(self) -> Iterator[tuple[Part, Occupant]]:
        """Every figure on the board, with the part on its own square of the feature it stands on."""
        for segment, stood in self._stands.items():
            for one in stood:
                yield self._part(self.piece_at(segment, one.cell)), one

    def marks_on_tiles(self) -> Iterator[tuple[Part, Mapping[str, int]]]:
        """What players have put on parts of tiles besides figures, by unit."""
        for segment, marks in self._marked.items():
            yield self._part(segment), marks

    def under(self, figure: Occupant) -> Part | None:
        """The part of a feature on which a figure stands; None where that is not known, as in a sketch."""
        segment = next((s for s, stood in self._stands.items() if any(o is figure for o in stood)), None)
        return self._part(segment) if segment is not None else None

    def place_of(self, feature: Feature, figure: Occupant) -> str:
        """What the place of a figure is called: on a board without names after its own tile, not after another."""
        part = self.under(figure) if ON_BOARD in feature.id and feature.id not in self.features else None
        return part.name if part is not None else feature.id

    def tile_under(self, feature: Feature, figure: Occupant) -> Tile:
        """The tile on which a figure stands, or stood until it was sent home.

        `Tile.known` is whether anything more than the figure is known of it.
        """
        part = self.under(figure)
        if part is not None:
            return Tile(self, self._put_together(part.tile.squares[0]), (), (), (feature, figure))
        over = tuple(self.cells_over(feature.id))
        if over:
            return Tile(self, over, (), (), (feature, figure))
        if figure.cell is not None and self.tile(figure.cell) is not None:
            return Tile(self, self._put_together(figure.cell), (), (), (feature, figure))
        lines = tuple(
            line for line in self.sketch_lines if line.kind == "same-tile" and self._tells_tile(line, feature, figure)
        )
        return Tile(self, (), lines, (feature.id,), (feature, figure))

    def tile_of(self, figure: str) -> Tile | None:
        """The tile of a figure that nobody owns, such as the dragon; None where it is not known."""
        cell = self.neutral.get(figure)
        if cell is not None:
            return self.tile(cell)
        return next((mention.tile for mention in self.mentions(figure) if mention.tile is not None), None)

    def move_on_tile(self, feature: Feature, figure: Occupant, target: Feature, marks: Marks, to: Part | None) -> None:
        """Moves a figure from one feature to another on the same tile, to the part `to` if it is there.

        In a sketch the tile is remembered: what was on it still is.
        """
        tile = self.tile_under(feature, figure)
        part = self.part_on(target, tile.squares, to.segment if to is not None else None)
        cell = part.cell if part is not None else figure.cell
        moved = figure._replace(place=target.id, marks=marks, cell=cell)
        self.change(feature.id, figure, None)
        self.stand(target.id, (moved,), part.segment if part is not None else None)
        if part is None:
            self._tell_tile(moved, target, (feature.id, *tile.features()))

    # ---- what lies around
    def around(self, place: Place, shape: Shape = ring) -> Surroundings:
        """What is around a feature, a part of one, a figure with its feature, a tile, a square, or a figure that nobody
        owns (by id).

        `shape` tells which squares count, on a board; in a sketch the ``near`` and ``around`` lines about the place
        say it. What is near a figure is also what is near the feature of one tile on which it stands, and with a shape
        that has the place's own squares in it, such as `patch`, what is on its tile.
        """
        squares, about, mentions = self._near(place, shape)
        return Surroundings(self, squares, tuple(dict.fromkeys(about)), tuple(dict.fromkeys(mentions)))

    def _near(self, place: Place, shape: Shape) -> Near:
        if isinstance(place, Part):  # a sketch knows no more of it than of its feature
            place = place.tile if place.tile.squares else self.feature(place.feature)
        if isinstance(place, str):
            lines = [line for line in self.sketch_lines if line.nearby and line.figure and line.figure.figure == place]
            cell = self.neutral.get(place)
            return ([*shape((cell,))] if cell is not None else []), lines, []
        if isinstance(place, Tile):
            return ([*shape(place.squares)] if place.squares else []), place.lines_around(), []
        if isinstance(place, Feature):
            own = self.squares_of(place)
            return ([*shape(own)] if own else []), *self._lines_near(place)
        if isinstance(place[0], Feature) and isinstance(place[1], Occupant):
            return self._near_figure(place[0], place[1], shape)
        x, y = place
        return (
            ([*shape(((x, y),))] if isinstance(x, int) and isinstance(y, int) and self._ground is not None else []),
            [],
            [],
        )

    def _near_figure(
        self, feature: Feature, figure: Occupant, shape: Shape
    ) -> tuple[list[Cell], list[Line], list[str]]:
        tile = self.tile_under(feature, figure)
        if tile.squares:
            return [*shape(tile.squares)], [], []
        about = [line for line in self.sketch_lines if line.nearby and self._is_figure(line, feature, figure)]
        mentions: list[str] = []
        if self.on_one_tile(feature):
            lines, mentions = self._lines_near(feature)
            about += lines
        if set(shape(((0, 0),))) > set(ring(((0, 0),))):
            mentions += (ident for ident in tile.features() if ident != feature.id)
        return [], about, mentions

    def _lines_near(self, feature: Feature) -> tuple[list[Line], list[str]]:
        about: list[Line] = []
        mentions: list[str] = []
        for line in self.sketch_lines:
            if not line.nearby or line.symbol:
                continue
            subject = self._ident(line.about) if line.figure is None and line.about is not None else ""
            if subject == feature.id:
                about.append(line)
            elif subject and feature.id in self.listed(line, figures=False):
                mentions.append(subject)
        return about, mentions

    # ---- figures that nobody owns
    def mentions(self, figure: str) -> Iterator[Mention]:
        """What lines say of a figure that nobody owns: on its tile, or near it."""
        for line in self.sketch_lines:
            if line.nearby and line.figure is not None and line.figure.figure == figure:
                yield Mention(line.figure, None, line.span)
            for phrase in line.figures if line.kind == "same-tile" else ():
                if phrase.figure == figure:
                    cell = line.cell or phrase.cell or next((r.cell for r in line.refs if r.cell is not None), None)
                    squares = (cell,) if cell is not None else ()
                    yield Mention(phrase, Tile(self, squares, (line,)), line.span)

    def locate(self, figure: str) -> Iterator[Problem]:
        """Notes the square that lines tell of a figure that nobody owns; problems where they tell two, or no tile."""
        for mention in self.mentions(figure):
            cell = mention.tile.cell if mention.tile is not None else None
            if cell is None:
                continue
            if self.neutral.setdefault(figure, cell) != cell:
                yield Problem("neutral-twice", mention.span, {"figure": Item.noun("figure", figure)})
            if self.has_board and self.tile(cell) is None:
                yield Problem("no-tile-there", mention.span, {"square": f"({cell[0]},{cell[1]})"})

    def forget(self, figure: str) -> None:
        """Forgets where a figure that nobody owns was, since it has moved."""
        self.neutral.pop(figure, None)
        self._links = tuple(
            line.link
            for line in self.sketch_lines
            if all(phrase.figure != figure for phrase in (line.figure, *line.figures) if phrase is not None)
        )

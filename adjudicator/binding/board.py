"""The board as written: tiles on squares, rows of a grid, figures on places, names for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from adjudicator.binding.cell import Figures
from adjudicator.binding.grid import EMPTY, Grid, Row
from adjudicator.binding.reader import Mistake, Reader
from adjudicator.binding.repeats import quoted
from adjudicator.binding.sketch import read_figures
from adjudicator.binding.tile_sentences import read_face
from adjudicator.binding.tiles import TileNames
from adjudicator.errors import Problem
from adjudicator.geometry.spanned import axis, blocked, spanned
from adjudicator.model.position import Cell
from adjudicator.model.scenario import BoardText, Placed, Ref, Stand
from adjudicator.model.span import Span
from adjudicator.syntax.document import Statement
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import fold
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face

SPANS = "spans-road"
"""The trait of units that lie over a tile as a road from side to side."""
FARTHEST = 1_000_000
"""Squares from the start tile: no table is larger, and a slip of the finger is found."""


LAID = frozenset(("beside-anything", "laid"))
"""Traits of what is laid as it is called, without being drawn."""


def _means_more(role: str, ident: str, played: Collection[str]) -> bool:
    """Whether a move or a question takes a word for something else where a tile may be named, or the word brings a
    player or an expansion into the game.
    """
    words = vocabulary()
    said = role in ("keyword", "figure", "name", "colour") or not LAID.isdisjoint(words.traits(role, ident))
    return said or (role not in ("symbol", "topic") and words.owner(role, ident) not in ("", *played))


class BoardReader:
    """Collects the board of one scenario."""

    FORMS = frozenset(("board", "tile_at", "tiles_at", "corner", "grid", "named"))

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.in_play: frozenset[str] = frozenset()
        self.players: tuple[str, ...] = ()
        """The colours at the table, as far as that is said."""
        self.own: dict[str, Face] = {}
        self.part = False
        self.given = False
        self.placed: dict[Cell, Placed] = {}
        self.stands: list[Stand] = []
        self.corners: dict[Cell, list[Stand]] = {}
        self.names: list[tuple[str, Ref]] = []
        self._folded: set[str] = set()
        self.problems: list[Problem] = []
        self.lost: set[Cell] = set()
        """Squares whose tile could not be read."""
        self.gaps = False
        """Whether a row of the grid could not be read: nobody knows which squares it fills."""
        self.lost_tiles: set[str] = set()
        """Tiles that were defined in a way that could not be read."""
        self._tiles: TileNames | None = None
        self._cell: Cell | None = None
        self._corner: Cell | None = None
        self._grid: Grid | None = None
        self._figures: Figures | None = None

    def known_names(self) -> set[str]:
        """Folded names that ``name X = ...`` gives."""
        return self._folded

    def finished(self) -> BoardText | None:
        """The board, None when the scenario has none."""
        if not self.given and not self.placed and not self.names:
            return None
        corners = tuple((cell, tuple(stands)) for cell, stands in self.corners.items())
        return BoardText(self.part, tuple(self.placed.values()), tuple(self.stands), corners, tuple(self.names))

    def define(self, statement: Statement, problems: list[Problem], played: Collection[str]) -> None:
        """A ``tile`` sentence, read with the expansions `played`. Raises Mistake."""
        clause: list[Word] = statement.parts[1]
        name = clause[0].text
        if len(clause) > 1:
            reader = Reader(clause, self.lang)
            reader.at = 1
            reader.fail("colon")
        if not quoted(clause[0]) and any(_means_more(role, ident, played) for role, ident in clause[0].roles):
            self.lost_tiles.add(name)
            raise Mistake(Problem("keyword-as-name", clause[0].span, {"word": name}))
        if name in self.own:
            raise Mistake(Problem("tile-twice", clause[0].span, {"word": name}))
        face = read_face(name, statement.parts[2], problems, clause[0].span, self.lang)
        if face is None:
            self.lost_tiles.add(name)
        else:
            self.own[name] = face

    def take(self, statement: Statement) -> None:
        """Adds one statement. Raises Mistake."""
        getattr(self, f"_take_{statement.form}")(statement)

    @property
    def tiles(self) -> TileNames:
        """Names of the tiles in play."""
        if self._tiles is None:
            self._tiles = TileNames(self.in_play, self.own, self.lang)
        return self._tiles

    def _take_board(self, statement: Statement) -> None:
        self.given = True
        self.part = len(statement.parts) > 1

    def _put(self, cell: Cell, face: Face | None, turns: int, span: Span) -> None:
        if max(abs(cell[0]), abs(cell[1])) > FARTHEST:
            raise Mistake(Problem("too-far", span, {"limit": FARTHEST}))
        if cell in self.placed and (face is None or self.placed[cell].face is not None):
            raise Mistake(Problem("square-taken", span, {"square": f"({cell[0]},{cell[1]})"}, (), ("BASE-10",)))
        self.placed[cell] = Placed(cell, face, turns, span)

    def _take_tile_at(self, statement: Statement) -> None:
        coord: Word = statement.parts[0]
        self.close_grid()
        self._cell, self._corner = coord.value, None
        reader = Reader(statement.parts[1], self.lang)
        try:
            face, turns, span = self.tiles.read(reader)
            while reader.keyword("with"):
                face = self._spanned(face, turns or 0, reader)
            reader.end("line-end")
        except Mistake:
            self.lost.add(coord.value)
            raise
        self._put(coord.value, face, turns or 0, span)

    def _spanned(self, face: Face, turns: int, reader: Reader) -> Face:
        """``bridge E W``: the tile with what was built over it from side to side. Raises Mistake."""
        start = reader.where()
        reader.number()
        unit = reader.role("unit")
        if unit is None or SPANS not in vocabulary().traits("unit", unit):
            reader.at -= unit is not None
            reader.fail("span", ("unit",))
        sides = {axis(side) for side in (reader.role("side"), reader.role("side")) if side and len(side) == 1}
        if len(sides) != 1:
            reader.fail("side")
        way = sides.pop()
        if blocked(face, turns, way):
            raise Mistake(Problem("span-on-fields", start))
        return spanned(face, turns, way, unit)

    def follows(self, mistake: Mistake) -> bool:
        """Whether a mistake only comes from a tile that was defined in a way that could not be read."""
        return mistake.bare.code == "unknown-tile" and mistake.bare.values["word"] in self.lost_tiles

    def _take_tiles_at(self, statement: Statement) -> None:
        self._cell = self._corner = None
        for word in statement.parts[1:]:
            self._put(word.value, None, 0, word.span)

    def _at_corner(self, cell: Cell) -> list[Stand]:
        return self.corners.setdefault(cell, [])

    def _take_corner(self, statement: Statement) -> None:
        self._corner, self._cell = statement.parts[1].value, None
        self._at_corner(statement.parts[1].value)

    def _take_grid(self, statement: Statement) -> None:
        self.given = True
        self.close_grid()
        self._grid = Grid(statement.parts[1].value)
        self._cell = self._corner = None

    def close_grid(self) -> None:
        """Tells what is wrong with the rows of the grid as a whole; nobody knows where one that is lost would stand."""
        if self._grid is not None and not self.gaps:
            self.problems += self._grid.problems(self.placed)
        self._grid = None

    def _take_row(self, statement: Statement) -> None:
        if self._grid is None:
            raise Mistake(Problem("row-without-grid", statement.span))
        x, y = self._grid.next
        cells: list[Span] = []
        last: Placed | None = None
        for at, clause in enumerate(statement.parts):
            reader = Reader(clause, self.lang)
            if at:  # behind a colon
                if (word := reader.next) is not None:
                    self._in_cell(word, last)
                reader.at += 1
            while not reader.done:
                here = reader.where()
                last = self._read_cell(reader, (x + len(cells), y))
                cells.append(here)
        end = statement.words[-1].span
        self._grid.rows.append(Row(tuple(cells), end))

    def _read_cell(self, reader: Reader, cell: Cell) -> Placed | None:
        """Takes the next square of a row: the tile that lies there, None for none or one that could not be read."""
        word, before = reader.next, reader.at
        if word is not None and word.text == EMPTY:
            reader.at += 1
            return None
        try:
            face, turns, span = self.tiles.read(reader)
            self._put(cell, face, turns or 0, span)
            return self.placed[cell]
        except Mistake as mistake:
            self.lost.add(cell)
            if not self.follows(mistake):
                self.problems.append(mistake.problem)
            reader.at = max(reader.at, before + 1)  # a word that cannot begin a tile is left behind
            if reader.next is not None and reader.next.type == "TURNED":
                reader.at += 1
            return None

    def _in_cell(self, word: Word, last: Placed | None) -> None:
        """The figures behind the colon of a square."""
        if last is None:
            if not self.lost:
                self.problems.append(Problem("cell-empty", word.span, {"word": word.text}))
            return
        if self._figures is None:
            self._figures = Figures(self.lang, self.in_play, self.players)
        try:
            self.stands += self._figures.read(word, last.face, last.turns, last.cell)
        except Mistake as mistake:
            self.problems.append(mistake.problem)

    def _take_figures(self, statement: Statement) -> None:
        colour: Word = statement.parts[0]
        self._stand(colour, statement.parts[1], self._cell, statement.span)

    def _take_figures_at(self, statement: Statement) -> None:
        coord, colour, clauses = statement.parts
        self._corner = None
        if coord.value in self.lost or (self.gaps and coord.value not in self.placed):
            return
        if coord.value not in self.placed:
            raise Mistake(Problem("no-tile-there", coord.span, {"square": coord.text}))
        self._stand(colour, clauses, coord.value, statement.span)

    def _stand(self, colour: Word, clauses: list[list[Word]], cell: Cell | None, span: Span) -> None:
        owner = colour.id("colour") or ""
        for phrase in read_figures(clauses, self.lang):
            place = phrase.place
            if phrase.colour and phrase.colour != owner:
                raise Mistake(Problem("two-colours", phrase.span))
            where = (place.cell if place is not None and place.cell is not None else None) or phrase.cell or cell
            stand = Stand(owner, phrase.figure, phrase.number, place, where, phrase.marks, phrase.label, phrase.span)
            if self._corner is not None:
                self._at_corner(self._corner).append(stand)
            elif where is None and (place is None or not place.name):
                raise Mistake(Problem("figures-nowhere", span, {"word": colour.text}))
            else:
                self.stands.append(stand)

    def _take_named(self, statement: Statement) -> None:
        name, place = statement.parts[1], statement.parts[-1]
        reader = Reader(name, self.lang)
        word = reader.name()
        if word is None:
            reader.fail("name")
        reader.end("equals")
        if fold(word.text) in self._folded:
            raise Mistake(Problem("feature-twice", word.span, {"feature": word.text}))
        self._folded.add(fold(word.text))
        reader = Reader(place, self.lang)
        ref = reader.ref()
        reader.end("line-end")
        self.names.append((word.text, ref))

"""What lies on the table: tiles, features and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.model.position import Cell

if TYPE_CHECKING:
    from adjudicator.api.game import Game
    from adjudicator.model.position import Feature as Found
    from adjudicator.play.course import Moment


class Tile(NamedTuple):
    """A tile on a square."""

    id: str
    """"" for one whose face nobody told."""
    square: Cell
    """x to the east, y to the south."""
    turns: int
    """Quarter turns clockwise from how it is printed."""


class Figure(NamedTuple):
    """A figure on a feature."""

    player: str
    """Colour of its owner; "" for nobody's."""
    figure: str
    """Its id: ``meeple``, ``wagon`` ..."""
    feature: str
    """The id of the feature on which it stands."""
    square: Cell | None
    """The square on which it stands, where that is known."""
    marks: tuple[tuple[str, int], ...] = ()
    """What it carries and how it stands, by id: ``("ghost", 2)``, ``("protected", 1)``."""


class Feature:
    """A feature as it stood when the board was asked."""

    __slots__ = ("_at", "_found", "_game")

    def __init__(self, game: Game, at: Moment, found: Found) -> None:
        self._game, self._at, self._found = game, at, found

    @property
    def id(self) -> str:
        """What the language calls it: ``city N at (0,0)`` after the oldest of its pieces, or the name it was given."""
        return self._found.id

    @property
    def kind(self) -> str:
        """``city``, ``road``, ``monastery``, ``field`` ..."""
        return self._found.kind

    @property
    def complete(self) -> bool | None:
        """Whether it is complete; None where the position does not tell."""
        return self._found.complete

    @property
    def size(self) -> int | None:
        """How many tiles count for it; of what is measured by its surroundings, the tiles there."""
        return self._found.tiles

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles on which it lies, in the order of placing; () where the position does not tell."""
        state = self._at.state
        return tuple(_tile(self._at, cell) for cell in state.squares_of(self._found))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that stand on it."""
        return tuple(Figure(one.owner, one.figure, self.id, one.cell, one.marks) for one in self._found.occupants)

    @property
    def marks(self) -> dict[str, int]:
        """What it carries, by id, with how many: ``coat``, ``inn`` ..."""
        return dict(self._found.marks)

    @property
    def touches(self) -> tuple[str, ...]:
        """Of a field: the ids of the cities that it borders."""
        return tuple(touch.city for touch in self._found.touches or () if touch.city)

    def worth(self, *, final: bool = False) -> dict[str, int]:
        """The points that it gives now, or at the end of the game, by colour: ``ask score`` and ``ask final`` of it.

        Whoever has a figure there and gets nothing has 0. Raises MissingFact.
        """
        return self._game._points_of("final" if final else "score", self._found, self._at)

    def __repr__(self) -> str:
        return f"board.feature({self.id!r})"

    def __eq__(self, other: object) -> bool:
        return self._found == other._found if isinstance(other, Feature) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)


class Board:
    """What lies on the table at one moment of a game: it stays as it is when the game goes on."""

    __slots__ = ("_at", "_game")

    def __init__(self, game: Game, at: Moment) -> None:
        self._game, self._at = game, at

    @property
    def tiles(self) -> dict[Cell, Tile]:
        """The tiles by square, in the order of placing."""
        return {cell: _tile(self._at, cell) for tile in self._at.state.all_tiles() if (cell := tile.cell) is not None}

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure on a feature."""
        return tuple(one for feature in self._features(occupied=True) for one in feature.figures)

    def features(self, kind: str = "") -> list[Feature]:
        """Every feature, or those of one kind, the oldest first."""
        return [one for one in self._features() if not kind or one.kind == kind]

    def feature(self, name: str) -> Feature:
        """The feature with this id, or that has this name or this piece. Raises LookupError."""
        return Feature(self._game, self._at, self._at.state.feature(name))

    def _features(self, occupied: bool = False) -> Iterator[Feature]:
        state = self._at.state
        for found in state.occupied() if occupied else state.all_features():
            yield Feature(self._game, self._at, found)

    def __repr__(self) -> str:
        return f"{self._game!r}.board"

    def __str__(self) -> str:
        """The tiles by name, a row a line from the north-west corner, a dot for each space without one."""
        tiles = {cell: tile.id + f"@{tile.turns * 90}" * bool(tile.turns) for cell, tile in self.tiles.items()}
        if not tiles:
            return ""
        columns, rows = (range(min(axis), max(axis) + 1) for axis in zip(*tiles, strict=True))
        width = max(map(len, tiles.values()))
        shown = ((tiles.get((x, y), ".").ljust(width) for x in columns) for y in rows)
        return "\n".join(" ".join(row).rstrip() for row in shown)


def _tile(at: Moment, cell: Cell) -> Tile:
    lay = at.state.lay(cell)
    return Tile("", cell, 0) if lay is None else Tile(lay.face.id, cell, lay.turns)

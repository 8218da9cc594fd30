"""Arrows on tiles: where they point, and which of them a tile that is placed activates or could activate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.geometry.squares import DIRECTIONS, beyond
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Item

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face

ARROW = "arrow"
ADD, PLACE, EXTRA = "add", "place", "extra"
KINDS = {"add-meeple": ADD, "place-anywhere": PLACE, "extra-turn": EXTRA}
"""The symbols by what ANN-05 calls their actions."""
SIDES = ("N", "E", "S", "W")


SYMBOLS, IGNORED = "arrow-symbols", "ignored"
"""The switch of tables that play the tiles without their symbols (ANN-49), and its value for these."""


class Symbol(NamedTuple):
    """One symbol that the placed tile can activate."""

    kind: str
    """``add``, ``place`` or ``extra``."""
    own: bool | None
    """Whether the placed tile bears it; None where that is not said."""
    cell: Cell | None = None
    """The square of the tile that bears it."""


class Arrows(NamedTuple):
    """What a placed tile and the arrows round it do."""

    symbols: tuple[Symbol, ...] = ()
    """Those that can be activated."""
    bears: bool = False
    """Whether the placed tile bears a symbol itself."""
    facing: bool = False
    """Whether it and a tile in play point at each other."""
    aimed: bool = False
    """Whether the symbol that the placed tile bears, if any, points to a tile."""
    past: tuple[Cell, ...] = ()
    """Tiles that an arrow does not reach, over an empty square."""


def symbol_name(kind: str) -> Item:
    """A symbol, to be said in the reader's language."""
    return Item.noun("name", kind)


def arrows_of(marks: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """The arrows among the marks of a tile as it lies: (side, kind)."""
    for symbol, side, word in marks:
        if symbol == ARROW and side in SIDES:
            yield side, word


def target(cell: Cell, side: str) -> Cell:
    """The square that an arrow on the tile at `cell` points to: the next one, no farther (ANN-10)."""
    return beyond(cell, SIDES.index(side))


def shown_at(state: State, cell: Cell) -> list[tuple[str, str]]:
    """The arrows of the tile that lies at `cell`."""
    lay = state.lay(cell)
    return [] if lay is None else list(arrows_of(lay.marks))


def around(state: State, cell: Cell, own: list[tuple[str, str]]) -> Arrows:
    """What a tile at `cell` with the arrows `own` can activate (ANN-11 to ANN-13); it may lie there already."""
    symbols: list[Symbol] = []
    past: list[Cell] = []
    facing = False
    for side, kind in own:
        ahead = target(cell, side)
        if state.tile(ahead) is not None:
            symbols.append(Symbol(kind, True, cell))
            facing = facing or any(target(ahead, back) == cell for back, _ in shown_at(state, ahead))
        else:
            past += [square for square in _squares(state) if _in_line(cell, side, square)][:1]
    for side in SIDES:
        beside = target(cell, side)
        symbols += (
            Symbol(kind, False, beside) for back, kind in shown_at(state, beside) if target(beside, back) == cell
        )
    return Arrows(tuple(symbols), bool(own), facing, any(s.own for s in symbols), tuple(past))


def _in_line(cell: Cell, side: str, square: Cell) -> bool:
    """Whether a square lies straight ahead of an arrow, however far."""
    (dx, dy), across, down = DIRECTIONS[side], square[0] - cell[0], square[1] - cell[1]
    return (across * dx > 0 and down == 0) if dx else (down * dy > 0 and across == 0)


def _squares(state: State) -> list[Cell]:
    """The squares with a tile, in the order of placing."""
    return [tile.cell for tile in state.all_tiles() if tile.cell is not None]


def bearing(state: State, kind: str) -> Iterator[tuple[Cell, Cell]]:
    """Every tile in play with a symbol of that kind: its square, and the square that it points to."""
    for cell in _squares(state):
        for side, word in shown_at(state, cell):
            if word == kind:
                yield cell, target(cell, side)


def face_arrows(face: Face | None, turns: int = 0) -> list[tuple[str, str]]:
    """The arrows of a face after quarter turns; none where no face is known."""
    return [] if face is None else list(arrows_of(face.turned(turns).marks))


# ---- what a turn has activated
@remembered(Scope.PART)
class Activates(NamedTuple):
    """What the placed tile activates."""

    kinds: tuple[str, ...]
    """The kinds of symbols, each once; several where the player has not said which one."""
    choice: bool
    """Whether there is more than one symbol to choose from."""


def activated(case: Case) -> str:
    """The kind of the symbol that is activated in this turn, whichever tile bears it; "" for none."""
    kinds = _kinds(case)
    return kinds[0] if len(kinds) == 1 else ""


def undecided(case: Case) -> tuple[str, ...]:
    """The kinds of symbols among which the player still has to choose."""
    kinds = _kinds(case)
    return kinds if len(kinds) > 1 else ()


def _kinds(case: Case) -> tuple[str, ...]:
    return next((activates.kinds for activates in case.recall(Activates)), ())

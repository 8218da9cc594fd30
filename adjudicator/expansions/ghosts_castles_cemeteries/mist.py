"""Mist: what a placed tile does to it (GCC-21 to GCC-30, GCC-92)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Asks, Expansion, May, On
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts import OTHER, OWN, owe, trim
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import MIST, MISTY
from adjudicator.geometry.face import ANY_EDGE, HALVES, SIDES
from adjudicator.geometry.squares import at_sides
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Effect

if TYPE_CHECKING:
    from adjudicator.geometry.face import Lay


def misty_parts(lay: Lay) -> frozenset[str]:
    """Where on a tile, as it lies, there is mist: sides, half sides and corners; "" for somewhere inside."""
    found = {side for symbol, side, _ in lay.marks if symbol == MIST}
    for piece in lay.segments:
        if piece.covered:
            found.update(HALVES[half] for half in piece.halves)
        elif MISTY in piece.marks:
            found.update(SIDES[side] for side in piece.sides)
    return frozenset(found)


def misty_sides(lay: Lay) -> frozenset[str]:
    """The sides of a tile, as it lies, that mist covers."""
    return frozenset(part[0] for part in misty_parts(lay) if part in SIDES or part in HALVES)


def _edges(state: State, cell: Cell, lay: Lay) -> Iterator[tuple[bool, bool, str, Lay | None]]:
    """For each side of a tile: whether it is misty, whether the side it faces is, its name, what lies there."""
    ours = misty_sides(lay)
    for side, beside in enumerate(at_sides(cell)):
        other = state.lay(beside)
        if other is not None:
            yield SIDES[side] in ours, SIDES[side ^ 2] in misty_sides(other), SIDES[side], other
        elif state.tile(beside) is None:
            yield SIDES[side] in ours, False, SIDES[side], None


# ---- placing a tile
def placed(case: Case) -> None:
    """Which ghosts the tile that was placed brings: by its edges on a board; a sketch has told it (GCC-25 to 30)."""
    state, turn = case.state, case.state.turn
    lay = state.lay(turn.cell) if turn is not None and turn.cell is not None else None
    if turn is not None and turn.cell is not None and lay is not None:
        _look(case, turn.cell, lay)
    trim(case)


def _look(case: Case, cell: Cell, lay: Lay) -> None:
    going_on: list[Item] = []
    broken: list[Item] = []
    for ours, theirs, side, other in _edges(case.state, cell, lay):
        item = Item.noun("side", side)
        if other is None:
            if ours:
                case.find("GCC-30", "mist-faces-nothing", False, side=item)
        elif lay.edges[SIDES.index(side)] == "c":
            if misty_sides(lay) or misty_sides(other):
                case.find("GCC-23", "mist-city-side", False, side=item)
        elif ours and theirs:
            going_on.append(item)
        elif ours != theirs:
            broken.append(item)
            if theirs:
                case.find("GCC-28", "mist-older-edge", side=item)
            if ANY_EDGE in lay.edges or ANY_EDGE in other.edges:
                case.find("GCC-92", "mist-abbey", side=item)
    if any(symbol == "ghost" for symbol, _, _ in lay.marks):
        case.find("GCC-24", "mist-printed-ghosts", False)
    if going_on:
        extended(case, tuple(going_on))
    if broken:
        dispelled(case, tuple(broken))


def extended(case: Case, sides: tuple[Item, ...] = ()) -> None:
    """The tile continues mist: a ghost for an opponent's meeple, one however many edges do (GCC-25, GCC-26)."""
    if sides:
        case.find("GCC-25", "mist-extended-at", sides=sides)
    else:
        case.find("GCC-25", "mist-extended")
    case.find("GCC-26", "mist-complete-or-not")
    owe(case, OTHER)


def dispelled(case: Case, sides: tuple[Item, ...] = ()) -> None:
    """The tile breaks mist: a ghost for a meeple of one's own, one however many edges do (GCC-27)."""
    if sides:
        case.find("GCC-27", "mist-dispelled-at", sides=sides)
    else:
        case.find("GCC-27", "mist-dispelled")
    owe(case, OWN)


def extends_mist(case: Case, effect: Effect) -> None:
    """``extends mist`` of a sketched tile. Raises Mistake."""
    _only_mist(case, effect)
    if _abbey(case):
        raise Mistake(Problem("mist-abbey-extends", effect.span, {}, (), ("GCC-92",)))
    extended(case)


def dispels_mist(case: Case, effect: Effect) -> None:
    """``dispels mist`` of a sketched tile, an abbey too (GCC-92). Raises Mistake."""
    _only_mist(case, effect)
    if _abbey(case):
        case.find("GCC-92", "mist-abbey-told")
    dispelled(case)


def _abbey(case: Case) -> bool:
    """Whether the placed tile is an abbey told in a sketch."""
    turn = case.state.turn
    return any(case.state.feature(ident).kind == "abbey" for ident in (turn.touched if turn is not None else ()))


def _only_mist(case: Case, effect: Effect) -> None:
    args = case.args(effect)
    if args.places() or len(args.idents("place")) > 1 or args.counts():
        args.refuse("count" if args.counts() else "place", "comma")


def fits(case: Case, deed: Deed) -> Iterable[Finding]:
    """Mist against a clear edge of the same terrain is no misfit (GCC-21, GCC-22)."""
    if deed.cell is None or deed.face is None:
        return
    sides = _edges(case.state, deed.cell, deed.face.turned(deed.turns))
    apart = [side for ours, theirs, side, other in sides if other is not None and ours != theirs]
    if apart:
        named = tuple(Item.noun("side", side) for side in apart)
        yield Finding("GCC-22", True, "mist-no-misfit", {"sides": named})
        yield Finding("GCC-21", True, "mist-placed-as-usual", {})


PART = Expansion(
    "ghosts-castles-cemeteries",
    may=May(place=(fits,)),
    on=On(placed=(placed,)),
    asks=Asks(effects={"extends mist": extends_mist, "dispels": dispels_mist}),
)

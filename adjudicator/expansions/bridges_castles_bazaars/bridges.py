"""Bridges: straight roads over a tile from field edge to field edge (NB-54, NB-55).

On a board a bridge is built over a tile that lies there, or over the square of the tile that is about to be placed; in
a sketch the placed tile says that it carries one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.memory import Scope, remembered
from adjudicator.expansions.bridges_castles_bazaars.supplies import BRIDGE, in_hand, use
from adjudicator.geometry.face import ANY_EDGE, EDGE_KINDS, SIDES, Face
from adjudicator.geometry.spanned import blocked, spanned
from adjudicator.geometry.squares import at_sides, beyond
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Effect


@remembered(Scope.PART)
class Bridged(NamedTuple):
    """A bridge that was built in the turn."""

    cell: Cell | None
    """None in a sketch."""
    sides: tuple[int, int] | None
    ahead: bool
    """Whether it waits for the tile that is to be placed on its square."""


# ---- on a board
def ends(case: Case, face: Face, turns: int, sides: tuple[int, int], cell: Cell) -> Finding:
    """Whether both ends of a bridge stand on field edges (NB-54)."""
    wrong = blocked(face, turns, sides)
    values = {"square": Item.cell(cell)}
    if not wrong:
        return Finding("NB-54", True, "bridge-ends", values)
    kind = EDGE_KINDS.get(face.turned(turns).edges[wrong[0]], "abbey")
    values |= {"side": Item.word(SIDES[wrong[0]]), "kind": Item.word(kind)}
    return Finding("NB-54", False, "bridge-ends", values)


def beyond_ends(case: Case, cell: Cell, sides: tuple[int, int]) -> Iterator[Finding]:
    """A bridge is a road for what lies at its ends (NB-54). Raises Undetermined beside a tile without a face."""
    for side in sides:
        beside = beyond(cell, side)
        tile = case.state.tile(beside)
        if tile is not None and not tile.known:
            case.lack("blank", square=Item.cell(beside))
        lay = case.state.lay(beside)
        if lay is None or lay.edges[side ^ 2] in ("r", ANY_EDGE):
            continue
        values = {"square": Item.cell(beside), "kind": Item.word(EDGE_KINDS[lay.edges[side ^ 2]])}
        yield Finding("NB-54", False, "bridge-fits", values)


def only_one(case: Case, cell: Cell | None = None, carried: int = 0) -> Finding | None:
    """A turn brings one bridge, and a tile bears one (NB-54); None where neither stands in the way.

    `carried` bridges come with the placed tile itself.
    """
    if carried > 1 or case.recall(Bridged):
        return Finding("NB-54", False, "bridge-once", {})
    tile = case.state.tile(cell) if cell is not None else None
    if cell is not None and tile is not None and any(BRIDGE in part.piece.marks for part in tile.parts):
        return Finding("NB-54", False, "bridge-alone", {"square": Item.cell(cell)})
    return None


def within_reach(cell: Cell, placed: Cell) -> Finding:
    """Only the placed tile and the tiles beside it take a bridge (NB-54)."""
    near = cell in (placed, *at_sides(placed))
    return Finding("NB-54", near, "bridge-beside", {"square": Item.cell(cell), "placed": Item.cell(placed)})


def lies_as(case: Case, face: Face, turns: int, cell: Cell) -> Face | None:
    """The placed tile with the bridge that was built on its square beforehand."""
    for bridge in case.recall(Bridged):
        if bridge.ahead and bridge.cell == cell and bridge.sides and not blocked(face, turns, bridge.sides):
            return spanned(face, turns, bridge.sides, BRIDGE)
    return None


def beside_it(case: Case, deed: Deed) -> Iterable[Finding]:
    """A tile is placed where the bridges of the turn want it (NB-54); a sketched one needs the bridge it carries."""
    cell, face = deed.cell, deed.face
    for bridge in case.recall(Bridged):
        if cell is None or bridge.cell is None or bridge.sides is None:
            continue
        if bridge.ahead and bridge.cell == cell and face is not None:
            yield ends(case, face, deed.turns, bridge.sides, cell)
        elif bridge.ahead:
            yield Finding("NB-54", False, "bridge-waits", {"square": Item.cell(bridge.cell)})
        else:
            yield within_reach(bridge.cell, cell)
    carried = sum(_carried(case, effect) for effect in deed.effects)
    if carried:
        yield in_hand(case, deed.player, BRIDGE)
    if carried and (finding := only_one(case, None, carried)) is not None:
        yield finding


# ---- in a sketch
def _carried(case: Case, effect: Effect) -> int:
    """How many bridges a sketched tile carries: ``extends R with 1 bridge``. Raises Mistake."""
    return sum(number for number, unit in case.args(effect).counts() if unit == BRIDGE)


def sketched(case: Case) -> None:
    """Takes the bridges that the placed tile carries out of the supply."""
    turn = case.state.turn
    if turn is not None:
        for _ in range(sum(_carried(case, effect) for effect in turn.effects)):
            use(case, turn.player, BRIDGE)
            case.remember(Bridged(None, None, False))


# ---- what a bridge changes
def over_tiles(case: Case, feature: Feature, asked: str) -> None:
    """A tile under a bridge counts for its road, once (NB-55); fields go on below (NB-55)."""
    item = Item.feature(feature.id)
    if feature.kind == "road" and feature.marks.get(BRIDGE):
        case.find("NB-55", "bridge-counts", feature=item)
    for part in case.state.parts_of(feature) if feature.kind == "field" else ():
        above = next((other.sides for other in part.tile.parts if BRIDGE in other.piece.marks), ())
        if part.cell is not None and not set(above).isdisjoint(part.sides):
            case.find("NB-55", "bridge-over-field", feature=item, square=Item.cell(part.cell))

"""Bridges: straight roads over a tile from field edge to field edge (NB-54, NB-55).

On a board a bridge is built over a tile that lies there, or over the square of the tile that is about to be placed; in
a sketch the placed tile says that it carries one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.binding.tile_files import catalogue
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


def ahead(case: Case, cell: Cell, sides: tuple[int, int]) -> Finding:
    """Whether the tile of the turn, or one of several, can come to lie below a bridge over an empty square (NB-54).

    A tile of which the face is not known may.
    """
    values = {"square": Item.cell(cell)}
    if cell not in case.state.empty_squares():
        return Finding("NB-54", False, "bridge-tile", values)
    known = _drawn(case)
    ways = ((face, turns) for face in known or () for turns in range(len(SIDES)))
    fits = (
        known is None
        or case.state.beside_blank(cell)
        or any(_lies_below(case, face, turns, cell, sides) for face, turns in ways)
    )
    return Finding("NB-54", fits, "bridge-ahead" if fits else "bridge-no-tile", values)


def followed(case: Case, cell: Cell, sides: tuple[int, int]) -> Finding | None:
    """None where the tile of the turn can come to lie beside a tile that is to have a bridge, as it must (NB-54)."""
    known = _drawn(case)
    empty = [side for side in range(len(SIDES)) if beyond(cell, side) in case.state.empty_squares()]
    ways = ((face, turns, side) for face in known or () for turns in range(len(SIDES)) for side in empty)
    if (
        known is None
        or any(case.state.beside_blank(beyond(cell, side)) for side in empty)
        or any(_lies_beside(case, *way, cell, sides) for way in ways)
    ):
        return None
    return Finding("NB-54", False, "bridge-no-tile-beside", {"square": Item.cell(cell)})


def _drawn(case: Case) -> list[Face] | None:
    """The tiles that were drawn and may be placed; None where the face of one is not known."""
    turn = case.state.turn
    if turn is None or turn.placed:
        return None
    drawn = [turn.drawn, *(one.face for one in turn.beside)]
    known = [face for face in drawn if face is not None and face.id]
    return known if len(known) == len(drawn) else None


def _lies_below(case: Case, face: Face, turns: int, cell: Cell, sides: tuple[int, int]) -> bool:
    return (
        not blocked(face, turns, sides)
        and not case.state.misfits(spanned(face, turns, sides, BRIDGE), turns, cell)
        and _may_lie(case, face, turns, cell)
    )


def _lies_beside(case: Case, face: Face, turns: int, side: int, cell: Cell, sides: tuple[int, int]) -> bool:
    """Whether a tile fits at a side of a square once a bridge ends at `sides` of that."""
    there, meeting = beyond(cell, side), side ^ 2
    wrong = [one.values.get("side") for one in case.state.misfits(face, turns, there)]
    if side in sides:
        if face.turned(turns).edges[meeting] not in ("r", ANY_EDGE):
            return False
        wrong = [one for one in wrong if one != Item.word(SIDES[meeting])]
    return not wrong and _may_lie(case, face, turns, there)


def _may_lie(case: Case, face: Face, turns: int, cell: Cell) -> bool:
    """Whether no condition of any expansion keeps a tile from a square."""
    player = case.state.turn.player if case.state.turn is not None else ""
    deed = Deed("places", player, cell=cell, face=face, turns=turns)
    return all(found.holds for condition in case.game.may.place for found in condition(case.apart(), deed))


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


def waits(case: Case, _: Deed) -> Iterable[Finding]:
    """Nothing comes of a turn but a tile below the bridge that was built for it (NB-54).

    A tile that is known is told by its face: it goes there, or fits nowhere and another one does.
    """
    if _drawn(case) is None and (cell := _waiting(case)) is not None:
        yield Finding("NB-54", False, "bridge-waits", {"square": Item.cell(cell)})


def unfinished(case: Case) -> None:
    """A turn that built a bridge ahead places the tile below it. Raises Undetermined where its moves leave that out."""
    for bridge in case.recall(Bridged):
        cell, sides = bridge.cell, bridge.sides
        if not bridge.ahead or cell is None or sides is None or case.state.tile(cell) is not None:
            continue
        in_play = case.state.setup.expansions
        below = (
            catalogue().shortest(face, turns, in_play)
            for face in catalogue().faces(in_play).values()
            for turns in face.distinct_turns
            if _lies_below(case, face, turns, cell, sides)
        )
        whose = Item.player(case.state.turn.player) if case.state.turn is not None else ()
        tile = next(map(Item.text, below), ())
        case.lack("bridge-needs", square=Item.cell(cell), tile=tile, player=whose)


def _waiting(case: Case) -> Cell | None:
    """The square of a bridge of this turn where no tile lies yet."""
    there = (bridge.cell for bridge in case.recall(Bridged) if bridge.ahead)
    return next((cell for cell in there if cell is not None and case.state.tile(cell) is None), None)


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

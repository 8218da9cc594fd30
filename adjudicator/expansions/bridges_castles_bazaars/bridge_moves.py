"""Building a bridge (NB-48, NB-54)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import LeftOut, Mistake
from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Action
from adjudicator.errors import Problem
from adjudicator.expansions.bridges_castles_bazaars.bridges import (
    Bridged,
    ahead,
    beyond_ends,
    ends,
    followed,
    only_one,
    within_reach,
)
from adjudicator.expansions.bridges_castles_bazaars.supplies import BRIDGE, in_hand, use
from adjudicator.geometry.face import SIDES
from adjudicator.geometry.spanned import axis, spanned
from adjudicator.geometry.squares import at_sides
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten
from adjudicator.words.vocabulary import vocabulary

ONE = Item.count(1, "", BRIDGE)
COVERS = "covers-field"
"""The trait of what lies on fields."""


class Bridge(NamedTuple):
    """A bridge that is to be built: on a board over a square, in a sketch on the edges of something."""

    player: str
    cell: Cell | None
    sides: tuple[int, int] | None
    edges: Item | None = None
    """What its ends are to stand on, where that is all that was said."""
    on_fields: bool = True


def read_bridge(case: Case, move: Move, args: Args) -> Action[Bridge]:
    """``from N to S at (1,0)``, ``at (1,0) E``; in a sketch ``on F`` or ``on a field``. Raises Mistake."""
    if args.has("place"):
        return _edges(case, move, args)
    said, cell = args.idents("side"), args.square()
    if not set(said) <= set(SIDES):
        args.refuse("side", "bridge-where")
    ways = {axis(side) for side in said}
    if not ways or cell is None:
        raise LeftOut(Problem("bridge-how", move.span))
    if len(ways) != 1:
        raise Mistake(Problem("bridge-how", move.span))
    return action(move, case.state.square(cell, move.span), ways.pop())


def action(move: Move, cell: Cell, sides: tuple[int, int]) -> Action[Bridge]:
    """The action of building a bridge over a square."""
    way = Item.word(SIDES[sides[0]])
    item = Item.move("builds", ONE, Item.cell(cell), way)
    return Action(move, Bridge(move.player, cell, sides), item, Deed(figure=BRIDGE, cell=cell, sides=sides))


def _edges(case: Case, move: Move, args: Args) -> Action[Bridge]:
    """What the ends stand on in a sketch: a feature, its kind, or what covers a field."""
    words = vocabulary()
    symbol, ref = args.ident("place"), args.place()
    if symbol is not None and words.has("symbol", symbol):
        covers = COVERS in words.traits("symbol", symbol)
        place, fields = Item.noun("symbol", symbol), covers
    elif ref is None:
        args.refuse("place", "place")
    elif not (ref.name or ref.side or ref.cell):
        symbol, place, fields = None, Item.noun("kind", ref.kind), ref.kind == "field"
    else:
        feature = case.state.feature(case.state.resolve(ref))
        symbol, place, fields = None, Item.feature(feature.id), feature.kind == "field"
    deed = Deed(figure=BRIDGE, symbol=symbol or "", place=str(place.parts[0]) if place.kind == "feature" else "")
    return Action(move, Bridge(move.player, None, None, place, fields), Item.move("builds", ONE, place), deed)


def check_bridge(case: Case, action: Action[Bridge]) -> list[Finding]:
    """Whose turn it is, the supply (NB-48), the tile, its edges and what lies at the ends (NB-54)."""
    bridge = action.data
    turn = case.state.turn
    found = [in_hand(case, bridge.player, BRIDGE)]
    if turn is not None and turn.player != bridge.player:
        found.append(Finding("NB-54", False, "bridge-your-turn", {"player": Item.player(bridge.player)}))
    if (once := only_one(case, bridge.cell)) is not None:
        return [*found, once]
    if bridge.cell is None or bridge.sides is None:
        values = {"edges": bridge.edges or ONE}
        return [*found, Finding("NB-54", bridge.on_fields, "bridge-on", values)]
    cell, sides = bridge.cell, bridge.sides
    tile, lay = case.state.tile(cell), case.state.lay(cell)
    if tile is not None and not tile.known:
        case.lack("blank", square=Item.cell(cell))
    if lay is not None:
        found.append(ends(case, lay.face, lay.turns, sides, cell))
        if (alone := followed(case, cell, sides)) is not None:
            found.append(alone)
    elif turn is not None and turn.placed:
        found.append(Finding("NB-54", False, "bridge-tile", {"square": Item.cell(cell)}))
    else:
        found.append(ahead(case, cell, sides))
    found += beyond_ends(case, cell, sides)
    if turn is not None and turn.placed and turn.cell is not None:
        found.append(within_reach(cell, turn.cell))
    return found


def apply_bridge(case: Case, action: Action[Bridge]) -> None:
    """Puts the bridge over its tile, or keeps it for the tile that comes there."""
    bridge = action.data
    state, turn = case.state, case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    use(case, bridge.player, BRIDGE)
    if bridge.cell is None or bridge.sides is None:
        case.remember(Bridged(None, None, False))
        return
    lay = state.lay(bridge.cell)
    case.remember(Bridged(bridge.cell, bridge.sides, lay is None))
    state.turn = turn = turn._replace(fits_nowhere=False)
    if lay is None:
        return
    state.relay(bridge.cell, spanned(lay.face, lay.turns, bridge.sides, BRIDGE))
    tile = state.tile(bridge.cell)
    if tile is None or not turn.placed:
        return
    road = tile.parts[-1].feature
    touched = [_now(case, ident) for ident in turn.touched]
    completed = [_now(case, ident) for ident in turn.completed]
    if bridge.cell == turn.cell:
        touched.append(road)
    if state.feature(road).complete:
        completed.append(road)
    state.turn = turn._replace(
        touched=tuple(dict.fromkeys(touched)),
        completed=tuple(dict.fromkeys(completed)),
        around=tuple(_now(case, ident) for ident in turn.around),
    )


def _now(case: Case, ident: str) -> str:
    """What a feature of the board is called now: a bridge may have joined it to an older one."""
    return case.state.ident(case.state.segment_of(ident)) if ON_BOARD in ident else ident


def bridge_choices(case: Case, player: str) -> Iterator[Action[Bridge]]:
    """Both ways over the placed tile and over each tile beside it; before that, or outside a turn, over every tile, and
    in a turn over every square where the tile may come to lie.
    """
    turn = case.state.turn
    if turn is not None and turn.placed and turn.cell is None:
        return
    tiles = [*case.state.all_tiles()]
    if turn is not None and turn.cell is not None:
        tiles = [tile for cell in (turn.cell, *at_sides(turn.cell)) if (tile := case.state.tile(cell)) is not None]
    made = unwritten(player, "builds")
    for tile in tiles:
        if tile.cell is not None and tile.known:
            yield action(made, tile.cell, axis("N"))
            yield action(made, tile.cell, axis("E"))
    for cell in case.state.empty_squares() if turn is not None and not turn.placed else ():
        yield action(made, cell, axis("N"))
        yield action(made, cell, axis("E"))

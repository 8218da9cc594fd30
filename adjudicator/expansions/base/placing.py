"""Placing a tile: on a board, in a sketch, or one that an expansion brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.binding.items import placement
from adjudicator.binding.tile_files import catalogue
from adjudicator.engine.case import Case
from adjudicator.engine.contest import answer_of
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Action, OwnTile, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.turn import Drawn, Turn
from adjudicator.expansions.base.drawing import (
    fits_nowhere,
    none_left,
    out_of_turn,
    placed_instead,
    tile_drawn,
    turn_of,
)
from adjudicator.expansions.base.laying import lay_more, lay_tile, tell_tile
from adjudicator.geometry.catalogue import Named
from adjudicator.geometry.face import UNNAMED, Face
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Effect, Move, unwritten


class Place(NamedTuple):
    face: Face
    turns: int
    cell: tuple[int, int] | None
    effects: tuple[Effect, ...]
    event: str = ""
    """The name of what drawing it set off, where that is said instead of the tile."""
    elsewhere: bool = False
    """Whether it is said to lie elsewhere, where it touches nothing."""


def own_tile(case: Case, move: Move | None) -> OwnTile | None:
    """What answers for the tile that a move names, where it is one that is not drawn."""
    if not case.game.tiles.own:
        return None
    return case.game.own_tile(case.named_first(move)) if move is not None else None


def placing_own(case: Case, action: Action[Place]) -> OwnTile | None:
    """The same for a move that has been read: it tells such a tile as a count."""
    if not case.game.tiles.own:
        return None
    part = action.item.parts[1]
    return case.game.own_tile(part.parts[2]) if isinstance(part, Item) and part.kind == "count" else None


def _face_of(case: Case, own: OwnTile) -> Face:
    look_up = catalogue().find
    found = look_up(own.tile, case.state.tiles.in_play, {})
    if not isinstance(found, Named):
        raise LookupError(own.tile)
    return found.face


def read_place(case: Case, move: Move) -> Action[Place]:
    """``places V@90 at (1,0)`` on a board; ``places a tile that extends R1`` in a sketch."""
    own = own_tile(case, move)
    if own is not None:
        return own.verb.read(case, move)
    args = case.args(move)
    turn = case.state.turn
    meant = dict(args.roles("tile")) if args.has("tile") else {}
    event = meant.get("name", "") if meant.get("name") in case.game.on.drawn else ""
    face, given = UNNAMED, None
    if args.has("tile") and not event:
        if "kind" in meant and case.game.owner("kind", meant["kind"]) not in case.game.ids:
            lack_code(case, "kind", meant["kind"])
        face, given = args.tile(case.state.tiles) or (UNNAMED, None)
    cell = args.square()
    if face is UNNAMED and not event and turn is not None and turn.face is not None and not turn.beside:
        face = turn.face  # of two that were drawn it may be either
    turns = given or 0
    if cell is not None:
        if face is UNNAMED:
            case.expected(move, "tile")
        item = placement(face, turns, *case.state.square(cell, move.span))
    else:
        item = Item.word(event or "a_tile") if face is UNNAMED else Item.text(face.id)
    known = face if face is not UNNAMED else None
    deed = Deed("places", move.player, symbol=event, cell=cell, face=known, turns=turns, effects=move.effects)
    place = Place(face, turns, cell, move.effects, event, args.says("elsewhere"))
    return Action(move, place, Item.move("places", item), deed)


def check_place(case: Case, action: Action[Place]) -> list[Finding]:
    own = placing_own(case, action)
    if own is not None:
        return own.verb.check(case, action)
    place = action.data
    turn = case.state.turn
    found = out_of_turn(case, action.move.player)
    if found:
        return found
    if turn is not None and turn.placed:
        return [*placed_instead(case), Finding("BASE-09", False, "placed-already", {})]
    if none_left(case) and turn is not None:
        case.suppose("BASE-43", "last-tile-drawn", player=Item.player(turn.player))
    aside = turn is not None and any(_is(one, place) for one in turn.beside)
    said_nowhere = turn is not None and turn.fits_nowhere and not aside
    if said_nowhere:
        found.append(Finding("BASE-11", False, "fits-nowhere", {}))
    elif turn is not None and not _in_hand(turn, place):
        return [Finding("BASE-09", False, "other-tile", {})]
    state = case.state
    if place.cell is not None:
        misfit = state.misfit(lying(case, place.face, place.turns, place.cell), place.turns, place.cell)
        if misfit is not None:
            found.append(Finding(misfit.rule or "BASE-10", False, misfit.code, misfit.values))
        elif state.beside_blank(place.cell):
            blanks = tuple(map(Item.cell, state.blanks_beside(place.cell)))
            case.lack("blank-beside", None, square=Item.cell(place.cell), squares=blanks, number=len(blanks))
        else:
            found.append(Finding("BASE-10", True, "fits", {"square": Item.cell(place.cell)}))
    elif state.has_board and place.face is not UNNAMED and not place.effects:
        nowhere = said_nowhere or fits_nowhere(case, place.face)
        if nowhere is None:
            case.lack("fits-nowhere")
        found.append(Finding("BASE-10", not nowhere, "fits-nowhere" if nowhere else "fits-somewhere", {}))
    else:
        found.append(Finding("BASE-09", True, "places", {}))
    deed = action.does() if case.game.may.place else action.deed
    found += [finding for condition in case.game.may.place for finding in condition(case, deed)]
    return sorted(found, key=lambda f: f.holds)


def lying(case: Case, face: Face, turns: int, cell: Cell) -> Face:
    """The face that lies on `cell` when a tile is placed there: as it is, or with what expansions build on it."""
    return answer_of(case, case.game.tiles.lies_as, face, turns, cell) or face


def _is(one: Drawn, place: Place) -> bool:
    """Whether a tile that was drawn is the one that a move names."""
    return one.event == place.event if place.event else place.face is not UNNAMED and one.face is place.face


def _in_hand(turn: Turn, place: Place) -> bool:
    """Whether the tile may be one that was drawn in this turn."""
    if turn.drawn is None:
        return not (place.event and turn.beside) or any(_is(one, place) for one in turn.beside)
    drawn = (Drawn(turn.drawn, turn.event), *turn.beside)
    return any(_is(one, place) or (UNNAMED in (one.face, place.face) and not place.event) for one in drawn)


def _go_back(case: Case, turn: Turn, place: Place, drawn: int) -> None:
    """Puts the tiles back that were drawn and are not placed; `drawn` are those that are drawn with this move.

    Raises Undetermined where it matters which of them is placed and nobody said so.
    """
    tiles = [*turn.beside, *([Drawn(turn.drawn, turn.event)] if turn.drawn is not None else [])]
    placed = next((one for one in tiles if _is(one, place)), None)
    if placed is None and (place.event or place.face is not UNNAMED) and not drawn:
        placed = next((one for one in tiles if one.face is UNNAMED and not one.event), None)
    if placed is None and not drawn and len(set(tiles)) == 1:
        placed = tiles[0]  # the only one, or one like the other
    if placed is not None:
        tiles.remove(placed)
    elif place.face is UNNAMED:
        for unsure in case.game.on.unsure:
            unsure(case, tuple(tiles))
        return
    for one in tiles:
        for returned in case.game.on.returned:
            returned(case, one)


def apply_place(case: Case, action: Action[Place]) -> None:
    own = placing_own(case, action)
    if own is not None:
        case.state.turn = turn_of(case, action.move)._replace(placed=True)
        cells = [part.parts for part in action.item.items if part.kind == "cell"]
        if cells:
            lay_tile(case, _face_of(case, own), 0, cells[0])
        for face, turns, cell in action.deed.laid:
            lay_more(case, face, turns, cell)
        own.verb.apply(case, action)
        tile_lies(case)
        return
    place = action.data
    turn = turn_of(case, action.move)
    said = place.cell is not None or place.effects or place.elsewhere
    if not said and case.state.has_board and not case.state.features:
        case.args(action.move).refuse("square", "square-or-elsewhere")
    left = case.state.stock.get("tile")
    if left is not None and (turn.drawn is None or turn.beside):
        drawn = 1 if turn.drawn is None and left else 0
        back = len(turn.beside) - (0 if turn.drawn is not None or drawn else 1)
        case.state.stock["tile"] = left - drawn + max(0, back)
    if turn.beside:
        _go_back(case, turn, place, 1 if turn.drawn is None and left != 0 else 0)
    if turn.drawn is None:
        tile_drawn(case, place.face, "" if turn.beside else place.event)
        turn = turn_of(case, action.move)
    if place.cell is not None:
        lay_tile(case, lying(case, place.face, place.turns, place.cell), place.turns, place.cell, place.face)
    else:
        case.state.turn = turn._replace(placed=True, drawn=place.face)
    tell_tile(case, place.effects, place.elsewhere)
    tile_lies(case)


def tile_lies(case: Case) -> None:
    """The end of placing a tile: what expansions give for it at once."""
    for brings in case.game.on.placed:
        brings(case)


def place_choices(case: Case, player: str, move: Move | None = None) -> Iterable[Action[Place]]:
    """Every legal placement of the tile that is named, else of the one drawn."""
    own = own_tile(case, move)
    if own is not None and own.verb.choices is not None:
        return own.verb.choices(case, player, move)
    turn = case.state.turn
    faces = (turn.drawn, *(one.face for one in turn.beside)) if turn is not None else (None,)
    named = case.args(move, choices=True).tile(case.state.tiles) if move is not None else None
    if named is not None:
        faces = (named[0],)
    if not case.state.has_board:
        case.lack("board")
    known = [face for face in faces if face is not None and face is not UNNAMED]
    if len(known) < len(faces):
        case.lack("which-tile")
    return [action for face in known for action in legal_placements(case, player, face)]


def legal_placements(case: Case, player: str, face: Face) -> Iterator[Action[Place]]:
    """Every legal way to place a tile, squares beside tiles without a face left out."""
    return (placing(player, face, *way) for way in legal_ways(case, player, face))


def placing(player: str, face: Face, x: int, y: int, turns: int) -> Action[Place]:
    """Placing a tile on a square, turned clockwise by so many quarter turns."""
    item = Item.move("places", placement(face, turns, x, y))
    deed = Deed("places", player, cell=(x, y), face=face, turns=turns)
    return Action(unwritten(player, "places"), Place(face, turns, (x, y), ()), item, deed)


def legal_ways(case: Case, player: str, face: Face) -> Iterable[tuple[int, int, int]]:
    """The square (x, y) and the quarter turns of every legal way to place a tile."""
    state = case.state
    if case.game.tiles.lies_as:
        ways = [(cell, turns) for cell in state.empty_squares() for turns in face.distinct_turns]
        found = [(*cell, t) for cell, t in ways if state.misfit(lying(case, face, t, cell), t, cell) is None]
    else:
        found = state.placements(face)
    found = [way for way in found if not state.beside_blank(way[:2])]
    return _permitted(case, player, face, found) if case.game.may.place else found


def _permitted(
    case: Case, player: str, face: Face, ways: Iterable[tuple[int, int, int]]
) -> Iterator[tuple[int, int, int]]:
    """Those ways to place a tile that no condition of an expansion forbids; why others are is noted."""
    for x, y, turns in ways:
        deed = Deed("places", player, cell=(x, y), face=face, turns=turns)
        found = [finding for condition in case.game.may.place for finding in condition(case, deed)]
        case.note(*(finding for finding in found if not finding.holds))
        if all(finding.holds for finding in found):
            yield x, y, turns


def must_place(case: Case, action: Action[Place]) -> Finding:
    own = placing_own(case, action)
    if own is not None and own.verb.must is not None:
        return own.verb.must(case, action)
    turn = case.state.turn
    refused = out_of_turn(case, action.move.player)
    if turn is not None and turn.placed:
        refused = refused or check_place(case, action)
    if refused:
        return refused[0]
    if none_left(case):
        return Finding("BASE-43", False, "no-tiles-left", {})
    if turn is not None and turn.fits_nowhere:
        return Finding("BASE-11", False, "fits-nowhere", {})
    if turn is not None and turn.face is not None and fits_nowhere(case, turn.face) is None:
        case.lack("fits-nowhere")
    return Finding("BASE-09", True, "must-place", {})


VERBS = {"places": Verb(read_place, check_place, apply_place, place_choices, must_place)}

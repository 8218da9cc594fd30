"""Drawing a tile, and laying one aside that fits nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed, Discarded
from adjudicator.engine.expansion import Action, AnyVerb, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.own_tiles import instead_of_drawing
from adjudicator.engine.turn import Turn
from adjudicator.errors import Problem
from adjudicator.geometry.face import UNNAMED, Face
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.words.fold import fold
from adjudicator.words.vocabulary import vocabulary


def turn_of(case: Case, move: Move) -> Turn:
    """The turn that a move is part of. Raises Mistake outside one."""
    turn = case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", move.span, {"word": move.verb}))
    return turn


class Draw(NamedTuple):
    face: Face
    fits_nowhere: bool
    event: str = ""
    """The name of what drawing it sets off, where that was said instead of the tile."""


def read_draw(case: Case, move: Move) -> Action[Draw]:
    """``draws V``, ``draws a tile that fits nowhere``, ``draws city revolt``."""
    args = case.args(move)
    event = args.ident("event") or dict(args.roles("tile")).get("name", "")
    if event and event not in case.game.on.drawn:
        lack_code(case, "name", event)
    face = UNNAMED if event or not args.has("tile") else _face(case, args)
    nowhere = args.says("fits_nowhere")
    drawn = Item.text(face.id) if face is not UNNAMED else Item.word(event or "a_tile")
    deed = Deed(face=face if face is not UNNAMED else None, symbol=event)
    return Action(move, Draw(face, nowhere, event), Item.move("draws", drawn), deed)


def _face(case: Case, args: Args) -> Face:
    """The face that is named. Raises Mistake, with the events that one of the words names where none is a tile."""
    try:
        named = args.tile(case.state.tiles)
    except Mistake as wrong:
        typed = {fold(word) for word in args.typed("tile").split() if len(word) > 3}
        events = [args.word("name", event) for event in case.game.on.drawn if vocabulary().has("name", event)]
        meant = tuple(event for event in events if not typed.isdisjoint(fold(event).split()))
        if not meant:
            raise
        raise Mistake(wrong.bare._replace(suggestions=meant)) from None
    return named[0] if named is not None else UNNAMED


def out_of_turn(case: Case, player: str) -> list[Finding]:
    """That another player has the turn, in which `player` neither draws nor places; nothing outside a turn, or where
    nobody is asked about.
    """
    turn = case.state.turn
    if turn is None or player in ("", turn.player):
        return []
    return [Finding("BASE-05", False, "not-your-turn", {"player": Item.player(player)})]


def placed_instead(case: Case) -> list[Finding]:
    """That a tile of the player's own took the place of a drawn one in this turn; nothing where none did."""
    turn = case.state.turn
    for ident in turn.touched if turn is not None and turn.placed and turn.drawn is None else ():
        own = case.game.own_tile(case.state.feature(ident).kind)
        if own is not None:
            return [Finding(own.instead, False, "instead-of-drawing", {})]
    return []


def check_draw(case: Case, action: Action[Draw]) -> list[Finding]:
    turn = case.state.turn
    if refused := out_of_turn(case, action.move.player) or placed_instead(case):
        return refused
    if turn is not None and turn.fits_nowhere and turn.drawn is not None and not turn.placed:
        return [Finding("BASE-11", False, "discards-first", {})]
    if turn is not None and (turn.placed or turn.drawn is not None):
        return [Finding("BASE-09", False, "drawn-already", {})]
    if case.state.stock.get("tile") == 0:
        return [Finding("BASE-43", False, "no-tiles-left", {})]
    if any(deed.verb == "discards" for deed in case.recall(Deed)):
        return [Finding("BASE-11", True, "draws-again", {})]
    return [Finding("BASE-09", True, "draws", {})]


def none_left(case: Case) -> bool:
    """Whether there is no tile to place: none was drawn and the stacks are empty."""
    turn = case.state.turn
    drawn = turn is not None and (turn.drawn is not None or bool(turn.beside))
    return not drawn and case.state.stock.get("tile") == 0


def must_draw(case: Case, action: Action[Draw]) -> Finding:
    """A turn begins with drawing (BASE-09), unless the player has a tile that can be placed instead.

    Raises Undetermined where it cannot be told whether there is such a tile.
    """
    found = check_draw(case, action)[0]
    if not found.holds:
        return found
    own = instead_of_drawing(case, action.move.player)
    return found if own is None else Finding(own.instead, False, "optional", {})


def apply_draw(case: Case, action: Action[Draw]) -> None:
    draw = action.data
    turn = turn_of(case, action.move)
    if "tile" in case.state.stock:
        case.state.stock["tile"] = max(0, case.state.stock["tile"] - 1)
    nowhere = draw.fits_nowhere or fits_nowhere(case, draw.face) is True
    case.state.turn = turn._replace(drawn=draw.face, event=draw.event, fits_nowhere=nowhere)
    tile_drawn(case, draw.face, draw.event)


def tile_drawn(case: Case, face: Face, event: str = "") -> None:
    """What a drawn tile sets off before it is placed: the event that was named, else what its symbols stand for."""
    if event:
        case.game.on.drawn[event](case, event, "")
        return
    for symbol, _, word in face.marks:
        sets_off = case.game.on.drawn.get(symbol)
        if sets_off is not None:
            sets_off(case, symbol, word)


def fits_nowhere(case: Case, face: Face) -> bool | None:
    """Whether a tile has no legal place; None where that cannot be seen."""
    state = case.state
    if face is UNNAMED or not state.has_board:
        return None
    from adjudicator.expansions.base.placing import legal_placements  # which rests on this module

    anywhere: Iterable[object] = legal_placements(case, "", face) if case.game.may.place else state.placements(face)
    if any(True for _ in anywhere):
        return False
    return None if state.part_shown else True


def read_discard(case: Case, move: Move) -> Action[None]:
    """``discards it``."""
    case.args(move)
    return Action(move, None, Item.word("discards"))


def check_discard(case: Case, action: Action[None]) -> list[Finding]:
    turn = case.state.turn
    if refused := out_of_turn(case, action.move.player):
        return refused
    if turn is not None and turn.placed:
        return [Finding("BASE-09", False, "placed-already", {})]
    if turn is None or turn.drawn is None:
        return [Finding("BASE-09", False, "nothing-drawn", {})]
    if turn.fits_nowhere:
        return [Finding("BASE-11", True, "fits-nowhere", {})]
    if fits_nowhere(case, turn.drawn) is None:
        case.lack("fits-nowhere")
    return [Finding("BASE-09", False, "tile-fits", {})]


def apply_discard(case: Case, action: Action[None]) -> None:
    turn = turn_of(case, action.move)
    if turn.drawn is not None and turn.drawn is not UNNAMED:
        case.remember(Discarded(turn.drawn))
    case.state.turn = turn._replace(drawn=None, event="", fits_nowhere=False)


def must_discard(case: Case, action: Action[None]) -> Finding:
    return check_discard(case, action)[0]


VERBS: dict[str, AnyVerb] = {
    "draws": Verb(read_draw, check_draw, apply_draw, None, must_draw),
    "discards": Verb(read_discard, check_discard, apply_discard, None, must_discard),
}

"""What the tile of the turn shows besides features."""

from __future__ import annotations

from adjudicator.binding.clause import ids_in
from adjudicator.engine.case import Case
from adjudicator.model.ruling import Item


def unsaid(case: Case) -> bool:
    """Whether a tile lies in this turn of which a sketch says nothing at all."""
    turn = case.state.turn
    return turn is not None and turn.placed and turn.cell is None and not turn.touched and not turn.effects


def shows(case: Case, symbol: str) -> bool | None:
    """Whether the placed tile shows a symbol, as a whole or on one of its pieces.

    None where nobody said: before a tile lies there, and for a sketched one of which no symbol is told.
    """
    turn = case.state.turn
    if turn is None or not turn.placed:
        return None
    said = {one for effect in turn.effects if effect.effect == "shows" for one in ids_in(effect, "symbol")}
    if symbol in said:
        return True
    lay = case.state.lay(turn.cell) if turn.cell is not None else None
    face = lay if lay is not None else turn.face
    if face is not None:
        return printed(face, symbol)
    return False if said else None


def may_show(case: Case, symbol: str, rule: str) -> bool:
    """The same where a move by `rule` rests on it: of a sketched tile of which no symbol is told it is supposed."""
    turn = case.state.turn
    found = shows(case, symbol)
    if found is None and turn is not None and turn.placed:
        case.suppose(rule, "tile-shows", symbol=Item.noun("symbol", symbol))
    return found is not False


def printed(face: object, symbol: str) -> bool:
    """Whether a face, lying or not, shows a symbol."""
    marks, segments = getattr(face, "marks", ()), getattr(face, "segments", ())
    return any(ident == symbol for ident, _, _ in marks) or any(symbol in segment.marks for segment in segments)

"""What might have been done in the place of a move that may not be made, or that a record leaves out."""

from __future__ import annotations

from adjudicator.binding.clause import ids_in, square_in
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Move, unwritten
from adjudicator.play.asking import verb_of


def legal_moves(case: Case, move: Move) -> list[Item]:
    """Every legal move like `move`, of its figure and nearest its square first; before a drawn tile lies on the
    table, where that may go.
    """
    bare = unwritten(move.player, move.verb, move.span)
    found = _choices(case, move, move if move.verb == "places" else None) or _choices(case, move, bare)
    turn = case.state.turn
    if not found and turn is not None and turn.face is not None and not turn.placed:
        found = _choices(case, bare._replace(verb="places"), None)  # what has to be done first
    figure = next(ids_in(move, "figure"), None)
    found = [item for item in found if figure and _names(item, figure)] or found
    return sorted(found, key=lambda item: _apart(item, move))


def _choices(case: Case, move: Move, asked: Move | None) -> list[Item]:
    """The legal ones of the choices that the verb of `move` gives, narrowed by `asked`."""
    found: list[Item] = []
    try:
        verb = verb_of(case, move)
        if verb.choices is not None:
            for action in verb.choices(case, move.player, asked):
                if action.item not in found and all(condition.holds for condition in verb.check(case, action)):
                    found.append(action.item)
    except (Mistake, Undetermined):
        pass  # what cannot be told is not listed
    return found


def _names(item: Item, figure: str) -> bool:
    """Whether a move is one of that figure."""
    return any(
        (part.kind == "count" and part.parts[2] == figure) or part.parts[-1:] == (figure,) for part in item.items
    )


def _apart(item: Item, move: Move) -> int:
    """How far the square of a placement lies from the one that a move names; 0 where either has none."""
    said = square_in(move)
    there = next((part.parts[2:] for part in item.items if part.kind == "placement"), None)
    return 0 if said is None or there is None else abs(said[0] - there[0]) + abs(said[1] - there[1])

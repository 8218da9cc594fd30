"""The dragon's way in a turn: how far it has come, and where it may go next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.memory import Scope, remembered
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, fairy_square
from adjudicator.geometry.squares import at_sides
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value


@remembered(Scope.PART)
class Flown(NamedTuple):
    """One move of the dragon."""

    start: Cell | None
    """None in a sketch."""
    to: Cell | None


def flown(case: Case) -> tuple[Flown, ...]:
    """Its moves in this turn."""
    return case.recall(Flown)


def left(case: Case) -> int:
    """How many moves it still has, unless it comes to a dead end (NB-26)."""
    return max(0, value("NB-26", "moves") - len(flown(case)))


def mover(case: Case) -> str:
    """Who moves it next: clockwise from the active player (NB-26); "" where the order of the players is not known."""
    turn, players = case.state.turn, case.state.players
    done = len(flown(case))
    if turn is None:
        return ""
    if len(players) == 1 or not done:
        return turn.player
    if not case.state.setup.ordered:
        return ""
    return case.state.clockwise(turn.player)[done % len(players)]


def barred(case: Case, cell: Cell) -> Finding | None:
    """Why the dragon cannot go to the tile on `cell` next (NB-26); None where it can."""
    state, start = case.state, case.state.neutral.get(DRAGON)
    square = {"square": Item.cell(cell)}
    if state.tile(cell) is None:
        return Finding("NB-26", False, "dragon-tile-there", square)
    target = set(state.whole_tile(cell))
    if start is not None:
        here = set(state.whole_tile(start))
        if target.isdisjoint(_beside(here)):
            return Finding("NB-26", False, "dragon-one-tile", square)
        visited = {one for move in flown(case) for one in (move.start, move.to) if one is not None}
        if not target.isdisjoint(here) or any(not target.isdisjoint(state.whole_tile(one)) for one in visited):
            return Finding("NB-26", False, "dragon-visited", square)
    fairy = fairy_square(state)
    if fairy is not None and fairy in target:
        return Finding("NB-26", False, "dragon-fairy", square)
    return None


def reachable(case: Case) -> list[Cell]:
    """Every square where it may go next; none in a dead end."""
    start = case.state.neutral.get(DRAGON)
    if start is None:
        return []
    here = case.state.whole_tile(start)
    return [cell for cell in _beside(here) if cell not in here and barred(case, cell) is None]


def _beside(squares: Iterable[Cell]) -> list[Cell]:
    return [*dict.fromkeys(cell for square in sorted(squares) for cell in at_sides(square))]

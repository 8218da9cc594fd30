"""Who may stand on a tile of the river: beside it, never on it (NB-17)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule

RIVER = "river"


def on_the_river(case: Case, move: Move) -> Finding | None:
    """Nothing can be put on the river (NB-17)."""
    if move.verb != "puts" or not any(one.id("kind") in rule("NB-17").forbidden for one in case.names_in(move)):
        return None
    return Finding("NB-17", False, "river-no-place", {})


def beside_the_river(case: Case, put: Putting) -> Finding | None:
    """On a tile of the river meeples go on all that is no river (NB-17)."""
    kind = put.feature.kind
    if kind in rule("NB-17").forbidden:
        return Finding("NB-17", False, "river-no-place", {})
    turn = case.state.turn
    if turn is None or turn.cell is None or kind not in rule("NB-17").allowed:
        return None
    tile = case.state.tile(turn.cell)
    if tile is None or not any(part.kind == RIVER for part in tile.parts):
        return None
    return Finding("NB-17", True, "river-tile-place", {"feature": Item.feature(put.feature.id)})


def nobody_on_the_river(state: State) -> Iterator[Problem]:
    """No figure stands on the river (NB-17)."""
    for feature in state.occupied():
        if feature.kind in rule("NB-17").forbidden:
            yield Problem("may-not-stand", feature.occupants[0].span, {"feature": feature.id}, (), ("NB-17",))


CONDITIONS = (beside_the_river,)
CHECKS = (nobody_on_the_river,)

"""What castle tiles bring other features, how their halves count, when a castle is surrounded (NB-84 to NB-87)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Worth
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.expansions.german_castles.castle import CASTLE, SPACES, halves, shows_castle, whole
from adjudicator.geometry.squares import patch
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value

HALF = "castle-half"
OPTION = "double-size-tile"
ONE = "one-tile"
PAID = ("road", "city")


@remembered(Scope.PART)
class Placed(NamedTuple):
    """A castle tile that was placed in the turn, with the castle on it where that has a name."""

    castle: str


# ---- which castle tiles a feature touches
def castle_tiles(state: State, feature: Feature) -> int:
    """The different castle tiles on which a feature has a part: on the board, as ``same tile`` lines list them, or as
    they are counted.
    """
    castles = {ident for tile in state.tiles_of(feature) for ident in tile.features(CASTLE)}
    return max(len(castles), feature.marks.get(CASTLE, 0))


def bonus(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """3 points more for each castle tile that a completed road or city touches, during the game only (NB-86)."""
    number = castle_tiles(case.state, feature) if feature.kind in PAID else 0
    if not number:
        game_on = feature.kind in PAID and feature.complete and not at_end
        if game_on and case.state.is_told(feature) and any(case.state.of_kind(CASTLE)):
            case.suppose("NB-86", "castle-bonus-none", feature=Item.feature(feature.id))
        return []
    item = Item.feature(feature.id)
    if at_end or not feature.complete:
        case.find("NB-86", "castle-bonus-game", False, feature=item)
        return []
    case.find("NB-86", "castle-bonus", feature=item, number=number)
    return [Worth("castle-tiles", number, value("NB-86", "bonus"), "NB-86")]


# ---- how many tiles a castle tile is
def counted_as_one(case: Case, feature: Feature) -> int:
    """Both halves of a castle tile count as two tiles, in the first edition as one (NB-87).

    Raises Undetermined where that matters and a sketch does not say how many halves are among the tiles.
    """
    twice = _twice(case.state, feature)
    if twice is None:
        if case.option(OPTION) != ONE:
            return 0
        case.lack("castle-halves", feature)
    if not twice:
        return 0
    item = Item.feature(feature.id)
    if case.option(OPTION) == ONE:
        case.find("NB-87", "castle-one-tile", feature=item, number=twice)
        return -twice
    case.find("NB-87", "castle-two-tiles", feature=item, number=twice)
    return 0


def _twice(state: State, feature: Feature) -> int | None:
    """How many castle tiles are counted with both halves; None where a sketch does not say."""
    if feature.kind == CASTLE:
        return 0
    cells = set(state.squares_of(feature))
    if cells:
        if feature.kind not in (*PAID, "field"):  # measured by what lies around it
            cells = set(patch(cells))
        tiles = {halves(state, cell) for cell in cells if shows_castle(state, cell)}
        return sum(tile <= cells and len(tile) > 1 for tile in tiles)
    number = castle_tiles(state, feature)
    said = feature.marks.get(HALF)
    if said is None:
        return None if number else 0
    return max(0, said - max(1, number))


# ---- when it is surrounded
def surrounded(case: Case) -> None:
    """Counts the tiles around each castle again, and completes those that this turn has surrounded (NB-84)."""
    state, turn = case.state, case.state.turn
    if turn is None:
        return
    new = {placed.castle for placed in case.recall(Placed)}
    touched, beside, done = list(turn.touched), list(turn.around), list(turn.completed)
    for feature in [f for f in state.features.values() if f.kind == CASTLE]:
        now = feature
        cells = state.cells_over(feature.id)
        if cells:
            there = whole(state, frozenset(cells))
            now = feature._replace(tiles=there.tiles, complete=there.complete)
        elif feature.id in touched and feature.id not in new:
            touched.remove(feature.id)
            beside.append(feature.id)
            full = feature.complete or feature.tiles == SPACES + 1
            now = feature._replace(complete=full, tiles=SPACES + 1 if full else feature.tiles)
        if now.complete and "scored" not in now.flags and (not feature.complete or feature.id in new | set(beside)):
            done.append(feature.id)
        state.features[feature.id] = now
    state.turn = turn._replace(
        touched=tuple(touched), around=tuple(dict.fromkeys(beside)), completed=tuple(dict.fromkeys(done))
    )

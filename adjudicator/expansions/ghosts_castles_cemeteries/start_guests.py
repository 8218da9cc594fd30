"""Those for whom the start tile is one tile: dragon, tower, flying machine, Vodyanoy, and the portal (GCC-118 to 123).

The Vodyanoy, whose expansion has no code, is answered for by the words that a move names.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting
from adjudicator.engine.state import State
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import (
    on_start_tile,
    pointed_at,
    start_corner,
)
from adjudicator.geometry.squares import patch
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move

DRAGON = "dragon"
RUIN = "ruin"
PORTAL = "portal"
FLYING = "flying-machine"


def saying(case: Case, move: Move) -> Finding | None:
    """What is said of a move onto the ruin, or of the Vodyanoy that takes figures off the start tile; else None."""
    roles = {ident for one in case.names_in(move) for ident in one.meant}
    if move.verb == "puts" and RUIN in roles:
        case.find("GCC-12", "start-ruin-picture", False)
        return Finding("GCC-112", False, "start-ruin", {})
    target = next((f for f in pointed_at(case, move) if on_start_tile(case.state, f)), None)
    if target is None:
        return None
    if move.verb in ("captures", "moves") and "vodyanoy" in roles:
        item = Item.feature(target.id)
        return Finding("GCC-123", True, "start-vodyanoy", {"figures": _everybody(case), "feature": item})
    return None


def one_tile(state: State, place: Cell | str) -> frozenset[Cell | str] | None:
    """The four squares of the start tile for one of them, in a sketch all features told to be on it (GCC-118)."""
    if isinstance(place, str):
        here = place in state.features and on_start_tile(state, state.features[place])
        return frozenset(f.id for f in state.features.values() if on_start_tile(state, f)) if here else None
    if start_corner(state.lay(place)) is None:
        return None
    return frozenset(cell for cell in patch((place,)) if start_corner(state.lay(cell)) is not None)


def dragon_lands(case: Case, deed: Deed) -> Iterator[Finding]:
    """The dragon may go on the start tile, and eats everybody on the whole of it (GCC-118)."""
    place = deed.cell if deed.cell is not None else deed.place
    if deed.figure == DRAGON and place and one_tile(case.state, place):
        yield Finding("GCC-118", True, "start-dragon", {})


def dragon_eats(case: Case, feature: Feature, occupant: Occupant, by: str) -> Finding | None:
    """What the dragon takes from any square of the start tile it takes because that is one tile (GCC-118)."""
    if by != DRAGON:
        return None
    lay = case.state.lay(occupant.cell) if occupant.cell is not None else None
    if start_corner(lay) is None if case.state.has_board else not on_start_tile(case.state, feature):
        return None
    return Finding("GCC-118", True, "start-dragon", {})


def tower_reaches(case: Case, deed: Deed) -> Iterator[Finding]:
    """A tower that reaches one square of the start tile reaches every meeple on it (GCC-120)."""
    if deed.in_reach is not None and on_start_tile(case.state, case.state.feature(deed.place)):
        yield Finding("GCC-120", deed.in_reach, "start-tower", {"feature": Item.feature(deed.place)})


def through_portal(case: Case, put: Putting) -> Finding | None:
    """A portal reaches the features of the start tile like any others (GCC-119)."""
    if put.means != PORTAL or not on_start_tile(case.state, put.feature):
        return None
    return Finding("GCC-119", True, "start-by-means", {"feature": Item.feature(put.feature.id)})


def by_machine(case: Case, put: Putting) -> Finding | None:
    """A flying machine reaches the features of the start tile by any of its four squares (GCC-121, GCC-122)."""
    if put.means != FLYING or not on_start_tile(case.state, put.feature):
        return None
    case.find("GCC-122", "start-flying-range")
    return Finding("GCC-121", True, "start-by-means", {"feature": Item.feature(put.feature.id)})


def _everybody(case: Case) -> tuple[Item, ...]:
    """Every figure that is known to stand on the start tile."""
    found: dict[tuple[str, str], int] = {}
    state = case.state
    for feature in case.state.occupied():
        is_feature = feature.id in case.state.features
        for one in feature.occupants:
            there = one.cell is not None and start_corner(state.lay(one.cell)) is not None
            whole = is_feature and on_start_tile(state, feature) and state.on_one_tile(feature)
            if one.owner and (there or whole):
                found[one.owner, one.figure] = found.get((one.owner, one.figure), 0) + 1
    return tuple(Item.count(number, owner, figure) for (owner, figure), number in found.items())

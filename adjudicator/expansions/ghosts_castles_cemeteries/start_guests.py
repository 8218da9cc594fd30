"""Those for whom the start tile is one tile: dragon, tower, flying machine, Vodyanoy, and the portal (GCC-118 to 123).

Their expansions need no code here: the move is answered by the words it names.
"""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import near, on_start_tile, start_corner
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move

RUIN = "ruin"
PORTAL = "portal"
FLYING = "flying-machine"


def saying(case: Case, move: Move) -> Finding | None:
    """What is said of a move onto the start tile, or of one that takes figures off it; None for any other."""
    roles = {ident for word in move.words if case.state.known_name(word.text) is None for _, ident in word.roles}
    if move.verb == "puts" and RUIN in roles:
        case.find("GCC-12", "start-ruin-picture", False)
        return Finding("GCC-112", False, "start-ruin", {})
    target = _target(case, move)
    if target is None or not on_start_tile(case.state, target):
        return None
    shown = {"feature": Item("feature", (target.id,))}
    if move.verb == "puts":
        return _put(case, roles, target)
    if move.verb == "moves" and "dragon" in roles:
        return Finding("GCC-118", True, "start-dragon", {"figures": _everybody(case)})
    if move.verb in ("captures", "moves") and "vodyanoy" in roles:
        return Finding("GCC-123", True, "start-vodyanoy", {"figures": _everybody(case), **shown})
    if move.verb == "captures" and target.occupants:
        towers = [f for f in case.state.all_features() if f.kind == "tower"]
        reached = [f for tower in towers for ident in near(case.state, tower.id) for f in [case.state.feature(ident)]]
        return Finding("GCC-120", any(on_start_tile(case.state, f) for f in reached), "start-tower", shown)
    return None


def _put(case: Case, roles: set[str], target: Feature) -> Finding | None:
    """By a portal or a flying machine: on what is unoccupied and incomplete (NB-31), ruin excepted."""
    if PORTAL not in roles and FLYING not in roles:
        return None
    free = not target.occupants and not target.complete
    values = {"feature": Item("feature", (target.id,))}
    if not free:
        return Finding("NB-31", False, "start-by-means", values)
    if PORTAL in roles:
        return Finding("GCC-119", True, "start-by-means", values)
    case.find("GCC-122", "start-flying-range")
    return Finding("GCC-121", True, "start-by-means", values)


def _target(case: Case, move: Move) -> Feature | None:
    """The feature that a move names."""
    names = [case.state.known_name(word.text) for word in move.words]
    return next((case.state.feature(name) for name in names if name is not None), None)


def _everybody(case: Case) -> tuple[Item, ...]:
    """Every figure on the start tile."""
    found: dict[tuple[str, str], int] = {}
    ground = case.state.ground
    for feature in case.state.occupied():
        told = feature.id in case.state.features
        for one in feature.occupants:
            there = one.cell is not None and ground is not None and start_corner(ground.lay(*one.cell)) is not None
            if one.owner and (there or (told and on_start_tile(case.state, feature))):
                found[one.owner, one.figure] = found.get((one.owner, one.figure), 0) + 1
    return tuple(Item("count", (number, owner, figure)) for (owner, figure), number in found.items())

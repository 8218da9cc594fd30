"""What lies within reach of a wagon whose feature has been scored: by squares, or as first edition connections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case, Undetermined
from adjudicator.expansions.abbey_and_mayor.wagon_links import connected_in_sketch, connected_on_board, near_in_sketch
from adjudicator.expansions.abbey_and_mayor.wagon_terms import (
    CASTLE,
    Spot,
    Standing,
    by_connection,
    conditions,
    kind_finding,
    meeples,
    travels_through,
)
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item, Missing

STEPS = (-1, 0, 1)


def spots(case: Case, wagon: Standing) -> list[Spot]:
    """Every feature within reach and those near the scored one that are not. Raises Undetermined."""
    state, home = case.state, wagon.home
    through = travels_through(case)
    first = by_connection(case)
    if home.kind == CASTLE and (cells := state.cells_over(home.id)):
        return _beside_castle(case, home, cells)
    if state.ground is None or home.id in state.features:
        if first and home.kind != CASTLE:
            near = connected_in_sketch(case, home)
        else:
            near = near_in_sketch(case, home, wagon.occupant)
        if through:
            near = _onward(case, near, home, first)
        others = (f for f in state.features.values() if f.id != home.id and f.id not in near)
        return [*(Spot(state.feature(i), True) for i in near if i != home.id), *(Spot(f, False) for f in others)]
    root = state.ground.root(state.segment_of(home.id))
    if first:
        return _connected(case, root, through)
    return _around(case, wagon, root, through)


def _onward(case: Case, near: list[str], home: Feature, first: bool) -> list[str]:
    """The house rule AM-159 in a sketch: what lies near the features on the way is within reach, too."""
    found = list(near)
    for ident in found:
        feature = case.state.feature(ident)
        if ident != home.id and _passable(case, feature):
            more = connected_in_sketch(case, feature) if first else near_in_sketch(case, feature, None)
            found += [i for i in more if i not in found]
    return found


def _passable(case: Case, feature: Feature) -> bool:
    if kind_finding(case, feature) is not None:
        return False
    if feature.complete or meeples(case, feature):
        return bool(feature.complete)
    case.figures(feature)  # who stands there must be known
    return True


def _connected(case: Case, root: int, through: bool) -> list[Spot]:
    """First edition, on a board: what meets the scored feature, and what only shares a tile with it."""
    state, ground = case.state, case.state.ground
    assert ground is not None
    linked = connected_on_board(case, root)
    if through:
        for other in linked:
            if _passable(case, state.built(other)):
                linked += [r for r in connected_on_board(case, other) if r not in linked]
    beside = {ground.root(s) for piece in ground.pieces(root) for s in ground.same_tile(piece)}
    found = [Spot(state.built(r), True, tuple(ground.pieces(r))) for r in linked if r != root]
    return [*found, *(Spot(state.built(r), False) for r in sorted(beside - {root, *linked}))]


def _around(case: Case, wagon: Standing, root: int, through: bool) -> list[Spot]:
    """On a board: sections on the wagon's square and the 8 around it; near misses lie so near to the scored feature."""
    state, ground = case.state, case.state.ground
    assert ground is not None
    start = wagon.occupant.cell or _only_cell(ground.cells(root))
    if start is None:
        case.lack("wagon-square", wagon.home, player=Item("player", (wagon.occupant.owner,)))
    if ground.partial:
        case.warn("wagon-board-part", "AM-83")
    within: dict[int, list[int]] = {}
    cells = [start]
    for cell in cells:
        for segment in _squares(case, cell):
            top = ground.root(segment)
            sections = within.setdefault(top, [])
            if segment not in sections:
                sections.append(segment)
            if through and ground.cell(segment) not in cells and top != root and _passable(case, state.built(top)):
                cells.append(ground.cell(segment))
    found = [Spot(state.built(top), True, tuple(s)) for top, s in within.items() if top != root]
    missed: dict[int, None] = {}
    for cell in ground.cells(root):
        for segment in _squares(case, cell):
            top = ground.root(segment)
            if top not in within and ground.kind(segment) != "field":
                missed[top] = None
    return [*found, *(Spot(state.built(top), False) for top in missed)]


def _beside_castle(case: Case, castle: Feature, cells: list[Cell]) -> list[Spot]:
    """From a castle of the board: sections in its vicinity, its own two squares and the two on either long side
    (AM-152, NB-50); near misses lie on the squares around it.
    """
    state, ground = case.state, case.state.ground
    assert ground is not None
    if ground.partial:
        case.warn("wagon-board-part", "AM-152")
    (x, y), (x2, y2) = cells
    around = {(a + n * (y2 - y), b + n * (x2 - x)) for a, b in cells for n in STEPS}
    under = {ground.root(state.segment_of(castle.id))}
    within: dict[int, list[int]] = {}
    missed: dict[int, None] = {}
    for segment in dict.fromkeys(s for cell in cells for s in _squares(case, cell)):
        top = ground.root(segment)
        if top in under:
            continue
        if ground.cell(segment) in around:
            within.setdefault(top, []).append(segment)
        elif ground.kind(segment) != "field":
            missed[top] = None
    found = [Spot(state.built(top), True, tuple(s)) for top, s in within.items()]
    return [*found, *(Spot(state.built(top), False) for top in missed if top not in within)]


def _only_cell(cells: list[Cell]) -> Cell | None:
    return cells[0] if len(cells) == 1 else None


def _squares(case: Case, cell: Cell) -> Iterator[int]:
    """Every segment on a square and on the 8 around it."""
    ground = case.state.ground
    assert ground is not None
    x, y = cell
    for dy in STEPS:
        for dx in STEPS:
            yield from ground.segments_at(x + dx, y + dy)


class Reach(NamedTuple):
    """What `reach` found."""

    open: tuple[Spot, ...]
    """Where the wagon may go."""
    tried: tuple[tuple[Spot, tuple[Finding, ...]], ...]
    """Every spot with its conditions."""


def reach(case: Case, wagon: Standing) -> Reach:
    """Every feature that the wagon may go to, and what was tried. Raises Undetermined with all that is missing."""
    tried: list[tuple[Spot, tuple[Finding, ...]]] = []
    missing: list[Missing] = []
    for spot in spots(case, wagon):
        try:
            tried.append((spot, tuple(conditions(case, wagon, spot))))
        except Undetermined as lack:
            missing += [m for m in lack.missing if m not in missing]
    if missing:
        raise Undetermined(*missing)
    return Reach(tuple(spot for spot, found in tried if all(f.holds for f in found)), tuple(tried))


def told(case: Case, found: Iterable[tuple[Spot, tuple[Finding, ...]]]) -> None:
    """Notes what may be reached and every near miss: whatever fails one condition, or lies within reach and fails."""
    fields: list[Item] = []
    for spot, tried in found:
        failed = [f for f in tried if not f.holds]
        if not failed:
            case.note(*tried)
        elif "field" in case.game.kind_traits(spot.feature.kind):
            fields.append(Item("feature", (spot.feature.id,)))
        elif len(failed) == 1 or spot.within:
            case.note(*failed)
    if fields:
        case.find("AM-89", "wagon-fields", False, features=tuple(fields))

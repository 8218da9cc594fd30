"""What a tower reaches: its own tile, and as many tiles each way as it has floors (NB-34)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.expansions.tower.floors import Raised, height, raised, towers
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Value


def within(case: Case, feature: Feature, one: Occupant) -> Finding:
    """Whether a figure is in range of the tower that has got a floor in this turn.

    Where no floor was added it is supposed that one is, on a tower that reaches the figure if there is one. Raises
    Undetermined where the position does not tell.
    """
    event = raised(case)
    cell = case.state.tile_under(feature, one).cell
    values = {"figure": Item.figure(one.owner, one.figure, feature.id)}
    sketched = event is not None and event.feature in case.state.features
    told = [tower for tower in towers(case.state) if tower.id in case.state.features]
    if cell is not None and not sketched and (not told or len(told) < len([*towers(case.state)])):
        return _on_board(case, cell, event, values, [] if event is not None else told, (feature, one))
    several = [case.state.feature(event.feature)] if event is not None else list(towers(case.state))
    in_reach = {tower.id: found for tower in several if (found := _by_lines(case, tower, feature, one)) is not None}
    for ident, reached in in_reach.items():
        if reached:
            return Finding("NB-34", True, "tower-reaches", {**values, "tower": Item.feature(ident)})
    if in_reach and len(in_reach) == len(several):
        return Finding("NB-34", False, "tower-reaches", {**values, "tower": Item.feature(next(iter(in_reach)))})
    if event is not None:
        case.lack("tower-reach", case.state.feature(event.feature))
    return Finding("NB-34", True, "tower-supposed", values, "supposes")


def _on_board(
    case: Case,
    cell: Cell,
    event: Raised | None,
    details: dict[str, Item],
    told: list[Feature],
    standing: tuple[Feature, Occupant],
) -> Finding:
    """Whether a tower of the board reaches a square, or one that lines tell of the figure that stands there."""
    targets = case.state.whole_tile(cell)
    one_more = 0 if event is not None else 1
    best: tuple[Feature, int] | None = None
    for tower in (case.state.feature(event.feature),) if event is not None else towers(case.state):
        here, floors = case.state.square_of(tower), height(case.state, tower)
        if here is None or tower in told or (event is None and tower.occupants):
            continue
        if floors is None:
            case.lack("floors", tower)
        if any(reaches(here, floors + one_more, target) for target in targets):
            values: dict[str, Value] = {**details, "tower": Item.feature(tower.id), "number": floors + one_more}
            return Finding("NB-34", True, "tower-reaches", values)
        best = best or (tower, floors + one_more)
    reached = {tower.id: _by_lines(case, tower, *standing) for tower in told}
    for ident, known in reached.items():
        if known or known is None:
            values = {**details, "tower": Item.feature(ident)}
            return Finding(
                "NB-34",
                True,
                "tower-reaches" if known else "tower-supposed",
                values,
                "supposes" if known is None else "decides",
            )
    if event is None and case.state.part_shown and not told:
        free = [tower.id for tower in towers(case.state) if not tower.occupants]
        case.lack("which-tower", None, features=tuple(map(Item.feature, free)), standing=Item.feature(standing[0].id))
    if best is None and reached:
        return Finding("NB-34", False, "tower-reaches", {**details, "tower": Item.feature(next(iter(reached)))})
    if best is None:
        if case.state.turn is None and not any(towers(case.state)):
            return Finding("NB-34", True, "tower-supposed", details, "supposes")  # a question about towers in general
        return Finding("NB-34", False, "tower-none", details)
    return Finding("NB-34", False, "tower-reaches", {**details, "tower": Item.feature(best[0].id), "number": best[1]})


def reaches(tower: Cell, floors: int, cell: Cell) -> bool:
    """Whether a tower on one square reaches another: straight on, empty squares counted too."""
    dx, dy = abs(cell[0] - tower[0]), abs(cell[1] - tower[1])
    return min(dx, dy) == 0 and max(dx, dy) <= floors


def _by_lines(case: Case, tower: Feature, feature: Feature, one: Occupant) -> bool | None:
    """Whether a sketch puts a figure in reach of a tower, near it or on its tile; None where it does not say."""
    state = case.state
    tile = state.tile_under(feature, one).whole()
    there = state.around(tower)
    near = [other.id for other in there.features()]
    if tower.id in tile.features() or any(other.id == tower.id for other in state.around((feature, one)).features()):
        return True
    if any(ident in near for ident in (feature.id, *tile.features())) or any(o is one for _, o in there.figures):
        return True
    return False if there.whole else None

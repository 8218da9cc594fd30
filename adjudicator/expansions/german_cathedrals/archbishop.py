"""The archbishop: when a German cathedral is complete, what it is worth, and who goes there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.german_cathedrals.roads import CATHEDRAL, ROAD, cathedrals_of, sections
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value

ABBOT_ONLY = "monastic-only"
"""The trait of figures for monasteries and gardens, which a cathedral is not (BASE-53)."""
PLACES = (ROAD, "field")
"""What else a cathedral tile offers to a meeple."""


# ---- when it is complete
def on_board(state: State, root: int) -> bool | None:
    """Whether all roads of the cathedral's tile are closed (NB-79); None where the board does not tell."""
    return _all_closed(state, state.part(root).tile.features(ROAD))


def _by_roads(state: State, cathedral: Feature) -> bool | None:
    """The same in a sketch that lists all its roads."""
    roads = sections(state, cathedral)
    return _all_closed(state, roads) if len(roads) >= value("NB-76", "least_roads") else None


def _all_closed(state: State, roads: list[str]) -> bool | None:
    done = [state.feature(ident).complete for ident in roads]
    return False if False in done else None if None in done else True


def complete_by_roads(state: State) -> Iterator[Problem]:
    """Adds whether a sketched cathedral is complete, where its roads tell (NB-79)."""
    for feature in list(state.features.values()):
        if feature.kind == CATHEDRAL and feature.complete is None:
            state.add(feature._replace(complete=_by_roads(state, feature)))
    return iter(())


def closed_by_roads(case: Case) -> None:
    """Completes the cathedrals whose last road this tile has closed (NB-79)."""
    state, turn = case.state, case.state.turn
    if turn is None:
        return
    done = dict.fromkeys(ident for ident in turn.touched if state.feature(ident).kind == CATHEDRAL)
    for ident in turn.completed:
        road = state.feature(ident)
        if road.kind == ROAD:
            done.update(dict.fromkeys(cathedrals_of(state, road)))
    for ident in done:
        cathedral = state.feature(ident)
        if ident in state.features and not cathedral.complete and _by_roads(state, cathedral):
            cathedral = cathedral._replace(complete=True)
            state.add(cathedral)
        if cathedral.complete and ident not in turn.completed:
            case.find("NB-79", "all-roads-closed", feature=Item.feature(ident))
            turn = turn._replace(completed=(*turn.completed, ident))
    state.turn = turn


def roads_told(case: Case) -> None:
    """Asks whether the other roads are closed of an occupied cathedral to which this tile has closed one (NB-79).

    Raises Undetermined.
    """
    state, turn = case.state, case.state.turn
    closed = [road for ident in (turn.completed if turn else ()) if (road := state.feature(ident)).kind == ROAD]
    for ident in dict.fromkeys(cathedral for road in closed for cathedral in cathedrals_of(state, road)):
        cathedral = state.feature(ident)
        if cathedral.occupants and not cathedral.complete and state.is_told(cathedral):
            roads = [state.feature(road) for road in sections(state, cathedral)]
            if all(road.complete is not False for road in roads):
                for road in roads:
                    case.complete(road)


# ---- what it is worth
def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """1 point a tile of all roads that lead to it, each road once: complete (NB-79), or at the end (NB-80).

    Raises Undetermined where a sketch does not list its roads, or their tiles.
    """
    roads = sections(case.state, feature)
    if len(roads) < value("NB-76", "least_roads"):
        case.lack("cathedral-roads", feature)
    complete = case.complete(feature)
    item = Item.feature(feature.id)
    rule = "NB-79" if complete else "NB-80"
    each = value("NB-79", "per_road_tile") if complete else value("NB-80", "archbishop_per_road_tile")
    if complete:
        case.find(rule, "all-roads-closed", feature=item)
    else:
        case.find(rule, "archbishop-at-end", feature=item)
    total = 0
    for ident in dict.fromkeys(roads):
        tiles = case.tiles(case.state.feature(ident))
        case.find(rule, "tiles-of-road", feature=item, road=Item.feature(ident), number=tiles)
        total += tiles
    return [Worth("road-tiles", total, each, rule)]


# ---- who goes there
def place(case: Case, put: Putting) -> Finding | None:
    """A meeple goes on the cathedral as archbishop, on a road of its tile or in its field (NB-76)."""
    values = {"feature": Item.feature(put.feature.id)}
    traits = case.game.figure_traits(put.figure)
    if put.feature.kind == CATHEDRAL:
        if ABBOT_ONLY in traits:
            return Finding(case.game.rule("abbot-place"), False, "abbot-no-archbishop", values)
        if "meeple" not in traits:
            return Finding("NB-76", False, "archbishop", {**values, "figure": Item.noun("figure", put.figure)})
        return Finding("NB-76", True, "archbishop", values)
    turn = case.state.turn
    if put.feature.kind not in PLACES or put.means or turn is None or turn.cell is None:
        return None
    tile = case.state.tile(turn.cell)
    if tile is not None and tile.features(CATHEDRAL):
        case.find("NB-76", "beside-cathedral", feature=values["feature"])
    return None


CONDITIONS = (place,)

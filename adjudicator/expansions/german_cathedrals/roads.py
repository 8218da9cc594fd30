"""Roads that lead to a German cathedral: what they are worth and how their tiles are counted."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Rate
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value

CATHEDRAL = "german-cathedral"
ROAD = "road"
INN = "inn"


# ---- which roads lead to which cathedral
def sections(state: State, cathedral: Feature) -> list[str]:
    """The roads that start at a cathedral, each as often as it has a section on that tile (NB-76).

    On a board these are the roads of its tile, in a sketch those that a ``same tile`` line lists with it.
    """
    return [part.feature for tile in state.tiles_of(cathedral) for part in tile.parts if part.kind == ROAD]


def cathedrals_of(state: State, road: Feature) -> dict[str, int]:
    """The cathedrals that a road leads to, with the number of its sections on the tile of each."""
    found: dict[str, int] = {}
    for tile in state.tiles_of(road):
        number = sum(part.feature == road.id for part in tile.parts)
        for ident in tile.features(CATHEDRAL):
            found[ident] = found.get(ident, 0) + number
    return found


# ---- what that means for the road
def counted_again(case: Case, feature: Feature) -> int:
    """One tile more for a road that starts and ends on the same cathedral tile (NB-78)."""
    if feature.kind != ROAD:
        return 0
    more = sum(number - 1 for number in cathedrals_of(case.state, feature).values())
    if more:
        case.find("NB-78", "back-to-cathedral", feature=Item.feature(feature.id))
    return more


def leads_there(case: Case, feature: Feature) -> bool:
    """Whether a completed road leads to a cathedral; that an unfinished one changes nothing (NB-80) is noted."""
    if not cathedrals_of(case.state, feature):
        if feature.complete and case.state.is_told(feature) and any(case.state.of_kind(CATHEDRAL)):
            case.suppose("NB-77", "road-to-no-cathedral", feature=Item.feature(feature.id))
        return False
    if not feature.complete:
        case.find("NB-80", "unfinished-to-cathedral", feature=Item.feature(feature.id))
    return bool(feature.complete)


def to_cathedral(case: Case, feature: Feature, at_end: bool) -> Rate:
    """2 points a tile for a completed road to a cathedral (NB-77).

    An inn gives 2 points a tile as well: whether both together give more is left open.
    """
    item = Item.feature(feature.id)
    cathedrals = tuple(Item.feature(ident) for ident in cathedrals_of(case.state, feature))
    case.find("NB-77", "road-to-cathedral", feature=item, cathedrals=cathedrals)
    each = value("NB-77", "per_tile")
    if feature.marks.get(INN):
        case.find("NB-77", "road-to-cathedral-inn", feature=item)
        if case.read("open", "road-to-cathedral-inn", once="NB-77", both="NB-77") == "both":
            each = value("NB-77", "per_tile_with_inn")
    return Rate("NB-77", each)


def checks(state: State) -> Iterator[Problem]:
    """A sketched cathedral has at most the sections that NB-76 tells, and is complete only if its roads are (NB-79)."""
    for feature in state.features.values():
        if feature.kind != CATHEDRAL:
            continue
        roads = sections(state, feature)
        most = value("NB-76", "most_roads")
        if len(roads) > most:
            yield Problem("cathedral-roads-many", feature.span, {"feature": feature.id, "most": most}, (), ("NB-76",))
        opened = [ident for ident in dict.fromkeys(roads) if state.feature(ident).complete is False]
        if feature.complete and opened:
            values = {"feature": feature.id, "road": opened[0]}
            yield Problem("cathedral-road-open", feature.span, values, (), ("NB-79",))

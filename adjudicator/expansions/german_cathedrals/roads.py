"""Roads that lead to a German cathedral: what they are worth and how their tiles are counted."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Rate
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Link
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.rulebook.loader import value

CATHEDRAL = "german-cathedral"
ROAD = "road"
INN = "inn"


# ---- which roads lead to which cathedral
def sections(state: State, cathedral: Feature) -> list[str]:
    """The roads that start at a cathedral, each as often as it has a section on that tile (NB-76).

    On a board these are the roads of its tile, in a sketch those that a ``same tile`` line lists with it.
    """
    ground = state.ground
    if ground is not None and cathedral.id not in state.features:
        segment = ground.root(state.segment_of(cathedral.id))
        return [state.ident(s) for s in ground.same_tile(segment) if ground.kind(s) == ROAD]
    found: list[str] = []
    for link in state.links:
        named = _on_tile(state, link)
        if any(f.id == cathedral.id for f in named):
            found += [f.id for f in named if f.kind == ROAD]
    return found


def _on_tile(state: State, link: Link) -> list[Feature]:
    """The features of a ``same tile`` line, each as often as it is listed."""
    if link.kind != "same-tile":
        return []
    names = [item.name for item in link.items[1:] if isinstance(item, Ref) and item.name]
    idents = [ident for name in names if (ident := state.known_name(name)) is not None]
    return [state.feature(ident) for ident in idents]


def cathedrals_of(state: State, road: Feature) -> dict[str, int]:
    """The cathedrals that a road leads to, with the number of its sections on the tile of each."""
    found: dict[str, int] = {}
    ground = state.ground
    if ground is not None and road.id not in state.features:
        for piece in ground.pieces(ground.root(state.segment_of(road.id))):
            for other in ground.same_tile(piece):
                if ground.kind(other) == CATHEDRAL:
                    ident = state.ident(other)
                    found[ident] = found.get(ident, 0) + 1
        return found
    for feature in state.features.values() if state.links else ():
        if feature.kind == CATHEDRAL:
            number = sections(state, feature).count(road.id)
            if number:
                found[feature.id] = number
    return found


# ---- what that means for the road
def counted_again(case: Case, feature: Feature) -> int:
    """One tile more for a road that starts and ends on the same cathedral tile (NB-78)."""
    if feature.kind != ROAD:
        return 0
    more = sum(number - 1 for number in cathedrals_of(case.state, feature).values())
    if more:
        case.find("NB-78", "back-to-cathedral", feature=Item("feature", (feature.id,)))
    return more


def leads_there(case: Case, feature: Feature) -> bool:
    """Whether a completed road leads to a cathedral; that an unfinished one changes nothing (NB-80) is noted."""
    if not cathedrals_of(case.state, feature):
        return False
    if not feature.complete:
        case.find("NB-80", "unfinished-to-cathedral", feature=Item("feature", (feature.id,)))
    return bool(feature.complete)


def to_cathedral(case: Case, feature: Feature, at_end: bool) -> Rate:
    """2 points a tile for a completed road to a cathedral (NB-77).

    An inn gives 2 points a tile as well: whether both together give more is left open.
    """
    shown = Item("feature", (feature.id,))
    cathedrals = tuple(Item("feature", (ident,)) for ident in cathedrals_of(case.state, feature))
    case.find("NB-77", "road-to-cathedral", feature=shown, cathedrals=cathedrals)
    if feature.marks.get(INN):
        case.doubt("open", "NB-77", "road-to-cathedral-inn", feature=shown)
    return Rate("NB-77", value("NB-77", "per_tile"))


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

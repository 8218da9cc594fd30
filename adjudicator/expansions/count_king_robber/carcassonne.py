"""The City of Carcassonne as a place: for fields a completed city (NB-43), for everything else no feature."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.count_king_robber.quarters import (
    COUNT,
    QUARTER,
    QUARTERS,
    Entered,
    Moved,
    meaning,
    whole_city,
)
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line

AREA = "area"
DRAGON = "dragon"
"""What takes figures off the table without their owner's will."""
LIKE_A_CITY = Worth("carcassonne", 1, 0, "NB-43")
"""A field counts it as a city that is worth no more than one."""


def areas(state: State) -> Iterator[Problem]:
    """An area that is called after Carcassonne or a quarter is one of its quarters."""
    for feature in list(state.features.values()):
        if feature.kind == AREA and meaning(feature.id):
            state.add(feature._replace(kind=QUARTER))
    yield from ()


def checks(state: State) -> Iterator[Problem]:
    """Every quarter is one of the four (NB-41), and the count stands in one of them, on no tile (NB-42)."""
    for mention in state.mentions(COUNT):
        yield Problem("count-on-tile", mention.span, {}, (), ("NB-42",))
    counts = []
    for feature in state.features.values():
        if feature.kind == QUARTER and not meaning(feature.id):
            quarters = tuple(Item.noun("name", quarter) for quarter in QUARTERS)
            yield Problem(
                "no-such-quarter", feature.span, {"feature": feature.id, "quarters": quarters}, (), ("NB-41",)
            )
        counts += [feature] * feature.marks.get(COUNT, 0)
    if len(counts) > 1:
        yield Problem("count-twice", counts[-1].span, {}, (), ("NB-42",))


def no_points(case: Case, feature: Feature, at_end: bool) -> list[Line]:
    """Whoever stands in a quarter scores nothing there."""
    case.find("NB-41", "quarter-no-points", False, quarter=Item.feature(feature.id))
    return []


def for_fields(case: Case, feature: Feature, at_end: bool) -> None:
    """Notes that Carcassonne counts as one of the cities of a field (NB-43)."""
    if feature.kind != "field" or not feature.occupants:
        return
    for touch in feature.touches or ():
        if touch.city and whole_city(case.state.feature(touch.city)):
            case.find("NB-43", "carcassonne-counts", feature=Item.feature(feature.id))
            return


def seized(case: Case, feature: Feature, occupant: Occupant, means: str) -> Finding | None:
    """Whether the dragon eats who stands in a quarter no rule says (NB-126)."""
    if feature.kind == QUARTER and means == DRAGON:
        eaten = case.doubt("open", "NB-126", "dragon-and-quarter", quarter=Item.feature(feature.id))
        return None if eaten.holds else eaten
    return None


def phase_over(case: Case, put: Putting) -> Finding | None:
    """Once a meeple has gone to Carcassonne the turn is scored: nothing more is put on the tiles (NB-40)."""
    if not case.recall(Entered) and not case.recall(Moved):
        return None
    return Finding("NB-40", False, "quarter-phase-over", {"player": Item.player(put.player)})

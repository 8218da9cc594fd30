"""What an inn does to a road and a cathedral to a city."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Rate
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value

INN = "inn"
CATHEDRAL = "cathedral"
LIES_ON = {INN: ("road", "NB-01"), CATHEDRAL: ("city", "NB-04")}
"""What each lies on, and the rule that says so."""


def with_inn(case: Case, feature: Feature) -> bool:
    """Whether there is an inn at a road."""
    return case.carried(feature, "NB-01" if feature.complete else "NB-02", INN) > 0


def inns(case: Case, feature: Feature, at_end: bool) -> Rate:
    """2 points a tile of a completed road with an inn (NB-01), 0 for an incomplete one (NB-02)."""
    if not feature.complete:
        return _unfinished(case, feature, "NB-02")
    if feature.marks.get(INN, 0) > 1:
        case.find("NB-01", "second-inn", feature=_item(feature))
    return Rate("NB-01", value("NB-01", "per_tile"))


def with_cathedral(case: Case, feature: Feature) -> bool:
    """Whether there is a cathedral in a city."""
    return case.carried(feature, "NB-04" if feature.complete else "NB-05", CATHEDRAL) > 0


def cathedrals(case: Case, feature: Feature, at_end: bool) -> Rate:
    """3 points a tile and coat of a completed city with a cathedral (NB-04), 0 for an incomplete one (NB-05)."""
    if not feature.complete:
        return _unfinished(case, feature, "NB-05")
    if feature.marks.get(CATHEDRAL, 0) > 1:
        case.find("NB-04", "second-cathedral", feature=_item(feature))
    return Rate("NB-04", value("NB-04", "per_tile"), value("NB-04", "per_coat"))


def _unfinished(case: Case, feature: Feature, rule: str) -> Rate:
    """0 points by `rule`, or by NB-119 as if neither were there. Raises Undetermined for the reissue (NB-07)."""
    scoring = case.option("inn-and-cathedral-final-scoring")
    if scoring == "reissue":
        case.find("NB-07", "reissue-unknown", False, feature=_item(feature))
        case.lack("reissue-scoring", feature)
    if scoring == "ignore":
        case.find("NB-119", "ignored-at-end", feature=_item(feature))
        if feature.kind == "road":
            return Rate("NB-119", value("NB-119", "road_per_tile"))
        return Rate("NB-119", value("NB-119", "city_per_tile"), value("NB-119", "city_per_coat"))
    if rule == "NB-02":
        case.find("NB-02", "inn-at-end", feature=_item(feature))
    else:
        case.find("NB-05", "cathedral-at-end", feature=_item(feature))
    nothing = value(rule, "points")
    return Rate(rule, nothing, nothing, all=True)


# ---- an inn where several roads meet
def beside(case: Case, road: Feature, asked: str) -> None:
    """An inn beside a crossing belongs to the one road it stands next to (NB-03)."""
    if asked != "points" or road.kind != "road":
        return
    item = _item(road)
    for tile in case.state.tiles_of(road):
        here = any(part.piece.marks.get(INN) for part in tile.parts if part.feature == road.id)
        for other in (part for part in tile.parts if part.kind == "road" and part.feature != road.id):
            inn = other.piece.marks.get(INN)
            if inn and not here:
                named = Item.feature(other.feature)
                case.find("NB-03", "inn-of-other-road", False, feature=item, other=named)
            elif here and not inn:
                case.find("NB-03", "inn-of-this-road", feature=item)


def carried(state: State) -> Iterator[Problem]:
    """An inn stands at a road, a cathedral in a city."""
    for feature in state.features.values():
        for mark, (kind, rule) in LIES_ON.items():
            if feature.marks.get(mark) and feature.kind != kind:
                nouns = {"word": Item.noun("unit", mark), "kind": Item.noun("kind", kind)}
                yield Problem("inn-or-cathedral-elsewhere", feature.span, {"feature": feature.id, **nouns}, (), (rule,))


def _item(feature: Feature) -> Item:
    return Item.feature(feature.id)

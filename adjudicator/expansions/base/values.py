"""What roads, cities and monasteries are worth."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Worth
from adjudicator.expansions.base.fields import settle_field
from adjudicator.expansions.base.ground import on_the_tiles
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item, Line
from adjudicator.rulebook.loader import value

MEEPLE = "meeple"
FARMER = "farmer"
FIELD = "field"
FARMERS, NO_FARMERS = "farmers", "none"
"""The switch of tables that play without farmers (BASE-62), and its value for these."""
"""The trait of figures that go wherever a plain meeple does, into fields too."""


def _feature(feature: Feature) -> Item:
    return Item.feature(feature.id)


def road(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """1 point a tile, complete (BASE-27) or not (BASE-45)."""
    complete = case.complete(feature)
    tiles = case.tiles(feature)
    if complete:
        case.find("BASE-25", "road-complete", feature=_feature(feature))
        return [Worth("tiles", tiles, value("BASE-27", "per_tile"), "BASE-27", "tiles")]
    case.find("BASE-25", "road-complete", False, feature=_feature(feature))
    case.find("BASE-44", "scored-at-end", feature=_feature(feature))
    return [Worth("tiles", tiles, value("BASE-45", "per_tile"), "BASE-45", "tiles")]


def city(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """2 points a tile and a coat when complete (BASE-29), 1 when not (BASE-46); two tiles: BASE-30, BASE-31."""
    complete = case.complete(feature)
    tiles = case.tiles(feature)
    coats = case.carried(feature, "BASE-29" if complete else "BASE-46", "coat")
    case.find("BASE-28", "city-complete", complete, feature=_feature(feature))
    rule, per_tile, per_coat = "BASE-46", "per_tile", "per_coat"
    if not complete:
        case.find("BASE-44", "scored-at-end", feature=_feature(feature))
    else:
        rule = "BASE-29"
        if tiles == 2:
            if case.option("tiny-city-scoring") == "2":
                case.find("BASE-31", "two-tile-city-halved", feature=_feature(feature))
                each = value("BASE-31", "two_tile_city") // 2
                summands = [Worth("tiles", tiles, each, "BASE-31", "tiles")]
                return summands + ([Worth("coats", coats, each, "BASE-31", "coats")] if coats else [])
            case.find("BASE-30", "two-tile-city-whole", feature=_feature(feature))
    summands = [Worth("tiles", tiles, value(rule, per_tile), rule, "tiles")]
    if coats:
        summands.append(Worth("coats", coats, value(rule, per_coat), rule, "coats"))
    return summands


def monastery(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """9 points when surrounded (BASE-33), else 1 for its tile and 1 for each around it (BASE-47)."""
    return surrounded(case, feature, ("BASE-32", "BASE-33", "BASE-47"))


def surrounded(case: Case, feature: Feature, rules: tuple[str, str, str]) -> list[Worth]:
    """The worth of what is measured by the tiles around it, by the rules for completeness, completed, incomplete."""
    whole, completed, incomplete = rules
    if feature.complete is None and feature.tiles is None:
        case.tiles(feature)
    complete = case.complete(feature)
    case.find(whole, "surrounded", complete, feature=_feature(feature))
    if complete:
        return [Worth("surrounded", 1, value(completed, "points"), completed)]
    tiles = case.tiles(feature)
    case.find("BASE-44", "scored-at-end", feature=_feature(feature))
    return [
        Worth("own-tile", 1, value(incomplete, "own_tile"), incomplete),
        Worth("tiles-around", tiles - 1, value(incomplete, "per_surrounding_tile"), incomplete),
    ]


def field(case: Case, feature: Feature, at_end: bool) -> list[Line]:
    """The points of a field (BASE-38)."""
    return settle_field(case, feature, at_end)


def on_a_board(case: Case, feature: Feature, at_end: bool = False) -> None:
    """What a board shows besides (BASE-26, BASE-34, BASE-36, BASE-41); nothing for a sketch."""
    if case.quiet or not case.state.on_tiles(feature.id):
        return
    on_the_tiles(case, feature)


def tile_twice(case: Case, feature: Feature, at_end: bool) -> None:
    """A tile with two pieces of one road or city counts once (BASE-24)."""
    if feature.kind not in ("road", "city") or feature.tiles is None or feature.segments <= feature.tiles:
        return
    tiles = case.tiles(feature)
    if feature.segments > tiles:
        case.frame("BASE-24", "tile-counts-once", feature=_feature(feature), pieces=feature.segments, tiles=tiles)
        case.warn("tile-twice", "BASE-24", feature=_feature(feature), extra=feature.segments - tiles)


def field_closed(case: Case, feature: Feature, at_end: bool) -> None:
    """A field that nothing can reach any more is still no complete feature (BASE-37)."""
    if feature.kind == "field" and (feature.complete or "enclosed" in feature.flags):
        case.warn("field-closed", "BASE-37", feature=_feature(feature))

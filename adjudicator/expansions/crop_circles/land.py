"""The circle on its tile: it parts roads and fields, and nobody stands on it (NB-97)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.tiles import Part
from adjudicator.expansions.crop_circles.circle import CIRCLE, CIRCLES
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move

SYMBOLS = (*CIRCLES, CIRCLE)


def nobody_on_it(case: Case, move: Move) -> Finding | None:
    """Nothing can be put on a crop circle (NB-97)."""
    if move.verb != "puts":
        return None
    for one in case.names_in(move):
        if one.id("symbol") in SYMBOLS and one.behind in ("on", "in", "at") and one.feature is None:
            picture = Item.noun("symbol", CIRCLE)
            case.find(case.game.rule("no-feature"), "no-feature", False, picture=picture)
            return Finding("NB-97", False, "circle-no-place", {})
    return None


def parts(case: Case, feature: Feature, asked: str) -> None:
    """Notes where a road ends at a crop circle, and where a field is parted by one (NB-97)."""
    if feature.kind not in ("road", "field") or (asked != "points" and feature.kind == "field"):
        return
    seen = set()
    for part in case.state.parts_of(feature):
        cell = part.cell
        if cell is None or cell in seen or not any(part.tile.shows(symbol) for symbol in SYMBOLS):
            continue
        seen.add(cell)
        values: dict[str, Value] = {"feature": Item.feature(feature.id), "square": Item.cell(cell)}
        if feature.kind == "road" and len(part.sides) == 1:
            case.find("NB-97", "circle-ends-road", **values)
        elif feature.kind == "field" and _parted(part):
            case.find("NB-97", "circle-parts-field", **values)


def _parted(field: Part) -> bool:
    """Whether nothing but the circle, and roads that end at it, lies between this field and another of the tile."""
    here = field.tile.parts
    ends = {one.sides[0] for one in here if one.kind == "road" and len(one.sides) == 1}
    through = any(one.kind == "road" and len(one.sides) > 1 for one in here)
    several = sum(one.kind == "field" for one in here) > 1
    return several and (not ends.isdisjoint(field.sides) or not (ends or through))

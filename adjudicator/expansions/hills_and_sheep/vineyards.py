"""Vineyards: more points for a completed monastery beside them."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Worth
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item, Value
from adjudicator.rulebook.loader import value

VINEYARD = "vineyard"
BUILDING = "building"
GARDEN = "garden"


def vineyards(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """3 points more for each vineyard around a completed monastery (NB-58); none for what is incomplete (NB-59).

    A garden gets nothing from them (BASE-60), unless that is agreed (NB-120).
    """
    building = BUILDING in case.game.kind_traits(feature.kind)
    if not building and feature.kind != GARDEN:
        return []
    number = _around(case, feature)
    if not number:
        return []
    values: dict[str, Value] = {"feature": Item.feature(feature.id), "number": number}
    if not feature.complete:
        case.find("NB-59", "vineyards-incomplete", False, **values)
        return []
    if building:
        case.find("NB-58", "vineyards-around", **values)
        return [Worth("vineyards", number, value("NB-58", "per_vineyard"), "NB-58")]
    if case.option("vineyards-for-garden") == "true":
        case.find("NB-120", "vineyards-around", **values)
        return [Worth("vineyards", number, value("NB-120", "per_vineyard"), "NB-120")]
    case.find(case.game.rule("garden-vineyards"), "vineyards-garden", False, **values)
    case.find("NB-59", "vineyards-monasteries-only")
    return []


def _around(case: Case, feature: Feature) -> int:
    """Vineyards on the 8 tiles around, as the board shows them or as they are said."""
    around = case.state.around(feature)
    number = around.number(VINEYARD)
    return number if around.squares or number else case.carried(feature, "NB-58", VINEYARD)

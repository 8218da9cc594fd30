"""The worked examples of the rules: which of them a spot is like (AM-86, AM-87, AM-92 to AM-103)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.expansions.abbey_and_mayor.wagon_reach import (
    Spot,
    Standing,
    joined,
    meeples,
    obstacles,
)
from adjudicator.model.ruling import Finding, Item


def example(case: Case, wagon: Standing, spot: Spot, tried: tuple[Finding, ...]) -> None:
    """Notes the worked example that shows the same; the rules have none for the first edition."""
    if spot.first:
        if all(f.holds for f in tried):
            case.find("AM-105", "wagon-cases")
        return
    failed = obstacles(case, wagon, spot)
    for ident in _like(case, wagon, spot, failed):
        holds = not failed
        case.find(ident, "wagon-example", holds, feature=Item.feature(spot.feature.id))


def _like(case: Case, wagon: Standing, spot: Spot, failed: list[str]) -> list[str]:
    kind, home = spot.feature.kind, wagon.home.kind
    leaving = (home, kind)
    if not failed:
        return _allowed(case, wagon, spot)
    if failed == ["complete"]:
        return ["AM-98"] if leaving == ("city", "road") else []
    if failed == ["occupied"]:
        if leaving == ("city", "road"):
            return ["AM-99"] if _elsewhere(case, spot) else []
        return ["AM-87"] if leaving == ("city", "city") else []
    if failed == ["reach"]:
        if leaving == ("road", "city"):
            return ["AM-103"] if _closes(case, wagon, spot) else []
        return {("city", "monastery"): ["AM-97", "AM-100"], ("city", "road"): ["AM-101"]}.get(leaving, [])
    if failed == ["reach", "complete"] and leaving == ("city", "road"):
        return ["AM-97", "AM-100"]
    return []


def _allowed(case: Case, wagon: Standing, spot: Spot) -> list[str]:
    kind, home = spot.feature.kind, wagon.home.kind
    if home == "road":
        return {"road": ["AM-102"], "city": ["AM-86"], "monastery": ["AM-86"]}.get(kind, [])
    if home != "city":
        return []
    if kind == "monastery":
        return ["AM-94"] if _enclosed(case, wagon, spot) else ["AM-87"]
    return {"road": ["AM-92"], "city": ["AM-96"], "abbey": ["AM-93"]}.get(kind, [])


def _enclosed(case: Case, wagon: Standing, spot: Spot) -> bool:
    """Whether a monastery stands on a tile of the scored city."""
    return any(tile.has(wagon.home) for tile in case.state.tiles_of(spot.feature))


def _closes(case: Case, wagon: Standing, spot: Spot) -> bool:
    """Whether the city closes an end of the scored road."""
    return any(part.feature == spot.feature.id for part in joined(case, wagon.home) or ())


def _elsewhere(case: Case, spot: Spot) -> bool:
    """Whether those who occupy a road stand on other tiles than its sections within reach, for all that is known."""
    squares = {part.cell for part in spot.parts}
    return all(o.cell not in squares for o in meeples(case, spot.feature))

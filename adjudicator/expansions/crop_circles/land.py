"""The circle on its tile: it parts roads and fields, and nobody stands on it (NB-97)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.case import Case
from adjudicator.engine.printed import printed
from adjudicator.expansions.crop_circles.circle import CIRCLE, CIRCLES
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move

if TYPE_CHECKING:
    from adjudicator.geometry.ground import Ground

SYMBOLS = (*CIRCLES, CIRCLE)


def nobody_on_it(case: Case, move: Move) -> Finding | None:
    """Nothing can be put on a crop circle (NB-97)."""
    if move.verb != "puts":
        return None
    for before, word in zip(move.words, move.words[1:], strict=False):
        on_it = word.id("symbol") in SYMBOLS and before.id("keyword") in ("on", "in", "at")
        if on_it and case.state.known_name(word.text) is None:
            picture = Item("noun", ("symbol", CIRCLE))
            case.find("NB-116", "no-feature", False, picture=picture)
            return Finding("NB-97", False, "circle-no-place", {})
    return None


def parts(case: Case, feature: Feature, asked: str) -> None:
    """Notes where a road ends at a crop circle, and where a field is parted by one (NB-97)."""
    ground = case.state.ground
    if ground is None or feature.kind not in ("road", "field") or feature.id in case.state.features:
        return
    if asked != "points" and feature.kind == "field":
        return
    seen = set()
    for piece in ground.pieces(ground.root(case.state.segment_of(feature.id))):
        cell = ground.cell(piece)
        lay = ground.lay(*cell)
        if cell in seen or lay is None or not any(printed(lay, symbol) for symbol in SYMBOLS):
            continue
        seen.add(cell)
        values: dict[str, Any] = {"feature": Item("feature", (feature.id,)), "square": Item("cell", cell)}
        if feature.kind == "road" and len(ground.piece(piece).sides) == 1:
            case.find("NB-97", "circle-ends-road", **values)
        elif feature.kind == "field" and _parted(ground, piece):
            case.find("NB-97", "circle-parts-field", **values)


def _parted(ground: Ground, piece: int) -> bool:
    """Whether nothing but the circle, and roads that end at it, lies between this field and another of the tile."""
    here = [ground.piece(other) for other in ground.same_tile(piece)]
    fields = [one for one in here if one.kind == "field"]
    ends = {one.sides[0] for one in here if one.kind == "road" and len(one.sides) == 1}
    through = any(one.kind == "road" and len(one.sides) > 1 for one in here)
    beside = {half // 2 for half in ground.piece(piece).halves}
    return len(fields) > 1 and (bool(ends & beside) or not (ends or through))

"""What the tiles themselves show of a feature: crossings, monasteries, fields cut by roads."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.tiles import Part
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item

CROSSING = 3
"""Roads that meet on a tile at a crossing."""


def on_the_tiles(case: Case, feature: Feature) -> None:
    """Notes what a board shows of a road, a monastery or a field (BASE-26, BASE-34, BASE-36, BASE-41)."""
    item = Item.feature(feature.id)
    if feature.kind == "road":
        _road(case, case.state.parts_of(feature), item)
    elif feature.kind == "monastery":
        if any(other.kind == "monastery" for other in case.state.around(feature).parts):
            case.find("BASE-34", "monasteries-apart", feature=item)
    elif feature.kind == "field":
        _field(case, case.state.parts_of(feature), item)


def _road(case: Case, parts: list[Part], item: Item) -> None:
    for part in parts:
        if len(part.sides) > 1 or part.cell is None:
            continue
        kinds = [piece.kind for piece in part.tile.pieces]
        if kinds.count("road") >= CROSSING:
            case.find("BASE-26", "ends-at-crossing", feature=item, square=Item.cell(part.cell))
        elif "monastery" in kinds:
            case.find("BASE-34", "ends-at-monastery", feature=item, square=Item.cell(part.cell))


def _field(case: Case, parts: list[Part], item: Item) -> None:
    cut = apart = None
    own = {(part.cell, part.index) for part in parts}
    for part in parts:
        for index, other in enumerate(part.tile.pieces):
            if other.kind == "monastery":
                case.find("BASE-34", "field-round-monastery", feature=item)
            if other.kind == "road" and len(other.sides) == 1:
                (side,) = other.sides
                if part.cell is not None and {2 * side, 2 * side + 1} <= set(part.piece.halves):
                    case.find("BASE-36", "field-round-road-end", feature=item, square=Item.cell(part.cell))
            if other.kind == "field" and (part.cell, index) not in own:
                cut = cut or part.cell
                if other.touches and not part.piece.touches:
                    apart = apart or part.cell
    if cut is not None:
        case.find("BASE-36", "field-cut", feature=item, square=Item.cell(cut))
    if apart is not None:
        case.find("BASE-41", "field-not-at-city", feature=item, square=Item.cell(apart))

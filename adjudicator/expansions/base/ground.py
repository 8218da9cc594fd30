"""What the tiles themselves show of a feature: crossings, monasteries, fields cut by roads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.case import Case
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item

if TYPE_CHECKING:
    from adjudicator.geometry.ground import Ground

CROSSING = 3
"""Roads that meet on a tile at a crossing."""


def on_the_tiles(case: Case, ground: Ground, feature: Feature) -> None:
    """Notes what a board shows of a road, a monastery or a field (BASE-26, BASE-34, BASE-36, BASE-41)."""
    pieces = ground.pieces(ground.root(case.state.segment_of(feature.id)))
    shown = Item("feature", (feature.id,))
    if feature.kind == "road":
        _road(case, ground, pieces, shown)
    elif feature.kind == "monastery":
        x, y = ground.cell(pieces[0])
        around = [s for dx in (-1, 0, 1) for dy in (-1, 0, 1) for s in ground.segments_at(x + dx, y + dy)]
        if any(s != pieces[0] and ground.kind(s) == "monastery" for s in around):
            case.find("BASE-34", "monasteries-apart", feature=shown)
    elif feature.kind == "field":
        _field(case, ground, pieces, shown)


def _road(case: Case, ground: Ground, pieces: list[int], shown: Item) -> None:
    for piece in pieces:
        if len(ground.piece(piece).sides) > 1:
            continue
        kinds = [ground.kind(s) for s in ground.same_tile(piece)]
        if kinds.count("road") >= CROSSING:
            case.find("BASE-26", "ends-at-crossing", feature=shown, square=Item("cell", ground.cell(piece)))
        elif "monastery" in kinds:
            case.find("BASE-34", "ends-at-monastery", feature=shown, square=Item("cell", ground.cell(piece)))


def _field(case: Case, ground: Ground, pieces: list[int], shown: Item) -> None:
    cut = apart = None
    own = set(pieces)
    for piece in pieces:
        for other in ground.same_tile(piece):
            kind = ground.kind(other)
            if kind == "monastery":
                case.find("BASE-34", "field-round-monastery", feature=shown)
            if kind == "road" and len(ground.piece(other).sides) == 1:
                side = ground.piece(other).sides[0]
                if {2 * side, 2 * side + 1} <= set(ground.piece(piece).halves):
                    case.find("BASE-36", "field-round-road-end", feature=shown, square=Item("cell", ground.cell(piece)))
            if kind == "field" and other not in own:
                cut = cut or ground.cell(piece)
                if ground.piece(other).touches and not ground.piece(piece).touches:
                    apart = apart or ground.cell(piece)
    if cut is not None:
        case.find("BASE-36", "field-cut", feature=shown, square=Item("cell", cut))
    if apart is not None:
        case.find("BASE-41", "field-not-at-city", feature=shown, square=Item("cell", apart))

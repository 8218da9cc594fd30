"""What the land tiles of the expansion show: cities that cross, roads that split fields, the roundabout."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value

ROUNDABOUT = "AM/Rrr"
TUNNEL = "tunnel"
TUNNELS = "tunnelize-other-expansions"


def faces(case: Case, feature: Feature, asked: str) -> None:
    """Notes what the faces under a feature of the board decide (AM-06 to AM-13, AM-156, AM-158, AM-165)."""
    ground = case.state.ground
    if ground is None or feature.id in case.state.features:
        if feature.kind == "road" and feature.marks.get("roundabout"):
            _branches(case, feature, asked)
        return
    for piece in ground.pieces(ground.root(case.state.segment_of(feature.id))):
        lay = ground.lay(*ground.cell(piece))
        if lay is not None and lay.face.id.startswith("AM/"):
            _tell(case, feature, asked, lay.face.id, Item("cell", ground.cell(piece)))


def _tell(case: Case, feature: Feature, asked: str, tile: str, square: Item) -> None:
    kind = feature.kind
    shown = Item("feature", (feature.id,))
    if tile == "AM/CCc+" and kind == "field":
        case.find("AM-06", "abbey-tile-01", feature=shown, square=square)
    elif tile == "AM/CCcc+" and kind == "city":
        case.find("AM-07", "abbey-tile-02", square=square)
    elif tile == "AM/CRcr+" and kind in ("road", "field"):
        if kind == "road" and TUNNEL in case.state.setup.expansions and case.option(TUNNELS) == "true":
            case.find("AM-09", "abbey-tile-03-tunnel", square=square)
            case.lack("abbey-tunnel", feature, square=square)
        case.find("AM-08", "abbey-tile-03", square=square)
    elif tile in ("AM/R", "AM/RG") and kind in ("road", "field"):
        case.find("AM-10", "abbey-tile-04", square=square)
    elif tile == "AM/RG" and kind == "garden":
        case.find("AM-165", "abbey-tile-garden", square=square)
    elif tile in ("AM/CRr", "AM/RrC") and kind == "field":
        case.find("AM-11", "abbey-tile-05", square=square)
    elif tile == ROUNDABOUT and kind == "road":
        case.find("AM-12", "abbey-tile-06", feature=shown, square=square)
        _branches(case, feature, asked)


def _branches(case: Case, road: Feature, asked: str) -> None:
    """Notes that all branches at a roundabout are one road (AM-13, AM-156, AM-158). Raises Undetermined."""
    shown = Item("feature", (road.id,))
    if asked != "tiles":
        case.find("AM-13", "abbey-roundabout-closed", case.complete(road), feature=shown)
        case.find("AM-158", "abbey-roundabout-ends", feature=shown, number=value("AM-158", "ends"))
    if asked != "complete":
        case.find("AM-156", "abbey-roundabout-length", feature=shown, tiles=case.tiles(road))

"""What the land tiles of the expansion show: cities that cross, roads that split fields, the roundabout."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting
from adjudicator.engine.majority import lack_code
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value

ROUNDABOUT = "roundabout"
TUNNEL = "tunnel"
TUNNELS = "tunnelize-other-expansions"
SHOWS = {
    ("AM/CCc+", "field"): ("AM-06", "abbey-tile-01"),
    ("AM/CCcc+", "city"): ("AM-07", "abbey-tile-02"),
    ("AM/CRcr+", "road"): ("AM-08", "abbey-tile-03"),
    ("AM/CRcr+", "field"): ("AM-08", "abbey-tile-03"),
    ("AM/R", "road"): ("AM-10", "abbey-tile-04"),
    ("AM/R", "field"): ("AM-10", "abbey-tile-04"),
    ("AM/RG", "road"): ("AM-10", "abbey-tile-04"),
    ("AM/RG", "field"): ("AM-10", "abbey-tile-04"),
    ("AM/RG", "garden"): ("AM-165", "abbey-tile-garden"),
    ("AM/CRr", "field"): ("AM-11", "abbey-tile-05"),
    ("AM/RrC", "field"): ("AM-11", "abbey-tile-05"),
    ("AM/Rrr", "road"): ("AM-12", "abbey-tile-06"),
}
"""The rule on what a face means for a kind of feature, and how it is said."""
PARTING = ("AM-07", "AM-08", "AM-11")
"""Of these the rules that part features of one kind on a tile from each other."""


def on_land_tiles(case: Case, feature: Feature, asked: str) -> None:
    """Notes what the faces under a feature decide (AM-06 to AM-13, AM-156, AM-158, AM-165)."""
    roundabout = feature.kind == "road" and feature.marks.get(ROUNDABOUT, 0) > 0
    for part in case.state.parts_of(feature):
        lay = part.tile.lay
        said = SHOWS.get((lay.face.id, feature.kind)) if lay is not None else None
        if said is not None and part.cell is not None:
            square = Item.cell(part.cell)
            if said[0] == "AM-08" and feature.kind == "road":
                _tunnel(case, square)
            roundabout = roundabout or said[0] == "AM-12"
            values = {"feature": Item.feature(feature.id), "square": square}
            if said[0] not in ("AM-06", "AM-12"):  # whose sentences name the square alone
                del values["feature"]
            case.note(Finding(said[0], True, said[1], values))
    if roundabout and asked != "majority":
        _branches(case, feature, asked)


def apart(case: Case, put: Putting) -> Finding | None:
    """That somebody stands on another feature of the placed tile, which its face parts from the one a figure is to go
    on, keeps nobody away (AM-07, AM-08, AM-11).
    """
    turn = case.state.turn
    if turn is None or turn.cell is None or put.means or put.feature.occupants:
        return None
    for tile in filter(None, map(case.state.tile, case.squares_laid())):
        said = SHOWS.get((tile.lay.face.id, put.feature.kind)) if tile.lay is not None else None
        others = {part.feature for part in tile.parts if part.kind == put.feature.kind} - {put.feature.id}
        if said is None or said[0] not in PARTING or not any(case.state.feature(one).occupants for one in others):
            continue
        return Finding(said[0], True, said[1], {"square": Item.cell(tile.squares[0])})
    return None


def _tunnel(case: Case, square: Item) -> None:
    """A road below a city is a tunnel where The Tunnel is in play (AM-09), and goes on where its tokens say. Raises
    Undetermined: nothing here plays with the tokens.
    """
    if TUNNEL in case.state.setup.expansions and case.option(TUNNELS) == "true":
        case.find("AM-09", "abbey-tile-03-tunnel", square=square)
        lack_code(case, "unit", TUNNEL)


def _branches(case: Case, road: Feature, asked: str) -> None:
    """Notes that all branches at a roundabout are one road (AM-13, AM-156, AM-158). Raises Undetermined."""
    item = Item.feature(road.id)
    if asked != "tiles":
        case.find("AM-13", "abbey-roundabout-closed", case.complete(road), feature=item)
        case.find("AM-158", "abbey-roundabout-ends", feature=item, number=value("AM-158", "ends"))
    if asked != "complete":
        case.find("AM-158", "abbey-roundabout-every-tile", feature=item)
        case.find("AM-156", "abbey-roundabout-length", feature=item, tiles=case.tiles(road))

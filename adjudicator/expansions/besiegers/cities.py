"""What a siege does to the worth of a city, for its knights and for the fields around."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Worth
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value

BESIEGED = "besieged"
BESIEGERS = "besiegers"
CATHEDRAL = "cathedral"
PER_TILE = ("tiles", "coats")
"""What a siege lowers: other summands of a city are not its own."""


def besieged(case: Case, city: Feature) -> bool:
    """Whether a besieger tile belongs to `city`, as it is said or as the tiles show."""
    if BESIEGED in city.flags or city.marks.get(BESIEGED) or city.marks.get(BESIEGERS):
        return city.kind == "city"
    return city.kind == "city" and bool(siege_squares(case, city))


def siege_squares(case: Case, city: Feature) -> list[Cell]:
    """On a board, the squares of the besieger tiles of `city`."""
    ground = case.state.ground
    if ground is None or city.id in case.state.features:
        return []
    found: list[Cell] = []
    for piece in ground.pieces(ground.root(case.state.segment_of(city.id))):
        x, y = ground.cell(piece)
        marks = ground.piece(piece).marks
        lay = ground.lay(x, y)
        shown = lay is not None and any(symbol in (BESIEGED, BESIEGERS) for symbol, _, _ in lay.marks)
        if shown or marks.get(BESIEGED) or marks.get(BESIEGERS):
            found.append((x, y))
    return found


def siege(case: Case, feature: Feature, at_end: bool, summands: list[Worth]) -> list[Worth]:
    """1 point a tile and coat, 2 with a cathedral (NB-101); nothing for an incomplete city (NB-102)."""
    if feature.kind != "city" or not besieged(case, feature):
        return summands
    shown = Item("feature", (feature.id,))
    if not feature.complete:
        case.find("NB-102", "besieged-at-end", feature=shown)
        nothing = value("NB-102", "points")
        return [s._replace(each=nothing, rule="NB-102") if s.item in PER_TILE else s for s in summands]
    case.find("NB-101", "besieged", feature=shown)
    each = {"tiles": value("NB-101", "per_tile"), "coats": value("NB-101", "per_coat")}
    if feature.marks.get(CATHEDRAL):
        case.find("NB-101", "besieged-cathedral", feature=shown)
        each = dict.fromkeys(PER_TILE, value("NB-101", "with_cathedral"))
    return [s._replace(each=each[s.item], rule="NB-101") if s.item in PER_TILE else s for s in summands]


def field_factor(case: Case, field: Feature, city: str) -> Worth | None:
    """A besieged city counts once more for every field that touches it (NB-103)."""
    if not besieged(case, case.state.feature(city)):
        return None
    case.find("NB-103", "besieged-for-fields", city=Item("feature", (city,)), feature=Item("feature", (field.id,)))
    once_more = value("NB-103", "field") // value("BASE-38", "per_city") - 1
    return Worth("besieged-city", once_more, 0, "NB-103")

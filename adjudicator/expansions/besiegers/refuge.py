"""The monastery through which a knight may flee: which buildings lie beside a besieged city."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.expansions.besiegers.cities import BESIEGED, BESIEGERS
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule

ANY_TILE = "any-tile"


def refuge(case: Case, city: Feature) -> Finding:
    """Whether a building stands where a knight of `city` may flee (NB-104, NB-106, NB-107).

    Raises Undetermined where the position does not tell.
    """
    anywhere = case.option("espace-variant") == ANY_TILE
    found = _beside(case, city, anywhere)
    if found is None and anywhere:
        case.lack("refuge-any-tile", city)
    if found is None:
        case.lack("refuge-siege-tile", city)
    values = {"city": Item.feature(city.id), "building": Item.feature(found)}
    case.deed = case.deed._replace(through=found)
    if found and case.state.feature(found).kind != "monastery":
        case.find("NB-106", "serves-as-refuge", building=values["building"])
    if anywhere:
        return Finding("NB-107", bool(found), "refuge-near-any-tile", values)
    return Finding("NB-104", bool(found), "refuge-near-siege-tile", values)


def _beside(case: Case, city: Feature, anywhere: bool) -> str | None:
    """The building beside a besieger tile of `city`, or beside any of its tiles; "" for none, None for not known."""
    state, serving = case.state, rule("NB-106").allowed
    sieges = [tile for tile in state.tiles_showing(BESIEGERS, BESIEGED) if tile.has(city) is not False]
    all_round = state.around(city)
    near = [state.around(tile) for tile in (*sieges, *(state.tiles_of(city) if anywhere else ()))]
    buildings = [one for there in ([*near, all_round] if anywhere else near) for one in there.features(*serving)]
    if buildings:
        return buildings[0].id
    if not anywhere and near and all(there.whole for there in near):
        return ""
    return "" if all_round.whole and not all_round.features(*serving) else None  # near none of its tiles at all

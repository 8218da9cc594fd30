"""Where the symbols put no figure: portals, flying machines, and areas that are never completed and scored."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting
from adjudicator.expansions.anniversary_20.arrows import ADD, ARROW, PLACE
from adjudicator.geometry.squares import patch
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule

AREAS = {
    "city-of-carcassonne": (
        "carcassonne",
        "quarter",
        "castle-quarter",
        "market-quarter",
        "blacksmith-quarter",
        "cathedral-quarter",
    ),
    "city-of-leipzig": ("leipzig", "bookbinders-quarter"),
    "wheel-of-fortune": ("wheel", "inquisition-sector"),
    "tower": ("tower",),
    "bathhouse": ("bathhouse",),
    "solovei-razboynik": ("solovei-razboynik",),
    "vodyanoy": ("vodyanoy",),
}
"""The special areas by what ANN-35 calls them, each with the words for it."""
OWN_RULES = ("city-of-carcassonne", "tower")
"""Those that meeples reach by rules of their own, whatever symbol is activated."""
OWN_WAY = ("quarter", "tower")
"""The kinds of feature that they are."""
PYRAMID = "pyramid"
"""What anybody's meeples may join on and around the placed tile, symbol or not."""


def saying(case: Case, move: Move, kind: str) -> Finding | None:
    """What the rules say of ``put meeple on portal``, ``on bathhouse`` ... when a symbol of this kind is activated."""
    named = case.names_in(move)
    if move.verb != "puts" or kind not in (ADD, PLACE) or not any(one.id("figure") for one in named):
        return None  # what else is put somewhere, such as a floor, no symbol puts there
    by = any(one.id("keyword") == "by" for one in named)
    if by and not any(ident in (ARROW, ADD, PLACE) for one in named for _, ident in one.ids):
        return None
    for one in named:
        found = {ident: role for role, ident in one.ids if role in ("kind", "name", "symbol")}
        if not one.ids and one.feature is not None:
            found = {case.state.feature(one.feature).kind: "kind"}
        if kind == PLACE and "portal" in found:
            case.find("ANN-38", "arrow-like-portal", player=Item.player(move.player))
            return Finding("ANN-37", False, "arrow-portal", {})
        if kind == PLACE and "flying-machine" in found:
            case.find("ANN-38", "arrow-like-portal", player=Item.player(move.player))
            return Finding("ANN-39", False, "arrow-flying", {})
        spot = next((ident for ident in ("portal", "flying-machine") if ident in found), "")
        if spot:
            return Finding("ANN-34", False, "arrow-only-regular", {"place": Item.noun(found[spot], spot)})
        for area in rule("ANN-35").forbidden:
            for ident in AREAS.get(area, ()):
                if ident in found:
                    place = Item.noun(found[ident], ident)
                    if area in OWN_RULES and not by:
                        case.find("ANN-35", "arrow-area-own", place=place)
                        return None
                    case.find("ANN-34", "arrow-only-regular", False, place=place)
                    return Finding("ANN-35", False, "arrow-area", {"place": place})
    return None


def by_own_rules(case: Case, put: Putting, here: bool) -> bool:
    """Whether a figure goes there by rules that no symbol changes, though not on the placed tile (`here`) perhaps."""
    return put.feature.kind in OWN_WAY or (put.feature.kind == PYRAMID and (here or _beside_tile(case, put)))


def _beside_tile(case: Case, put: Putting) -> bool:
    """Whether what lies inside one tile lies on the placed tile or on one of the 8 around it, on a board."""
    cell, turn = case.state.square_of(put.feature), case.state.turn
    if cell is None or turn is None or turn.cell is None:
        return False
    return cell in patch((turn.cell,))

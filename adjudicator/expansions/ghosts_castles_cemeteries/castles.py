"""Haunted castles: who may be there, what their misty tiles are worth (GCC-59 to GCC-65, GCC-109 to GCC-111).

The castles of another expansion, built from tokens, are something else (GCC-110); see `vicinity` for what they get.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Expansion, Putting, Worth
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.occupiers import (
    beyond_tiles,
    guest_put,
    laid_like_any,
    occupier,
    standing,
)
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import (
    MISTY,
    MISTY_TILE,
    around,
    linked,
    shows_mist,
    square_of,
)
from adjudicator.expansions.ghosts_castles_cemeteries.vicinity import CASTLE, scorings
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import value

HAUNTED = "haunted-castle"
OPTION = "haunted-castle-final"


def _shown(feature: Feature) -> Item:
    return Item("feature", (feature.id,))


# ---- what it is worth
def misty_tiles(case: Case, feature: Feature) -> int:
    """The misty tiles among the nine. Raises Undetermined where the position does not say."""
    square = square_of(case.state, feature)
    said = feature.marks.get(MISTY_TILE)
    ground = case.state.ground
    if square is None or ground is None:
        if said is None:
            case.lack("haunted-mist", feature)
        return said
    cells = [square, *around(square)]
    if said is None and any(ground.blank(*cell) for cell in cells):
        case.lack("haunted-mist", feature)
    lays = [lay for cell in cells if (lay := ground.lay(*cell)) is not None]
    return said if said is not None else sum(shows_mist(lay) for lay in lays)


def _own_mist(case: Case, feature: Feature) -> bool | None:
    """Whether its own tile shows mist; None where a sketch does not say."""
    square, ground = square_of(case.state, feature), case.state.ground
    if square is not None and ground is not None:
        lay = ground.lay(*square)
        return lay is not None and shows_mist(lay)
    if MISTY in feature.flags:
        return True
    if feature.marks.get(MISTY_TILE) == 0 or any(ident == feature.id for ident, _ in linked(case.state, "around")):
        return False
    return None


def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """2 points a misty tile when complete (GCC-63), 1 when not (GCC-64), or by the other wording (GCC-65)."""
    if feature.complete is None and feature.tiles is None and feature.unknown_at is None:
        case.tiles(feature)
    complete = case.complete(feature)
    case.find("GCC-62", "surrounded", complete, feature=_shown(feature))
    misty = misty_tiles(case, feature)
    case.find("GCC-63" if complete else "GCC-64", "haunted-misty", feature=_shown(feature), number=misty)
    if complete:
        if feature.tiles is not None and misty < feature.tiles:
            case.warn("haunted-clear-tiles", "GCC-63", feature=_shown(feature), number=feature.tiles - misty)
        return [Worth("haunted-misty-tiles", misty, value("GCC-63", "per_misty_tile"), "GCC-63")]
    own = _own_mist(case, feature)
    if own is None and OPTION in case.state.setup.options and case.option(OPTION) != "misty-tiles":
        case.lack("haunted-own-mist", feature)
    if own is not None and case.option(OPTION) == "castle-and-misty-tiles":
        return [
            Worth("own-tile", 1, value("GCC-65", "castle"), "GCC-65"),
            Worth("haunted-misty-around", misty - own, value("GCC-65", "per_surrounding_misty_tile"), "GCC-65"),
        ]
    return [Worth("haunted-misty-tiles", misty, value("GCC-64", "per_misty_tile"), "GCC-64")]


# ---- who may be there
def place(case: Case, put: Putting) -> Finding | None:
    """Meeple and guard (GCC-61), and the other figures of GCC-109; a castle token is another feature (GCC-110)."""
    if put.feature.kind == CASTLE:
        case.find("GCC-110", "haunted-other-kind", feature=_shown(put.feature))
    if put.feature.kind != HAUNTED:
        return None
    if put.figure == "mayor":
        case.find("GCC-110", "haunted-no-mayor", False, feature=_shown(put.feature))
    return occupier(put, "GCC-61", "GCC-109")


def saying(case: Case, move: Move) -> Finding | None:
    """Figures whose expansion has no code yet (GCC-109)."""
    return guest_put(case, move, HAUNTED, "GCC-109")


def placing(case: Case, action: Action) -> Iterable[Finding]:
    """A haunted castle tile is placed like any other (GCC-59)."""
    return laid_like_any(action, HAUNTED, "GCC-59")


def only_by_edges(case: Case) -> None:
    """A placed haunted castle brings ghosts by its misty edges only (GCC-60)."""
    turn = case.state.turn
    for ident in turn.touched if turn is not None else ():
        if case.state.feature(ident).kind == HAUNTED:
            case.find("GCC-60", "haunted-ghosts", feature=Item("feature", (ident,)))


def checks(state: State) -> Iterator[Problem]:
    """Who cannot stand on one (GCC-109), and that there are 5 (GCC-06)."""
    yield from standing(state, HAUNTED, "GCC-109")
    yield from beyond_tiles(state, HAUNTED, "haunted_castles")


PART = Expansion(
    "ghosts-castles-cemeteries",
    whole={HAUNTED: "GCC-62"},
    worth={HAUNTED: worth},
    putting=(place,),
    sayings=(saying,),
    placing=(placing,),
    placed=(only_by_edges,),
    scorings=(scorings,),
    checks=(checks,),
)

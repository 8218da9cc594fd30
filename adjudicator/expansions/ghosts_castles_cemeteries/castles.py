"""Haunted castles: who may be there, what their misty tiles are worth (GCC-59 to GCC-65, GCC-109 to GCC-111).

The castles of another expansion, built from tokens, are something else (GCC-110); see `vicinity` for what they get.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Expansion, Kind, May, On, Putting, Scoring, Start, Way, Worth
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.occupiers import (
    beyond_tiles,
    laid_like_any,
    occupier,
    standing,
)
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import (
    MIST,
    MISTY,
    MISTY_TILE,
    OwnMistUnsaid,
    TileMistUnsaid,
    shows_mist,
)
from adjudicator.expansions.ghosts_castles_cemeteries.vicinity import CASTLE, set_off
from adjudicator.geometry.squares import patch
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value

HAUNTED = "haunted-castle"
OPTION = "haunted-castle-final"


def _item(feature: Feature) -> Item:
    return Item.feature(feature.id)


# ---- what it is worth
def misty_tiles(case: Case, feature: Feature) -> int:
    """The misty tiles among the nine. Raises Undetermined where the position does not say."""
    square = case.state.square_of(feature)
    said = None if MISTY_TILE in feature.only_later else feature.marks.get(MISTY_TILE)
    if square is None:
        if said is None:
            case.lack("haunted-tile-mist" if _tile_unclear(case, feature) else "haunted-mist", feature)
        if TileMistUnsaid(feature.id) in case.recall(TileMistUnsaid):
            case.suppose("GCC-63", "haunted-tile-clear", feature=_item(feature))
        return said
    tiles = [tile for cell in patch((square,)) if (tile := case.state.tile(cell)) is not None]
    if said is None and not all(tile.known for tile in tiles):
        case.lack("haunted-mist", feature)
    return said if said is not None else sum(tile.lay is not None and shows_mist(tile.lay) for tile in tiles)


def _tile_unclear(case: Case, feature: Feature) -> bool:
    """Whether a sketched tile laid around it dispels mist, which a tile does with mist of its own or without."""
    turn = case.state.turn
    there = turn is not None and feature.id in turn.around
    return there and any(effect.effect == "dispels" for effect in (turn.effects if turn is not None else ()))


def _own_mist(case: Case, feature: Feature) -> bool | None:
    """Whether its own tile shows mist; None where a sketch does not say."""
    square = case.state.square_of(feature)
    if square is not None:
        lay = case.state.lay(square)
        return lay is not None and shows_mist(lay)
    if MISTY in feature.flags:
        return True
    if feature.marks.get(MISTY_TILE) == 0 or _surroundings_said(case, feature):
        return False
    return None


def _surroundings_said(case: Case, feature: Feature) -> bool:
    """Whether an ``around`` line counts the tiles around it."""
    return any(about.id == feature.id for about, _ in case.state.lines_about("around"))


def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """2 points a misty tile when complete (GCC-63), 1 when not (GCC-64), or by the other wording (GCC-65)."""
    if feature.complete is None and feature.tiles is None and feature.unknown_at is None:
        case.tiles(feature)
    complete = case.complete(feature)
    case.find("GCC-62", "surrounded", complete, feature=_item(feature))
    misty = misty_tiles(case, feature)
    whole = not complete and case.option(OPTION) == "castle-and-misty-tiles"
    if not whole and MISTY not in feature.flags:
        for unsaid in case.recall(OwnMistUnsaid):
            if unsaid.feature == feature.id:
                case.lack("haunted-own-mist-around", feature, count=unsaid.around, more=unsaid.around + 1)
    case.find("GCC-63" if complete else "GCC-64", "haunted-misty", feature=_item(feature), number=misty)
    if complete:
        if feature.tiles is not None and misty < feature.tiles:
            case.warn("haunted-clear-tiles", "GCC-63", feature=_item(feature), number=feature.tiles - misty)
        return [Worth("haunted-misty-tiles", misty, value("GCC-63", "per_misty_tile"), "GCC-63")]
    own = _own_mist(case, feature)
    if own is None and OPTION in case.state.setup.options and case.option(OPTION) != "misty-tiles":
        case.lack("haunted-own-mist", feature)
    if own is not None and whole:
        return [
            Worth("own-tile", 1, value("GCC-65", "castle"), "GCC-65"),
            Worth("haunted-misty-around", misty - own, value("GCC-65", "per_surrounding_misty_tile"), "GCC-65"),
        ]
    return [Worth("haunted-misty-tiles", misty, value("GCC-64", "per_misty_tile"), "GCC-64")]


# ---- who may be there
def place(case: Case, put: Putting) -> Finding | None:
    """Meeple and guard (GCC-61), and the other figures of GCC-109; a castle token is another feature (GCC-110)."""
    if put.feature.kind == CASTLE:
        case.find("GCC-110", "haunted-other-kind", feature=_item(put.feature))
    if put.feature.kind != HAUNTED:
        return None
    if put.figure == "mayor":
        case.find("GCC-110", "haunted-no-mayor", False, feature=_item(put.feature))
    return occupier(put, "GCC-61", "GCC-109")


def placing(case: Case, deed: Deed) -> Iterable[Finding]:
    """A haunted castle tile is placed like any other (GCC-59)."""
    return laid_like_any(case, deed, HAUNTED, "GCC-59")


def only_by_edges(case: Case) -> None:
    """A placed haunted castle brings ghosts by its misty edges only (GCC-60)."""
    turn = case.state.turn
    for ident in turn.touched if turn is not None else ():
        if case.state.feature(ident).kind == HAUNTED:
            case.find("GCC-60", "haunted-ghosts", feature=Item.feature(ident))


def misty_around(case: Case) -> None:
    """A sketched tile that extends mist is a misty one (GCC-25), also for the castles that it is laid beside (GCC-63).

    Where a castle's line says whether the tile is misty it stands; a tile that dispels mist may be either.
    """
    turn, state = case.state.turn, case.state
    if turn is None or not turn.effects:  # no tile told in words
        return
    deeds = {effect.effect for effect in turn.effects if any(one.id("symbol") == MIST for one in case.names_in(effect))}
    named = [case.names_in(effect) for effect in turn.effects]
    telling = [names for names in named if any(one.id("unit") == MISTY_TILE for one in names)]
    idents = {ident for names in telling for one in names for ident in (one.feature, one.id("kind"))}
    for feature in [state.feature(ident) for ident in (*turn.touched, *turn.around)]:
        if feature.kind != HAUNTED or feature.id not in state.features:
            continue
        if not deeds:
            if feature.id in turn.around and not idents & {feature.id, HAUNTED}:
                case.remember(TileMistUnsaid(feature.id))
        elif feature.id in turn.touched:
            if "extends" in deeds:
                state.add(feature._replace(flags=feature.flags | {MISTY}))
        elif MISTY_TILE in feature.marks and not idents & {feature.id, HAUNTED}:
            marks = dict(feature.marks)
            marks[MISTY_TILE] += 1
            if "extends" not in deeds:
                del marks[MISTY_TILE]
            state.add(feature._replace(marks=marks))


def checks(state: State) -> Iterator[Problem]:
    """Who cannot stand on one (GCC-109), that there are 5 (GCC-06), no more misty tiles than tiles (GCC-63).

    Other castles count no misty tiles (GCC-110).
    """
    for feature in state.features.values():
        if feature.kind == CASTLE and (MISTY_TILE in feature.marks or MISTY in feature.flags):
            yield Problem("haunted-meant", feature.span, {"feature": feature.id}, (), ("GCC-110",))
        nine = value("GCC-62", "surrounding_tiles") + 1
        most = feature.tiles if feature.tiles is not None else nine
        misty = feature.marks.get(MISTY_TILE, 0)
        if feature.kind == HAUNTED and misty > min(most, nine):
            values = {"feature": feature.id, "number": misty, "tiles": min(most, nine)}
            yield Problem("haunted-mist-beyond", feature.span, values, (), ("GCC-63",))
        elif feature.kind == HAUNTED and MISTY in feature.flags and feature.marks.get(MISTY_TILE) == 0:
            yield Problem("haunted-own-count", feature.span, {"feature": feature.id}, (), ("GCC-63",))
    yield from standing(state, HAUNTED, "GCC-109")
    yield from beyond_tiles(state, HAUNTED, "haunted_castles")


PART = Expansion(
    "ghosts-castles-cemeteries",
    kinds={HAUNTED: Kind(whole="GCC-62", worth=worth)},
    start=Start(checks=(checks,)),
    scoring=Scoring(set_off=(Way(how=set_off, rule="GCC-98"),)),
    may=May(put=(place,), place=(placing,)),
    on=On(placed=(only_by_edges, misty_around)),
)

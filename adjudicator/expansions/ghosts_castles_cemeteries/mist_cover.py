"""What mist covers: where no figure stands, how it parts fields (GCC-23, GCC-67, GCC-79, GCC-80, GCC-94, GCC-99)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Expansion, May, Proviso, Putting, Start, Tells
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.mist import misty_parts, misty_sides
from adjudicator.geometry.face import SIDES
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE


# ---- figures
def in_mist(state: State, feature: Feature) -> bool:
    """Whether mist covers a feature, or the piece of it that is named."""
    if "misty" in feature.flags or feature.marks.get("misty"):
        return True
    return state.on_tiles(feature.id) and state.part(state.segment_of(feature.id)).piece.covered


def _road_in_mist(state: State, feature: Feature) -> bool:
    if in_mist(state, feature):
        return True
    parts = [(part.tile.lay, part.sides) for part in state.parts_of(feature)]
    return any(lay is not None and misty_sides(lay) & {SIDES[side] for side in sides} for lay, sides in parts)


def clear_of_mist(case: Case, put: Putting) -> Finding | None:
    """No figure on a misty field (GCC-79), a shepherd no more than others (GCC-99); a misty road is free (GCC-80), and
    what stands in the field beyond the mist keeps nobody out (GCC-67).
    """
    values = {"feature": Item.feature(put.feature.id), "figure": Item.noun("figure", put.figure)}
    if put.feature.kind == "field" and in_mist(case.state, put.feature):
        if put.figure == "shepherd":
            case.find("GCC-99", "mist-no-shepherd", False, **values)
        return Finding("GCC-79", False, "mist-no-figure", values)
    if put.feature.kind == "road" and _road_in_mist(case.state, put.feature):
        return Finding("GCC-80", True, "mist-road", values)
    return _parts(case, put.feature)


def barn_corner(case: Case, deed: Deed) -> Iterator[Finding]:
    """No barn where mist reaches the corner of a tile (GCC-94)."""
    if deed.corner is None:
        return
    for tile, reaching in zip(case.state.at_corner(deed.corner), _AT_CORNER, strict=True):
        lay = tile.lay if tile is not None else None
        if lay is not None and misty_parts(lay).intersection(reaching):
            yield Finding("GCC-94", False, "mist-at-corner", {"corner": Item.corner(deed.corner)})
            return


_AT_CORNER = (
    ("ER", "SL", "E", "S", "SE"),
    ("SR", "WL", "S", "W", "SW"),
    ("NR", "EL", "N", "E", "NE"),
    ("WR", "NL", "W", "N", "NW"),
)
"""Where mist reaches a corner on the tiles in the north-west, north-east, south-west and south-east of it."""


# ---- fields
def parted(case: Case, feature: Feature, at_end: bool) -> None:
    """Mist parts fields as a city does (GCC-67), for shepherds too (GCC-100), and clear ones end there (GCC-101)."""
    if there := _parts(case, feature):
        case.note(there)
        if any(o.figure == "shepherd" for o in feature.occupants):
            case.find("GCC-100", "mist-parts-for-shepherds", **there.values)
            case.find("GCC-101", "mist-ends-field", **there.values)


def _parts(case: Case, feature: Feature) -> Finding | None:
    """That a field ends at mist on a tile of its own (GCC-67); a sketch tells of the mist as of a misty field there."""
    if feature.kind != "field":
        return None
    state, turn = case.state, case.state.turn
    parts = [part for tile in state.tiles_of(feature) for part in tile.parts]
    told = {part.feature for part in parts if part.segment is None}
    if turn is not None and turn.cell is None and feature.id in turn.touched:
        told.update(turn.touched)
    fields = (one for one in map(state.feature, told) if one.kind == "field")
    if any(part.piece.covered for part in parts) or any(in_mist(state, one) for one in fields):
        return Finding("GCC-67", True, "mist-parts-fields", {"feature": Item.feature(feature.id)})
    return None


def farmers_apart(case: Case, feature: Feature, asked: str) -> None:
    """The same where it is asked who has the majority on a field, beside the answer: whose farmers are there."""
    if asked == "majority":
        beside = case.apart()
        parted(beside, feature, False)
        case.note(*(found.beside() for found in beside.findings))


# ---- what cannot be
def standing(state: State) -> Iterator[Problem]:
    """No figure stands in a field under mist (GCC-79)."""
    for feature in state.occupied():
        if feature.kind == "field" and in_mist(state, feature):
            for occupant in feature.occupants[:1]:
                values = {"feature": feature.id, "figure": Item.noun("figure", occupant.figure)}
                yield Problem("figure-in-mist", occupant.span, values, (), ("GCC-79",))


def over_a_city(state: State) -> Iterator[Problem]:
    """Mist covers roads and fields, never a city (GCC-23)."""
    for feature in state.features.values():
        if feature.kind == "city" and "misty" in feature.flags:
            yield Problem("misty-city", feature.span, {"feature": feature.id}, (), ("GCC-23",))
    for name, face in state.tiles.own.items():
        for side in sorted(misty_sides(face.turned(0))):
            if face.edges[SIDES.index(side)] == "c":
                yield Problem(
                    "mist-over-city", NOWHERE, {"tile": name, "side": Item.noun("side", side)}, (), ("GCC-23",)
                )


PART = Expansion(
    "ghosts-castles-cemeteries",
    start=Start(checks=(standing, over_a_city)),
    may=May(put=(clear_of_mist,), provisos=(Proviso("puts", barn_corner),)),
    tells=Tells(traps=(parted,), looks=(farmers_apart,)),
)

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
    if feature.id in state.features or state.ground is None:
        return False
    return state.ground.piece(state.segment_of(feature.id)).covered


def _road_in_mist(state: State, feature: Feature) -> bool:
    ground = state.ground
    if in_mist(state, feature):
        return True
    if feature.id in state.features or ground is None:
        return False
    for segment in ground.pieces(ground.root(state.segment_of(feature.id))):
        lay = ground.lay(*ground.cell(segment))
        if lay is not None and misty_sides(lay) & {SIDES[side] for side in ground.piece(segment).sides}:
            return True
    return False


def clear_of_mist(case: Case, put: Putting) -> Finding | None:
    """No figure on a misty field (GCC-79), a shepherd no more than others (GCC-99); a misty road is free (GCC-80)."""
    shown = {"feature": Item("feature", (put.feature.id,)), "figure": Item("noun", ("figure", put.figure))}
    if put.feature.kind == "field" and in_mist(case.state, put.feature):
        if put.figure == "shepherd":
            case.find("GCC-99", "mist-no-shepherd", False, **shown)
        return Finding("GCC-79", False, "mist-no-figure", shown)
    if put.feature.kind == "road" and _road_in_mist(case.state, put.feature):
        return Finding("GCC-80", True, "mist-road", shown)
    return None


def barn_corner(case: Case, deed: Deed) -> Iterator[Finding]:
    """No barn where mist reaches the corner of a tile (GCC-94)."""
    corner, ground = deed.corner, case.state.ground
    if corner is None or ground is None:
        return
    for (dx, dy), reaching in _CORNERS:
        lay = ground.lay(corner[0] + dx, corner[1] + dy)
        if lay is not None and misty_parts(lay).intersection(reaching):
            yield Finding("GCC-94", False, "mist-at-corner", {"corner": Item("corner", corner)})
            return


_CORNERS = (
    ((-1, -1), ("ER", "SL", "E", "S", "SE")),
    ((0, -1), ("SR", "WL", "S", "W", "SW")),
    ((-1, 0), ("NR", "EL", "N", "E", "NE")),
    ((0, 0), ("WR", "NL", "W", "N", "NW")),
)
"""Of each tile at a corner: its square as seen from there, and where on it mist reaches the corner."""


# ---- fields
def parted(case: Case, feature: Feature, at_end: bool) -> None:
    """Mist parts fields as a city does (GCC-67), for shepherds too (GCC-100), and clear ones end there (GCC-101)."""
    ground = case.state.ground
    if feature.kind != "field" or ground is None or feature.id in case.state.features:
        return
    root = ground.root(case.state.segment_of(feature.id))
    lays = [lay for lay in (ground.lay(*cell) for cell in ground.cells(root)) if lay is not None]
    if any(piece.covered for lay in lays for piece in lay.segments):
        shown = Item("feature", (feature.id,))
        case.find("GCC-67", "mist-parts-fields", feature=shown)
        if any(o.figure == "shepherd" for o in feature.occupants):
            case.find("GCC-100", "mist-parts-for-shepherds", feature=shown)
            case.find("GCC-101", "mist-ends-field", feature=shown)


# ---- what cannot be
def standing(state: State) -> Iterator[Problem]:
    """No figure stands in a field under mist (GCC-79)."""
    for feature in state.occupied():
        if feature.kind == "field" and in_mist(state, feature):
            for occupant in feature.occupants[:1]:
                values = {"feature": feature.id, "figure": Item("noun", ("figure", occupant.figure))}
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
                    "mist-over-city", NOWHERE, {"tile": name, "side": Item("noun", ("side", side))}, (), ("GCC-23",)
                )


PART = Expansion(
    "ghosts-castles-cemeteries",
    start=Start(checks=(standing, over_a_city)),
    may=May(put=(clear_of_mist,), provisos=(Proviso("puts", barn_corner),)),
    tells=Tells(traps=(parted,)),
)

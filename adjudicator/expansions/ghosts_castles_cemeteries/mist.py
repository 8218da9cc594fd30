"""Mist: what a placed tile does to it, and where no figure may stand (GCC-21 to GCC-30, GCC-79, GCC-80)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from adjudicator.binding.reader import Reader
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Expansion, Putting
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts import OTHER, OWN, owe, trim
from adjudicator.geometry.face import ANY_EDGE, SIDES, Face
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Effect
from adjudicator.model.span import NOWHERE

if TYPE_CHECKING:
    from adjudicator.geometry.face import Lay
    from adjudicator.geometry.ground import Ground

MIST = "mist"
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def misty_sides(lay: Lay) -> frozenset[str]:
    """The whole sides of a tile, as it lies, that mist covers."""
    return frozenset(side for symbol, side, _ in lay.marks if symbol == MIST and side in SIDES)


def _edges(ground: Ground, cell: Cell, lay: Lay) -> Iterator[tuple[bool, bool, str, Lay | None]]:
    """For each side of a tile: whether it is misty, whether the side it faces is, its name, what lies there."""
    ours = misty_sides(lay)
    for side, (dx, dy) in enumerate(_STEPS):
        beside = (cell[0] + dx, cell[1] + dy)
        other = ground.lay(*beside)
        if other is not None:
            yield SIDES[side] in ours, SIDES[side ^ 2] in misty_sides(other), SIDES[side], other
        elif beside not in ground:
            yield SIDES[side] in ours, False, SIDES[side], None


# ---- placing a tile
def placed(case: Case) -> None:
    """Which ghosts the tile that was placed brings: by its edges on a board; a sketch has told it (GCC-25 to 30)."""
    state, turn = case.state, case.state.turn
    if turn is not None and turn.cell is not None and state.ground is not None:
        lay = state.ground.lay(*turn.cell)
        if lay is not None:
            _look(case, state.ground, turn.cell, lay)
    trim(case)


def _look(case: Case, ground: Ground, cell: Cell, lay: Lay) -> None:
    going_on: list[Item] = []
    broken: list[Item] = []
    for ours, theirs, side, other in _edges(ground, cell, lay):
        shown = Item("noun", ("side", side))
        if other is None:
            if ours:
                case.find("GCC-30", "mist-faces-nothing", False, side=shown)
        elif lay.edges[SIDES.index(side)] == "c":
            if misty_sides(lay) or misty_sides(other):
                case.find("GCC-23", "mist-city-side", False, side=shown)
        elif ours and theirs:
            going_on.append(shown)
        elif ours != theirs:
            broken.append(shown)
            if theirs:
                case.find("GCC-28", "mist-older-edge", side=shown)
            if ANY_EDGE in lay.edges or ANY_EDGE in other.edges:
                case.find("GCC-92", "mist-abbey", side=shown)
    if any(symbol == "ghost" for symbol, _, _ in lay.marks):
        case.find("GCC-24", "mist-printed-ghosts", False)
    if going_on:
        extended(case, tuple(going_on))
    if broken:
        dispelled(case, tuple(broken))


def extended(case: Case, sides: tuple[Item, ...] = ()) -> None:
    """The tile continues mist: a ghost for an opponent's meeple, one however many edges do (GCC-25, GCC-26)."""
    if sides:
        case.find("GCC-25", "mist-extended-at", sides=sides)
    else:
        case.find("GCC-25", "mist-extended")
    case.find("GCC-26", "mist-complete-or-not")
    owe(case, OTHER)


def dispelled(case: Case, sides: tuple[Item, ...] = ()) -> None:
    """The tile breaks mist: a ghost for a meeple of one's own, one however many edges do (GCC-27)."""
    if sides:
        case.find("GCC-27", "mist-dispelled-at", sides=sides)
    else:
        case.find("GCC-27", "mist-dispelled")
    owe(case, OWN)


def extends_mist(case: Case, effect: Effect) -> None:
    """``extends mist`` of a sketched tile. Raises Mistake."""
    _only_mist(case, effect)
    extended(case)


def dispels_mist(case: Case, effect: Effect) -> None:
    """``dispels mist`` of a sketched tile. Raises Mistake."""
    _only_mist(case, effect)
    dispelled(case)


def _only_mist(case: Case, effect: Effect) -> None:
    reader = Reader(effect.words, case.lang, effect.span)
    reader.role("symbol")
    reader.end("comma")


def fits(case: Case, action: Action) -> Iterable[Finding]:
    """Mist against a clear edge of the same terrain is no misfit (GCC-21, GCC-22)."""
    place, ground = action.data, case.state.ground
    cell, face = getattr(place, "cell", None), getattr(place, "face", None)
    if ground is None or cell is None or not isinstance(face, Face):
        return
    lay = face.turned(place.turns)
    apart = [side for ours, theirs, side, other in _edges(ground, cell, lay) if other is not None and ours != theirs]
    if apart:
        sides = tuple(Item("noun", ("side", side)) for side in apart)
        yield Finding("GCC-22", True, "mist-no-misfit", {"sides": sides})
        yield Finding("GCC-21", True, "mist-placed-as-usual", {})


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


def barn_corner(case: Case, action: Action) -> Iterator[Finding]:
    """No barn where mist reaches the corner of a tile (GCC-94)."""
    corner = next((p.parts for p in action.item.parts[1:] if isinstance(p, Item) and p.kind == "corner"), None)
    ground = case.state.ground
    if corner is None or ground is None:
        return
    for (dx, dy), reaching in _CORNERS:
        lay = ground.lay(corner[0] + dx, corner[1] + dy)
        if lay is not None and any(symbol == MIST and side in reaching for symbol, side, _ in lay.marks):
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
    for name, face in state.tiles.own.items():
        for side in sorted(misty_sides(face.turned(0))):
            if face.edges[SIDES.index(side)] == "c":
                yield Problem(
                    "mist-over-city", NOWHERE, {"tile": name, "side": Item("noun", ("side", side))}, (), ("GCC-23",)
                )


PART = Expansion(
    "ghosts-castles-cemeteries",
    effects={"extends mist": extends_mist, "dispels": dispels_mist},
    placing=(fits,),
    placed=(placed,),
    putting=(clear_of_mist,),
    provisos=(("puts", barn_corner),),
    traps=(parted,),
    checks=(standing, over_a_city),
)

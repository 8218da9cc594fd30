"""The start tile of 2x2 squares and what lies around a tile (GCC-07, GCC-11, GCC-12, GCC-112 to GCC-123).

Four squares for everything that counts tiles, one tile for those whom `start_guests` lists; its ruin is a picture.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion, May, Proviso, Putting, Start, StartTile, Tells, Tiles
from adjudicator.engine.lines import Line
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.castles import HAUNTED
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_guests import (
    building,
    counted,
    moving_them,
    taken,
    under_bridge,
)
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_guests import saying as of_the_haunted
from adjudicator.expansions.ghosts_castles_cemeteries.start_guests import (
    by_machine,
    dragon_eats,
    dragon_lands,
    one_tile,
    through_portal,
    tower_reaches,
)
from adjudicator.expansions.ghosts_castles_cemeteries.start_guests import saying as of_the_start_tile
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import (
    MISTY,
    MISTY_START,
    MISTY_TILE,
    START,
    OwnMistUnsaid,
    monastic,
    on_start_tile,
    shows_mist,
    start_corner,
)
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value

RUIN = "ruin"
SURROUNDED = ("german-castle",)
"""What is measured by the tiles around it besides the features of one tile."""
CORNERS = {"NW": (0, 0), "NE": (1, 0), "SW": (0, 1), "SE": (1, 1)}


# ---- what "around" lines tell
def add_surroundings(state: State) -> Iterator[Problem]:
    """Adds to what is measured by its surroundings the misty tiles and start squares told to lie around it."""
    for feature, line in list(state.lines_about("around")):
        if feature.id not in state.features or not monastic(feature):
            continue
        squares = line.counts.get(START, 0) + line.counts.get(MISTY_START, 0)
        most = value("GCC-07", "side")  # what lies off the start tile has no more than one side of it beside it
        if squares > most:
            values = {"feature": feature.id, "number": squares, "most": most}
            yield Problem("start-squares-around", line.span, values, (), ("GCC-07",))
        else:
            yield from _add(state, feature, line)


def _add(state: State, feature: Feature, line: Line) -> Iterator[Problem]:
    found = line.counts
    marks = dict(feature.marks)
    for unit in (START, MISTY_START):
        if found.get(unit):
            marks[unit] = found[unit]
    misty = found.get(MISTY_TILE, 0) + found.get(MISTY_START, 0)
    if feature.kind == HAUNTED:
        own = MISTY in feature.flags
        if not own and MISTY_TILE not in marks:
            state.remember(OwnMistUnsaid(feature.id, misty))
        said = marks.setdefault(MISTY_TILE, misty + own)
        if said not in ((misty + 1,) if own else (misty, misty + 1)):
            values = {"feature": feature.id, "number": misty, "said": said}
            yield Problem("haunted-mist-count", line.span, values, (), ("GCC-63",))
    state.add(feature._replace(marks=marks))


# ---- four squares
def squares_around(state: State, feature: Feature) -> tuple[int, int]:
    """The squares of the start tile around a feature: all of them, and those with mist."""
    there = state.around(feature)
    if not there.squares:
        misty = feature.marks.get(MISTY_START, 0)
        return feature.marks.get(START, 0) + misty, misty
    lays = [lay for tile in there.tiles if (lay := tile.lay) is not None and start_corner(lay) is not None]
    return len(lays), sum(map(shows_mist, lays))


def four_squares(case: Case, feature: Feature, at_end: bool) -> None:
    """Each square of the start tile counts as a tile, with its own mist (GCC-11, GCC-114 to GCC-117)."""
    surrounded = monastic(feature) or feature.kind in SURROUNDED
    number, misty = squares_around(case.state, feature) if surrounded else (0, 0)
    if not number:
        return
    values: dict[str, Value] = {"feature": Item.feature(feature.id), "squares": Item.count(number, "", START)}
    case.find("GCC-11", "start-four")
    case.find("GCC-114", "start-squares", **values)
    if feature.kind == "monastery" and feature.complete and number > 1:
        case.find("GCC-116", "start-monastery", **values)
    if feature.kind == HAUNTED:
        case.find("GCC-115", "start-own-mist", misty=misty, **values)
        if feature.complete and misty < number:
            case.find("GCC-117", "start-clear-square", **values)


# ---- the ruin and the rest of the tile
def ends_at_ruin(case: Case, feature: Feature, at_end: bool) -> None:
    """The ruin ends roads and parts fields, and is nothing else (GCC-12)."""
    if feature.kind not in ("road", "field"):
        return
    item = Item.feature(feature.id)
    for part in case.state.parts_of(feature):
        if part.cell is None or not part.tile.shows(RUIN):
            continue
        if feature.kind == "road" and len(part.sides) == 1:
            case.find("GCC-12", "start-road-ends", feature=item, square=Item.cell(part.cell))
        elif feature.kind == "field" and sum(other.kind == "field" for other in part.tile.parts) > 1:
            case.find("GCC-12", "start-field-parted", feature=item, square=Item.cell(part.cell))


def counted_so(case: Case, feature: Feature, asked: str) -> None:
    """The same where no points are asked for: each square is a tile (GCC-114), the ruin ends roads and parts fields."""
    surrounded = monastic(feature) or feature.kind in SURROUNDED
    number = squares_around(case.state, feature)[0] if surrounded and asked in ("complete", "tiles") else 0
    if number:
        case.find("GCC-114", "start-squares", feature=Item.feature(feature.id), squares=Item.count(number, "", START))
    if asked == "complete" and feature.kind == "road":
        ends_at_ruin(case, feature, False)
    elif asked == "majority" and feature.kind == "field":
        beside = case.apart()
        ends_at_ruin(beside, feature, False)
        case.note(*(found.beside() for found in beside.findings))


def occupied(case: Case, put: Putting) -> Finding | None:
    """Features of the start tile may be occupied (GCC-113)."""
    if not on_start_tile(case.state, put.feature):
        return None
    return Finding("GCC-113", True, "start-may-occupy", {"feature": Item.feature(put.feature.id)}, "frames")


def guests(case: Case, move: Move) -> Finding | None:
    """What is said of a move with words of other expansions: what keeps it off the start tile comes first."""
    found = of_the_start_tile(case, move)
    also = None if found is not None and not found.holds else of_the_haunted(case, move)
    if found is not None and also is not None:
        case.note(also)
    return found if found is not None else also


# ---- what cannot be
def checks(state: State) -> Iterator[Problem]:
    """The start tile is a square of four (GCC-07); what stands on its corner is no haunted castle (GCC-112)."""
    for feature in state.features.values():
        if feature.kind == HAUNTED and on_start_tile(state, feature):
            yield Problem("start-ruin-castle", feature.span, {"feature": feature.id}, (), ("GCC-112",))
    squares = [tile.cell for tile in state.all_tiles() if tile.cell is not None]
    corners = {cell: corner for cell in squares if (corner := start_corner(state.lay(cell))) is not None}
    origins = {(x - CORNERS[c][0], y - CORNERS[c][1]) for (x, y), c in corners.items() if c in CORNERS}
    missing = len(corners) not in (0, value("GCC-11", "tiles")) and not state.part_shown
    if missing or len(origins) > 1:
        yield Problem("start-not-whole", NOWHERE, {"number": len(corners)}, (), ("GCC-07",))


PART = Expansion(
    "ghosts-castles-cemeteries",
    start=Start(tiles=(StartTile("", "GCC-13", over=("base",)),), features=(add_surroundings,), checks=(checks,)),
    tiles=Tiles(spans=(one_tile,)),
    may=May(
        put=(occupied, through_portal, by_machine),
        provisos=(
            Proviso("moves", moving_them),
            Proviso("moves", dragon_lands),
            Proviso("captures", tower_reaches),
            Proviso("builds", building),
        ),
        be_taken=(taken, dragon_eats),
        be_counted=(counted,),
        place=(under_bridge,),
    ),
    tells=Tells(traps=(four_squares, ends_at_ruin), looks=(counted_so,), sayings=(guests,)),
)

"""What the river parts and what it does not: fields, roads on bridges, the two banks at the spring and the lake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item

if TYPE_CHECKING:
    from adjudicator.geometry.ground import Ground

RIVER = "river"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""To the square beside, by the number of the side."""


def worth_nothing(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """The river scores nothing (NB-17)."""
    case.find("NB-17", "river-no-points", feature=Item("feature", (feature.id,)))
    return []


def _pieces(case: Case, feature: Feature) -> list[int]:
    """The segments of a feature of the board; none for one that is sketched."""
    ground = case.state.ground
    if ground is None or feature.id in case.state.features:
        return []
    return ground.pieces(ground.root(case.state.segment_of(feature.id)))


def flows_past(case: Case, feature: Feature, at_end: bool) -> None:
    """Notes where the river parts a field from another, and where a road crosses it on a bridge (NB-18)."""
    ground = case.state.ground
    pieces = _pieces(case, feature)
    if ground is None or feature.kind not in ("field", "road"):
        return
    shown = Item("feature", (feature.id,))
    for piece in pieces:
        here = ground.same_tile(piece)
        rivers = [ground.piece(s).sides for s in here if ground.kind(s) == RIVER]
        if not rivers:
            continue
        square = Item("cell", ground.cell(piece))
        sides = ground.piece(piece).sides
        if feature.kind == "road" and any(_crosses(sides, river) for river in rivers):
            case.find("NB-18", "road-on-bridge", feature=shown, square=square)
        elif feature.kind == "field" and any(ground.kind(s) == "field" and s not in pieces for s in here):
            case.find("NB-18", "river-parts-fields", feature=shown, square=square)


def _crosses(road: tuple[int, ...], river: tuple[int, ...]) -> bool:
    """Whether a road and the river run through the same tile from side to side and so must cross."""
    return len(road) == len(river) == 2 and abs(road[0] - road[1]) == abs(river[0] - river[1]) == 2


def banks(case: Case, feature: Feature, at_end: bool) -> None:
    """A field goes round the spring and the lake, so that both banks are one (NB-112), unless agreed otherwise.

    Raises Undetermined where players hold them for two fields: the tile does not show where they part.
    """
    if feature.kind != "field" or not _round_an_end(case, feature):
        return
    shown = Item("feature", (feature.id,))
    if case.option("spring-and-lake-fields") == "separate":
        case.find("NB-112", "banks-separate", feature=shown)
        case.lack("banks", feature)
    case.find("NB-112", "banks-joined", feature=shown)


def field_of_two_banks(case: Case, put: Putting) -> Finding | None:
    """A farmer on one bank keeps others off the other bank where the field goes round an end (NB-112)."""
    if put.feature.kind == "field" and put.feature.occupants:
        banks(case, put.feature, False)
    return None


def _round_an_end(case: Case, feature: Feature) -> bool:
    """Whether a field hangs together only by going round the spring or the lake."""
    ground = case.state.ground
    pieces = _pieces(case, feature)
    if ground is None:
        return False
    ends = {piece: side for piece in pieces if (side := _end_of_river(ground, piece)) is not None}
    halves = {(ground.cell(p), half): p for p in pieces if p not in ends for half in ground.piece(p).halves}
    for piece, side in ends.items():
        one, two = (halves.get(_beyond(ground.cell(piece), half)) for half in (2 * side, 2 * side + 1))
        if one is not None and two is not None and two not in _reached(ground, one, halves):
            return True
    return False


def _end_of_river(ground: Ground, piece: int) -> int | None:
    """The side by which the river leaves a tile where it begins or ends, if this field lies on both its banks."""
    halves = ground.piece(piece).halves
    for other in ground.same_tile(piece):
        sides = ground.piece(other).sides
        if ground.kind(other) == RIVER and len(sides) == 1 and {2 * sides[0], 2 * sides[0] + 1} <= set(halves):
            return sides[0]
    return None


def _beyond(cell: tuple[int, int], half: int) -> tuple[tuple[int, int], int]:
    """The half side of the next tile that meets one of this tile."""
    side = half // 2
    dx, dy = STEPS[side]
    return (cell[0] + dx, cell[1] + dy), 2 * (side ^ 2) + 1 - half % 2


def _reached(ground: Ground, piece: int, halves: dict[tuple[tuple[int, int], int], int]) -> set[int]:
    """The segments that hang together with one, of those that `halves` lists."""
    found, waiting = {piece}, [piece]
    while waiting:
        here = waiting.pop()
        for half in ground.piece(here).halves:
            there = halves.get(_beyond(ground.cell(here), half))
            if there is not None and there not in found:
                found.add(there)
                waiting.append(there)
    return found

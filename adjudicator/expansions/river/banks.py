"""What the river parts and what it does not: fields, roads on bridges, the two banks at the spring and the lake."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.state import State
from adjudicator.engine.tiles import Part
from adjudicator.geometry.face import Face, Segment
from adjudicator.geometry.squares import beyond
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item

RIVER = "river"
FIELDS = "spring-and-lake-fields"
PART = "banks-part"
TURNS = {"right": 1, "behind": 2, "left": 3}
"""By where the two banks part, as one looks along the river: how many sides on, clockwise from the river's."""


def worth_nothing(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """The river scores nothing (NB-17)."""
    case.find("NB-17", "river-no-points", feature=Item.feature(feature.id))
    return []


def flows_past(case: Case, feature: Feature, at_end: bool) -> None:
    """Notes where the river parts a field from another, and where a road crosses it on a bridge (NB-18)."""
    if feature.kind not in ("field", "road"):
        return
    item = Item.feature(feature.id)
    for part in case.state.parts_of(feature):
        rivers = [one.sides for one in part.tile.parts if one.kind == RIVER]
        if not rivers or part.cell is None:
            continue
        square = Item.cell(part.cell)
        if feature.kind == "road" and any(_crosses(part.sides, river) for river in rivers):
            case.find("NB-18", "road-on-bridge", feature=item, square=square)
        elif feature.kind == "field" and any(
            one.feature != feature.id for one in part.tile.parts if one.kind == "field"
        ):
            case.find("NB-18", "river-parts-fields", feature=item, square=square)


def _crosses(road: tuple[int, ...], river: tuple[int, ...]) -> bool:
    """Whether a road and the river run through the same tile from side to side and so must cross."""
    return len(road) == len(river) == 2 and abs(road[0] - road[1]) == abs(river[0] - river[1]) == 2


def banks(case: Case, feature: Feature, at_end: bool) -> None:
    """A field goes round the spring and the lake, so that both banks are one (NB-112), unless agreed otherwise: then it
    parts there (NB-130).

    Raises Undetermined where players hold them for two fields and do not say where on the tile they part.
    """
    if feature.kind != "field":
        return
    item = Item.feature(feature.id)
    if any(_agreed_on(case.state, part) for part in case.state.parts_of(feature)):
        case.find("NB-130", "banks-part", feature=item)
    if not _round_an_end(case, feature):
        return
    if case.option(FIELDS) == "separate":
        case.find("NB-112", "banks-separate", feature=item)
        case.lack("banks", feature)
    case.find("NB-112", "banks-joined", feature=item)


def field_of_two_banks(case: Case, put: Putting) -> Finding | None:
    """A farmer on one bank keeps others off the other bank where the field goes round an end (NB-112)."""
    if put.feature.kind == "field" and put.feature.occupants:
        banks(case, put.feature, False)
    return None


def parted(state: State, face: Face) -> Face | None:
    """The face of a spring or a lake whose field parts there, where players have agreed that it does (NB-112) and where
    (NB-130).
    """
    if not _agreed(state):
        return None
    at = next((at for at, one in enumerate(face.segments) if _end_on(face, one) is not None), None)
    if at is None:
        return None
    field = face.segments[at]
    river = _end_on(face, field)
    assert river is not None
    last = (river + TURNS[state.option(PART)]) % 4
    right = {half % 8 for half in range(2 * river + 1, 2 * (last if last > river else last + 4) + 1)}
    banks = [tuple(half for half in field.halves if (half in right) is one) for one in (True, False)]
    first, second = (field._replace(halves=halves) for halves in banks)
    return Face(
        face.id, (*face.segments[:at], first, *face.segments[at + 1 :], second),
        face.edges, face.marks, face.letter, face.joined,
    )  # fmt: skip


def _agreed(state: State) -> bool:
    """Whether the players hold both banks for two fields, and say where they part."""
    chosen = state.setup.options
    return chosen.get(FIELDS) == "separate" and PART in chosen


def _agreed_on(state: State, field: Part) -> bool:
    """Whether a field of a tile where the river ends has been parted there."""
    return _agreed(state) and any(
        other.kind == RIVER
        and len(other.sides) == 1
        and {2 * other.sides[0], 2 * other.sides[0] + 1} & {*field.piece.halves}
        for other in field.tile.parts
    )


def _end_on(face: Face, field: Segment) -> int | None:
    """The side by which the river leaves a face where it begins or ends, if this field lies on both its banks."""
    if field.kind != "field" or field.touches:
        return None
    ends = [one.sides[0] for one in face.segments if one.kind == RIVER and len(one.sides) == 1]
    return next((side for side in ends if {2 * side, 2 * side + 1} <= set(field.halves)), None)


def _round_an_end(case: Case, feature: Feature) -> bool:
    """Whether a field hangs together only by going round the spring or the lake."""
    parts = case.state.parts_of(feature)
    ends = {part.segment: side for part in parts if (side := _end_of_river(part)) is not None}
    halves = {(part.cell, half): part for part in parts if part.segment not in ends for half in part.piece.halves}
    for end in (part for part in parts if part.segment in ends):
        side = ends[end.segment]
        one, two = (halves.get(_opposite(end, half)) for half in (2 * side, 2 * side + 1))
        if one is not None and two is not None and two.segment not in _reached(one, halves):
            return True
    return False


def _end_of_river(field: Part) -> int | None:
    """The side by which the river leaves a tile where it begins or ends, if this field lies on both its banks."""
    for other in field.tile.parts:
        if other.kind == RIVER and len(other.sides) == 1:
            (side,) = other.sides
            if {2 * side, 2 * side + 1} <= set(field.piece.halves):
                return side
    return None


def _opposite(part: Part, half: int) -> tuple[Cell | None, int]:
    """The half side of the next tile that meets one of this tile."""
    side = half // 2
    return beyond(part.cell, side) if part.cell is not None else None, 2 * (side ^ 2) + 1 - half % 2


def _reached(part: Part, halves: dict[tuple[Cell | None, int], Part]) -> set[int | None]:
    """The segments that hang together with one, of those that `halves` lists."""
    found, waiting = {part.segment}, [part]
    while waiting:
        here = waiting.pop()
        for half in here.piece.halves:
            there = halves.get(_opposite(here, half))
            if there is not None and there.segment not in found:
                found.add(there.segment)
                waiting.append(there)
    return found

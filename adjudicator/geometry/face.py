"""A tile face: what is printed on a tile, and how it looks after quarter turns.

Sides are the numbers 0 to 3 for N, E, S, W; half sides are 0 to 7 for NL, NR, EL, ER, SL, SR, WL, WR, which
runs clockwise round the tile (L is the left half for someone who looks out from the centre). A quarter turn
clockwise adds one to a side and two to a half side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

SIDES = ("N", "E", "S", "W")
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
INSIDE = ("I", "II", "III", "IV")
"""How several pieces of one kind that touch no side of their tile are told apart."""

ANY_EDGE = "a"
"""The side of a tile that goes beside everything and joins nothing."""

SHARED = "c"
"""The one kind of side that several pieces of a tile may share: a tile beside it joins them all."""

EDGE_KINDS = {letter: kind for letter, kind in (pair.split() for pair in ["c city", "f field", "r road", "s river"])}
"""The kinds that reach the sides of a tile, by the letters that players write for them (s for a stream)."""

EDGE_LETTERS = {kind: letter for letter, kind in EDGE_KINDS.items()}


class Segment(NamedTuple):
    """One piece of a feature on one face."""

    kind: str
    """Kind id: city, road, field, river, monastery, garden, or a kind that an expansion brings."""
    sides: tuple[int, ...] = ()
    """Sides it runs off, ascending; none for fields and for what lies inside the tile."""
    halves: tuple[int, ...] = ()
    """Half sides of a field, ascending."""
    marks: Mapping[str, int] = {}
    """What it carries: ``{"coat": 1}``, ``{"inn": 1}``."""
    touches: tuple[int, ...] = ()
    """For a field: positions in ``Face.segments`` of the cities it borders, ascending."""
    covered: bool = False
    """Whether something lies over this field that parts it from what is open."""


class _Fields(NamedTuple):
    id: str
    segments: tuple[Segment, ...]
    edges: str
    marks: tuple[tuple[str, str, str], ...] = ()
    letter: str = ""
    joined: tuple[tuple[int, ...], ...] = ()


class Face(_Fields):
    """A tile face, upright.

    - ``id``: its name in the catalogue, or the name a scenario gave it
    - ``segments``: its pieces of features
    - ``edges``: four letters from the north clockwise: c city, f field, r road, s river, a anything
    - ``marks``: what the tile shows besides features, as (symbol id, side or "", word or "")
    - ``letter``: the letter of the base rules, or ""
    - ``joined``: groups of segments that meet on the tile (at a crossing, a gate), as positions in ``segments``
    """

    def __hash__(self) -> int:
        return hash((self.id, self.edges))

    def turned(self, turns: int) -> Lay:
        """This face after `turns` quarter turns clockwise, worked out once."""
        return self._lays[turns & 3]

    @cached_property
    def _lays(self) -> tuple[Lay, ...]:
        return tuple(_lay(self, turns) for turns in range(4))

    @cached_property
    def distinct_turns(self) -> tuple[int, ...]:
        """The fewest quarter turns that give every different way this face can lie."""
        seen: list[Any] = []
        kept = []
        for turns in range(4):
            look = looks(self, turns)
            if look not in seen:
                seen.append(look)
                kept.append(turns)
        return tuple(kept)

    @cached_property
    def garden(self) -> bool:
        """Whether a garden is printed on it."""
        return any(segment.kind == "garden" for segment in self.segments)


UNNAMED = Face("", (), "")
"""The face of a tile that was drawn or placed and that nobody named."""


class Lay(NamedTuple):
    """A face as it lies, with what placing it needs."""

    face: Face
    turns: int
    edges: str
    segments: tuple[Segment, ...]
    marks: tuple[tuple[str, str, str], ...]
    ports: tuple[tuple[int, ...], ...]
    """For each side the segments met along it, clockwise: one, or field, road, field."""
    facing: tuple[tuple[int, ...], ...]
    """The same in the order a neighbour meets them."""
    ends: tuple[int, ...]
    """For each segment how often it runs off the tile."""
    off: tuple[tuple[int, ...], ...]
    """For each side the segments that run off it: a road, a city, a river."""
    inner: tuple[int, ...]
    """The segments that are measured by the tiles around this one: neither fields nor what runs off a tile."""
    names: tuple[str, ...]
    """For each segment what it is called on its tile: ``city N``, ``field EL``, ``monastery``."""


def turn_side(side: str, turns: int) -> str:
    """The side, half side or corner `side` ("N", "EL", "NW") turned clockwise by quarters; anything else as it is."""
    if not side or side[0] not in SIDES:
        return side
    if len(side) == 2 and side[1] in SIDES:  # a corner: the north or south of it is said first
        turned = {SIDES[(SIDES.index(one) + turns) & 3] for one in side}
        return "".join(sorted(turned, key=lambda one: one in "EW"))
    return SIDES[(SIDES.index(side[0]) + turns) & 3] + side[1:]


def _lay(face: Face, turns: int) -> Lay:
    segments = tuple(
        Segment(
            segment.kind,
            tuple(sorted((side + turns) & 3 for side in segment.sides)),
            tuple(sorted((half + 2 * turns) & 7 for half in segment.halves)),
            segment.marks,
            segment.touches,
            segment.covered,
        )
        for segment in face.segments
    )
    edges = "".join(face.edges[(side - turns) & 3] for side in range(4))
    ports = tuple(_port(segments, edges[side], side) for side in range(4))
    ends = [0] * len(segments)
    for port in ports:
        for index in port:
            ends[index] += 1
    marks = tuple((symbol, turn_side(side, turns), word) for symbol, side, word in face.marks)
    facing = tuple(port[::-1] for port in ports)
    off = tuple(tuple(i for i, segment in enumerate(segments) if side in segment.sides) for side in range(4))
    inner = tuple(i for i, s in enumerate(segments) if s.kind != "field" and s.kind not in EDGE_LETTERS)
    return Lay(face, turns, edges, segments, marks, ports, facing, tuple(ends), off, inner, _names(segments))


def _names(segments: tuple[Segment, ...]) -> tuple[str, ...]:
    found = []
    for at, segment in enumerate(segments):
        side = ""
        if segment.sides:
            side = f" {SIDES[own_sides(segments, segment)[0]]}"
        elif segment.halves:
            side = f" {HALVES[segment.halves[0]]}"
        elif sum(one.kind == segment.kind for one in segments) > 1:
            earlier = [one for one in segments[:at] if one.kind == segment.kind and not one.sides and not one.halves]
            side = f" {INSIDE[len(earlier)]}"
        found.append(segment.kind + side)
    return tuple(found)


def own_sides(segments: Sequence[Segment], segment: Segment) -> tuple[int, ...]:
    """The sides of a piece by which it can be named: those it shares with no other; all where it shares each."""
    shared = {side for other in segments if other is not segment for side in other.sides}
    return tuple(side for side in segment.sides if side not in shared) or segment.sides


def _port(segments: tuple[Segment, ...], edge: str, side: int) -> tuple[int, ...]:
    if edge == ANY_EDGE:
        return ()
    left = [i for i, segment in enumerate(segments) if 2 * side in segment.halves]
    middle = [i for i, segment in enumerate(segments) if side in segment.sides]
    right = [i for i, segment in enumerate(segments) if 2 * side + 1 in segment.halves]
    if edge == "f":
        return tuple(dict.fromkeys(left + right))
    return tuple(left + middle + right)


def name_of(face: Face) -> str:
    """What a tile is called by: its letter, where it has one, else its id."""
    return face.letter if face.letter and not face.garden else face.id


def looks(face: Face, turns: int, gardens: bool = True) -> Any:
    """Everything that matters about a face as it lies, in a form that can be compared.

    The id and the letter are left out; without `gardens` a garden is, too.
    """
    lay = face.turned(turns)
    keys = [(s.kind, s.sides, s.halves, tuple(sorted(s.marks.items())), s.covered) for s in lay.segments]
    pieces = sorted(
        (key, tuple(sorted(keys[i] for i in segment.touches)))
        for key, segment in zip(keys, lay.segments, strict=True)
        if gardens or segment.kind != "garden"
    )
    joined = sorted(tuple(sorted(keys[i] for i in group)) for group in face.joined)
    return lay.edges, pieces, joined, sorted(lay.marks)


def pack(face: Face) -> list[Any]:
    """A face as plain JSON."""
    segments = [
        [s.kind, s.sides, s.halves, dict(s.marks), s.touches, *([True] if s.covered else [])] for s in face.segments
    ]
    return [face.id, segments, face.edges, face.marks, face.letter, face.joined]


def unpack(data: list[Any]) -> Face:
    """The face that `pack` wrote."""
    name, segments, edges, marks, letter, joined = data
    return Face(
        name,
        tuple(Segment(k, tuple(s), tuple(h), m, tuple(t), *covered) for k, s, h, m, t, *covered in segments),
        edges,
        tuple((symbol, side, word) for symbol, side, word in marks),
        letter,
        tuple(tuple(group) for group in joined),
    )

"""What saved games call things, by ``jcz.toml`` and ``peers.toml`` of the boxes, and how they name a tile's pieces."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from adjudicator.geometry.face import HALVES, INSIDE, SIDES, Face, Segment, own_sides
from adjudicator.records.facts import facts
from adjudicator.records.peers import declared
from adjudicator.words.saying import kind, said, word
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary

LISTS = (
    "choice", "led", "second", "raised", "builds", "going_on", "after_scoring", "own_tiles", "own_faces", "optional",
    "lying", "lying_as", "quiet", "apart", "built", "built_last",
)  # fmt: skip
TABLES = (
    "sets", "elements", "beside", "differing", "quarters", "carcassonne", "older", "older_features", "older_sets",
    "older_elements", "older_rules", "older_tiles", "figures", "supply", "usual", "scenery", "in_spite", "features",
    "scored", "defaults", "said_by_elements", "left_out", "classes", "always", "written", "neutral", "returned",
    "returned_by", "tokens",
)  # fmt: skip
BY_NAME = ("sets", "elements", "differing")
"""Lists of a box from which a table is made: each name -> the box, "" for one that is always in play."""


@cache
def names() -> dict[str, Any]:
    """The tables of ``jcz.toml`` with those of every box that is here; one that nobody fills is empty."""
    found = {**dict.fromkeys(LISTS, ()), **{table: {} for table in TABLES}, **deepcopy(facts("jcz"))}
    always = vocabulary().always()
    for box, said_of_it in declared("jcz").items():
        for key, value in said_of_it.items():
            if key in BY_NAME:
                found[key] |= dict.fromkeys(value, "" if box in always else box)
            elif key == "beside":  # element -> boxes whose tiles bring it too: with one of them it brings no other
                for element in value:
                    found[key].setdefault(element, []).append(box)
            elif key == "left_out":
                found[key] |= {setting: {**about, "expansion": box} for setting, about in value.items()}
            elif key == "written":
                found[key][box] = {"sets": [], "elements": {}, **value}
            elif isinstance(value, list):
                found[key] = [*found[key], *value]
            else:
                for name, one in value.items():
                    before = found[key].get(name)
                    found[key][name] = [*before, *one] if isinstance(before, list) else deepcopy(one)
    return found


_SIDES = {
    "N": (0,), "E": (1,), "S": (2,), "W": (3,), "NW": (0, 3), "NE": (0, 1), "SW": (2, 3), "SE": (1, 2), "WE": (1, 3),
    "NS": (0, 2), "NWSE": (0, 1, 2, 3), "_N": (1, 2, 3), "_E": (0, 2, 3), "_S": (0, 1, 3), "_W": (0, 1, 2),
}  # fmt: skip
"""Names of locations, and the sides (0 to 3 for N, E, S, W) they stand for."""


def located(face: Face, turns: int, feature: str, location: str) -> Segment | None:
    """The piece of `face`, lying `turns` quarter turns clockwise, that a saved game points at; None if there is none.

    `feature` and `location` are the file's: ``City``, ``SE``; ``Field``, ``NL.NR``; ``Monastery``, ``I``.
    """
    kinds = names()["features"].get(feature, ())
    pieces = [segment for segment in face.turned(turns).segments if segment.kind in kinds]
    if location in INSIDE:
        inner = [segment for segment in pieces if not segment.sides and not segment.halves]
        at = INSIDE.index(location)
        return inner[at] if at < len(inner) else None
    halves = tuple(sorted(HALVES.index(half) for half in location.split(".") if half in HALVES))
    sides = _SIDES.get(location)
    for segment in pieces:
        if (segment.halves and segment.halves == halves) or (segment.sides and _sides(face, turns, segment) == sides):
            return segment
    return None


def _at(pieces: Sequence[Segment], segment: Segment) -> int:
    """Where a piece stands among others: two fields inside a tile may be alike in everything."""
    return next((at for at, one in enumerate(pieces) if one is segment), -1)


def _sides(face: Face, turns: int, segment: Segment) -> tuple[int, ...]:
    """The sides by which a saved game names a piece: one that several share belongs to the first of them."""
    pieces = face.turned(turns).segments
    before = {side for other in pieces[: _at(pieces, segment)] for side in other.sides}
    return tuple(side for side in segment.sides if side not in before)


def location(face: Face, turns: int, segment: Segment) -> tuple[str, str]:
    """The file's feature and location of a piece of `face` as it lies: one of the lay's own."""
    feature = next((name for name, kinds in names()["features"].items() if segment.kind in kinds), "")
    if segment.halves:
        return feature, ".".join(HALVES[half] for half in segment.halves)
    if segment.sides:
        return feature, next(name for name, sides in _SIDES.items() if sides == _sides(face, turns, segment))
    kinds = names()["features"].get(feature, ())
    inner = [s for s in face.turned(turns).segments if s.kind in kinds and not s.sides and not s.halves]
    return feature, INSIDE[_at(inner, segment)]


def segment_name(face: Face, turns: int, segment: Segment) -> list[Said]:
    """A piece of a tile in the words of the language: ``road E``, ``field NL``, ``monastery``."""
    pieces = face.turned(turns).segments
    if segment.halves:
        return piece_name(segment, HALVES[segment.halves[0]])
    if segment.sides:
        return piece_name(segment, SIDES[own_sides(pieces, segment)[0]])
    alike = [s for s in pieces if s.kind == segment.kind]
    if len(alike) == 1:
        return piece_name(segment)
    inner = [s for s in alike if not s.sides and not s.halves]
    return piece_name(segment, INSIDE[_at(inner, segment)])


def piece_name(segment: Segment, side: str = "") -> list[Said]:
    """A piece of a tile by its kind, and by a side where one is said."""
    return said(kind(segment.kind), *([word(side, "side")] if side else []))

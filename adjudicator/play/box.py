"""How many tiles of each face the boxes in play hold, as far as their sets are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import cache
from typing import Any, NamedTuple

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem
from adjudicator.geometry.face import ANY_EDGE, Face, looks, name_of
from adjudicator.model.scenario import Placed
from adjudicator.model.span import Span
from adjudicator.rulebook import loader


class Kind(NamedTuple):
    """Faces that look alike but for gardens: players take one for the other."""

    name: str
    """The id of the first of them."""
    number: int
    """How many one box of everything in play holds."""
    rule: str
    """The rule that counts them, if any does."""


@cache
def kinds(in_play: frozenset[str]) -> Mapping[str, Kind]:
    """The kind of every face of the expansions `in_play` whose number is known, by tile id.

    Of sets that are editions of each other, such as one with gardens, a box holds one.
    """
    faces = catalogue().faces(in_play)
    alike: dict[str, list[Face]] = {}
    for face in faces.values():
        alike.setdefault(repr(_upright(face)), []).append(face)
    found: dict[str, Kind] = {}
    for group in alike.values():
        owners = {owner for face in group for owner in _homes().get(face.id, ("",))}
        numbers = [_number(expansion, group) for expansion in owners]
        if not numbers or None in numbers:
            continue
        total = sum(number for number in numbers if number is not None)
        plain = min(group, key=lambda face: face.garden)
        found.update({face.id: Kind(plain.id, total, _rule(plain.id)) for face in group})
    return found


def _upright(face: Face) -> Any:
    """The look of a face in the one of its four turns that comes first."""
    return min((looks(face, turns, gardens=False) for turns in face.distinct_turns), key=repr)


@cache
def _homes() -> Mapping[str, tuple[str, ...]]:
    """The expansions that count a tile in one of their sets, by its id."""
    found: dict[str, tuple[str, ...]] = {}
    for expansion in catalogue().expansions:
        for ident in {ident for tiles in catalogue().sets(expansion).values() for ident in tiles}:
            found[ident] = (*found.get(ident, ()), expansion)
    return found


def _number(expansion: str, group: list[Face]) -> int | None:
    """How many of the faces of a `group` the fullest set of an expansion holds; None where no set counts them."""
    if not expansion:
        return None
    return max(sum(tiles.get(face.id, 0) for face in group) for tiles in catalogue().sets(expansion).values())


def _rule(ident: str) -> str:
    for expansion in _homes().get(ident, ()):
        for rule in loader.rules(expansion):
            if ident in rule.values:
                return rule.id
    return ""


class Box:
    """What is left in the boxes while tiles are laid."""

    def __init__(self, in_play: frozenset[str], boxes: int = 1, own: Iterable[Face] = ()) -> None:
        self._in_play = in_play
        self._boxes = boxes
        self._own = {id(face) for face in own}
        self._used: dict[str, int] = {}

    def take(self, face: Face, span: Span) -> Problem | None:
        """Takes a tile out; the problem where all of its kind are out already."""
        kind = kinds(self._in_play).get(face.id) if id(face) not in self._own else None
        if kind is None:
            return None
        used = self._used[kind.name] = self._used.get(kind.name, 0) + 1
        number = kind.number * self._boxes
        if used != number + 1:  # of several too many the first is told
            return None
        values = {"word": face.id, "number": number, "boxes": self._boxes + 1}
        return Problem("beyond-box", span, values, (), (kind.rule,) if kind.rule else ())

    @property
    def number(self) -> int:
        """How many tiles the boxes hold; 0 where that of a kind is not known, or nothing has been taken out."""
        known = kinds(self._in_play)
        faces = catalogue().faces(self._in_play)
        if not self._used or faces.keys() - known.keys():
            return 0
        return sum(kind.number for kind in self._kinds()) * self._boxes

    def _kinds(self) -> list[Kind]:
        """Each kind of what is drawn from the box, in the order of the catalogue; what players hold is none of it."""
        faces = catalogue().faces(self._in_play)
        found = (kind for ident, kind in kinds(self._in_play).items() if ANY_EDGE not in faces[ident].edges)
        return list(dict.fromkeys(found))

    def counted(self) -> dict[str, int]:
        """How many tiles the boxes hold by each rule that counts them; "" for those that no rule counts."""
        found: dict[str, int] = {}
        for kind in self._kinds():
            found[kind.rule] = found.get(kind.rule, 0) + kind.number * self._boxes
        return found

    def left(self) -> dict[str, int]:
        """What is still in the boxes, by the name of the tile: its letter, where it has one, else its id."""
        faces = catalogue().faces(self._in_play)
        return {name_of(faces[name]): number for name, number in self.left_by_id().items()}

    def left_by_id(self) -> dict[str, int]:
        """The same by tile id."""
        found = {kind.name: kind.number * self._boxes - self._used.get(kind.name, 0) for kind in self._kinds()}
        return {name: number for name, number in found.items() if number > 0}

    def faces_left(self) -> list[Face]:
        """The face of every kind of tile that the boxes still hold."""
        faces = catalogue().faces(self._in_play)
        return [faces[k.name] for k in self._kinds() if k.number * self._boxes > self._used.get(k.name, 0)]

    def missing(self) -> tuple[int, int, tuple[str, ...]] | None:
        """Of a table on which most tiles of the boxes lie, and some do not: how many there are, how many lie there, and
        which do not. None for any other.
        """
        number, left = self.number, self.left()
        there = number - sum(left.values())
        if not left or there * 2 < number:
            return None
        tiles = tuple(f"{count} {name}" if count > 1 else name for name, count in left.items())
        return number, there, tiles

    def copy(self) -> Box:
        """The same boxes, as full as these are."""
        other = copy(self)
        other._used = dict(self._used)
        return other

    def take_all(self, placed: Iterable[Placed]) -> list[Problem]:
        """The same for the tiles of a board."""
        found = (self.take(one.face, one.span) for one in placed if one.face is not None)
        return [problem for problem in found if problem is not None]

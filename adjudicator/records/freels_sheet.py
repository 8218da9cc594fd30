"""How the letters stand on the printed sheet: what is known of it, what a reader says, what the game itself shows.

A row turns its tile from the way its letter stands on the sheet, which is not known for every letter. What fits tells:
a way that leaves sides unmatched somewhere in the game is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import Face, looks
from adjudicator.model.position import Cell
from adjudicator.records.facts import facts
from adjudicator.words.vocabulary import vocabulary

UPRIGHT = "upright"
"""What a reader says of a sheet on which every letter stands as `adjudicator tiles` draws it."""
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_GIVEN = re.compile(r"([A-X])=(0|90|180|270)")

Ways = Mapping[str, tuple[int, ...]]
"""The quarter turns, from the upright face to the sheet, in which each letter may stand."""


class Lying(NamedTuple):
    """A tile on its square, y to the south."""

    letter: str
    turns: int
    cell: Cell


def letters() -> dict[str, Face]:
    """The face of every letter."""
    found: dict[str, Face] = {}
    for face in catalogue().faces(frozenset(vocabulary().always())).values():
        if face.letter:
            found.setdefault(face.letter, face)
    return found


def ways_left(given: Sequence[str]) -> Ways:
    """The ways that are left for each letter by the table and by what a reader says: ``K=90,V=0`` or ``upright``.

    Raises Problems (``freels-sheet-option``) where that is not understood.
    """
    ways = {}
    for letter, face in letters().items():
        turns = [degrees // 90 for degrees in facts("freels")["sheet"].get(letter, (0, 90, 180, 270))]
        ways[letter] = tuple(dict.fromkeys(alike(face, one) for one in turns))
    for said in (part.strip() for one in given for part in one.split(",")):
        match = _GIVEN.fullmatch(said.upper())
        if said.casefold() == UPRIGHT:
            ways = dict.fromkeys(ways, (0,))
        elif match is None:
            raise Problems((Problem("freels-sheet-option", values={"word": said}),))
        else:
            ways[match[1]] = (int(match[2]) // 90,)
    return ways


def alike(face: Face, turns: int) -> int:
    """The fewest quarter turns after which `face` looks as after `turns`."""
    look = looks(face, turns)
    return next(one for one in face.distinct_turns if looks(face, one) == look)


def fitting(tiles: Sequence[Lying], ways: Ways) -> Ways | None:
    """The ways of the letters laid with which all sides match, each part of at least one whole answer; None if none is.

    `tiles` are those on the table; of two on one square the first counts.
    """
    return _Puzzle(tiles, ways).answers()


class _Puzzle:
    """Which letters lie beside which, and in which pairs of ways they match there."""

    def __init__(self, tiles: Sequence[Lying], ways: Ways) -> None:
        faces = letters()
        self.open: dict[str, tuple[int, ...]] = {tile.letter: ways[tile.letter] for tile in tiles}
        self.pairs: dict[tuple[str, str], set[tuple[int, int]]] = {}
        table: dict[Cell, Lying] = {}
        for tile in tiles:
            table.setdefault(tile.cell, tile)
        for (x, y), tile in table.items():
            for side in (1, 2):
                other = table.get((x + _STEPS[side][0], y + _STEPS[side][1]))
                if other is not None:
                    self._beside(tile, other, side, faces)

    def _beside(self, one: Lying, other: Lying, side: int, faces: Mapping[str, Face]) -> None:
        first, second = faces[one.letter], faces[other.letter]
        good = {
            (a, b)
            for a in self.open[one.letter]
            for b in self.open[other.letter]
            if first.turned(one.turns + a).edges[side] == second.turned(other.turns + b).edges[side ^ 2]
        }
        if one.letter == other.letter:
            self.open[one.letter] = tuple(a for a in self.open[one.letter] if (a, a) in good)
            return
        for key, pairs in (((one.letter, other.letter), good), ((other.letter, one.letter), {(b, a) for a, b in good})):
            self.pairs[key] = self.pairs[key] & pairs if key in self.pairs else pairs

    def answers(self) -> Ways | None:
        """See `fitting`."""
        left = self._narrowed(self.open)
        if left is None:
            return None
        found: dict[str, set[int]] = {letter: set() for letter in left}
        for letter, several in left.items():
            for way in several:
                if way not in found[letter]:
                    whole = self._solved({**left, letter: (way,)})
                    for one, (only, *_) in whole.items() if whole else ():
                        found[one].add(only)
        if not all(found.values()):
            return None
        return {letter: tuple(way for way in left[letter] if way in ways) for letter, ways in found.items()}

    def _narrowed(self, ways: Ways) -> dict[str, tuple[int, ...]] | None:
        """Without the ways that match no way of a neighbour; None where a letter has none left."""
        left = dict(ways)
        changed = True
        while changed:
            changed = False
            for (one, other), pairs in self.pairs.items():
                kept = tuple(a for a in left[one] if any((a, b) in pairs for b in left[other]))
                changed = changed or kept != left[one]
                left[one] = kept
        return left if all(left.values()) else None

    def _solved(self, ways: Ways) -> dict[str, tuple[int, ...]] | None:
        """One way for each letter with which everything matches; None if there is none."""
        left = self._narrowed(ways)
        if left is None:
            return None
        several = min(
            (letter for letter in left if len(left[letter]) > 1), key=lambda one: len(left[one]), default=None
        )
        if several is None:
            return left
        for way in left[several]:
            found = self._solved({**left, several: (way,)})
            if found is not None:
                return found
        return None

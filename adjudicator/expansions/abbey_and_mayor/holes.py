"""The holes of a sketch and the empty squares of a board, and whether they take an abbey (AM-19 to AM-22)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.expansions.abbey_and_mayor.shrines import shrine_limit
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
HOLE = "hole"


class Hole(NamedTuple):
    """Where an abbey is to go: a square of the board, or a hole of a sketch."""

    cell: Cell | None = None
    feature: Feature | None = None

    @property
    def place(self) -> Item:
        """The place as an answer lists it."""
        return Item("feature", (self.feature.id,)) if self.feature is not None else Item("cell", self.cell or ())


def fits(case: Case, hole: Hole) -> Iterator[Finding]:
    values = {"place": hole.place}
    feature = hole.feature
    if feature is not None and feature.kind != HOLE:
        yield Finding("AM-19", False, "abbey-no-hole", values)
        return
    if hole.cell is not None and case.state.ground is not None and hole.cell in case.state.ground:
        yield Finding("AM-19", False, "abbey-no-hole", values)
        return
    sides = _open_sides(case, hole)
    if sides:
        yield Finding("AM-19", False, "abbey-open-sides", {**values, "number": sides})
        return
    yield Finding("AM-19", True, "abbey-enclosed", values)
    yield Finding("AM-20", True, "abbey-always-fits", values)
    yield Finding("AM-22", True, "abbey-hole-example", values)
    yield from shrine_limit(case, hole.cell, "" if feature is None else feature.id)


def _open_sides(case: Case, hole: Hole) -> int:
    """How many of the four sides have no tile; in a sketch a hole with fewer than four tiles around tells it."""
    ground = case.state.ground
    if hole.feature is not None:
        around = hole.feature.tiles
        return 0 if around is None else max(0, len(SIDES) - (around - 1))
    if hole.cell is None or ground is None:
        return 0
    x, y = hole.cell
    empty = sum((x + dx, y + dy) not in ground for dx, dy in SIDES)
    if empty and ground.partial:
        case.lack("abbey-sides", None, square=hole.place)
    return empty


def holes(case: Case) -> list[Hole]:
    """The holes of a sketch, and every empty square beside a tile of the board."""
    found = [Hole(None, feature) for feature in case.state.features.values() if feature.kind == HOLE]
    ground = case.state.ground
    if ground is not None:
        found += [Hole((x, y)) for x, y, _ in sorted(ground.fringe())]
    return found


def takes_it(case: Case, hole: Hole) -> bool:
    ground = case.state.ground
    if hole.cell is not None and ground is not None and ground.partial:
        x, y = hole.cell
        if any((x + dx, y + dy) not in ground for dx, dy in SIDES):
            return False
    return all(finding.holds for finding in fits(case, hole))


def sides_taken(case: Case, hole: Hole) -> int:
    ground = case.state.ground
    if ground is None or hole.cell is None:
        return 0
    x, y = hole.cell
    taken = sum((x + dx, y + dy) in ground for dx, dy in SIDES)
    return 0 if ground.partial and taken < len(SIDES) else taken

"""Bridges of a saved game: one that a placed tile cannot do without is in no event, the tile itself tells it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.geometry.face import SIDES, Face
from adjudicator.geometry.spanned import OVER, axis, blocked, spanned
from adjudicator.model.position import Cell
from adjudicator.words.saying import said, square, things, verb, word
from adjudicator.words.tokens import Said

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
BRIDGE = "bridge"

Lying = tuple[Face, int]
"""A face and its quarter turns clockwise."""


def wanted(board: Mapping[Cell, Lying], cell: Cell, lying: Lying) -> tuple[Cell, str] | None:
    """The bridge by which a tile fits on `cell`: its square and a side where it begins; None where it needs none."""
    ours = lying[0].turned(lying[1]).edges
    for side, (dx, dy) in enumerate(STEPS):
        other = board.get((cell[0] + dx, cell[1] + dy))
        pair = (ours[side], other[0].turned(other[1]).edges[side ^ 2]) if other is not None else ("", "")
        if pair in (("f", "r"), ("r", "f")):
            return (cell if pair[0] == "f" else (cell[0] + dx, cell[1] + dy)), SIDES[side]
    return None


def over(lying: Lying, side: str) -> Lying | None:
    """The tile with a bridge from `side`; None where that cannot be."""
    face, turns = lying
    return None if blocked(face, turns, axis(side)) else (spanned(face, turns, axis(side), BRIDGE), turns)


def bridge_move(cell: Cell, side: str) -> list[Said]:
    """The move that builds it."""
    ends = said("from", word(side, "side"), "to", word(OVER[side], "side"))
    return said(verb("builds"), things(BRIDGE), ends, "at", square(*cell))

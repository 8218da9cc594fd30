"""Paths in the words of SVG: written, and read back as points along them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Point = tuple[float, float]

STEPS = 8
"""Points for each curve that is read."""

_TOKEN = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
_TAKES = {"M": 1, "L": 1, "Q": 2, "C": 3}
"""How many points a command takes."""


class Piece(NamedTuple):
    """One stroke of a path: a line, or a curve by its points of control."""

    points: tuple[Point, ...]
    """From the start to the end; two for a line."""

    def along(self) -> list[Point]:
        """Points along it, the start left out."""
        ends = self.points
        if len(ends) == 2:
            return [ends[1]]
        return [_bezier(ends, step / STEPS) for step in range(1, STEPS + 1)]


def _bezier(points: Sequence[Point], at: float) -> Point:
    """The point of a curve at the part `at` of its way."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in itertools.pairwise(points)]
    return points[0]


def pieces(path: str) -> list[Piece]:
    """The strokes of a path of absolute M, L, Q, C and Z. Raises ValueError for anything else."""
    found: list[Piece] = []
    start = here = (0.0, 0.0)
    tokens = _TOKEN.findall(path)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at][0]:
            command = tokens[at][0]
            at += 1
            if command == "Z":
                if here != start:
                    found.append(Piece((here, start)))
                here = start
                continue
        if command not in _TAKES:
            raise ValueError(f"{command or 'no command'} in the path {path}")
        numbers = [float(number) for _, number in tokens[at : at + 2 * _TAKES[command]] if number]
        if len(numbers) < 2 * _TAKES[command]:
            raise ValueError(f"a number is missing in the path {path}")
        at += len(numbers)
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            start = points[0]
            command = "L"
        else:
            found.append(Piece((here, *points)))
        here = points[-1]
    return found


def points_of(path: str) -> list[Point]:
    """Points along a path, its start first."""
    strokes = pieces(path)
    return [*([strokes[0].points[0]] if strokes else []), *(point for one in strokes for point in one.along())]


def number(value: float) -> str:
    """A number as short as it may be: at most one decimal place."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def written(strokes: Iterable[Piece]) -> str:
    """The path of `strokes`; where one does not begin at the end of the last, a new part begins."""
    parts: list[str] = []
    here: Point | None = None
    for one in strokes:
        if one.points[0] != here:
            parts.append(f"M{_listed(one.points[:1])}")
        parts.append(f"{'?LQC'[len(one.points) - 1]}{_listed(one.points[1:])}")
        here = one.points[-1]
    return "".join(parts)


def _listed(points: Sequence[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def turned(point: Point, turns: int) -> Point:
    """A point of a tile after quarter turns clockwise about the tile's middle."""
    x, y = point
    for _ in range(turns & 3):
        x, y = SIZE - y, x
    return x, y


def turned_path(path: str, turns: int) -> str:
    """A path on a tile after quarter turns clockwise about the tile's middle."""
    if not turns & 3:
        return path
    return written(Piece(tuple(turned(point, turns) for point in one.points)) for one in pieces(path))


SIZE = 100.0
"""How wide a tile is: every face is drawn on a square from (0,0) in the north-west to (100,100)."""

MIDDLE: Point = (SIZE / 2, SIZE / 2)

"""The lines of a game in the tournament notation, taken apart: ``B:[0;-1]N:crrf>N:K=+4B``.

Player, square, the side to which the first side of the tile's reference points, the reference, a figure put at a side
with its role, points. What is not known of the notation is refused at its place.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import SIDES
from adjudicator.model.position import Cell
from adjudicator.model.span import NOWHERE, Span
from adjudicator.records.facts import facts
from adjudicator.records.typed import Typed, lines_of, place

_PLAYER = re.compile(r"\s*([^\s:>=#\[\]]*)\s*:\s*")
_SQUARE = re.compile(r"\[\s*(-?[0-9]{1,4})\s*;\s*(-?[0-9]{1,4})\s*\]\s*")
_SIDE = re.compile(r"([NESW])\s*:\s*")
_TILE = re.compile(r"([^\s>=#]+)\s*")
_REFERENCE = re.compile(r"([cfrs]{4})(?:\+|-[JS]|\+-[JS]|-[JS]\+)?")
_FIGURE = re.compile(r">\s*([NESW])\s*:\s*([^\s>=#+:]+)\s*")
_POINTS = re.compile(r"=\s*\+([0-9]{1,4})([A-Z])\s*")
_COMMENT = re.compile(r"#.*")


class Row(NamedTuple):
    """One turn as it is typed."""

    player: int
    """From 0."""
    square: Cell
    turns: int
    """Quarter turns clockwise of the reference: 0 where its first side points north."""
    tile: Typed
    """The reference."""
    span: Span
    """From the square to the tile."""
    figure: int | None
    """The side at which a figure was put, 0 to 3 for N, E, S, W."""
    role: Typed
    figure_span: Span
    points: tuple[tuple[int, int], ...]
    """Player (from 0) and points; none or one."""
    comment: str
    before: tuple[str, ...]
    """Comments above it."""


def read_rows(text: str) -> tuple[list[Row], tuple[str, ...]]:
    """The turns of `text`, and the comments below the last.

    Raises Problems with every line that is not of the form known, at the first part of it that is not.
    """
    rows: list[Row] = []
    problems: list[Problem] = []
    above: list[str] = []
    turn = 0
    for number, (typed, line) in enumerate(lines_of(text), 1):
        if not line.strip():
            continue
        if line.lstrip().startswith("#"):
            above.append(typed.strip().lstrip("#").strip())
            continue
        try:
            rows.append(_Line(number, typed, line).row(turn, tuple(above)))
        except Problems as error:
            problems += error.items
        turn += 1
        above = []
    if not turn:
        problems.append(Problem("tournament-no-rows"))
    if problems:
        raise Problems(tuple(problems), text)
    return rows, tuple(above)


class _Line:
    """One line, taken part by part."""

    def __init__(self, number: int, typed: str, line: str) -> None:
        self.number = number
        self.typed = typed
        self.line = line.rstrip()
        self.at = 0

    def row(self, turn: int, above: tuple[str, ...]) -> Row:
        """The whole line, as the turn of that number, from 0. Raises Problems."""
        players: list[str] = facts("tournament")["players"]
        who = self.take(_PLAYER, Problem("tournament-player"))
        if who[1] not in players:
            raise self.at_part(Problem("tournament-player"), who, 1)
        player = players.index(who[1])
        if player != turn % len(players):
            whose = players[turn % len(players)]
            raise self.at_part(Problem("tournament-turn", values={"word": whose}), who, 1)
        square = self.take(_SQUARE, Problem("tournament-square"))
        side = self.take(_SIDE, Problem("tournament-side"))
        tile = self.take(_TILE, Problem("tournament-tile"))
        self.reference(tile)
        figure, role = self.figure()
        points = self.points(players)
        comment = _COMMENT.match(self.line, self.at)
        if self.at < len(self.line) and comment is None:
            rest = Problem("tournament-rest", values={"word": self.line[self.at :]})
            raise self.refused(rest, self.at, len(self.line))
        span = place(self.number, square.start(), tile.span(1)[1])
        return Row(
            player, (int(square[1]), int(square[2])), SIDES.index(side[1]),
            Typed(tile[1], place(self.number, *tile.span(1))), span, figure, role, role.span,
            points, self.typed[comment.start() :].strip("# \t") if comment else "", above,
        )  # fmt: skip

    def reference(self, tile: re.Match[str]) -> None:
        """Checks a tile's reference. Raises Problems, with the turn of it that comes first in the alphabet."""
        match = _REFERENCE.fullmatch(tile[1])
        if match is None:
            raise self.at_part(Problem("tournament-tile"), tile, 1)
        sides = match[1]
        first = min(sides[turns:] + sides[:turns] for turns in range(4))
        if sides != first:
            meant = (first + tile[1][4:],)
            raise self.at_part(Problem("tournament-turned", NOWHERE, {"word": tile[1]}, meant), tile, 1)

    def figure(self) -> tuple[int | None, Typed]:
        """The side of a figure and its role, if one was put."""
        if not self.line.startswith(">", self.at):
            return None, Typed("", place(self.number, self.at, self.at))
        figure = self.take(_FIGURE, Problem("tournament-figure"))
        role = Typed(figure[2], place(self.number, figure.span(1)[0], figure.span(2)[1]))
        if figure[2] not in facts("tournament")["roles"]:
            raise self.at_part(Problem("tournament-role", values={"word": figure[2]}), figure, 2)
        return SIDES.index(figure[1]), role

    def points(self, players: list[str]) -> tuple[tuple[int, int], ...]:
        """Who gets how many points, if that is said."""
        if not self.line.startswith("=", self.at):
            return ()
        points = self.take(_POINTS, Problem("tournament-points"))
        if points[2] not in players:
            raise self.at_part(Problem("tournament-player"), points, 2)
        return ((players.index(points[2]), int(points[1])),)

    def take(self, form: re.Pattern[str], lacking: Problem) -> re.Match[str]:
        """The next part. Raises Problems, `lacking` at its place, where it is not of its `form`."""
        match = form.match(self.line, self.at)
        if match is None:
            raise self.refused(lacking, self.at, self.at)
        self.at = match.span()[1]
        return match

    def at_part(self, problem: Problem, match: re.Match[str], part: int) -> Problems:
        """The problem with a part of what was taken."""
        return self.refused(problem, *match.span(part))

    def refused(self, problem: Problem, start: int, end: int) -> Problems:
        """The problem with the characters `start` to `end`."""
        return Problems((problem._replace(span=place(self.number, start, end)),))

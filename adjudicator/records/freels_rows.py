"""The rows of a game in the notation of Freels: columns told apart, nothing played yet.

Turn number, letter, quarter turns, meeple cell, x, y; then points (``P1=4T``), meeples left (``7+7``) and comments.
Tabs, commas, semicolons and spaces part the columns; a first row without numbers names them, ``#`` begins a comment.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.model.position import Cell
from adjudicator.model.span import Span
from adjudicator.records.facts import facts
from adjudicator.records.typed import MOST, Typed, between, lines_of, place

_TOKEN = re.compile(r'"[^"]*"|[^\s,;]+')
_PARTED = re.compile(r"[^\S\t]*[\t,;][^\S\t]*|[^\S\t]+")
_NUMBER = re.compile(r"-?[0-9]{1,4}")
_LETTER = re.compile(r"[A-X]")
_CELL = re.compile(r"[0-9]|2[13]|4[17]|6[39]|8[79]")
_POINTS = re.compile(r"P([0-9]{1,2})=([0-9]{1,4})([A-Z]?)")
_LEFT = re.compile(r"[0-9]{1,2}(?:\+[0-9]{1,2})+")


class Row(NamedTuple):
    """One turn as it is typed."""

    letter: Typed
    turns: int
    """Quarter turns clockwise from the way the letter stands on the sheet."""
    cell: Typed
    """A cell of the tile, or two: ``5``, ``69``; ``0`` for no meeple."""
    square: Cell
    span: Span
    """From the letter to y."""
    points: tuple[tuple[int, int], ...]
    """Player (from 0) and points, as often as said."""
    left: tuple[int, ...]
    tail: str
    """Everything behind y, as it was typed."""
    before: tuple[str, ...]
    """Comments above it."""


class Table(NamedTuple):
    """A whole file."""

    rows: tuple[Row, ...]
    players: int
    behind: tuple[str, ...]
    """Comments below the last row."""


def read_table(text: str, players: int = 0) -> Table:
    """The rows of `text`. `players` is their number where it is known; else two, or as many as the rows speak of.

    Raises Problems with everything that is not of its form, each at its place.
    """
    return _Reading(text, players).table()


class _Reading:
    def __init__(self, text: str, players: int) -> None:
        self.text = text
        self.players = players
        self.problems: list[Problem] = []
        self.named: list[tuple[int, Span]] = []
        """Players that points speak of, from 1, and where."""
        self.lefts: list[tuple[int, Span]] = []
        """How many players a number of meeples was said of, and where."""

    def table(self) -> Table:
        rows: list[Row] = []
        above: list[str] = []
        begun = False
        turn = 0
        for number, (typed, line) in enumerate(lines_of(self.text), 1):
            if not line.strip():
                continue
            if line.lstrip().startswith("#"):
                above.append(typed.strip().lstrip("#").strip())
                continue
            if not begun and _heads(line):
                above.append(typed.strip())
                begun = True
                continue
            begun = True
            turn += 1
            try:
                rows.append(self._row(number, typed, line, turn, tuple(above)))
            except Problems as error:
                self.problems += error.items
            above = []
        if not turn:
            self.problems.append(Problem("freels-no-rows"))
        players = self._number_of_players()
        if self.problems:
            raise Problems(tuple(self.problems), self.text)
        return Table(tuple(rows), players, tuple(above))

    def _row(self, number: int, typed: str, line: str, turn: int, before: tuple[str, ...]) -> Row:
        """One row. Raises Problems at the first column that is not of its form."""
        cut = line.find("#")
        fields = _Fields(number, line if cut < 0 else line[:cut])
        counted = Problem("freels-turn", values={"turn": turn})
        first = fields.next(counted, _NUMBER)
        if int(first.text) != turn:
            raise _at(first.span, counted)
        letter = fields.next(Problem("freels-letter"), _LETTER)
        turned = fields.next(Problem("freels-turned"), re.compile("[0-3]"))
        cell = fields.next(Problem("freels-cell"), _CELL)
        x, y = (fields.next(Problem("freels-square"), _NUMBER) for _ in "xy")
        points, left = self._tail(fields)
        span = between(letter.span, y.span)
        square = (int(x.text), int(y.text))
        tail = typed[y.end + (line[y.end : y.end + 1] == '"') :].strip(" \t,;")
        return Row(letter, int(turned.text), cell, square, span, points, left, tail.lstrip("# "), before)

    def _tail(self, fields: _Fields) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """Points and meeples left; the rest is comment."""
        points: list[tuple[int, int]] = []
        left: tuple[int, ...] = ()
        prose = False
        for one in fields.rest():
            if re.match(r"P[0-9]+=", one.text):
                match = _POINTS.fullmatch(one.text)
                if match is None or not 1 <= int(match[1]) <= MOST:
                    raise _at(one.span, Problem("freels-points", values={"word": one.text}))
                if match[3] not in facts("freels")["points"]["kinds"]:
                    raise _at(one.span, Problem("freels-kind", values={"word": match[3] or one.text}))
                points.append((int(match[1]) - 1, int(match[2])))
                self.named.append((int(match[1]), one.span))
            elif not prose and _LEFT.fullmatch(one.text):
                if left:
                    raise _at(one.span, Problem("freels-left-twice", values={"word": one.text}))
                left = tuple(map(int, one.text.split("+")))
                self.lefts.append((len(left), one.span))
            else:
                prose = True
        return tuple(points), left

    def _number_of_players(self) -> int:
        spoken = [number for number, _ in (*self.named, *self.lefts)]
        players = self.players or min(MOST, max((2, *spoken)))
        for number, span in self.lefts:
            if number != players:
                self.problems.append(Problem("freels-left", span, {"number": players}))
        for number, span in self.named:
            if number > players:
                self.problems.append(Problem("freels-player", span, {"word": number, "number": players}))
        return players


class _Fields:
    """The columns of one line, taken one after the other."""

    def __init__(self, number: int, line: str) -> None:
        self.number = number
        self.line = line.rstrip()
        self.at = len(self.line) - len(self.line.lstrip(" "))

    def next(self, lacking: Problem, form: re.Pattern[str]) -> Typed:
        """The next column, without its quotes. Raises Problems, `lacking` there, where it is not of its `form`."""
        match = _TOKEN.match(self.line, self.at)
        if match is None:
            raise _at(place(self.number, self.at, self.at), lacking)
        typed = self._typed(match)
        if not form.fullmatch(typed.text):
            near = (typed.text.upper(),) if form.fullmatch(typed.text.upper()) else ()
            raise _at(typed.span, lacking._replace(suggestions=near))
        self._pass(match.span()[1])
        return typed

    def rest(self) -> list[Typed]:
        """All the columns that are left."""
        found = [self._typed(match) for match in _TOKEN.finditer(self.line, self.at)]
        self.at = len(self.line)
        return found

    def _typed(self, match: re.Match[str]) -> Typed:
        quoted = len(match[0]) > 1 and match[0][0] == match[0][-1] == '"'
        start, end = match.start() + quoted, match.span()[1] - quoted
        return Typed(self.line[start:end].strip(), place(self.number, start, end))

    def _pass(self, at: int) -> None:
        parted = _PARTED.match(self.line, at)
        self.at = parted.span()[1] if parted else at


def _heads(line: str) -> bool:
    """Whether a row names the columns: nothing in it is a number."""
    words = [match[0].strip('"') for match in _TOKEN.finditer(line)]
    return bool(words) and not any(re.match(r"[-+]?[0-9]", word) for word in words)


def _at(span: Span, problem: Problem) -> Problems:
    return Problems((problem._replace(span=span),))

"""A board that is typed square by square: its text at every moment, what is wrong with a square, which tiles fit."""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.binding.bind import bind
from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem
from adjudicator.geometry.face import Face
from adjudicator.geometry.fit import mismatches
from adjudicator.geometry.ground import Ground
from adjudicator.guide.drafts import BAR, asks, cells_of, corner_of, final_question, head, with_corner
from adjudicator.model.position import Cell
from adjudicator.model.scenario import Scenario
from adjudicator.play.box import Box
from adjudicator.play.run import Run
from adjudicator.syntax.document import read_document

EMPTY = "."
MARK = re.compile(r"\s*#.*\((-?\d+),(-?\d+)\)\s*")
"""The comment below the rows that says at which square a board goes on."""
LATER = frozenset(("two-parts",))
"""What may be wrong with a board only because it is not whole yet."""


class Offer(NamedTuple):
    """A tile that fits on a square."""

    name: str
    """The shortest that may be typed for it."""
    face: Face
    turns: int


class Draft:
    """The board as far as it is typed. `before` and `behind` are the lines around its rows."""

    def __init__(self, lang: str, before: list[str], corner: Cell = (0, 0)) -> None:
        self.lang = lang
        self.before = before
        self.behind: list[str] = []
        self.corner = corner
        self.rows: list[list[str]] = []
        self.open = True
        """Whether the last row goes on."""
        self.tried = ""
        """The text that was read last; the places of problems are in it."""

    # ---- the text
    @property
    def width(self) -> int:
        return max((len(row) for row in self.rows), default=1)

    @property
    def next(self) -> Cell:
        """The square that comes next."""
        row = len(self.rows) - 1 if self.open and self.rows else len(self.rows)
        filled = len(self.rows[row]) if row < len(self.rows) else 0
        return self.corner[0] + filled, self.corner[1] + row

    def text(self, mark: str = "") -> str:
        """The whole file; `mark` is the sentence that says where it goes on."""
        rows = [f"  {BAR} {' '.join([*row, *[EMPTY] * (self.width - len(row))])} {BAR}" for row in self.rows]
        marked = [f"  # {mark} ({self.next[0]},{self.next[1]})"] if mark else []
        return "\n".join([*self.before, *rows, *marked, *self.behind]) + "\n"

    # ---- squares
    def put(self, written: str) -> tuple[Problem, ...]:
        """Takes what is on the next square; what is wrong with it, and then nothing has changed."""
        old = [list(row) for row in self.rows], self.open
        if not self.rows or not self.open:
            self.rows.append([])
            self.open = True
        self.rows[-1].append(written)
        wrong = self.problems()
        if wrong:
            self.rows, self.open = old
        elif len(self.rows) > 1 and len(self.rows[-1]) >= self.width:
            self.open = False
        return wrong

    def write_over(self, cell: Cell, written: str) -> tuple[Problem, ...]:
        """Writes a square again that was typed before."""
        x, y = cell[0] - self.corner[0], cell[1] - self.corner[1]
        if not (0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])):
            return (Problem("board-square", values={"square": f"({cell[0]},{cell[1]})"}),)
        old, self.rows[y][x] = self.rows[y][x], written
        wrong = self.problems()
        if wrong:
            self.rows[y][x] = old
        return wrong

    def end_row(self) -> None:
        """The rest of the row is empty."""
        if self.open and self.rows:
            self.rows[-1] += [EMPTY] * (self.width - len(self.rows[-1]))
        else:
            self.rows.append([EMPTY] * self.width)
        self.open = False

    def take_back(self) -> None:
        """Takes the last square back."""
        if not self.rows:
            return
        self.rows[-1].pop()
        self.open = True
        if not self.rows[-1]:
            self.rows.pop()
            self.open = not self.rows

    def widen(self, west: bool) -> None:
        """Puts an empty column at the west; or at the east, where the last row then goes on."""
        for row in self.rows if west else self.rows[:-1]:
            row.insert(0 if west else len(row), EMPTY)
        if west:
            self.corner = self.corner[0] - 1, self.corner[1]
            self.before[-1] = with_corner(self.before[-1], self.corner)
        self.open = self.open or (not west and bool(self.rows))

    # ---- what is wrong, and what fits
    def _scenario(self) -> tuple[Scenario | None, tuple[Problem, ...]]:
        self.tried = self.text()
        bound = bind(read_document(self.tried, self.lang))
        found = next(iter(bound.scenarios), None)
        return found, bound.problems

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the text as it is, but for what only comes from the squares that are still to come."""
        scenario, wrong = self._scenario()
        if scenario is not None and not wrong:
            run = Run(scenario, self.lang, "")
            run.begin()
            wrong = tuple(run.problems)
        return tuple(one for one in wrong if one.code not in LATER)

    def offers(self, cell: Cell) -> list[Offer]:
        """The tiles of the box that fit on a square, by the sides of what lies beside it."""
        scenario, _ = self._scenario()
        if scenario is None:
            return []
        ground = Ground()
        box = Box(scenario.setup.expansions, scenario.setup.boxes, scenario.tiles.values())
        names = catalogue()
        for placed in scenario.board.placed if scenario.board is not None else ():
            if placed.face is not None:
                ground.place(*placed.cell, placed.face, placed.turns)
                box.take(placed.face, placed.span)
        found: list[Offer] = []
        for face in box.faces_left():
            for turns in face.distinct_turns:
                if not mismatches(ground, face, turns, *cell):
                    found.append(Offer(names.shortest(face, turns, scenario.setup.expansions), face, turns))
        return found


def taken_up(text: str, lang: str) -> Draft | None:
    """The draft of a file that holds one grid; None for any other file."""
    lines = text.rstrip("\n").split("\n")
    rows = [at for at, line in enumerate(lines) if line.lstrip().startswith(BAR)]
    heads = [(at, corner) for at, line in enumerate(lines) if (corner := corner_of(line)) is not None]
    if len(heads) != 1:
        return None
    ((first, corner),) = heads
    start, end = first + 1, (rows[-1] if rows else first) + 1
    if any(not lines[at].lstrip().startswith(BAR) for at in range(start, end)) or (rows and rows[0] < start):
        return None
    draft = Draft(lang, lines[:start], corner)
    draft.rows = [cells_of(line) for line in lines[start:end]]
    draft.behind = lines[end:]
    draft.open = False
    mark = MARK.fullmatch(draft.behind[0]) if draft.behind else None
    if mark is not None:
        draft.behind.pop(0)
        x, y = int(mark[1]) - draft.corner[0], int(mark[2]) - draft.corner[1]
        if 0 <= y == len(draft.rows) - 1 and 0 <= x <= len(draft.rows[y]):
            draft.rows[y] = draft.rows[y][:x]
            draft.open = True
    if not draft.rows:
        draft.open = True
    return draft


def begun(lang: str, players: str, expansions: str) -> Draft:
    """A new draft; `players` and `expansions` as they stand behind their keywords, "" for none."""
    return Draft(lang, head(lang, players, expansions))


def finished(draft: Draft) -> str:
    """The text of a board with the question for its final scoring, where it asks nothing yet."""
    if not any(asks(line, draft.lang) for line in draft.behind):
        draft.behind.append(final_question(draft.lang))
    return draft.text()

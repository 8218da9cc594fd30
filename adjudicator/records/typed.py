"""Records that people typed: their lines, places in them, and who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import Face
from adjudicator.model.position import Cell
from adjudicator.model.span import Span
from adjudicator.records.names import names
from adjudicator.words.vocabulary import vocabulary

MOST = 6
"""Players of a game."""
_MINUS = str.maketrans("−–‐\u2011", "----")


class Typed(NamedTuple):
    """A part of a line as it was typed."""

    text: str
    span: Span

    @property
    def end(self) -> int:
        """The column behind it, counted from 0."""
        return self.span.end_column - 1


def lines_of(text: str) -> list[tuple[str, str]]:
    """The lines of `text` as they are typed, and with a plain minus for every kind of minus; columns are the same."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [(line, line.translate(_MINUS)) for line in lines]


def place(line: int, start: int, end: int) -> Span:
    """The span of the characters `start` to `end` (from 0, the last left out) of the line of that number (from 1)."""
    return Span(line, start + 1, max(end, start + 1) + 1)


def between(first: Span, last: Span) -> Span:
    """From the beginning of one span to the end of another on its line."""
    return Span(first.line, first.column, last.end_column)


def southward(cell: Cell, down: bool) -> Cell:
    """A typed square as the language counts: y to the south. `down` says that the file does so, too."""
    return cell if down else (cell[0], -cell[1])


def colours(number: int, called: tuple[str, ...]) -> tuple[str, ...]:
    """The colours of `number` players, who have the names `called`, if any.

    Raises Problems (``import-players``) where the names are not as many, too few or too many, alike or empty.
    """
    if called:
        apart = {name.casefold() for name in called}
        if not 2 <= len(called) == len(apart) == number <= MOST or not all(called):
            raise Problems((Problem("import-players", values={"word": ", ".join(called)}),))
    known: list[str] = names()["colours"]
    return tuple(known[:number])


def too_many(tiles: Iterable[tuple[Face, Span]]) -> list[Problem]:
    """A problem (``import-box``) at each tile that one box of the base game does not hold any more.

    `tiles` are those laid, the start tile first, each with its place in the file.
    """
    box = _box()
    laid: Counter[str] = Counter()
    problems = []
    for face, span in tiles:
        laid[face.id] += 1
        if laid[face.id] > box.get(face.id, 0):
            values = {"tile": face.letter or face.id, "number": box.get(face.id, 0)}
            problems.append(Problem("import-box", span, values))
    return problems


def whole_box() -> int:
    """How many tiles one box of the base game holds."""
    return sum(_box().values())


def _box() -> Mapping[str, int]:
    """How often one box holds each tile, by id: the set in which every tile has a letter."""
    always = vocabulary().always()
    faces = catalogue().faces(frozenset(always))
    sets = (one for source in always for one in catalogue().sets(source).values())
    return next(one for one in sets if all(faces[tile].letter for tile in one))


def direction(good: Sequence[bool]) -> Problem:
    """The question which way y runs, with the answers under which all tiles fit (False is up, True is down)."""
    if len(good) == 1:
        return Problem("import-y-one", values={"word": "down" if good[0] else "up"})
    return Problem("import-y" if good else "import-y-none")

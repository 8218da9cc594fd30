"""A text while a board is changed in it: one statement a line, and those that stay are as they were typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from table import Table

from adjudicator.binding.groups import HEADER
from adjudicator.errors import Problem, Problems
from adjudicator.model.position import Cell
from adjudicator.report.position import _board as board_lines
from adjudicator.syntax.document import Statement, read_document
from adjudicator.syntax.lexer import Word
from adjudicator.words.fold import fold
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech

ON_TILES = frozenset(("board", "tile_at", "tiles_at", "corner", "grid", "row", "figures_at"))
"""Statements that make the board."""


def told_on_tiles(table: Table) -> list[Statement]:
    """The statements that make the board, with the figures below each."""
    found: list[Statement] = []
    attached = False
    for one in table.statements():
        attached = one.form in ON_TILES or (one.form == "figures" and attached)
        if attached:
            found.append(one)
    return found


class Lines:
    """The lines of a text while a board is changed in it: one statement a line, those that stay as they were typed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[tuple[str, Statement | None]] = []
        own = {id(one) for one in table.statements()}
        statements = table.document.statements
        if any(one.form in ("grid", "row", "figures_at") for one in statements if id(one) in own):
            self._rewrite(own)
        else:
            self._take_up(own)

    def _take_up(self, own: set[int]) -> None:
        """One line for each statement; comments and empty lines stay where they are."""
        source = self.table.text.split("\n")
        by_line: dict[int, list[Statement]] = {}
        spilt: set[int] = set()
        for one in self.table.document.statements:
            by_line.setdefault(one.words[0].line, []).append(one)
            spilt.update(range(one.words[0].line + 1, one.words[-1].line + 1))
        for number, raw in enumerate(source, 1):
            here = by_line.get(number, [])
            if not here:
                if number not in spilt:
                    self.lines.append((raw, None))
                continue
            if len(here) == 1 and here[0].words[-1].line == number and number not in spilt:
                self.lines.append((raw, here[0] if id(here[0]) in own else None))
                continue
            for one in here:
                self.lines.append((self.table.source(one), one if id(one) in own else None))
        while self.lines and not self.lines[-1][0].strip():
            self.lines.pop()

    def _rewrite(self, own: set[int]) -> None:
        """A grid becomes a board with a line for each tile, written from the position."""
        table = self.table
        laid = {id(one) for one in told_on_tiles(table)}
        set_up = [one for one in table.statements() if one.form in HEADER or id(one) in laid]
        bare = Table("\n".join(table.source(one) for one in set_up), table.lang)
        fresh = [*board_lines(bare.state, speech(table.lang))]
        document = read_document("\n".join(fresh), table.lang)
        told = {one.words[0].line: one for one in document.statements}
        written = False
        for one in table.document.statements:
            mine = id(one) in own
            if id(one) not in laid:
                indent = " " * (one.words[0].column - 1)
                self.lines.append((indent + table.source(one), one if mine else None))
            elif not written:
                written = True
                self.lines += [(line, told.get(number)) for number, line in enumerate(fresh, 1)]

    def text(self) -> str:
        return "\n".join(line for line, _ in self.lines) + "\n"

    def tells(self, x: int, y: int) -> bool:
        """Whether a line lays a tile on a square."""
        return self._tile(x, y) is not None

    def _tile(self, x: int, y: int) -> int | None:
        return self._at("tile_at", lambda one: one.parts[0].value == (x, y))

    def _at(self, form: str, wanted: Any) -> int | None:
        return next(
            (at for at, (_, one) in enumerate(self.lines) if one is not None and one.form == form and wanted(one)), None
        )

    def _end(self, at: int) -> int:
        """Where the figures below a line end."""
        end = at + 1
        while end < len(self.lines):
            line, one = self.lines[end]
            if one is not None and one.form == "figures":
                end += 1
            elif (
                one is None
                and not line.split("#")[0].strip()
                and any(other is not None and other.form == "figures" for _, other in self.lines[end : end + 2])
            ):
                end += 1  # a comment among them
            else:
                break
        return end

    def retell(self, x: int, y: int, line: str | None, figures: Iterable[str]) -> None:
        """Writes the line of a tile and those of its figures anew; None takes them away."""
        at = self._tile(x, y)
        if at is None:
            raise Problems((Problem("no-tile-there", values={"square": f"({x},{y})"}),), self.table.text)
        raw = self.lines[at][0]
        indent = raw[: len(raw) - len(raw.lstrip())] or "  "
        new: list[tuple[str, Statement | None]] = []
        if line is not None:
            comment = re.search(r"\s+#.*$", raw)
            new.append((indent + line + (comment[0] if comment else ""), self.lines[at][1]))
            new += [(f"{indent}  {one}", None) for one in figures]
        self.lines[at : self._end(at)] = new

    def rename(self, cell: Cell, line: str) -> None:
        """Writes the line of a tile anew, and leaves its figures."""
        at = self._tile(*cell)
        if at is not None:
            raw, statement = self.lines[at]
            indent = raw[: len(raw) - len(raw.lstrip())] or "  "
            comment = re.search(r"\s+#.*$", raw)
            self.lines[at] = indent + line + (comment[0] if comment else ""), statement

    def retell_corner(self, x: int, y: int, told: Sequence[str]) -> None:
        """Writes a corner anew."""
        at = self._at("corner", lambda one: one.parts[1].value == (x, y))
        if at is not None:
            self.lines[at : self._end(at)] = [(one, None) for one in told]
        elif told:
            end = self._board_end()
            self.lines[end:end] = [(one, None) for one in told]

    def add_to_board(self, line: str) -> None:
        """A line below the last tile."""
        tile = max((at for at, (_, one) in enumerate(self.lines) if one and one.form in ("tile_at", "tiles_at")),
                   default=None)  # fmt: skip
        board = self._at("board", lambda one: True)
        if tile is not None:
            end = self._end(tile)
            self.lines[end:end] = [(line, None)]
        elif board is not None:
            self.lines[board + 1 : board + 1] = [(line, None)]
        else:
            end = self._header_end()
            self.lines[end:end] = [(lexicon(self.table.lang).say("keyword", "board"), None), (line, None)]

    def add_below_board(self, told: Sequence[str]) -> None:
        """Lines below the whole board."""
        end = self._board_end()
        self.lines[end:end] = [(one, None) for one in told]

    def add_to_header(self, line: str) -> None:
        """A line below the last of the header."""
        end = self._header_end()
        self.lines[end:end] = [(line, None)]

    def _board_end(self) -> int:
        last = max((at for at, (_, one) in enumerate(self.lines) if one and (one.form in ON_TILES)), default=-1)
        if last < 0:
            return self._header_end()
        return self._end(last)

    def _header_end(self) -> int:
        """Where the header of the text ends."""
        last = -1
        for at, (line, one) in enumerate(self.lines):
            form = one.form if one is not None else ""
            aside = one is None and (not line.strip() or line.lstrip().startswith("#") or self._outer(line))
            if form not in HEADER and not aside:
                break
            if line.strip():
                last = at
        return last + 1

    def _outer(self, line: str) -> bool:
        """Whether a line is the one of the language or that of a title, which belong to no scenario."""
        first = fold(line.split()[0]) if line.split() else ""
        words = lexicon(self.table.lang)
        return any(first == fold(words.say("keyword", one)) for one in ("language", "scenario", "game"))

    def header(self, form: str, line: str) -> None:
        """Writes a line of the header anew; "" takes it away."""
        at = self._at(form, lambda one: True)
        new: list[tuple[str, Statement | None]] = [(line, None)] if line else []
        if at is not None:
            self.lines[at : at + 1] = new
        else:
            outer = [at for at, (raw, one) in enumerate(self.lines) if one is None and self._outer(raw)]
            end = outer[-1] + 1 if outer and outer[-1] < 3 else 0
            self.lines[end:end] = new

    # ---- what a statement lists behind its colon

    def without(self, about: Callable[[Statement], bool], meant: Callable[[list[Word]], bool]) -> str:
        """Takes what is `meant` out of the lists of statements `about` something, and away the lines that then tell
        nothing; gives it back as it was written, "" where nothing was.
        """
        found = ""
        for at in reversed(range(len(self.lines))):
            one = self.lines[at][1]
            if one is None or not about(one):
                continue
            clauses = self._clauses(one)
            gone = [clause for clause in clauses if meant(clause)]
            if gone:
                found = self._said(gone[0])
                self._tell(at, [self._said(clause) for clause in clauses if clause not in gone])
        return found

    def add(self, about: Callable[[Statement], bool], said: str, line: str) -> None:
        """Lists `said` in the first statement `about` something; where there is none, tells `line` below the board."""
        at = next((at for at, (_, one) in enumerate(self.lines) if one is not None and about(one)), None)
        if at is None:
            self.add_below_board([line])
            return
        one = self.lines[at][1]
        self._tell(at, [*(self._said(clause) for clause in (self._clauses(one) if one else ())), said])

    def _clauses(self, one: Statement) -> list[list[Word]]:
        """What a statement lists."""
        last = one.parts[-1]
        return list(last) if isinstance(last, list) and last and isinstance(last[0], list) else []

    def _said(self, words: Sequence[Word]) -> str:
        """Words as they are written."""
        source = self.table.text.split("\n")
        first, last = words[0], words[-1]
        if first.line != last.line:
            return " ".join(word.text for word in words)
        return source[first.line - 1][first.column - 1 : last.end_column - 1]

    def _tell(self, at: int, clauses: Sequence[str]) -> None:
        """Writes a statement with another list; one that lists nothing goes, unless figures stand below it."""
        raw, one = self.lines[at]
        if one is None or (not clauses and self._end(at) == at + 1):
            del self.lines[at]
            return
        listed = self._clauses(one)
        end = one.words.index(listed[0][0]) - 1 if listed else len(one.words)
        colon = speech(self.table.lang).language.colon
        indent = raw[: len(raw) - len(raw.lstrip())]
        comment = re.search(r"\s+#.*$", raw)
        told = self._said(one.words[:end]) + (f"{colon}{', '.join(clauses)}" if clauses else "")
        self.lines[at] = indent + told + (comment[0] if comment else ""), one

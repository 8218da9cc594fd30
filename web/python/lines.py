"""A text while a board is changed in it: one statement a line, and those that stay are as they were typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from table import Table

from adjudicator.binding.groups import HEADER
from adjudicator.errors import Problem, Problems
from adjudicator.model.position import Cell
from adjudicator.report.position import board_lines, printed
from adjudicator.syntax.document import Statement, read_document
from adjudicator.syntax.lexer import Word, scan
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


def comment_in(line: str) -> str:
    """The comment behind a line with the blanks in front of it, "" where it has none; a # in quotes begins none."""
    if "#" not in line:
        return ""
    rows, _ = scan(line)
    comment = next((one for row in rows for one in row.comments), "")
    code = line.removesuffix(comment).rstrip()
    return line[len(code) :] if comment else ""


def indent_of(line: str) -> str:
    """The blanks a line begins with."""
    return line[: len(line) - len(line.lstrip())]


class Lines:
    """The lines of a text while a board is changed in it: one statement a line, those that stay as they were typed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[tuple[str, Statement | None]] = []
        own = {id(one) for one in table.statements()}
        self._take_up(own)
        if any(one.form in ("grid", "row", "figures_at") for _, one in self.lines if one is not None):
            self._rewrite()

    def _take_up(self, own: set[int]) -> None:
        """One line for each statement; comments and empty lines stay where they are."""
        source = self.table.text.split("\n")
        begun = {number: [*ones] for number, ones in groupby(self.table.document.statements, lambda one: one.span.line)}
        number = 1
        while number <= len(source):
            first, here = number, begun.get(number, [])
            last = number
            while number <= last:  # what is written in several lines, and what begins on the last of them
                last = max((one.words[-1].line for one in begun.get(number, [])), default=last)
                here = here if number == first else [*here, *begun.get(number, [])]
                number += 1
            raw = source[first - 1 : last]
            if not here or (len(here) == 1 and last == first):
                self.lines.append((raw[0], here[0] if here and id(here[0]) in own else None))
                continue
            above = [indent_of(line) + comment_in(line).strip() for line in raw[:-1]]
            self.lines += [(comment, None) for comment in above if comment.strip()]
            for one in here:
                behind = comment_in(raw[-1]) if one is here[-1] else ""
                self.lines.append((self.table.source(one) + behind, one if id(one) in own else None))
        while self.lines and not self.lines[-1][0].strip():
            self.lines.pop()

    def _rewrite(self) -> None:
        """A grid becomes a board with a line for each tile, written from the position; comments stand above it."""
        table = self.table
        laid = {id(one) for one in told_on_tiles(table)}
        set_up = [one for one in table.statements() if one.form in HEADER or id(one) in laid]
        bare = Table("\n".join(table.source(one) for one in set_up), table.lang)
        fresh = printed(board_lines(bare.state), speech(table.lang))
        document = read_document("\n".join(fresh), table.lang)
        written = {one.words[0].line: one for one in document.statements}
        board = [at for at, (_, one) in enumerate(self.lines) if one is not None and id(one) in laid]
        between = self.lines[board[0] : board[-1] + 1]
        comments = [(comment_in(line).strip(), None) for line, one in between if one is None or id(one) in laid]
        others = [(line, one) for line, one in between if one is not None and id(one) not in laid]
        new = [(line, written.get(number)) for number, line in enumerate(fresh, 1)]
        self.lines[board[0] : board[-1] + 1] = [*(one for one in comments if one[0]), *new, *others]

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
        raw, statement = self.lines[at]
        indent = indent_of(raw) or "  "
        below = self.lines[at + 1 : self._end(at)]
        new: list[tuple[str, Statement | None]] = []
        if line is not None:
            new.append((indent + line + comment_in(raw), statement))
            new += self._commented([f"{indent}  {one}" for one in figures], below)
        self.lines[at : self._end(at)] = new

    def _commented(
        self, fresh: Sequence[str], below: Sequence[tuple[str, Statement | None]]
    ) -> list[tuple[str, Statement | None]]:
        """New lines of figures in the place of those `below` a tile. A comment stays with the line of the same owner
        that is most like its own, and on a line of its own where there is none.
        """
        old: list[tuple[list[str], str, str]] = []
        """The comments above a line, the line, and the comment behind it."""
        above: list[str] = []
        for raw, one in below:
            if one is None:
                above += [raw] if raw.strip() else []
                continue
            comment = comment_in(raw)
            old.append((above, raw.removesuffix(comment).strip(), comment))
            above = []
        alike = sorted(
            (SequenceMatcher(None, line, new.strip()).ratio(), -at, -to)
            for at, (_, line, _) in enumerate(old)
            for to, new in enumerate(fresh)
            if line.split()[0] == new.split()[0]
        )
        into: dict[int, int] = {}
        for _, at, to in reversed(alike):
            if -at not in into.values() and -to not in into:
                into[-to] = -at
        lines: list[str] = []
        for to, new in enumerate(fresh):
            over, _, behind = old[into[to]] if to in into else ([], "", "")
            lines += [*over, new + behind]
        for at, (over, _, behind) in enumerate(old):
            if at not in into.values():
                lines += [*over, *([indent_of(below[0][0]) + behind.strip()] if behind else [])]
        return [(line, None) for line in [*lines, *above]]

    def rename(self, cell: Cell, line: str) -> None:
        """Writes the line of a tile anew, and leaves its figures."""
        at = self._tile(*cell)
        if at is not None:
            raw, statement = self.lines[at]
            self.lines[at] = (indent_of(raw) or "  ") + line + comment_in(raw), statement

    def retell_corner(self, x: int, y: int, told: Sequence[str]) -> None:
        """Writes a corner anew."""
        at = self._at("corner", lambda one: one.parts[1].value == (x, y))
        if at is not None:
            end = self._end(at)
            kept = [comment for raw, _ in self.lines[at:end] if (comment := comment_in(raw).strip())]
            self.lines[at:end] = [(f"  {one}", None) for one in kept] + [(one, None) for one in told]
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
            comment = comment_in(self.lines[at][0])
            left = [(comment.strip(), None)] if comment else []
            self.lines[at : at + 1] = [(line + comment, None)] if line else left
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
        comment = comment_in(raw)
        if one is None or (not clauses and self._end(at) == at + 1):
            self.lines[at : at + 1] = [(indent_of(raw) + comment.strip(), None)] if comment else []
            return
        listed = self._clauses(one)
        end = one.words.index(listed[0][0]) - 1 if listed else len(one.words)
        colon = speech(self.table.lang).language.colon
        told = self._said(one.words[:end]) + (f"{colon}{', '.join(clauses)}" if clauses else "")
        self.lines[at] = indent_of(raw) + told + comment, one

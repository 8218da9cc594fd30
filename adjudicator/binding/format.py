"""Canonical layout of a text, and its keywords in the other language; its meaning and its comments stay.

The text is read, every statement is turned into what it says (`lines`), printed in the language wanted
(`wording`) and set in its place (`layout`): one statement a line, keywords in their printed form, articles left
out, ``a, b``, ``: `` (French `` : ``), names quoted where any language has such a word. Names, strings, numbers, tile
names, rule ids and comments are never changed. A text begins with its language unless that is the fallback. What
comes out is read again: unless it says the same, keeps every comment and stays as it is when formatted once more,
nothing is given back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from adjudicator.binding.alike import alike
from adjudicator.binding.bind import bind
from adjudicator.binding.layout import Entry, laid_out
from adjudicator.binding.lines import Lines
from adjudicator.errors import Problem, Problems
from adjudicator.model.span import Span
from adjudicator.syntax.document import Document, Statement, read_document
from adjudicator.syntax.lexer import Row, Word
from adjudicator.words.languages import fallback
from adjudicator.words.saying import said, text
from adjudicator.words.tokens import Line, Said, Token, bare
from adjudicator.words.wording import Piece, Printer, printer

_PIECES = re.compile("«[ \u00a0\u202f\u2009\u200b\t]|[ \u00a0\u202f\u2009\u200b\t]»|.", re.DOTALL)
"""What `clean` makes one character of."""
_HEAD = frozenset(("language", "scenario", "game", "source", "like", "use"))
"""Forms at the beginning of a scenario that a ``use`` line stands behind."""


def formatted(text: str, lang: str | None = None) -> str:
    """`text` in canonical layout, in the keywords of `lang` where given, else in its own.

    Raises Problems for a text that has problems, and with the one code ``fmt-unsafe`` where the result would not say
    the same or would lose a comment.
    """
    draft = _Draft(text)
    own = draft.document.language
    result, again, told = draft.printed(lang), None, False
    while again is None:
        try:
            again = _Draft(result)
        except Problems as error:
            use = _to_use(result, error.items)
            if not use:
                break
            result, told = _with_lines(result, use), True
    if told and again is not None:
        result = again.printed(None)
        again = _Draft(result)
    if again is None or not draft.same(again, told) or again.printed(None) != result:
        same = False
    else:
        same = alike(draft.bound.scenarios, again.bound.scenarios, (own, lang or own))
    if not same:
        problem = Problem("fmt-unsafe", _parting(draft, result), {"language": lang or own})
        raise Problems((problem,), draft.document.text, own)
    return result


def _to_use(result: str, problems: Iterable[Problem]) -> dict[int, list[str]]:
    """The ``use`` lines that a language needs to tell one kind of feature from another, by the number of the line that
    they come behind: a castle in English may be a haunted one, where the two have nothing in common in French.
    """
    unclear = [one for one in problems if one.code == "which-kind"]
    found: dict[int, list[str]] = {}
    if not unclear:
        return found
    document = read_document(result)
    words = printer(document.language)
    for problem in unclear:
        before = [one for one in document.statements if one.span.line < problem.span.line]
        start = max((at for at, one in enumerate(before) if one.form in ("scenario", "game")), default=0)
        head = [one.span.line for one in before[start:] if one.form in _HEAD]
        lines = found.setdefault(head[-1] if head else 0, [])
        use = words.line(said("use", text(str(problem.values["use"]))))
        lines += [use] if use not in lines else []
    return found


def _with_lines(text: str, added: dict[int, list[str]]) -> str:
    lines = text.split("\n")
    for line, more in sorted(added.items(), reverse=True):
        lines[line:line] = more
    return "\n".join(lines)


class _Draft:
    """A text, read."""

    def __init__(self, text: str) -> None:
        self.document: Document = read_document(text)
        self.bound = bind(self.document)
        if self.bound.problems:
            raise Problems(self.bound.problems, self.bound.text, self.bound.language)
        typed = unicodedata.normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
        self.typed = _PIECES.findall(typed) if not typed.isascii() else typed
        self.cleaned = self.document.text.split("\n")
        self.starts = [0]
        for line in self.cleaned:
            self.starts.append(self.starts[-1] + len(line) + 1)
        writer = Lines(self.document.language, self.original)
        self.lines = [(statement, writer.statement(statement)) for statement in self.document.statements]
        if writer.senses.mistakes:
            problems = tuple(mistake.problem for mistake in writer.senses.mistakes)
            raise Problems(problems, self.bound.text, self.bound.language)
        self.says = _comparable(self.lines)
        self.row_comments = {id(row): self._comments(at) for at, row in enumerate(self.document.rows) if row.comments}
        self.comments = sorted(text for found in self.row_comments.values() for _, text in found)

    def same(self, other: _Draft, told: bool) -> bool:
        """Whether another says the same and has the same comments; where more expansions had to be `told`, that is
        left to `alike`, which knows which ones are in play.
        """
        mine, theirs = ([one for one in draft.says if not (told and one[0] == "use")] for draft in (self, other))
        return mine == theirs and self.comments == other.comments

    def original(self, word: Word) -> str:
        """What stands between the quotes of `word`, as it was typed."""
        start = self.starts[word.line - 1] + word.column
        return "".join(self.typed[start : start + len(word.text)])

    def _comments(self, at: int) -> list[tuple[int, str]]:
        """The comments of a row with their lines, as they were typed."""
        rows = self.document.rows
        row = rows[at]
        found: list[tuple[int, str]] = []
        number = row.line
        for comment in row.comments:
            while number < len(self.cleaned) and not self.cleaned[number - 1].endswith(comment):
                number += 1
            end = self.starts[number] - 1
            found.append((number, "".join(self.typed[end - len(comment) : end]).rstrip()))
            number += 1
        return found

    def printed(self, lang: str | None) -> str:
        """The text in canonical layout, in `lang` where given."""
        own = self.document.language
        printer = Printer(lang or own)
        says = {id(statement.row): lines for statement, lines in self.lines}
        entries = self._head(printer)
        for row in self.document.rows:
            comments = self.row_comments.get(id(row), [])
            lines = says.get(id(row), [])
            if lines and lines[0].form == "language":
                continue
            for line in lines:
                # What is written in several lines keeps its comment behind the last.
                entries.append(Entry(line.form, _grouped(line, printer), comments if line is lines[-1] else []))
            if not lines:
                self._between(entries, row, comments)
        return laid_out(entries)

    def _head(self, printer: Printer) -> list[Entry]:
        """The line that names the language, in front of all: in the fallback language only where it was said."""
        own = self.document.language
        first = self.document.statements[0]
        said = first.form == "language"
        comments = self.row_comments.get(id(first.row), []) if said else []
        if printer.lang != fallback() or (said and own == fallback()):
            pieces = printer.pieces([Token("keyword", "language"), Token("text", printer.lang)])
            return [Entry("language", pieces, comments)]
        return [_comment(comments, True)] if comments else []

    def _between(self, entries: list[Entry], row: Row, comments: list[tuple[int, str]]) -> None:
        """A row without a statement: a comment, an empty line, or nothing between two semicolons."""
        if comments and row.joined and entries and entries[-1].form != "blank":
            last = entries[-1]
            entries[-1] = last._replace(comments=[*last.comments, *comments])
        elif comments:
            entries.append(_comment(comments, self.cleaned[row.line - 1].startswith("#")))
        elif not row.joined and entries and entries[-1].form != "language":
            entries.append(Entry("blank", []))


def _comparable(document: list[tuple[Statement, list[Line]]]) -> list[tuple[object, ...]]:
    """The lines for comparing; the language is no part of the meaning."""
    return [(line.form, *map(bare, line.said)) for _, lines in document for line in lines if line.form != "language"]


def _comment(comments: list[tuple[int, str]], margin: bool) -> Entry:
    return Entry("comment", [Piece(text, 0, False) for _, text in comments], [], margin)


def _grouped(line: Line, printer: Printer) -> list[Piece]:
    """The pieces of a line; in the row of a grid a tile of two words is one piece, so that columns are tiles."""
    if line.form != "row":
        return printer.pieces(line.said)
    cells: list[list[Said]] = []
    for one in line.said:
        behind = bool(cells) and cells[-1][-1][:2] == ("keyword", "tile")
        if behind or (cells and one.role in ("turned", "cell")):
            cells[-1].append(one)
        else:
            cells.append([one])
    pieces = [printer.pieces(cell) for cell in cells]
    return [cell[0]._replace(text=" ".join(piece.text for piece in cell)) for cell in pieces]


def _parting(draft: _Draft, result: str) -> Span:
    """Where the result first says something else, for the message."""
    statements = draft.document.statements
    try:
        other = _Draft(result).lines
    except Problems:
        return statements[0].span
    said = [(statement, line) for statement, lines in draft.lines for line in _comparable([(statement, lines)])]
    for (statement, line), back in zip(said, _comparable(other), strict=False):
        if line != back:
            return statement.span
    return statements[0].span

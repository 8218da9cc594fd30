"""Canonical layout of a text, and its keywords in the other language; its meaning and its comments stay.

The text is read, every statement is turned into what it says (`meaning`), printed in the language wanted
(`wording`) and set in its place (`layout`): one statement a line, keywords in their printed form, articles left
out, ``a, b``, ``: `` (French `` : ``), names quoted where either language has such a word. Names, strings, numbers, tile
names, rule ids and comments are never changed. ``language fr`` is written first in a French text. What comes out is read
again: unless it says the same, keeps every comment and stays as it is when formatted once more, nothing is given
back.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from adjudicator.binding.bind import bind
from adjudicator.binding.layout import Entry, laid_out
from adjudicator.binding.meaning import Line, Token, bare, lines_of
from adjudicator.binding.wording import Piece, Printer
from adjudicator.errors import Problem, Problems
from adjudicator.model.span import Span
from adjudicator.syntax.document import Document, Statement, read_document
from adjudicator.syntax.lexer import Row, Word
from adjudicator.words.lexicon import lexicon

_PIECES = re.compile("«[ \u00a0\u202f\u2009\u200b\t]|[ \u00a0\u202f\u2009\u200b\t]»|.", re.DOTALL)
"""What `clean` makes one character of."""
_ASIDE = frozenset(("span", "text", "written", "subject"))
"""Fields of bound records that hold the text and its places, not its meaning."""


def formatted(text: str, lang: str | None = None) -> str:
    """`text` in canonical layout, in the keywords of `lang` (``en``, ``fr``) where given, else in its own.

    Raises Problems for a text that has problems, and with the one code ``fmt-unsafe`` where the result would not say the
    same or would lose a comment.
    """
    draft = _Draft(text)
    result = draft.printed(lang)
    try:
        again = _Draft(result)
        same = draft.says == again.says and draft.comments == again.comments and again.printed(None) == result
    except Problems:
        same = False
    if not same or not alike(draft.bound.scenarios, again.bound.scenarios):
        span = _parting(draft, result)
        raise Problems((Problem("fmt-unsafe", span, {"language": lang or draft.document.language}),), text, draft.document.language)
    return result


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
        self.lines = lines_of(self.document, self.original)
        self.says = bare(self.lines)
        self.row_comments = {id(row): self._comments(at) for at, row in enumerate(self.document.rows) if row.comments}
        self.comments = [text for found in self.row_comments.values() for _, text in found]

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
        says = {id(statement.row): (statement, lines) for statement, lines in self.lines}
        entries: list[Entry] = []
        if printer.lang != own and printer.lang != "en" and self.document.statements[0].form != "language":
            entries.append(_stated(printer))
        for row in self.document.rows:
            comments = self.row_comments.get(id(row), [])
            told = says.get(id(row))
            if told is not None:
                self._add(entries, told, comments, printer)
            elif comments and row.joined and entries and entries[-1].form != "blank":
                last = entries[-1]
                entries[-1] = last._replace(comments=[*last.comments, *comments])
            elif comments:
                margin = self.cleaned[row.line - 1].startswith("#")
                entries.append(Entry("comment", [Piece(text, 0, False) for _, text in comments], [], margin))
            elif not row.joined:
                entries.append(Entry("blank", []))
        return laid_out(entries)

    def _add(
        self, entries: list[Entry], told: tuple[Statement, list[Line]], comments: list[tuple[int, str]], printer: Printer
    ) -> None:
        statement, lines = told
        if statement.form == "language" and printer.lang != self.document.language:
            if printer.lang != "en":
                entries.append(_stated(printer)._replace(comments=comments))
            elif comments:
                entries.append(Entry("comment", [Piece(text, 0, False) for _, text in comments], [], True))
            return
        for line in lines:
            last = line is lines[-1]
            entries.append(Entry(line.form, _grouped(line, printer), comments if last else []))


def _stated(printer: Printer) -> Entry:
    return Entry("language", printer.pieces([Token("keyword", "language"), Token("text", printer.lang)]))


def _grouped(line: Line, printer: Printer) -> list[Piece]:
    """The pieces of a line; in the row of a grid a tile of two words is one piece, so that columns are tiles."""
    if line.form != "row":
        return printer.pieces(line.said)
    pieces = printer.pieces(line.said)
    found: list[Piece] = []
    for at, piece in enumerate(pieces):
        if found and line.said[at - 1][:2] == ("keyword", "tile"):
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {piece.text}")
        else:
            found.append(piece)
    return found


def _parting(draft: _Draft, result: str) -> Span:
    """Where the result first says something else, for the message."""
    statements = draft.document.statements
    try:
        other = _Draft(result).lines
    except Problems:
        return statements[0].span
    for (statement, lines), (_, others) in zip(draft.lines, other, strict=False):
        if bare([(statement, lines)]) != bare([(statement, others)]):
            return statement.span
    return statements[0].span


def alike(ours: Any, theirs: Any) -> bool:
    """Whether two bound records mean the same, whatever the language of each and wherever it stood in its text."""
    if isinstance(ours, Word) or isinstance(theirs, Word):
        return isinstance(ours, Word) and isinstance(theirs, Word) and _words_alike(ours, theirs)
    if isinstance(ours, str) and isinstance(theirs, str):
        return ours == theirs or _texts_alike(ours, theirs)
    if hasattr(ours, "_fields"):
        names = [name for name in ours._fields if name not in _ASIDE]
        return type(ours) is type(theirs) and all(alike(getattr(ours, n), getattr(theirs, n)) for n in names)
    if isinstance(ours, dict):
        return isinstance(theirs, dict) and alike([*ours.items()], [*theirs.items()])
    if isinstance(ours, (list, tuple)):
        if not isinstance(theirs, (list, tuple)) or len(ours) != len(theirs):
            return False
        if ours and all(isinstance(one, Word) for one in ours):
            return _same_words(list(ours), list(theirs))
        return all(map(alike, ours, theirs))
    return bool(ours == theirs)


def _same_words(ours: list[Word], theirs: list[Any]) -> bool:
    """The same words, in the order of either language."""
    left = list(theirs)
    for word in ours:
        at = next((at for at, other in enumerate(left) if alike(word, other)), None)
        if at is None:
            return False
        del left[at]
    return not left


def _words_alike(ours: Word, theirs: Word) -> bool:
    if ours.value is not None or theirs.value is not None:
        return bool(ours.value == theirs.value)
    return ours.text == theirs.text or bool({*ours.roles} & {*theirs.roles}) or _texts_alike(ours.text, theirs.text)


def _texts_alike(ours: str, theirs: str) -> bool:
    """Whether two texts are one word in two languages, or one question for a missing fact."""
    from adjudicator.binding.missing_facts import asked
    from adjudicator.words.lexicon import LANGUAGES, fold

    meant: list[set[object]] = []
    for text in (ours, theirs):
        found: set[object] = {m for lang in LANGUAGES for m in lexicon(lang).phrases.get(fold(text), ())}
        found |= {question.ident for lang in LANGUAGES if (question := asked(text, lang)) is not None}
        meant.append(found)
    return bool(meant[0] & meant[1])

"""Statements to scenarios: where one begins and ends, what the file's header gives, what ``like`` brings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from adjudicator.binding.reader import GUESSES, nearest_name
from adjudicator.errors import Problem
from adjudicator.model.span import Span
from adjudicator.syntax.document import Document, Statement
from adjudicator.syntax.lexer import Row, Word
from adjudicator.words.languages import code_of, codes
from adjudicator.words.lexicon import fold

HEADER = frozenset(("source", "use", "edition", "switch", "players", "has", "stock", "tile", "tile_set"))
POSITION = frozenset(
    ("feature", "near", "around", "same_tile", "board", "tile_at", "tiles_at", "corner", "grid", "named", "figures_at")
)
ATTACHED = frozenset(("figures", "row"))
"""Belong to the statement above them."""
QUESTION = frozenset(
    ("ask_topic", "ask_may", "ask_must", "ask_where", "ask_which", "ask_expecting", "expect", "because")
)


class Group:
    """The statements of one scenario."""

    def __init__(self, title: str, game: bool, span: Span) -> None:
        self.title = title
        self.game = game
        self.span = span
        self.like: Statement | None = None
        self.statements: list[Statement] = []
        self.first = False
        """Whether it begins where the text does, without a line that says so."""
        self.broken = False
        """Whether a row inside it could not be read."""
        self.unread: list[Row] = []
        """Those rows that make no statement."""
        self.whole = True
        """Whether what ``like`` stands for is all there."""


def group(document: Document) -> tuple[list[Statement], list[Group], list[Problem]]:
    """The file's own header, the scenarios, and what is wrong with their titles and ``like``."""
    header: list[Statement] = []
    groups: list[Group] = []
    problems: list[Problem] = []
    current: Group | None = None
    for statement in document.statements:
        form = statement.form
        if form == "language":
            if statement is not document.statements[0]:
                problems.append(Problem("language-late", statement.span))
            elif not code_of(statement.parts[1].text):
                problems.append(Problem("unknown-language", statement.parts[1].span, {"known": codes()}))
            continue
        if form in ("scenario", "game"):
            current = Group(statement.parts[1].text, form == "game", statement.span)
            groups.append(current)
        elif current is None and (form in HEADER):
            header.append(statement)
        else:
            if current is None:
                current = Group("", False, statement.span)
                current.first = True
                groups.append(current)
            if form == "like":
                current.like = statement
            else:
                current.statements.append(statement)
    if not groups and header:
        groups.append(Group("", False, header[0].span))
    _mark_broken(document, groups)
    by_title: dict[str, Group] = {}
    for one in groups:
        if one.title and fold(one.title) in by_title:
            problems.append(Problem("title-twice", one.span, {"title": one.title}))
        by_title.setdefault(fold(one.title), one)
    for one in groups:
        _expand(one, by_title, problems)
    return header, groups, problems


def _mark_broken(document: Document, groups: list[Group]) -> None:
    """A scenario with an unreadable row gives no answer: it would not be about what was written."""
    starts = [(one.span.line, one.span.column) for one in groups]
    for problem in document.problems:
        at = bisect_right(starts, (problem.span.line, problem.span.column))
        for one in groups[at - 1 : at] if at else groups:
            one.broken = True
    for row in document.unread:
        at = bisect_right(starts, (row.words[0].line, row.words[0].column))
        for one in groups[at - 1 : at] if at else groups:
            one.unread.append(row)


def _expand(one: Group, by_title: dict[str, Group], problems: list[Problem]) -> None:
    """Puts in what ``like`` stands for, once, from the far end of a chain of them."""
    chain: dict[Group, None] = {}
    while one.like is not None:
        word: Word = one.like.parts[1]
        one.like = None
        other = by_title.get(fold(word.text))
        if other is None:
            titles = (g.title for g in by_title.values() if g.title)
            nearest = nearest_name(word.text, titles) if len(problems) < GUESSES else ()
            problems.append(Problem("unknown-title", word.span, {"title": word.text}, nearest))
            one.broken, one.whole = True, False
            break
        if other is one or other in chain:
            problems.append(Problem("like-circle", word.span, {"title": word.text}))
            one.broken, one.whole = True, False
            break
        chain[one] = None
        one = other
    for like in reversed(chain):
        like.broken, like.whole = like.broken or one.broken, like.whole and one.whole
        like.unread = [*one.unread, *like.unread]
        like.statements = _merge(one.statements, like.statements)
        one = like


def _merge(old: list[Statement], own: list[Statement]) -> list[Statement]:
    """The statements of `old` without its questions, with what `own` says again put in its place."""
    kept = [s for s in old if s.form not in QUESTION]
    if any(s.form in ("turn", "game_turn") for s in own):
        kept = [s for s in kept if s.form in HEADER | POSITION | ATTACHED]
    blocks = [*_blocks(kept)]
    own_blocks = [*_blocks(own)]
    new: dict[str, list[Statement]] = {}
    for key, block in own_blocks:
        if key:
            new[key] = [*new.get(key, ()), *block]
    known = {key for key, _ in blocks if key}
    merged: list[Statement] = []
    placed = False
    extra = [s for key, block in own_blocks if key and key not in known for s in block]
    for key, block in blocks:
        if not placed and block[0].form not in HEADER | POSITION:
            merged += extra  # a new feature belongs to the position, before the moves
            placed = True
        merged += new.get(key, block) if key else block
    if not placed:
        merged += extra
    return merged + [s for key, block in own_blocks if not key for s in block]


def _blocks(statements: list[Statement]) -> Iterator[tuple[str, list[Statement]]]:
    """Statements with those attached to them, and a key for what may be said only once."""
    block: list[Statement] = []
    key = ""
    for statement in statements:
        if statement.form in ATTACHED and block and block[0].form in POSITION:
            block.append(statement)
            continue
        if block:
            yield key, block
        block, key = [statement], _key(statement)
    if block:
        yield key, block


def _key(statement: Statement) -> str:
    form, parts = statement.form, statement.parts
    if form in ("source", "use", "edition", "players", "stock", "board", "grid"):
        return form
    if form == "has":
        return f"has {parts[0].id('colour')}"
    if form == "switch":
        return f"rule {parts[1][0].text}"
    if form in ("tile", "named"):
        return f"{form} {' '.join(w.text for w in parts[1])}"
    if form == "feature":
        named = parts[1] if len(parts) > 1 and parts[1] and isinstance(parts[1][0], Word) else [parts[0]]
        return f"feature {fold(' '.join(w.text for w in named))}"
    if form in ("tile_at", "corner"):
        coord = next(p for p in parts if isinstance(p, Word) and p.type == "COORD")
        return f"{form} {coord.value}"
    return ""

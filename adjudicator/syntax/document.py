"""A text to statements: each row parsed on its own, so that one mistake hides no other."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Any, NamedTuple

from lark.exceptions import UnexpectedToken

from adjudicator.errors import Problem
from adjudicator.limits import spend
from adjudicator.model.span import Span
from adjudicator.syntax.diagnose import diagnose
from adjudicator.syntax.lexer import Row, Word, colour_of, misled, scan, understand
from adjudicator.syntax.parser import Node, grammar
from adjudicator.syntax.source import clean
from adjudicator.words.languages import code_of, codes, fallback
from adjudicator.words.lexicon import Lexicon, fold, lexicon

GUESSES = 200
"""Rows that cannot be read for which the nearest word is looked up; it takes a moment each time."""


LONGEST_TITLE = 4
"""Parts between commas that the title of an expansion has at most."""


class Statement(NamedTuple):
    """One statement of a text."""

    form: str
    """Name of its shape in the grammar."""
    parts: list[Any]
    span: Span
    row: Row
    words: list[Word]


class Document(NamedTuple):
    """A text as statements."""

    language: str
    text: str
    """The cleaned text, which every span refers to."""
    statements: list[Statement]
    problems: list[Problem]
    rows: list[Row]
    unread: list[Row]
    """Rows that make no statement."""


def language_of(rows: list[Row], default: str) -> str:
    """The language that the first statement of the text names, else `default`; of a misspelt name the one in which the
    word in front of it means ``language``.
    """
    words = next((row.words for row in rows if row.words), [])
    if len(words) != 2:
        return default
    first, name = fold(words[0].text), words[1]
    if code := code_of(name.text):
        return code  # also where the word in front is misspelt: one mistake is enough
    if name.type != "ATOM" or first in lexicon(default).phrases:
        return default
    return next((code for code in codes() if ("keyword", "language") in lexicon(code).phrases.get(first, ())), default)


def read_document(text: str, language: str = "", *, tidy: bool = True) -> Document:
    """The statements of `text`; `language` is that of a text that does not name one, "" for the fallback.

    `tidy` False leaves out the cleaning, for a text that went through it already.
    """
    if tidy:
        text = clean(text)
    rows, problems = scan(text)
    language = language_of(rows, language or fallback())
    words = lexicon(language)
    statements: list[Statement] = []
    unread: list[Row] = []
    players: dict[str, str] = {}
    header_players: dict[str, str] = {}
    features: set[str] = set()
    colourless: set[str] = set()
    inside = False
    parse = grammar().parse
    for row in rows:
        if not row.words:
            continue
        spend(row.line)
        understood = understand(row, words, players, features)
        asks = bool(understood) and "ASK" in understood[0].terminals
        if not understood:
            first = row.words[0]
            problems.append(Problem("only-article", first.span, {"word": first.text}))
            unread.append(row)
            continue
        while len(understood) > 1 and understood[-1].type == "_COMMA":
            understood.pop()  # a comma at the very end of a text has nothing to join
        first, last = understood[0], understood[-1]
        try:
            try:
                node: Node = parse(understood)
            except UnexpectedToken as error:
                understood = _without_comma(understood, error)
                node = parse(understood)
        except UnexpectedToken as error:
            unread.append(row)
            if not row.unclosed and fold(first.text) not in colourless:  # what is wrong there is problem enough
                problem = diagnose(error, understood, words, len(unread) <= GUESSES)
                if not misled(row, problem.span):
                    problems.append(problem)
            continue
        if row.asking is not None and not asks:
            problems.append(row.asking)
        if node.form == "use":
            node.parts[1] = _titles(node.parts[1], words)
        end = last.end_column if last.line == first.line else first.end_column
        statement = Statement(node.form, node.parts, Span(first.line, first.column, end), row, understood)
        statements.append(statement)
        if node.form in ("feature", "named") and len(understood) > 1:
            features.add(fold(understood[1].text))
        elif players and node.form not in ("tile", "tile_set") and any("EFFECT" in w.terminals for w in understood):
            features.update(fold(word.text) for kind, word in pairwise(understood) if kind.id("kind"))
        if node.form == "players":
            players = dict(players)
            _note_names(node.parts[1], players, colourless)
            if not inside:
                header_players = players
        elif node.form in ("scenario", "game"):
            inside, players = True, header_players
            features.clear()
    return Document(language, text, statements, problems, rows, unread)


def _without_comma(words: list[Word], error: UnexpectedToken) -> list[Word]:
    """The words without the comma in front of ``that``, which some languages want: ``legt ein Plättchen, das ...``.
    Raises the error of the parser where it complains of anything else.
    """
    at = next((at for at, word in enumerate(words) if word is error.token), 0)
    if at < 2 or "THAT" not in words[at].terminals or words[at - 1].type != "_COMMA":
        raise error
    return [*words[: at - 1], *words[at:]]


def _titles(clauses: list[list[Word]], words: Lexicon) -> list[list[Word]]:
    """The names behind ``use``, a printed title with commas in it as one: ``Ghosts, Castles & Cemeteries``."""
    found: list[list[Word]] = []
    at = 0
    while at < len(clauses):
        ends = range(min(len(clauses), at + LONGEST_TITLE), at + 1, -1)
        end = next((end for end in ends if _is_expansion([*chain(*clauses[at:end])], words)), at + 1)
        found.append([*chain(*clauses[at:end])])
        at = end
    return found


def _is_expansion(clause: list[Word], words: Lexicon) -> bool:
    try:
        words.expansion(" ".join(word.text for word in clause))
    except LookupError:
        return False
    return True


def _note_names(clauses: list[list[Word]], players: dict[str, str], colourless: set[str]) -> None:
    """Player names, so that later rows can use them for the colour; those without a colour go to `colourless`."""
    for clause in clauses:
        colour = colour_of(clause)
        names = [fold(word.text) for word in clause if word is not colour]
        if colour is None:
            colourless.update(names)
        else:
            players.update(dict.fromkeys(names, colour.id("colour") or ""))

"""What stands at a place of a text: a rule, a tile or a word, told and drawn; and where a name comes from."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.binding.tile_files import catalogue
from adjudicator.editor.completion import takes_tile
from adjudicator.errors import Problems
from adjudicator.geometry.catalogue import Named
from adjudicator.report import rules as rule_report
from adjudicator.report import tiles as tile_report
from adjudicator.report.style import Style
from adjudicator.rulebook import loader
from adjudicator.syntax.document import Document, Statement, read_document
from adjudicator.syntax.lexer import Word
from adjudicator.words.fold import fold
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech
from adjudicator.words.vocabulary import vocabulary

RULE = re.compile(r"\b[A-Za-z0-9]{2,7}-\d{2,3}\b")
LAID = frozenset(("tile_at", "row", "game_turn"))
"""Statements in which tiles are named without a word before them."""
ROLES = ("kind", "figure", "unit", "flag", "symbol", "name", "verb", "effect", "topic")
WIDTH = 10_000
"""Columns of a line: an editor breaks lines itself."""


class Spot(NamedTuple):
    """A stretch of one line; line and columns count from 1."""

    line: int
    column: int
    end_column: int


class Look(NamedTuple):
    """What is told of a place."""

    spot: Spot
    text: str
    """Markdown."""


def rule_at(text: str, line: int, column: int) -> tuple[str, Spot] | None:
    """The id of the rule that is named at a place, and where it stands."""
    for found in RULE.finditer(text.split("\n")[line - 1]):
        if found.start() < column <= found.end() + 1 and loader.is_rule(found.group().upper()):
            return found.group().upper(), Spot(line, found.start() + 1, found.end() + 1)
    return None


def word_at(document: Document, line: int, column: int) -> tuple[Statement, int] | None:
    """The statement and the number of its word at a place."""
    for statement in document.statements:
        for number, word in enumerate(statement.words):
            if word.line == line and word.column <= column <= word.end_column:
                return statement, number
    return None


def look(text: str, line: int, column: int, default: str, speech: Speech) -> Look | None:
    """What there is to tell of a place of `text`; `default` is the language of a text that names none."""
    if found := rule_at(text, line, column):
        ident, spot = found
        return Look(spot, _markdown(rule_report.whole(loader.rule(ident), speech, Style(WIDTH))))
    document = read_document(text, default)
    at = word_at(document, line, column)
    if at is None:
        return None
    statement, number = at
    word = statement.words[number]
    spot = Spot(word.line, word.column, word.end_column)
    return _tile(document, statement, number, spot, speech) or _word(word, document.language, spot, speech)


def _markdown(text: str) -> str:
    head, *rest = text.split("\n")
    return "\n\n".join([f"**{_plain(head)}**", *(_plain(line.strip()) for line in rest if line.strip())])


def _plain(text: str) -> str:
    """`text` with nothing in it that markdown would obey."""
    return re.sub(r"([\\`*_{}\[\]<>#|!])", r"\\\1", text)


def _tile(document: Document, statement: Statement, number: int, spot: Spot, speech: Speech) -> Look | None:
    """The tile that is named there, drawn."""
    word = statement.words[number]
    before = statement.words[number - 1] if number else None
    named = "/" in word.text or statement.form in LAID or (before and any(takes_tile(*role) for role in before.roles))
    if not named or word.type not in ("ATOM", "STRING"):
        return None
    turned = statement.words[number + 1] if number + 1 < len(statement.words) else None
    degrees = f"@{turned.value}" if turned is not None and turned.type == "TURNED" else ""
    try:
        (entry,) = tile_report.found([f"{word.text}{degrees}"], "", speech)
    except Problems:
        every = tile_report.boxes(vocabulary().expansions())
        found = catalogue().find(word.text, every)
        if not isinstance(found, Named):
            return None
        entry = tile_report.entry(catalogue(), found.face, found.turns or 0, every)
    from adjudicator.draw.picture import contact_sheet

    title = f"{entry.face.id}@{90 * entry.turns}" if entry.turns else entry.face.id
    picture = contact_sheet([(entry.face, entry.turns, title)], title, speech)
    data = base64.b64encode(picture.encode("utf-8")).decode("ascii")
    lines = tile_report.whole(entry, speech, Style(WIDTH)).split("\n")
    drawing = "\n".join(line for line in lines[1:] if ":" not in line)
    words = "\n\n".join(_plain(line) for line in lines[1:] if ":" in line)
    image = f"![{_plain(title)}](data:image/svg+xml;base64,{data})"
    return Look(spot, f"**{_plain(title)}**\n\n{image}\n\n```text\n{drawing}\n```\n\n{words}")


def _word(word: Word, lang: str, spot: Spot, speech: Speech) -> Look | None:
    """The word of an expansion: the box it comes in, and the first rules that explain it."""
    known = vocabulary()
    for role in ROLES:
        ident = word.id(role)
        if ident is None or not (owner := known.owner(role, ident)):
            continue
        title = speech.lexicon.expansion_title(owner)
        said = lexicon(lang).say(role, ident)
        rules = [one for one in loader.rules(owner) if _speaks_of(one.id, said, lang)]
        # What only tells the words of an edition, or what is in the box, explains little.
        rules.sort(key=lambda one: (bool(one.decides_nothing), fold(said) not in fold(one.topic), not one.deciding))
        entries = [f"- **{one.id}** {_plain(loader.text(one.id, speech.lang))}" for one in rules[:2]]
        return Look(spot, "\n\n".join([f"**{_plain(word.text)}** ({_plain(title)})", *entries]))
    return None


def _speaks_of(ident: str, said: str, lang: str) -> bool:
    return re.search(rf"\b{re.escape(fold(said))}", fold(loader.text(ident, lang))) is not None


def definition(text: str, line: int, column: int, default: str) -> Spot | None:
    """Where the feature or the player that is named at a place is told of first."""
    document = read_document(text, default)
    at = word_at(document, line, column)
    if at is None:
        return None
    statement, number = at
    wanted = fold(statement.words[number].text)
    found: Spot | None = None
    for one, name in namings(document):
        if fold(name.text) == wanted and one.span.line <= statement.span.line:
            found = Spot(name.line, name.column, name.end_column)
        if one is statement:
            break
    return found


def namings(document: Document) -> Iterator[tuple[Statement, Word]]:
    """Every statement that gives something a name, with the name: features and players, scenario by scenario."""
    for statement in document.statements:
        words: Sequence[Word] = ()
        if statement.form == "feature":
            words = statement.words[1:2]
        elif statement.form == "players":
            words = [word for clause in statement.parts[1] for word in clause]
        for word in words:
            if word.type in ("ATOM", "STRING") and not word.roles:
                yield statement, word


def mentions(text: str, rule: str) -> Iterator[Spot]:
    """Where a text names a rule behind the word that gives a reason."""
    for number, row in enumerate(text.split("\n"), 1):
        for found in re.finditer(rf"\b{re.escape(rule)}\b", row, re.IGNORECASE):
            if row.lstrip()[:1] != "#":
                yield Spot(number, found.start() + 1, found.end() + 1)

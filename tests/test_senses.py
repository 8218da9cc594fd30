"""What is written again is what was read: every word of every text has been given a meaning by a reader, and none by
whoever prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus import document as document_of
from corpus import invariant, laid_out

from adjudicator import formatted
from adjudicator.binding.bind import bind
from adjudicator.binding.lines import lines_of
from adjudicator.binding.senses import Senses
from adjudicator.errors import Problems
from adjudicator.syntax.document import Document, Statement, read_document
from adjudicator.syntax.lexer import MEASURE, OWN, TEXT, Word
from adjudicator.syntax.parser import Node
from adjudicator.words.tokens import Said, Token

ROOT = Path(__file__).parent.parent
_EXAMPLE = re.compile(r"^```carc\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    found for path in sorted((ROOT / "docs").rglob("*.md")) for found in _EXAMPLE.findall(path.read_text("utf-8"))
]
_INNER = ("ATOM", "STRING", "NUMBER", "COORD", "TURNED")
_WHOLE = ("use", "tile_set")
"""Forms whose words are one title, or of no text that is asked anything."""


def clauses(part: object) -> Iterator[list[Word]]:
    """The clauses of a statement, as the grammar leaves them: what a word in one means, a reader has to say."""
    if isinstance(part, Node):
        part = part.parts
    if isinstance(part, list):
        if part and all(isinstance(word, Word) for word in part):
            yield part
        else:
            for one in part:
                yield from clauses(one)


def inner(statement: Statement) -> list[Word]:
    """The words inside the clauses of a statement."""
    parts = [one for one in statement.parts if not isinstance(one, Word)]
    return [word for one in parts for clause in clauses(one) for word in clause if word.type in _INNER]


def unread(document: Document) -> list[str]:
    """The words of a text that no reader takes, with their lines, and what the readers complain of."""
    senses, found = Senses(document.language), []
    for statement in document.statements:
        senses.note(statement)
        asks = any(word.id("keyword") == "asks" for word in statement.words)
        for word in inner(statement) if statement.form not in _WHOLE else ():
            quoted = asks and word.type == "STRING"  # a question, taken apart where it is written in another language
            if word.sense is None and not quoted:
                found.append(f"{word.line}: {word.text} in {' '.join(one.text for one in statement.words)}")
            elif word.sense is not None and word.sense not in (OWN, TEXT, MEASURE) and word.sense not in word.roles:
                found.append(f"{word.line}: {word.text} as {word.sense}")
    return found + [mistake.bare.code for mistake in senses.mistakes]


@invariant(3)
def every_word_is_read(path: Path) -> None:
    assert unread(document_of(path)) == []


@invariant(14, "translated")
def every_word_of_a_translation_is_read(path: Path) -> None:
    for lang in ("fr", "de"):
        assert unread(read_document(laid_out(path, lang))) == [], lang


@pytest.mark.long
def test_every_word_of_an_example_is_read() -> None:
    documents = [read_document(text) for text in EXAMPLES]
    readable = [one for one in documents if not bind(one).problems]
    assert len(readable) > len(EXAMPLES) // 2
    assert [found for one in readable for found in unread(one)] == []


def said(document: Document) -> list[Said]:
    return [one for _, written in lines_of(document, lambda word: word.text) for line in written for one in line.said]


def test_nothing_is_printed_but_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "city T: complete, 5 tiles\n  red: 2 meeples\nask score T"
    assert Token("unit", "tile") not in said(read_document(text))  # it is a noun, with its number
    assert not [one for one in said(read_document(text)) if one.role == "own" and one[1] != "T"]
    monkeypatch.setattr(Senses, "note", lambda self, statement: None)
    printed = said(read_document(text))
    assert [one[1] for one in printed if one.role == "own"] == ["T", "complete", "tiles", "meeples", "T"]


@pytest.mark.parametrize(
    ("text", "word", "sense"),
    [
        ("red has robber", "robber", ("figure", "robber")),
        ("use count-king-robber; red has robber", "robber", ("unit", "robber")),
        ("turn red: draws city revolt", "city revolt", ("name", "city-revolt")),
        ("road R; near besiegers on R: nothing", "on", ("keyword", "on")),
        ("turn red: places arrow at (1,0)", "arrow", TEXT),
        ("tile arrow: field N E S W; turn red: draws arrow", "arrow", OWN),
        ("city T; red: meeple called inn", "inn", OWN),
        ("city T: inn", "inn", ("unit", "inn")),
        ("ask steps; expect in order places, score", "score", ("topic", "score")),
    ],
)
def test_a_word_of_several_meanings_is_what_its_reader_takes_it_for(
    text: str, word: str, sense: tuple[str, str]
) -> None:
    document = read_document(text)
    senses = Senses(document.language)
    for statement in document.statements:
        senses.note(statement)
    words = [one for statement in document.statements for one in statement.words if one.text == word]
    assert words[-1].sense == sense


def test_what_no_form_takes_is_not_written_again() -> None:
    with pytest.raises(Problems) as told:
        formatted("city T\nask order gift")
    assert [one.code for one in told.value.items] == ["says-nothing"]

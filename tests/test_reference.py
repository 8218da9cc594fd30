"""The written reference of the scenario language: every example of it runs, in both languages.

A block is ```` ```carc ```` with a word behind it where it is no plain example:

- none: no problem, at least one question, and every expectation met
- ``wrong``: refused, with exactly the problems of the ```` ```text ```` block below it (``line:column code``)
- ``unmet``: no problem, and every expectation missed
- ``undetermined``: every answer lacks exactly the expansion of the ```` ```text ```` block below it

``python tests/test_reference.py en`` prints the table of the words of expansions as the lexicon has it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator import adjudicate
from adjudicator.engine.game import code_of, game
from adjudicator.errors import Problems
from adjudicator.play.run import MOVE_QUESTIONS
from adjudicator.store import expansion_folder
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

pytestmark = pytest.mark.source

DOCS = Path(__file__).parent.parent / "docs"
FILES = {"en": "language.md", "fr": "langage.md"}
ALWAYS_TOLD = ("base",)
"""Expansions whose words the text itself explains."""
COLUMNS = (("kind",), ("figure",), ("unit", "flag"), ("verb",), ("effect",), ("topic",), ("symbol", "name"))
"""Roles of the words in each column of the table of expansions, after the name of the expansion."""
_BLOCK = re.compile(r"^```carc *(\w*)\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """One example of a page."""

    file: str
    line: int
    mark: str
    text: str
    below: str


def blocks(file: str) -> list[Block]:
    """Every example of a page of `docs`, in order."""
    page = (DOCS / file).read_text(encoding="utf-8")
    return [
        Block(file, page[: found.start()].count("\n") + 2, found[1], found[2], found[3] or "")
        for found in _BLOCK.finditer(page)
    ]


def all_blocks() -> list[Block]:
    """Every example of both pages."""
    return [block for file in FILES.values() for block in blocks(file)]


@pytest.mark.parametrize("block", all_blocks(), ids=lambda block: f"{block.file}:{block.line}")
def test_example(block: Block) -> None:
    if block.mark == "wrong":
        assert _problems(block) == block.below.split("\n")[:-1]
        return
    outcome = adjudicate(block.text, block.file)
    assert not outcome.problems
    assert outcome.answers
    if block.mark == "undetermined":
        for answer in outcome.answers:
            lacking = [str(m.values["expansion"].parts[0]) for m in answer.ruling.missing]
            assert lacking == [block.below.strip()]
        return
    met = block.mark != "unmet"
    for answer in outcome.answers:
        for expected in answer.expected:
            assert expected.met is met, f"{answer.ask} expect {expected.text}: {answer.ruling}"


def _problems(block: Block) -> list[str]:
    try:
        found = adjudicate(block.text, block.file).problems
    except Problems as error:
        found = error.items
    return [f"{problem.span.line}:{problem.span.column} {problem.code}" for problem in found]


def test_every_block_is_found() -> None:
    """A block that the pattern passes over would never be run."""
    for file in FILES.values():
        page = (DOCS / file).read_text(encoding="utf-8")
        assert len(re.findall(r"^```carc", page, re.MULTILINE)) == len(blocks(file)) > 0
        assert {block.mark for block in blocks(file)} <= {"", "wrong", "unmet", "undetermined"}


def test_pages_are_twins() -> None:
    """Both pages have the same sections and the same examples, those of the French page in French."""
    english, french = ((DOCS / FILES[lang]).read_text(encoding="utf-8") for lang in ("en", "fr"))
    headings = [re.findall(r"^#+", _without_blocks(page), re.MULTILINE) for page in (english, french)]
    assert headings[0] == headings[1]
    assert [b.mark for b in blocks(FILES["en"])] == [b.mark for b in blocks(FILES["fr"])]
    assert all(block.text.startswith("langue fr\n") for block in blocks(FILES["fr"]))


def _without_blocks(page: str) -> str:
    return re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("lang", FILES)
def test_expectations_are_shown(lang: str) -> None:
    """Nearly every example says what comes out of it."""
    plain = [block for block in blocks(FILES[lang]) if not block.mark]
    silent = [block for block in plain if not re.search("expect|attendu|claim|annonce", block.text, re.IGNORECASE)]
    assert not silent


ELSEWHERE = {"why", "passes", "notes", "second-part"}
"""What the core answers or does itself: a question for the answer before, a step without a move, a kind of turn."""


def told_of() -> list[tuple[str, str]]:
    """Role and id of every question, move and effect of the expansions that have code."""
    coded = {ident for ident in vocabulary().expansions() if code_of(ident) is not None}
    roles = ("topic", "verb", "effect")
    return [(role, one) for role in roles for one in vocabulary().ids(role) if vocabulary().owner(role, one) in coded]


@pytest.mark.parametrize(("role", "ident"), told_of())
def test_every_question_and_move_is_shown(role: str, ident: str) -> None:
    """An example of the reference uses it, or one of a ``language.md`` in the folder of its expansion."""
    own = expansion_folder(vocabulary().owner(role, ident)) / FILES["en"]
    examples = [block.text for block in blocks(FILES["en"])]
    examples += [found[2] for found in _BLOCK.finditer(own.read_text(encoding="utf-8") if own.is_file() else "")]
    spellings = [said for said, meanings in lexicon("en").phrases.items() if (role, ident) in meanings]
    assert re.search(rf"\b({'|'.join(map(re.escape, spellings))})\b", "\n".join(examples))


@pytest.mark.parametrize(("role", "ident"), told_of())
def test_every_question_and_move_is_answered(role: str, ident: str) -> None:
    played = game(frozenset(vocabulary().expansions()))
    answered = {
        "topic": {*played.asks.topics, *played.turns.begins, *MOVE_QUESTIONS},
        "verb": {key.partition(" ")[0] for key in (*played.asks.verbs, *played.asks.figure_verbs)},
        "effect": {key.partition(" ")[0] for key in played.asks.effects},
    }
    assert ident in answered[role] | ELSEWHERE


@pytest.mark.parametrize("lang", FILES)
def test_words_of_expansions(lang: str) -> None:
    """Every row of the table of words is what the lexicon holds; run this file to print the table anew."""
    page = (DOCS / FILES[lang]).read_text(encoding="utf-8")
    last = page.rpartition("\n| --- |")[2].split("\n")[1:]
    told = [row for row in last if row]
    assert len(told) > 40
    assert [row for row in told if row not in table(lang)] == []


def table(lang: str) -> list[str]:
    """The rows of the table of expansions: name after ``use``, then the words of `COLUMNS`."""
    words = lexicon(lang)
    rows = []
    for expansion in vocabulary().expansions():
        if expansion in ALWAYS_TOLD:
            continue
        cells = [f"`{words.expansion_word(expansion)}`"]
        for roles in COLUMNS:
            said = [
                words.say(role, ident)
                for role in roles
                for ident in vocabulary().ids(role)
                if vocabulary().owner(role, ident) == expansion
            ]
            cells.append(", ".join(dict.fromkeys(said)))
        rows.append(f"| {' | '.join(cells)} |".replace("  |", " |"))
    return rows


if __name__ == "__main__":
    print("\n".join(table(sys.argv[1])))

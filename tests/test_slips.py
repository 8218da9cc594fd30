"""Slips of the finger: with one letter of one word of the reference wrong, the right word is offered."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.errors import Problem, Problems
from adjudicator.settling import settle
from adjudicator.words.lexicon import fold, lexicon

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"en": "language.md", "fr": "langage.md"}
SLIPS = 150
LETTERS = "aeiourst"


def examples(lang: str) -> list[str]:
    """The texts of the reference that stand without a mistake."""
    page = (DOCS / PAGES[lang]).read_text(encoding="utf-8")
    return re.findall(r"^```carc\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def slipped(word: str, chance: random.Random) -> str:
    """`word` with a letter left out, doubled, mistaken or swapped."""
    at = chance.randrange(1, len(word) - 1)
    return chance.choice(
        (
            word[:at] + word[at + 1 :],
            word[: at + 1] + word[at:],
            word[:at] + chance.choice(LETTERS) + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )


def misspelt(lang: str) -> list[tuple[str, str, int]]:
    """Texts with one slip each, the word that was meant, and its line."""
    chance, words, texts = random.Random(lang), lexicon(lang), examples(lang)
    found: list[tuple[str, str, int]] = []
    while len(found) < SLIPS:
        text = chance.choice(texts)
        line = chance.randrange(text.count("\n"))
        row = text.split("\n")[line].partition("#")[0]
        plain = [m for m in re.finditer(r"[^\W\d_]{4,}", row) if row[: m.start()].count('"') % 2 == 0]
        known = [m for m in plain if fold(m[0]) in words.phrases]
        if not known:
            continue
        match = chance.choice(known)
        said = slipped(match[0], chance)
        if said == match[0] or fold(said) in words.phrases:
            continue
        rows = text.split("\n")
        rows[line] = row[: match.start()] + said + row[match.end() :]
        found.append(("\n".join(rows), match[0], line + 1))
    return found


def told(text: str) -> tuple[Problem, ...]:
    try:
        return settle(text).problems
    except Problems as error:
        return error.items


@pytest.mark.parametrize("lang", PAGES)
def test_a_slip_is_told_where_it_is_with_the_word_that_was_meant(lang: str) -> None:
    cases = misspelt(lang)
    unseen, elsewhere, missed = [], [], []
    for text, meant, line in cases:
        problems = told(text)
        here = [problem for problem in problems if problem.span.line == line]
        offered = next((problem.suggestions[0] for problem in here if problem.suggestions), "")
        if not problems:
            unseen.append((meant, text))
        elif not here:
            elsewhere.append((meant, text))
        elif fold(meant) not in fold(offered):
            missed.append((meant, offered, text))
    assert len(unseen) <= len(cases) // 50, unseen
    assert len(elsewhere) <= len(cases) // 50, elsewhere
    assert len(missed) <= len(cases) // 10, missed


@pytest.mark.parametrize("command", ["settle", "score"])
def test_a_slip_in_a_players_name_is_told_with_the_name(command: str) -> None:
    game = 'game "G"\n  players red "Anna", blue "Ben"\n  1. Anna U (1,0) meeple road\n  final\n  claim Ana 2\n'
    result = CliRunner().invoke(main, [command, "-"], input=game)
    assert "Did you mean Anna?" in result.output and result.exit_code == 2


@pytest.mark.parametrize("command", ["settle", "score"])
def test_a_slip_in_a_place_is_told_with_the_kind(command: str) -> None:
    game = 'game "G"\n  players red, blue\n  1. red U (1,0) meeple rode\n  final\n  claim red 2\n'
    result = CliRunner().invoke(main, [command, "-"], input=game)
    assert "Did you mean road?" in result.output and result.exit_code == 2

"""What is said at the table: every example of the page is settled, and a word that may mean several is asked about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.errors import Problems
from adjudicator.settling import settle

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"en": "said-at-the-table.md", "fr": "dit-a-table.md"}


def examples(lang: str) -> list[str]:
    """The texts of a page, in its order."""
    return re.findall(r"```carc\n(.*?)```", (DOCS / PAGES[lang]).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("lang", PAGES)
def test_every_line_is_settled(lang: str) -> None:
    for text in examples(lang):
        for answer in settle(text).answers:
            assert answer.ruling.verdict != "undetermined" and answer.met is not False, text
    assert sum(bool(settle(text).answers[0].expected) for text in examples(lang)) >= 15


def test_the_pages_say_the_same() -> None:
    given = [[one.ruling for text in examples(lang) for one in settle(text).answers] for lang in PAGES]
    assert [(one.verdict, one.points) for one in given[0]] == [(one.verdict, one.points) for one in given[1]]


@pytest.mark.parametrize(
    "line",
    ["château K; demande score K", "château : 8 tuiles sur 9", "ville T; demande score château",
     "pré F : touche château; demande final F", "tour de rouge; place une tuile qui commence château K"],
)  # fmt: skip
def test_a_castle_in_french_is_never_taken_for_one_of_several(line: str) -> None:
    """A castle, a haunted one and one of Germany: which is meant is asked, with all of them to choose from."""
    with pytest.raises(Problems) as found:
        settle(f"langue fr; {line}")
    offered = {one for problem in found.value.items for one in problem.suggestions}
    assert {"château hanté", "forteresse", "château allemand"} <= offered

"""What is said twice is refused: nobody knows which of two numbers is meant, and a word that says nothing may hide one
that was to say something."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.errors import Problems
from adjudicator.settling import settle
from adjudicator.words.vocabulary import vocabulary

ROOT = Path(__file__).parent.parent
EXAMPLES = re.findall(
    r"^```carc\n(.*?)^```$", (ROOT / "docs" / "language.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
KINDS = "city|road|field|monastery|garden|tower|hole|tile"
HEADS = rf"use |stock |near [^:]*:|around [^:]*:|claim [^:]*|[a-z]+ has |(?:{KINDS}) \S+ ?:|places a tile that "
LISTS = re.compile(rf"\s*(?:{HEADS})(.*)", re.IGNORECASE)


def codes(text: str) -> list[str]:
    try:
        return [problem.code for problem in settle(text).problems]
    except Problems as error:
        return [problem.code for problem in error.items]


@pytest.mark.parametrize(
    "text",
    [
        "red has score 12, score 13; ask total red",
        "red has score 12; red has score 13; ask total red",
        "red has score 12, 12 points; ask total red",
        "use gifts, gifts; ask gift red",
        "use gifts; use gifts; ask gift red",
        'use gifts; scenario "A"; use abbot; use abbot; ask final',
        "use gifts; red has 2 gifts, 1 gift; ask final",
        "use traders-and-builders; red has 2 wine, 3 wine; blue has 3 wine; ask final",
        "rule tiny-city-scoring 4; rule tiny-city-scoring 2; city T: complete, 2 tiles; red: meeple; ask score T",
        "stock 20 tiles, 19 tiles; ask final",
        "city T: complete, 4 tiles, 1 coat, 2 coats; red: meeple; ask score T",
        "city T: complete, 4 tiles, complete; red: meeple; ask score T",
        "city T: complete, 4 tiles; red: meeple; ask score T expect red 8, red 8",
        "city A: complete, 2 tiles, empty; field F: touches A, touches A; red: meeple; ask final F",
        "road R: incomplete, 2 tiles, empty; monastery M: 3 of 9 tiles; red: meeple; near M: R, R; ask score R",
        "road R: incomplete, 2 tiles; red: meeple called A, meeple called A; ask score R",
        "road R: incomplete, 2 tiles; red: meeple; turn blue; places a tile that extends R, extends R; ask points",
        "city T: complete, 2 tiles; red: meeple; claim red 4, red 5",
        "langue fr; rouge a score 12, score 13; demande total rouge",
    ],
)
def test_what_is_said_twice_is_refused_where_it_stands(text: str) -> None:
    assert "said-twice" in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "edition C1; edition C2; ask total red",
        "edition C1; edition C1; city T: complete, 2 tiles; red: meeple; ask score T",
        'edition C1; edition C2; scenario "A"; ask total red; scenario "B"; ask total red',
        'edition C1; scenario "A"; edition C2; edition C3; ask total red',
        "players red, blue; players blue, red; ask total red",
        'scenario "A"; source "x"; source "y"; ask total red',
    ],
)
def test_a_line_that_would_replace_another_is_refused(text: str) -> None:
    assert "line-twice" in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "city T: complete, 2 tiles; red: meeple, meeple; ask score T expect red 4",
        'edition C1; scenario "A"; edition C2; city T: complete, 2 tiles; red: meeple; ask score T',
        'use gifts; scenario "A"; use gifts; ask total red',
        "use gifts; red has gift synod, gift synod; ask final red expect red 4",
        "use gifts; red has 2 gifts, gift synod; ask final red",
        'rule tiny-city-scoring 2; scenario "A"; rule tiny-city-scoring 4; city T: complete, 2 tiles; red: meeple;'
        " ask score T expect red 4",
        "road R: incomplete, 3 tiles; red: 2 meeples, 3 meeples; ask score R",
    ],
)
def test_two_of_a_kind_are_two(text: str) -> None:
    assert not {"said-twice", "line-twice"} & {*codes(text)}


def repeated(text: str) -> Iterator[tuple[str, str]]:
    """The text with an item of one of its lists once more at its end, and that item."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        body = line.split("#")[0].rstrip()
        found = LISTS.match(body)
        if found is None or ";" in body:
            continue
        for item in found[1].split(","):
            if item.strip():
                yield "\n".join([*lines[:number], f"{body}, {item.strip()}", *lines[number + 1 :]]), item.strip()


def counted(item: str) -> bool:
    """Whether two of it are two: figures, cards with a name of their own, prisoners."""
    figures = "|".join(("meeple", "figure", "prisoner", "gift ", *vocabulary().ids("figure")))
    return re.search(figures, item) is not None


@pytest.mark.long
def test_an_item_of_a_list_that_stands_there_again_is_refused() -> None:
    every = [
        (changed, item) for text in EXAMPLES if not codes(text) for changed, item in repeated(text) if not counted(item)
    ]
    assert len(every) > 300
    for changed, item in random.Random(5).sample(every, 150):
        assert codes(changed), f"{item!r} passed in\n{changed}"

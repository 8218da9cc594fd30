"""Under the Big Top, special monasteries and German cathedrals: moves that are refused, positions that cannot be."""

from __future__ import annotations

import pytest
from told import problems

from adjudicator import adjudicate
from adjudicator.report.problems import message
from adjudicator.words.say import speech

CIRCUS = "use under-the-big-top; players red, blue; "
NEAR = "road R: incomplete, 3 tiles; red: meeple; near big top: red meeple on R; stock 9 tiles; "
FULL = "pyramid P; red: meeple; blue: 2 meeples; "


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        ("places a tile that extends R, shows circus; reveals 2", "NB-64"),
        ("places a tile that extends R, shows circus; reveals 7; reveals 7", "NB-64"),
        ("places a tile that extends R, shows circus; reveals 5; reveals 4", "NB-63"),
        ("places a tile that extends R; reveals 5", "NB-63"),
    ],
)
def test_tokens_that_are_not_revealed(moves: str, rule: str) -> None:
    (problem,) = problems(f"{CIRCUS}{NEAR}turn red; {moves}")
    assert problem.code == "illegal-move"
    assert rule in problem.rules


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        ("scores P", "NB-68"),
        ("places a tile; puts meeple on P", "NB-67"),
        ("places a tile; blue scores P", "NB-68"),
        ("places a tile; scores P; scores P", "NB-68"),
        ("places a tile that starts road R; puts meeple on R; scores P", "NB-68"),
        ("places a tile that starts road R; scores R", "NB-68"),
        ("places a tile that starts road R; scores P; puts meeple on R", "NB-68"),
    ],
)
def test_pyramids_that_are_not_joined_or_scored(moves: str, rule: str) -> None:
    (problem,) = problems(f"{CIRCUS}{FULL}turn red; {moves}")
    assert problem.code == "illegal-move"
    assert rule in problem.rules


@pytest.mark.parametrize(
    ("position", "code", "rule"),
    [
        ("use under-the-big-top; pyramid P; red: 2 meeples; blue: 2 meeples", "pyramid-holds", "NB-67"),
        ("use under-the-big-top; pyramid P: complete; red: 2 meeples", "pyramid-count", "NB-67"),
        ("use under-the-big-top; pyramid P: incomplete; red: 3 meeples", "pyramid-count", "NB-67"),
        ("use under-the-big-top; pyramid P; red: ringmaster", "may-not-stand", "NB-69"),
        ("road R: incomplete, 2 tiles; red: 2 ringmasters", "beyond-supply", "NB-69"),
        (
            "road R: incomplete, 2 tiles; red: meeple; near big top with 2 points: red meeple on R",
            "no-such-token",
            "NB-64",
        ),
        (
            "german cathedral K: incomplete; red: meeple; road A1: incomplete, 1 tile, empty; "
            "same tile: K, A1, A1, A1, A1, A1",
            "cathedral-roads-many",
            "NB-76",
        ),
        (
            "german cathedral K: complete; red: meeple; road A1: incomplete, 1 tile, empty; same tile: K, A1",
            "cathedral-road-open",
            "NB-79",
        ),
    ],
)
def test_positions_that_cannot_be(position: str, code: str, rule: str) -> None:
    found = [problem for problem in problems(f"{position}; ask final") if problem.code == code]
    assert found
    assert rule in found[0].rules
    for lang in ("en", "fr"):
        assert message(found[0], speech(lang))


def test_the_big_top_stands_on_one_tile() -> None:
    text = "use under-the-big-top; board; (0,0) BT/ffrf.bt; {}; same tile (0,0): big top; ask final"
    assert problems(text.format("same tile (0,0): big top")) == ()
    assert [p.code for p in problems(text.format("same tile (1,0): big top"))] == ["no-tile-there", "neutral-twice"]


def test_rules_of_neighbours_cost_nothing_where_they_are_not_in_play() -> None:
    """A tile with two pieces of a road counts once (BASE-24) unless a German cathedral has them counted (NB-78)."""
    sketch = "road R: complete, 4 tiles; red: meeple; {}ask score R expect red {}"
    (plain,) = adjudicate(sketch.format("", 4)).answers
    cathedral = "german cathedral K: incomplete, empty; same tile: K, R, R; "
    (back,) = adjudicate(sketch.format(cathedral, 10)).answers
    assert plain.met
    assert back.met
    assert not {"NB-77", "NB-78"} & set(plain.ruling.rules)

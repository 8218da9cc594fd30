"""Halflings and flying machines: words that go wrong, positions that cannot be."""

from __future__ import annotations

import pytest
from told import problems

from adjudicator import adjudicate
from adjudicator.report.problems import message
from adjudicator.words.say import speech

BOARD = "use flying-machines; board; (0,0) BA/RCr; (1,0) BA/RFr; turn red; places FL/RFr.WE.o at (2,0); "


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        (
            "city T: complete, 3 tiles, 2 halflings, 2 halfling pairs; red: meeple; ask score T",
            "halfling-pairs",
            "NB-111",
        ),
        ("red has 4 halflings; ask hand red", "halflings-beyond-supply", "NB-108"),
        ("use halflings; turn red; draws a tile; places halfling", "illegal-move", "NB-109"),
        ("use halflings; turn red; places halfling with long side to tile", "illegal-move", "NB-110"),
        ("use halflings; board; (0,0) BA/RCr; turn red; places halfling at (1,0)", "halfling-square", ""),
        ("use halflings; turn red; places halfling with long road to tile", "says-nothing", ""),
        ("use halflings; turn red; places halfling with long side beside tile", "says-nothing", ""),
        (f"{BOARD}rolls", "line-ends-early", ""),
        (f"{BOARD}rolls 4", "illegal-move", "NB-88"),
        (f"{BOARD}rolls 2; rolls 2", "illegal-move", "NB-88"),
        (f"{BOARD}rolls 2; puts nothing", "illegal-move", "NB-89"),
        (f"{BOARD}rolls 2; puts meeple on field WR at (2,0)", "illegal-move", "NB-88"),
        (f"{BOARD}rolls 2; puts meeple on field WR at (0,0)", "illegal-move", "NB-89"),
        (f"{BOARD}rolls 3; puts meeple on road at (2,0)", "illegal-move", "NB-91"),
        (f"{BOARD}puts nothing; rolls 3", "illegal-move", "NB-88"),
        (f"{BOARD}rolls 3 for builder", "illegal-move", "NB-88"),
    ],
)
def test_what_is_refused(text: str, code: str, rule: str) -> None:
    (problem,) = problems(text)
    assert problem.code == code
    assert not rule or rule in problem.rules
    for lang in ("en", "fr"):
        assert message(problem, speech(lang))


def test_a_machine_turns_with_its_tile() -> None:
    """A corner stays a corner, whichever way the tile lies."""
    from adjudicator.geometry.face import turn_side

    assert [turn_side("NW", turns) for turns in range(4)] == ["NW", "NE", "SE", "SW"]
    assert [turn_side("W", turns) for turns in range(4)] == ["W", "N", "E", "S"]
    assert [turn_side("NL", turns) for turns in range(4)] == ["NL", "EL", "SL", "WL"]


@pytest.mark.parametrize(("turns", "square"), [(0, (0, 0)), (90, (2, 0)), (180, (2, 2)), (270, (0, 2))])
def test_it_flies_where_the_corner_points(turns: int, square: tuple[int, int]) -> None:
    tiles = "; ".join(f"({x},{y}) BA/L" for x in range(3) for y in range(3) if (x, y) != (1, 1))
    moves = (
        f"turn red; places FL/F.d@{turns} at (1,1); rolls 1" if turns else "turn red; places FL/F.d at (1,1); rolls 1"
    )
    text = f"use flying-machines; stock 2 boxes; board; {tiles}; {moves}; ask where red may put meeple"
    (answer,) = adjudicate(text).answers
    assert [item.parts[0] for item in answer.ruling.options] == [f"monastery at ({square[0]},{square[1]})"]


def test_for_whom_the_die_may_still_be_rolled_is_listed() -> None:
    """Once the meeple of the turn stands the phantom alone may fly."""
    text = (
        "use flying-machines, phantom; red has 3 meeples, 1 phantom; board; (0,0) D; "
        "turn red; places FL/RFr.WE.o at (1,0); ask options red; puts meeple on field NL; ask options red"
    )
    before, after = (
        [one for one in map(speech("en").typed, answer.ruling.options) if one.startswith("rolls")]
        for answer in adjudicate(text).answers
    )
    assert before == ["rolls", "rolls for phantom"]
    assert after == ["rolls for phantom"]

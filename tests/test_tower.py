"""The Tower: moves that are refused, positions that cannot be, positions and saved games written and read back."""

from __future__ import annotations

import json

import pytest
from told import problems

from adjudicator import adjudicate
from adjudicator.records.jcz_read import read_jcz
from adjudicator.records.jcz_write import write_jcz
from adjudicator.report.problems import message
from adjudicator.words.say import speech

START = "use tower; tower Keep: 1 floor, empty; city T: incomplete, 2 tiles; blue: meeple; near Keep: T; "


@pytest.mark.parametrize(
    ("moves", "code", "rule"),
    [
        ("turn red; puts floor on Keep", "illegal-move", "NB-33"),
        ("turn red; places a tile; puts floor on T", "illegal-move", "NB-33"),
        ("turn red; places a tile; puts floor on Keep; puts floor on Keep", "illegal-move", "NB-33"),
        ("turn red; places a tile; puts 2 floors on Keep", "one-floor", "NB-33"),
        ("turn red; places a tile; captures blue meeple on T", "capture-without-floor", "NB-33"),
        ("turn red; places a tile; puts nothing; captures blue meeple on T", "illegal-move", "NB-33"),
        ("turn red; captures blue meeple on T", "illegal-move", "NB-33"),
        ("turn red; places a tile; blue captures meeple on T", "illegal-move", "NB-33"),
        ("turn red; places a tile; puts floor on Keep; captures black meeple on T", "illegal-move", "NB-35"),
        ("turn red; ransoms meeple", "illegal-move", "NB-37"),
    ],
)
def test_moves_that_are_refused(moves: str, code: str, rule: str) -> None:
    (problem,) = problems(START + moves)
    assert problem.code == code
    assert rule in problem.rules


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("tower Keep: 2 floors; blue: meeple, meeple", "tower-two"),
        ("tower Keep: 0 floors; blue: meeple", "tower-without-floor"),
        ("use traders-and-builders; tower Keep: 2 floors; blue: builder", "tower-figure"),
        ("red has 1 red prisoner", "prisoner-own"),
        ("red has 1 blue prisoner; blue has 1 red prisoner", "prisoners-both"),
    ],
)
def test_positions_that_cannot_be(position: str, code: str) -> None:
    found = problems(f"use tower; {position}; ask final")
    assert code in [problem.code for problem in found]
    for lang in ("en", "fr"):
        assert all(message(problem, speech(lang)) for problem in found)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("use tower; turn red; places a tile; puts floor", "which-tower"),
        ("use tower; blue has 1 red prisoner; black has 1 red prisoner; turn red; ransoms meeple", "ransom-which"),
        ("use tower; blue has 1 red prisoner; turn red; ransoms meeple from Keep", "unexpected-word"),
        ("use tower; red has 3 blue coats; ask hand red", "unexpected-word"),
    ],
)
def test_words_that_leave_something_open(text: str, code: str) -> None:
    assert [problem.code for problem in problems(text)] == [code]


def test_which_of_two_prisoners_comes_back_is_asked_for() -> None:
    held = "use inns-and-cathedrals; blue has 1 red prisoner, red large meeple as prisoner; "
    (problem,) = problems(f"{START}{held}turn red; places a tile; puts floor on Keep; captures blue meeple on T")
    assert problem.code == "move-lacks"
    assert "which of Blue's prisoners" in message(problem, speech("en"))


GAME = """game "Towers"
  use inns-and-cathedrals, tower
  players red "Ann", blue "Bo"
  board
    (0,0) BA/RCr
  turn red
    places BA/C@180 at (0,-1)
    puts meeple on city S
  turn blue
    places BA/L at (0,-2)
    puts nothing
  turn red
    places TO/F at (0,1)
    puts nothing
  turn blue
    places BA/L at (-1,1)
    puts large meeple on monastery
  turn red
    places BA/LR at (-2,1)
    puts meeple on monastery
  turn blue
    places BA/RFr at (1,0)
    puts meeple on road E
  turn red
    places BA/RFr at (-1,0)
    puts floor on tower at (0,1)
    captures blue large meeple from monastery at (-1,1)
  turn blue
    places TO/L at (0,2)
    puts floor on tower at (0,1)
    captures red meeple from monastery at (-2,1)
  turn red
    places BA/RFr at (2,0)
    puts meeple on tower at (0,1)
  turn blue
    places BA/RFr at (-2,0)
    puts floor on tower at (0,2)
"""
MORE = """    captures red meeple from tower at (0,1)
  turn red
    ransoms meeple
    places BA/RFr at (3,0)
    puts nothing
  claim red 1, blue 3
"""


def test_a_game_with_captures_is_written_and_read_back() -> None:
    record = f"{GAME}{MORE}"
    data = json.loads(write_jcz(record))
    kinds = [event["type"] for event in data["replay"]]
    assert kinds.count("PLACE_TOKEN") == 3
    assert kinds.count("CAPTURE_FOLLOWER") == 3
    assert kinds.count("PAY_RANSOM") == 1
    assert read_jcz(json.dumps(data)) == record


def test_the_figure_that_comes_back_is_written_too() -> None:
    record = GAME.replace(
        "    captures red meeple from monastery at (-2,1)\n",
        "    captures red meeple from monastery at (-2,1) for large meeple\n",
    )
    data = json.loads(write_jcz(record))
    (event,) = [event for event in data["replay"] if event["type"] == "EXCHANGE_FOLLOWER"]
    assert event["payload"] == {"meepleId": "1.big.1"}
    assert read_jcz(json.dumps(data)) == record


def test_what_may_be_captured_is_asked_of_a_saved_game() -> None:
    data = json.loads(write_jcz(GAME))
    data["test"]["assertions"] = ["CaptureFollower options: {0.small.1,Tower,I,[0,1]}", "Phase is TowerCapturePhase"]
    data["replay"].pop()  # the last turn has not ended
    record = read_jcz(json.dumps(data))
    assert "ask where blue may capture meeple expect exactly tower at (0,1)" in record
    assert all(answer.met for answer in adjudicate(record).answers)

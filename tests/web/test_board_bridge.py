"""The board of the phone page, as the page calls it: JSON in, JSON out."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import board
import pytest
from everyday import some

from adjudicator import adjudicate
from adjudicator.binding.bind import bind
from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problems
from adjudicator.play.possible import outcome
from adjudicator.syntax.document import read_document

ROOT = Path(__file__).parents[2]
FINISHED = (ROOT / "docs" / "games" / "finished-board.carc").read_text(encoding="utf-8")
BOARDS = some(
    (
        path
        for path in sorted((ROOT / "scenarios").rglob("*.carc"))
        if any(word in path.read_text(encoding="utf-8") for word in ("\n  (0,0) ", "\n    (0,0) ", "grid from"))
    ),
    7,
)


def changed(text: str, what: str, **how: Any) -> str:
    """The text after a change that is allowed."""
    found = board.change(text, what, **how)
    assert not found["problems"], found["problems"]
    json.dumps(found)
    return str(found["text"])


def refused(text: str, what: str, **how: Any) -> list[str]:
    """The rules that forbid a change."""
    found = board.change(text, what, **how)
    assert found["problems"]
    return [one["id"] for problem in found["problems"] for one in problem["broken"]]


def two_tiles() -> str:
    text = changed("", "lay", tile="D", x=0, y=0, turns=0)
    return changed(text, "lay", tile="E", x=0, y=-1, turns=2)


def test_a_board_is_put_together_from_nothing() -> None:
    text = changed(two_tiles(), "put", x=0, y=-1, segment=0, player="red", figure="meeple")
    assert text == "board\n  (0,0) D\n  (0,-1) E@180\n    red: meeple on city S\n"
    seen = board.read(text)
    assert [(one["x"], one["y"]) for one in seen["tiles"]] == [(0, 0), (0, -1)]
    (thing,) = seen["things"]
    assert thing["player"] == "red" and thing["place"] == "city S"
    assert all(key in seen["pictures"] for key in (*(one["key"] for one in seen["tiles"]), thing["key"]))


def test_a_picture_is_sent_once() -> None:
    first = board.read(two_tiles())
    assert not board.read(two_tiles(), have=[*first["pictures"]])["pictures"]


def test_squares_and_turns_are_those_of_the_engine() -> None:
    found = board.placements(two_tiles(), "U")
    answers = adjudicate(two_tiles() + "ask placements U").answers[0].ruling
    told = {(one["x"], one["y"], turn) for one in found["fits"] for turn in one["turns"]}
    assert told == {(item.parts[2], item.parts[3], item.parts[1]) for item in answers.options}
    assert {(one["x"], one["y"]) for one in found["others"]}.isdisjoint((x, y) for x, y, _ in told)


def test_where_a_tile_does_not_fit_the_rule_is_told() -> None:
    found = board.why_not(two_tiles(), "E", 1, 0, 0)
    assert not found["allowed"]
    assert [rule["id"] for one in found["reasons"] for rule in one["rules"]] == ["BASE-10"]
    assert refused(two_tiles(), "lay", tile="E", x=1, y=0, turns=0) == ["BASE-10"]
    assert refused(two_tiles(), "lay", tile="E", x=5, y=5, turns=0) == ["BASE-10"]


def test_pieces_of_a_tile_say_who_may_stand_there() -> None:
    text = changed(two_tiles(), "use", boxes=["abbey-and-mayor"])
    found = {one["name"]: one for one in board.places(text, 0, 0, "red", "mayor")["pieces"]}
    assert found["city N"]["ok"] and not found["road E"]["ok"]
    assert found["road E"]["reasons"][0]["rules"][0]["id"] == "AM-40"
    assert all(one["ok"] for one in board.places(text, 0, 0)["pieces"])


def test_more_figures_than_a_player_has_are_refused() -> None:
    text = two_tiles()
    for _ in range(7):
        text = changed(text, "put", x=0, y=0, segment=0, player="red", figure="meeple")
    assert refused(text, "put", x=0, y=0, segment=1, player="red", figure="meeple") == ["BASE-03"]


def test_a_figure_is_taken_and_its_like_stays() -> None:
    text = changed(two_tiles(), "put", x=0, y=0, segment=0, player="red", figure="meeple")
    text = changed(text, "put", x=0, y=0, segment=0, player="red", figure="meeple")
    text = changed(text, "take", x=0, y=0, segment=0, player="red", figure="meeple")
    assert len(board.read(text)["things"]) == 1


def test_a_tile_is_turned_with_its_figures() -> None:
    text = changed(changed("", "lay", tile="B", x=0, y=0, turns=0), "lay", tile="E", x=1, y=0, turns=1)
    text = changed(text, "put", x=1, y=0, segment=0, player="blue", figure="meeple")
    assert "city E" in text
    text = changed(text, "turn", x=1, y=0, turns=2)
    assert "blue: meeple on city S" in text
    assert refused(text, "turn", x=1, y=0, turns=3) == ["BASE-10"]


def test_a_tile_is_lifted_with_its_figures() -> None:
    text = changed(two_tiles(), "put", x=0, y=-1, segment=0, player="red", figure="meeple")
    assert changed(text, "lift", x=0, y=-1) == "board\n  (0,0) D\n"


def test_a_barn_stands_on_a_corner_or_the_rule_is_told() -> None:
    text = "use abbey-and-mayor\ngrid from (0,0)\n  | U@90 U@90 |\n  | U@90 U@90 |\n"
    found = {(one["x"], one["y"]): one for one in board.corners(text, "red", "barn")["corners"]}
    assert found[1, 1]["ok"]
    new = changed(text, "corner", x=1, y=1, player="red", figure="barn")
    (thing,) = board.read(new)["things"]
    assert thing["kind"] == "corner" and thing["cell"] == [1, 1]
    assert not board.read(changed(new, "take", x=1, y=1, segment=None, player="red", figure="barn", corner=True))[
        "things"
    ]
    towns = "use abbey-and-mayor\nstock 4 boxes\ngrid from (0,0)\n  | C C |\n  | C C |\n"
    assert not any(one["ok"] for one in board.corners(towns, "red", "barn")["corners"])


def test_a_bridge_goes_up_and_down_again() -> None:
    text = "use bridges-castles-bazaars\nboard\n  (0,0) B\n"
    new = changed(text, "span", x=0, y=0, unit="bridge", side="E")
    assert "with bridge" in new
    assert board.read(new)["tiles"][0]["built"] == ["bridge"]
    assert changed(new, "span", x=0, y=0, unit="bridge", side="E") == text
    walls = "use bridges-castles-bazaars\nboard\n  (0,0) C\n"
    assert board.change(walls, "span", x=0, y=0, unit="bridge", side="E")["refused"]


def test_a_castle_lies_over_a_small_city() -> None:
    text = changed(two_tiles(), "use", boxes=["bridges-castles-bazaars"])
    new = changed(text, "castle", x=0, y=0, segment=0, kind="castle", player="red")
    assert any(one["kind"] == "over" for one in board.read(new)["things"])
    assert board.change(text, "castle", x=0, y=0, segment=1, kind="castle")["refused"]


def test_what_stands_in_the_text_stays_as_it_was_typed() -> None:
    text = (
        '# the quarrel\nscenario "Ours"\n  players red, blue\nboard   # here\n  (0,0)  D # first\n'
        "     red:  meeple   on city\n\n# who?\nask score city N at (0,0)\n"
    )
    new = changed(text, "lay", tile="E", x=0, y=-1, turns=2)
    assert new.replace("  (0,-1) E@180\n", "") == text


def test_a_question_is_answered_and_shown() -> None:
    text = changed(two_tiles(), "put", x=0, y=-1, segment=0, player="red", figure="meeple")
    found = board.ask(text, "score", x=0, y=0, segment=0)
    assert found["ruling"]["points"] == {"red": 4}
    assert {tuple(one["cell"]) for one in found["marks"]} == {(0, 0), (0, -1)}
    assert found["text"] == text
    kept = board.ask(text, "score", x=0, y=0, segment=0, keep=True)["text"]
    assert kept == text + "ask score city N at (0,0)\n"
    assert board.read(kept)["questions"]
    assert board.ask(text, "may", x=0, y=0, segment=0, player="blue")["ruling"]["verdict"] == "no"
    assert board.ask(text, "final")["ruling"]["verdict"] == "scored"


def test_french_and_german_texts_are_changed_in_their_words() -> None:
    for lang, said in (("fr", "rouge : meeple sur ville S"), ("de", "Rot: Meeple auf Stadt S")):
        text = board.change("", "lay", lang=lang, tile="D", x=0, y=0, turns=0)["text"]
        text = changed(text, "lay", tile="E", x=0, y=-1, turns=2)
        text = changed(text, "put", x=0, y=-1, segment=0, player="red", figure="meeple")
        assert text.split("\n")[0].endswith(lang) and said in text
        assert board.ask(text, "score", lang, x=0, y=0, segment=0)["ruling"]["points"] == {"red": 4}
        assert changed(text, "use", boxes=["inns-and-cathedrals"])


def test_a_wrong_text_is_told_at_its_place() -> None:
    found = board.read("board\n  (0,0) D\n  (1,0) E\n")
    (problem,) = found["problems"]
    assert (problem["line"], problem["column"], problem["broken"][0]["id"]) == (3, 9, "BASE-10")
    assert board.read("board\n  (0,0) <script>")["problems"]
    assert board.change("nonsense", "lay", tile="D", x=0, y=0, turns=0)["problems"]


def test_what_a_stranger_typed_is_in_no_picture() -> None:
    text = 'players red "<b>A</b>"\nboard\n  (0,0) D\n    red: meeple on city called "<i>"\n'
    told = board.read(text)
    assert not any("<b>" in one or "<i>" in one for one in told["pictures"].values())


@pytest.mark.long
def test_every_tile_has_a_picture_and_a_name_that_lays_it() -> None:
    for box in catalogue().expansions:
        told = board.tiles([box], box=box)
        for one in told["tiles"]:
            assert told["pictures"][one["key"]].lstrip().startswith("<")
            found = board.change(f"use {box}\n", "lay", tile=one["id"], x=0, y=0, turns=one["turns"][-1])
            assert not found["problems"], (one["id"], found)
            assert board.read(found["text"])["tiles"][0]["key"] == one["key"]


def test_a_finished_board_is_shown_whole() -> None:
    seen = board.read(FINISHED)
    assert (len(seen["tiles"]), len(seen["things"])) == (72, 26)
    assert all(0 <= value <= 100 for one in seen["things"] for value in one["at"])


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in BOARDS])
def test_answers_stay_when_a_figure_comes_and_goes(path: Path) -> None:
    """The text of every board of the scenarios is changed and changed back, and answers as it did."""
    text = path.read_text(encoding="utf-8")
    seen = board.read(text)
    if seen["problems"] or not any(not one["moved"] and one["key"] for one in seen["tiles"]):
        return
    by = random.Random(path.stem)
    tile = by.choice([one for one in seen["tiles"] if not one["moved"] and one["key"]])
    x, y = tile["x"], tile["y"]
    player = seen["players"][0]["id"] if seen["players"] else "red"
    for piece in board.places(text, x, y, player, "meeple")["pieces"]:
        if piece["ok"]:
            how = {"x": x, "y": y, "segment": piece["segment"], "player": player, "figure": "meeple"}
            new = board.change(text, "put", **how)
            if new["problems"]:
                continue
            again = changed(new["text"], "take", **how)
            assert _answers(again) == _answers(text)
            break


def _answers(text: str) -> list[Any]:
    try:
        return [outcome(one.ruling) for one in adjudicate(text).answers]
    except Problems as error:
        assert bind(read_document(text)).scenarios is not None
        return [one.code for one in error.items]

"""Games of the phone page, as the page calls them: JSON in, JSON out."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import game
import pytest

ROOT = Path(__file__).parents[2]
TWO = [{"id": "red", "name": "Anna"}, {"id": "blue", "name": "Ben"}]


def begun(lang: str = "", *use: str) -> str:
    found = game.begin('Our "game"', TWO, use, lang=lang)
    assert not found["problems"], found
    return str(found["text"])


def added(text: str, what: str, **how: Any) -> str:
    found = game.add(text, what, **how)
    assert not found["problems"], found["problems"]
    json.dumps(found)
    return str(found["text"])


def first_turns(lang: str = "") -> str:
    """Red completes a city of two tiles, blue stands on a road."""
    text = begun(lang)
    done = game.moves(text, "E", 0, -1, 2)
    city = next(one for one in done["options"] if one["segment"] == 0)
    text = added(text, "turn", tile="E", x=0, y=-1, turns=2, typed=[city["typed"]])
    done = game.moves(text, "V", 1, 0, 0)
    road = next(one for one in done["options"] if one["segment"] == 0)
    return added(text, "turn", tile="V", x=1, y=0, turns=0, typed=[road["typed"]])


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_game_is_entered_turn_by_turn(lang: str) -> None:
    seen = game.read(first_turns(lang))
    assert not seen["problems"]
    assert seen["turns"][-1]["totals"] == {"red": 4, "blue": 0}
    assert seen["totals"] == {"red": 4, "blue": 2}  # as if it ended here
    assert (seen["next"]["number"], seen["next"]["player"]) == (3, "red")
    assert len(seen["board"]["tiles"]) == 3 and len(seen["board"]["things"]) == 1
    assert seen["language"] == lang


def test_what_may_not_be_done_is_told_with_its_rule() -> None:
    text = first_turns()
    road = game.moves(text, "U", -1, 0, 1)
    assert road["problems"] and road["problems"][0]["broken"][0]["id"] == "BASE-10"
    done = game.moves(text, "U", 1, 1, 1)
    assert not [one for one in done["options"] if one["segment"] == 0]
    assert "BASE-13" in [rule["id"] for one in done["reasons"] for rule in one["rules"]]
    assert not game.why_not(text, "U", -1, 0, 1)["allowed"]
    assert game.add(text, "turn", tile="E", x=0, y=-1, turns=2, typed=[])["refused"]


def test_a_claim_is_held_against_the_record() -> None:
    text = added(first_turns(), "claim", points={"red": 4, "blue": 0}, after=1)
    text = added(text, "final")
    text = added(text, "claim", points={"red": 4, "blue": 4})
    seen = game.read(text)
    assert [one["met"] for one in seen["claims"]] == [True, False]
    assert seen["parting"]["off"] == {"blue": 2}
    assert seen["parting"]["explanations"] and seen["next"] is None and seen["winners"] == ["red"]


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_only_scores(lang: str) -> None:
    text = begun(lang)
    text = added(text, "note", points=6, kind="road", tiles=6)
    text = added(text, "note", points=8, kind="city", tiles=3, coats=1)
    text = added(text, "note", player="red", points=8, kind="city", tiles=3, coats=1, numbered=False)
    seen = game.read(text)
    assert seen["scores_only"] and seen["totals"] == {"red": 14, "blue": 8}
    wrong = game.add(text, "note", points=9, kind="road", tiles=3)
    assert wrong["refused"] and wrong["problems"][0]["code"] == "noted-otherwise"


def test_the_last_thing_is_taken_back() -> None:
    two = first_turns()
    one = game.back(two)["text"]
    assert game.read(one)["next"]["number"] == 2
    assert game.back(added(added(two, "claim", points={"red": 1}), "final"))["text"] == added(
        two, "claim", points={"red": 1}
    )
    assert not game.back(begun())["done"]


def test_a_turn_is_written_anew() -> None:
    text = first_turns()
    new = game.retold(text, 2, "2. blue V (1,0) meeple field NL")
    assert not new["problems"]
    assert "field" in game.read(new["text"])["board"]["things"][0]["place"]
    assert game.retold(text, 2, "2. red V (1,0)")["refused"]


def test_the_board_of_an_earlier_turn() -> None:
    assert len(game.read(first_turns(), turn=1)["board"]["tiles"]) == 2


@pytest.mark.parametrize("name", ["club-night.carc", "tournoi.carc"])
@pytest.mark.long
def test_games_of_the_referee_come_in(name: str) -> None:
    text = (ROOT / "docs" / "games" / name).read_text(encoding="utf-8")
    (one,) = game.take_in(text, name)["games"]
    seen = game.read(one["text"])
    if name.startswith("club"):
        assert [claim["met"] for claim in seen["claims"]] == [True, False, False]
        assert seen["parting"]["turn"] == 9
    else:
        assert seen["problems"][0]["line"] == 9 and seen["mendings"][0]["turn"] == 5


def test_a_saved_game_goes_out_and_comes_in_again() -> None:
    text = added(first_turns(), "final")
    out = game.export(text)
    (back,) = game.take_in(out["jcz"], "saved.jcz")["games"]
    assert game.read(back["text"])["totals"] == game.read(text)["totals"]


def test_files_that_are_no_games() -> None:
    assert game.take_in("{", "x.jcz")["problems"]
    assert game.take_in("\x00\x01", "x.carc")["problems"]
    assert game.take_in("x" * 500_000, "x.carc")["problems"]
    assert game.take_in("", "x.carc")["problems"]
    assert game.take_in("turn,player,points", "x.csv")["problems"]


def test_several_games_of_one_file_come_in_apart() -> None:
    both = first_turns() + first_turns().replace("Our", "Your")
    found = game.take_in(both, "both.carc")["games"]
    assert [one["turns"] for one in found] == [2, 2]


def test_names_that_strangers_chose_stay_names() -> None:
    found = game.begin('a"\nfinal', [{"id": "red", "name": 'x", blue "y'}, {"id": "blue", "name": "<b>"}])
    assert not found["problems"]
    assert len(game.read(found["text"])["players"]) == 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.long
def test_random_games_are_entered_as_offered(seed: int) -> None:
    """What is offered is taken, whatever it is: no turn is refused, and the totals are those of the record."""
    by = random.Random(seed)
    box = {"A": 2, "B": 4, "D": 3, "E": 5, "H": 3, "J": 3, "K": 3, "L": 3, "N": 3, "P": 3, "U": 8, "V": 9, "W": 4}
    pack = [letter for letter, number in box.items() for _ in range(number)]
    text = begun(["", "fr", "de", ""][seed])
    by.shuffle(pack)
    played = 0
    for tile in pack[:10]:
        fits = game.placements(text, tile)["fits"]
        if not fits:
            continue
        place = by.choice(fits)
        turns = by.choice(place["turns"])
        done = game.moves(text, tile, place["x"], place["y"], turns)
        one = by.choice(done["options"])
        typed = [] if one["nothing"] else [one["typed"]]
        text = added(text, "turn", tile=tile, x=place["x"], y=place["y"], turns=turns, typed=typed)
        played += 1
    seen = game.read(text)
    assert len(seen["turns"]) == played and not seen["problems"]
    assert len(seen["board"]["tiles"]) == played + 1


def test_the_position_after_a_turn_is_a_text_of_its_own() -> None:
    import board

    seen = board.read(game.position(first_turns(), 1)["text"])
    assert len(seen["tiles"]) == 2 and not seen["problems"]
    assert game.position(first_turns(), 9)["problems"]


HOLE = """game "A hole"
  use abbey-and-mayor
  players red, blue
  stock 3 boxes
  board
    (0,0) B
    (1,0) B
    (2,0) B
    (0,1) B
    (2,1) B
    (0,2) B
    (1,2) B
    (2,2) B
"""


def test_an_abbey_goes_into_holes_alone() -> None:
    text = HOLE
    found = game.placements(text, "AM/A")
    assert found["fits"] == [{"x": 1, "y": 1, "turns": [0]}]
    done = game.moves(text, "AM/A", 1, 1, 0)
    monk = next(one for one in done["options"] if one["figure"] == "meeple")
    text = added(text, "turn", tile="AM/A", x=1, y=1, turns=0, typed=[monk["typed"]])
    assert game.read(text)["next"]["player"] == "blue"
    assert game.placements(text, "AM/A")["fits"] == []


def test_a_move_may_bring_another() -> None:
    text = begun("", "inns-and-cathedrals", "traders-and-builders", "princess-and-dragon")
    done = game.moves(text, "E", 0, -1, 2)
    one = next(each for each in done["options"] if each["segment"] == 0 and each["figure"] == "meeple")
    more = game.moves(text, "E", 0, -1, 2, typed=[one["typed"]])
    assert not [each for each in more["options"] if each["verb"] == "puts" and not each["nothing"]]


def test_a_wrong_table_without_a_turn_is_told() -> None:
    text = 'game "x"\n  players red, blue\n  board\n    (0,0) D\n    (1,0) E\n'
    for end in ("", "  final\n"):
        (problem,) = game.read(text + end)["problems"]
        assert problem["broken"][0]["id"] == "BASE-10"
    with_question = first_turns().replace("  1. ", "  ask next\n  1. ")
    assert game.placements(with_question, "U")["fits"]

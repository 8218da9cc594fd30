"""Figures of nobody on the board of the phone page: where a text says that they stand, and how that is changed."""

from __future__ import annotations

from typing import Any

import board
import pytest

from adjudicator import adjudicate
from adjudicator.words.languages import codes
from adjudicator.words.vocabulary import vocabulary

WORDS = vocabulary()
FIGURES = [one for one in WORDS.ids("figure") if "neutral" in WORDS.figure_traits(one)]
DRAGONS = "use princess-and-dragon\nboard\n  (0,0) D # first\n    red: meeple on road\n  (1,0) U\n"


def stood(text: str, figure: str, **how: Any) -> str:
    """The text after a figure of nobody was stood somewhere, which is allowed."""
    found = board.change(text, "stand", figure=figure, **how)
    assert not found["problems"], found["problems"]
    return str(found["text"])


def squares(text: str, figure: str) -> list[list[int]]:
    """Where a figure of nobody is to be seen."""
    told = board.read(text)
    assert not told["problems"]
    return [one["cell"] for one in told["things"] if one["figure"] == figure and not one["player"]]


def told_of(figure: str, lang: str = "en") -> dict[str, Any]:
    """What the page is told of a figure whose box is in play."""
    found = board.pieces([WORDS.owner("figure", figure)], lang)["neutral"]
    return next(one for one in found if one["id"] == figure)


def test_they_come_with_their_box_and_not_without() -> None:
    assert not board.pieces()["neutral"]
    assert FIGURES
    for figure in FIGURES:
        assert figure not in [one["id"] for one in board.pieces(["river"])["neutral"]]
        assert told_of(figure)["name"]


@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("figure", FIGURES)
def test_each_stands_moves_and_goes_in_every_language(figure: str, lang: str) -> None:
    begin = board.change("", "lay", lang=lang, tile="D", x=0, y=0, turns=0)["text"]
    begin = board.change(begin, "lay", tile="V", x=1, y=0, turns=0)["text"]
    begin = board.change(begin, "use", boxes=[WORDS.owner("figure", figure)])["text"]
    places = told_of(figure, lang)["places"]
    if places:
        for one in places:
            text = stood(begin, figure, place=one["id"])
            told = board.read(text)["neutral"]
            assert [(each["figure"], each["id"]) for each in told] == [(figure, one["id"])]
        moved = stood(text, figure, place=places[0]["id"])
        assert [each["id"] for each in board.read(moved)["neutral"]] == [places[0]["id"]]
    else:
        text = stood(begin, figure, x=0, y=0)
        assert squares(text, figure) == [[0, 0]]
        moved = stood(text, figure, x=1, y=0)
        assert squares(moved, figure) == [[1, 0]]
    assert stood(moved, figure) == begin


def test_the_line_is_written_below_the_board_and_replaced() -> None:
    text = stood(DRAGONS, "dragon", x=1, y=0)
    assert text == DRAGONS + "same tile (1,0): dragon\n"
    assert stood(text, "dragon", x=0, y=0) == DRAGONS + "same tile (0,0): dragon\n"


def test_where_no_tile_lies_none_stands() -> None:
    found = board.change(DRAGONS, "stand", figure="dragon", x=5, y=5)
    assert found["refused"] and [one["code"] for one in found["problems"]] == ["no-tile-there"]


def test_what_a_line_tells_besides_is_kept() -> None:
    text = DRAGONS.replace("use ", "use under-the-big-top, ")
    lines = "same tile (1,0): big top with 6 points, dragon # seen\n"
    assert stood(text + lines, "big-top", x=0, y=0) == (
        text + "same tile (0,0): big top with 6 points\nsame tile (1,0): dragon # seen\n"
    )
    assert "same tile (1,0): big top with 6 points # seen\n" in stood(text + lines, "dragon", x=0, y=0)
    at = "same tile: big top with 6 points at (1,0)\n"
    assert stood(text + at, "big-top", x=0, y=0) == text + "same tile (0,0): big top with 6 points\n"


def test_the_fairy_goes_beside_a_figure_and_from_it() -> None:
    at = {"x": 0, "y": 0}
    beside = stood(stood(DRAGONS, "fairy", x=1, y=0), "fairy", **at, segment=1, player="red", beside="meeple")
    assert "same tile" not in beside
    assert squares(beside, "fairy") == [[0, 0]]
    scored = adjudicate(beside + "ask final road E at (0,0)\n").answers[0].ruling
    assert {line.rule for line in scored.lines} >= {"NB-30"}
    alone = stood(beside, "fairy", x=1, y=0)
    assert squares(alone, "fairy") == [[1, 0]]
    assert not any(line.rule == "NB-30" for line in adjudicate(alone + "ask final\n").answers[0].ruling.lines)
    assert board.change(DRAGONS, "stand", figure="fairy", **at, segment=0, player="red", beside="meeple")["problems"]
    assert [one["id"] for one in board.pieces(["princess-and-dragon"])["neutral"] if one["beside"]] == ["fairy"]


def test_the_dragon_that_was_pointed_at_flies_from_there() -> None:
    text = stood(DRAGONS.replace("use ", "players red, blue\nuse "), "dragon", x=1, y=0)
    text += "turn red\n  places DG/C.d@180 at (0,-1)\nask where red may move dragon\n"
    assert [item.parts for item in adjudicate(text).answers[0].ruling.options] == [(0, 0)]


def test_a_quarter_that_is_told_keeps_what_it_tells() -> None:
    text = (
        "use count-king-robber\nboard\n  (0,0) D\n"
        "quarter castle: empty # mine\nquarter market\n  red: meeple\nask final\n"
    )
    castle = stood(text, "count", place="castle-quarter")
    assert castle == text.replace("castle: empty", "castle: empty, count")
    assert stood(castle, "count", place="market-quarter") == text.replace("quarter market", "quarter market: count")
    assert stood(castle, "count") == text


def test_a_figure_that_is_told_with_a_name_is_not_told_again() -> None:
    named = "name Way = road at (0,0)\nroad Way\n  red: meeple\n"
    for begin in ("board\n  (0,0) D\n", "grid from (0,0)\n  | D |\n"):
        found = board.change(begin + named, "put", x=0, y=0, segment=0, player="red", figure="meeple")
        assert not found["problems"]
        assert sorted(one["place"] for one in board.read(found["text"])["things"]) == ["city N", "road E"]

"""What a game, a problem and the package show of themselves: to `print`, to a notebook, to `dir`."""

from __future__ import annotations

import pytest

import adjudicator
from adjudicator import Game, Problems, adjudicate

GAME = """game "G"
players red, blue
board
  (0,0) D
  (1,0) V@90
  (0,-1) E@180
red has score 4
turn red
"""


def test_a_game_prints_its_board_and_score() -> None:
    game = Game.from_text(GAME)
    north, south = str(game.board).split("\n")
    assert north.split() == ["BA/C@180", "."]
    assert south.split() == ["BA/RCr", "BA/Rr@90"]
    assert str(game).split("\n")[-1] == "red 4, blue 0"
    assert eval(repr(game), {"Game": Game}) == game


def test_a_notebook_draws_a_game() -> None:
    assert Game.from_text(GAME)._repr_svg_().startswith("<svg")


def test_problems_say_where_and_what() -> None:
    with pytest.raises(Problems) as raised:
        adjudicate("citty T: complete")
    said = str(raised.value)
    assert said.startswith("1:1: No line begins with `citty`")
    with pytest.raises(Problems, match="commence") as french:
        adjudicate("langue fr\nvillle T : complète")
    assert str(french.value).startswith("2:1: ")


def test_dir_shows_the_public_names() -> None:
    assert set(adjudicator.__all__) <= set(dir(adjudicator))
    assert all(getattr(adjudicator, name) is not None for name in dir(adjudicator))

"""What is where is told alike by tiles on squares and by the lines of a sketch."""

from __future__ import annotations

import pytest

from adjudicator.binding.bind import bind
from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.geometry.squares import broadside, corners_of, patch, ring, squares_at
from adjudicator.model.position import Cell
from adjudicator.play.setting import set_up
from adjudicator.syntax.document import read_document

BOARD = """
  board
    (0,0) D
      red: meeple on R, meeple on T
    (0,1) B
      blue: meeple on M
  name R = road at (0,0)
  name T = city at (0,0)
  name M = monastery at (0,1)
"""
SKETCH = """
  road R: incomplete, 1 tile
    red: meeple
  city T: incomplete, 4 tiles
    red: meeple
  monastery M: 3 tiles
    blue: meeple
  same tile: red meeple on T, R
  near R: M
"""


def position(text: str) -> State:
    """The position that a text describes."""
    bound = bind(read_document('scenario "x"\n  players red, blue\n' + text))
    assert not bound.problems
    scenario = bound.scenarios[0]
    state, problems = set_up(scenario, game(scenario.setup.expansions), "en")
    assert not problems
    return state


@pytest.mark.parametrize("text", [BOARD, SKETCH], ids=["board", "sketch"])
def test_told_alike(text: str) -> None:
    state = position(text)
    road, city, monastery = (state.feature(ident) for ident in "RTM")
    tile = state.tile_under(city, city.occupants[0])
    assert tile.known
    assert tile.has(road) is True
    assert tile.has(monastery) is False
    assert {feature.id for feature, _ in tile.figures} == {"R", "T"}
    assert [one.id for one in state.around(road).features("monastery")] == ["M"]
    assert [feature.id for feature, _ in state.around(road).figures] == ["M"]
    assert state.around(road).whole
    assert "R" in [one.id for one in state.around(monastery).features("road")]
    assert [one.id for one in state.around((road, road.occupants[0])).features("monastery")] == ["M"]


@pytest.mark.parametrize("text", [BOARD, SKETCH], ids=["board", "sketch"])
def test_around_a_part_is_what_is_around_its_tile(text: str) -> None:
    state = position(text)
    (part,) = (part for part in state.around(state.feature("R")).parts if part.feature == "M")
    assert "R" in [one.id for one in state.around(part).features("road")]


def test_a_figure_that_was_sent_home_stood_on_its_tile() -> None:
    state = position(BOARD)
    monastery = state.feature("M")
    state.clear("M")
    assert state.tile_under(state.feature("M"), monastery.occupants[0]).squares == ((0, 1),)


def test_what_no_line_tells_is_not_known() -> None:
    state = position("  city T: incomplete, 3 tiles\n    red: meeple\n  field F: empty\n")
    city, field = state.feature("T"), state.feature("F")
    tile = state.tile_under(city, city.occupants[0])
    assert not tile.known
    assert tile.has(city) is True
    assert tile.has(field) is None
    assert tile.cell is None
    assert not state.around(city).said
    assert not state.around(city).whole
    assert state.squares_of(city) == []


@pytest.mark.parametrize("part", ["board", "board, part"])
def test_beyond_a_part_of_a_table_nothing_is_known(part: str) -> None:
    state = position(f"  {part}\n    (0,0) B\n")
    assert state.around((0, 0)).whole is (part == "board")
    assert state.whole is not state.part_shown


@pytest.mark.parametrize("cell", [(0, 0), (-3, 7)])
def test_squares(cell: Cell) -> None:
    assert set(patch([cell])) == {cell, *ring([cell])}
    assert len(ring([cell])) == 8
    assert len(ring([cell, (cell[0] + 1, cell[1])])) == 10
    beyond = cell[0], cell[1] + 1
    assert {*broadside([cell, beyond])} == {(cell[0] + x, cell[1] + y) for x in (-1, 0, 1) for y in (0, 1)}
    assert all(cell in squares_at(corner) for corner in corners_of(cell))

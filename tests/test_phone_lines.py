"""Changing a board by pointing loses nothing that was typed around it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import formatted
from adjudicator.words.languages import codes

sys.path.insert(0, str(Path(__file__).parent.parent / "web" / "python"))

import bridge

BOARD = """# 0 above all
use inns-and-cathedrals, princess-and-dragon  # 1 the boxes
players red "Anna # one", blue "Ben"  # 2 who plays
# 3 the table
board  # 4 begins
  (0,0) D  # 5 the start
    # 6 the first of them
    red: meeple on road  # 7 on her way
    # 8 the second
    blue: big meeple on city  # 9 a knight
  # 10 the other tile
  (1,0) V  # 11 a curve
same tile (1,0): dragon  # 12 it came here
# 13 the end
"""
GRID = """players red,  # 0 Anna
  blue  # 1 Ben
# 2 the table
board  # 3 begins
grid from (0,0)  # 4 from the left
  | D |  # 5 only one

  # 6 on it
(0,0) red: meeple on road  # 7 on her way
ask may red place V at (0,1)  # 8 is it?
"""
JOINED = """players red, blue; board  # 0 one
(0,0) D; red: meeple on road  # 1 two
  blue: meeple on city,  # 2 three
    meeple on field S  # 3 four
"""
CHANGES: list[dict[str, Any]] = [
    {"what": "lay", "tile": "V", "x": 0, "y": 1, "turns": 0},
    {"what": "turn", "x": 0, "y": 0, "turns": 2},
    {"what": "turn", "x": 0, "y": 0, "turns": 1},
    {"what": "put", "x": 0, "y": 0, "segment": 2, "player": "red", "figure": "meeple"},
    {"what": "take", "x": 0, "y": 0, "segment": 0, "player": "red", "figure": "meeple"},
    {"what": "take", "x": 0, "y": 0, "segment": 1, "player": "red", "figure": "meeple"},
    {"what": "take", "x": 0, "y": 0, "segment": 1, "player": "blue", "figure": "big-meeple"},
    {"what": "stand", "figure": "dragon", "x": 0, "y": 0},
    {"what": "stand", "figure": "dragon"},
    {"what": "use", "boxes": ["princess-and-dragon"]},
    {"what": "use", "boxes": []},
    {"what": "define", "name": "own", "sides": ["city", "road", "field", "road"]},
]


def comments(text: str) -> list[str]:
    return sorted(re.findall(r"# \d+ [^\n]*", text))


def changed(text: str, lang: str, change: dict[str, Any]) -> str:
    """The text after a change, as it was where the change is refused."""
    told = json.loads(bridge.call("board.change", json.dumps({"text": text, "lang": lang, **change})))
    return text if told["problems"] else str(told["text"])


def test_a_comment_stays_with_its_figure() -> None:
    text = changed(BOARD, "en", {"what": "turn", "x": 0, "y": 0, "turns": 2})
    assert "    # 6 the first of them\n    red: meeple on road E  # 7 on her way\n    # 8 the second\n" in text
    text = changed(text, "en", {"what": "take", "x": 0, "y": 0, "segment": 1, "player": "red", "figure": "meeple"})
    assert "red: meeple" not in text and "# 7 on her way" in text


@pytest.mark.parametrize("lang", codes())
@pytest.mark.parametrize("text", [BOARD, GRID, JOINED], ids=["board", "grid", "joined"])
@settings(max_examples=12)
@given(changes=st.lists(st.sampled_from(CHANGES), min_size=1, max_size=5))
def test_comments_stay_whatever_is_changed(text: str, lang: str, changes: list[dict[str, Any]]) -> None:
    wanted = comments(text)
    text = formatted(text, lang) if lang != "en" else text
    assert comments(text) == wanted
    for change in changes:
        text = changed(text, lang, change)
        assert comments(text) == wanted, change


@pytest.mark.parametrize("text", [BOARD, GRID, JOINED], ids=["board", "grid", "joined"])
def test_most_of_these_changes_are_made(text: str) -> None:
    assert sum(changed(text, "en", change) != text for change in CHANGES) >= 5

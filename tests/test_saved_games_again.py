"""Random games written as saved games and read again: the same points, and written again the same events.

``RANDOM_GAMES=500 pytest tests/test_saved_games_again.py`` plays so many instead of the few of an ordinary run.
"""

from __future__ import annotations

import json
import os
import random
import re
from typing import Any

import pytest
from checked_games import replayed
from everyday import mostly_long
from jcz_machine import OVER, Machine, Refused
from random_games import Player, subset

from adjudicator.records.jcz_read import read_jcz
from adjudicator.records.jcz_write import write_jcz

GAMES = int(os.environ.get("RANDOM_GAMES", "0"))
FIRST = int(os.environ.get("RANDOM_GAMES_FROM", "0"))
BOXES = ("inns-and-cathedrals", "traders-and-builders", "abbey-and-mayor", "phantom", "besiegers")
"""What saved games can hold of the boxes that random games are played with."""


def printed_game(seed: int) -> str:
    """A random game of `BOXES`, played with printed tiles alone."""
    chance = random.Random(seed)
    player = Player(chance, subset(chance, BOXES, len(BOXES)), chance.randint(2, 5), chance.randint(10, 24))
    known = [tile for tile in player.stack if not tile.startswith("Q")] or ["BA/L"]
    player.stack = [chance.choice(known) if tile.startswith("Q") else tile for tile in player.stack]
    return re.sub(r"(?m)^ *tile Q.*\n", "", player.play().text)


@pytest.mark.parametrize("seed", mostly_long(range(FIRST, FIRST + (GAMES or 10)), 2))
def test_a_game_written_and_read_again_is_the_same_game(seed: int) -> None:
    text = printed_game(seed)
    saved = write_jcz(text)
    back = read_jcz(saved)
    first, second = replayed(text), replayed(back)
    assert not second.problems, (second.problems, back)
    assert [[*turn.totals.values()] for turn in second.turns] == [[*turn.totals.values()] for turn in first.turns]
    assert [*second.totals().values()] == [*first.totals().values()]
    assert json.loads(write_jcz(back))["replay"] == json.loads(saved)["replay"]


@pytest.mark.parametrize("seed", mostly_long(range(FIRST, FIRST + (GAMES or 10)), 2))
def test_every_saved_turn_has_the_shape_that_is_replayed(seed: int) -> None:
    """Tile, choice or none, COMMIT; what is drawn is named in its order; what goes on or flees comes after COMMIT."""
    saved = json.loads(write_jcz(printed_game(seed)))
    events = saved["replay"]
    drawn = [one["payload"]["tileId"] for one in events if one["type"] == "PLACE_TILE"]
    order = saved["gameAnnotations"]["drawOrder"]
    rest = iter(order)
    assert all(one in rest for one in drawn if one != "AM/A")  # in that order, others were discarded
    assert saved["gameAnnotations"]["endTurn"] == len(order)
    committed = True
    for event, after in zip(events, [*events[1:], {"type": "COMMIT"}], strict=True):
        if event["type"] == "PLACE_TILE":
            assert committed, event
            committed = False
        elif event["type"] == "COMMIT":
            committed = True
        elif event["type"] == "RETURN_MEEPLE":
            assert committed is (event["payload"]["source"] == "SIEGE_ESCAPE")
        if event["type"] == "PASS" and not committed:
            assert after["type"] == "COMMIT", (event, after)
    used = {name.partition(":")[0] for name in saved["setup"]["sets"]}
    assert used <= {
        "basic",
        "inns-and-cathedrals",
        "traders-and-builders",
        "abbey-and-mayor",
        "siege/besiegers",
        "siege/cathars",
    }
    figures = {one["payload"]["meepleId"].split(".")[1] for one in events if "meepleId" in one["payload"]}
    assert ("abbot" in saved["setup"]["elements"]) or "abbot" not in figures


@pytest.mark.parametrize("seed", range(FIRST, FIRST + (GAMES or 10)))
def test_the_other_program_plays_every_event_and_comes_to_the_end(seed: int) -> None:
    """A phase is written if and only if something is offered in it."""
    saved = json.loads(write_jcz(printed_game(seed)))
    machine = Machine(saved)
    for event in saved["replay"]:
        machine.takes(event)
    assert machine.phase == OVER


def test_a_missing_pass_or_one_too_many_stops_the_other_program() -> None:
    """The machine is no rubber stamp: of the events of a game none may be left out, and no pass be added."""
    saved = json.loads(write_jcz(printed_game(0)))
    for at in range(len(saved["replay"])):
        if saved["replay"][at]["type"] in ("PASS", "COMMIT"):
            assert not plays({**saved, "replay": saved["replay"][:at] + saved["replay"][at + 1 :]}), at
    placed = next(at for at, one in enumerate(saved["replay"]) if one["type"] == "COMMIT")
    more = [*saved["replay"][:placed], {"type": "PASS", "payload": {}}, *saved["replay"][placed:]]
    assert not plays({**saved, "replay": more})


def plays(saved: dict[str, Any]) -> bool:
    machine = Machine(saved)
    try:
        for event in saved["replay"]:
            machine.takes(event)
    except (Refused, IndexError):
        return False
    return machine.phase == OVER

"""Score sheets in JSON: what is read, what is asked, what is refused and where. The sheets are made here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from test_bga import holds
from typed_games import play

from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.records.form import form_of
from adjudicator.records.sheet_read import read_sheet

Told = dict[str, Any]


def placed(tile: str, x: int, y: int, turned: int, player: Any = None, meeple: tuple[str, int] | None = None) -> Told:
    """A placement; y grows to the north."""
    kind = "initial" if player is None else "regular"
    where = {"x": x, "y": y, "rotation": turned}
    told = {"type": kind, "tile": tile, "player": player, "tilePlacement": where}
    return told if meeple is None else {**told, "meeplePlacement": dict(zip(TOLD, meeple, strict=True))}


TOLD = ("segmentType", "segmentIndex")


def sheet(*placements: Told, **info: Any) -> str:
    players = [{"name": "Ada", "color": "Green"}, {"name": "Bo", "color": "red"}]
    return json.dumps({"info": {"title": "Final", "players": players, **info}, "placements": list(placements)})


START = placed("D", 3, 3, 0)
CITY = placed("E", 3, 4, 2, 0, ("city", 0))
"""North of the start tile, upside down: its city closes that of the start tile, 4 points."""
ROAD = placed("V", 4, 3, 1, 1, ("road", 0))
READ = """game "Final"
  players green "Ada", red "Bo"
  board
    (0,0) D
  1. green E@180 (0,-1) meeple city S
  2. red V@90 (1,0) meeple road N
"""


def refused(text: str, **options: Any) -> tuple[str, Told]:
    with pytest.raises(Problems) as caught:
        read_sheet(text, **options)
    return caught.value.items[0].code, dict(caught.value.items[0].values)


def test_placements_become_turns() -> None:
    assert read_sheet(sheet(START, CITY, ROAD)) == READ
    assert holds(READ)
    assert form_of(sheet(START, CITY), "game.json") == "sheet"


def test_players_are_called_by_number_from_0_or_1_or_by_name() -> None:
    assert read_sheet(sheet(START, {**CITY, "player": 1}, {**ROAD, "player": 2})) == READ
    assert read_sheet(sheet(START, {**CITY, "player": "Ada"}, {**ROAD, "player": "Bo"})) == READ
    assert refused(sheet(START, {**CITY, "player": 1}))[0] == "sheet-lacks"


@pytest.mark.parametrize("said", [[4, 2], {"Ada": 4, "Bo": 2}, "4-2", "4 : 2"])
def test_points_at_the_end_become_a_claim(said: object) -> None:
    assert read_sheet(sheet(START, CITY, ROAD, finalPoint=said)).endswith("  claim green 4, red 2\n")


def test_what_tells_no_points_is_kept_as_a_comment() -> None:
    record = read_sheet(sheet(START, CITY, ROAD, finalPoint="Ada won 4 by 2 pts"))
    assert "claim" not in record and record.endswith("  # finalPoint Ada won 4 by 2 pts\n")
    record = read_sheet(sheet(START, CITY, ROAD, finalPoint="a draw", winner="Ada"))
    assert record.endswith("  # finalPoint a draw\n  # winner Ada\n")


def test_a_skipped_tile_is_discarded_in_the_turn_of_the_next() -> None:
    skipped = {"type": "skipped", "tile": "C", "player": 0}
    record = read_sheet(sheet(START, CITY, ROAD, skipped, placed("U", 4, 4, 1, 0)))
    assert record.splitlines()[6:] == [
        "  turn green", "    draws BA/Cccc+", "    discards it", "    places U@90 at (1,-1)",
    ]  # fmt: skip
    assert holds(record)
    assert refused(sheet(START, CITY, skipped)) == ("sheet-damaged", {"number": 3, "word": "type"})
    assert refused(sheet(START, CITY, skipped, ROAD)) == ("sheet-damaged", {"number": 3, "word": "player"})


def test_which_of_several_like_parts_is_asked_for() -> None:
    """L west of the start tile, its middle road joining the road there; which road number 1 is nobody has told."""
    text = sheet(START, placed("L", 2, 3, 0, 0, ("road", 1)), ROAD)
    code, values = refused(text)
    assert (code, values["choices"]) == ("sheet-part", ("L road 1=E", "L road 1=S", "L road 1=W"))
    assert "1. green L (-1,0) meeple road S" in read_sheet(text, parts=["L road 1=S"])
    turned = sheet(START, placed("L", 2, 3, 2, 0, ("road", 1)), ROAD)
    assert "1. green L@180 (-1,0) meeple road E" in read_sheet(turned, parts=["L road 1=W"])
    assert refused(text, parts=["L road one"])[0] == "sheet-part-option"


def test_letters_that_do_not_fit_as_they_are_drawn_are_asked_for() -> None:
    """E on a sheet with its city in the south: turned by 0 it closes the city of the start tile."""
    one_way = sheet(START, placed("E", 3, 4, 0, 0, ("city", 0)), ROAD)
    code, values = refused(one_way)
    assert (code, values["tile"]) == ("sheet-turned", "D")
    assert "1. green E@180 (0,-1) meeple city S" in read_sheet(one_way, sheet=["E=180"])
    assert refused(one_way, sheet=["E=45"])[0] == "freels-sheet-option"


def test_a_long_sheet_tells_how_its_letters_stand() -> None:
    """Every letter a quarter turn further on the sheet than it is drawn: what stays open is asked."""
    game = play(3, tiles=60, start=0)
    rows = [placed("D", 0, 0, 3)]
    rows += [
        placed(turn.face.letter, turn.cell[0], -turn.cell[1], (turn.turns + 3) % 4, turn.player) for turn in game.turns
    ]
    straight = [placed("D", 0, 0, 0)]
    straight += [placed(turn.face.letter, turn.cell[0], -turn.cell[1], turn.turns, turn.player) for turn in game.turns]
    with pytest.raises(Problems) as caught:
        read_sheet(sheet(*rows))
    asked = [dict(one.values) for one in caught.value.items]
    assert len(asked) < 4
    said = [next(way for way in one["choices"] if way.endswith("=90")) for one in asked]
    assert read_sheet(sheet(*rows), sheet=said) == read_sheet(sheet(*straight))


@pytest.mark.parametrize(
    ("placements", "code", "values"),
    [
        ([], "sheet-lacks", {"word": "initial"}),
        ([CITY, START], "sheet-lacks", {"word": "initial"}),
        ([START, {**CITY, "tile": "Y"}], "sheet-damaged", {"number": 2, "word": "tile"}),
        ([START, {**CITY, "type": "other"}], "sheet-damaged", {"number": 2, "word": "type"}),
        ([START, {**CITY, "tilePlacement": {"x": 1}}], "sheet-damaged", {"number": 2, "word": "tilePlacement"}),
        ([START, {**CITY, "meeplePlacement": 3}], "sheet-damaged", {"number": 2, "word": "meeplePlacement"}),
        ([START, CITY, {**ROAD, "player": 7}], "sheet-damaged", {"number": 3, "word": "player"}),
        ([START, placed("E", 3, 4, 2, 0, ("road", 0)), ROAD], "sheet-damaged", {"number": 2, "word": "segmentType"}),
        ([START, placed("X", 4, 3, 0, 0), placed("C", 5, 3, 0, 1)], "sheet-misfit", {"number": 3, "tile": "C"}),
        ([START, placed("X", 3, 2, 0, 0), placed("X", 3, 1, 0, 1)], "import-box", {"tile": "X", "number": 1}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_placement(placements: list[Told], code: str, values: Told) -> None:
    assert refused(sheet(*placements)) == (code, values)


def test_a_key_that_can_only_be_another_misspelt_is_refused() -> None:
    told = {key: value for key, value in CITY.items() if key != "meeplePlacement"}
    misspelt = {**told, "meeplPlacement": CITY["meeplePlacement"]}
    assert refused(sheet(START, misspelt, ROAD)) == (
        "sheet-key", {"where": "placement 2", "word": "meeplPlacement", "near": "meeplePlacement"},
    )  # fmt: skip


def test_what_no_sheet_says_is_kept_as_a_comment() -> None:
    data = json.loads(sheet(START, {**CITY, "seconds": 12}, ROAD, date="2021"))
    data["version"], data["info"]["players"][1]["elo"] = [2], 1600
    record = read_sheet(json.dumps(data))
    assert "  # not read: placement 2 seconds 12\n  1. green" in record
    assert [line.strip() for line in record.splitlines()[-3:]] == [
        "# not read: sheet version [2]", '# not read: info date "2021"', "# not read: player 2 elo 1600",
    ]  # fmt: skip


def test_the_command_asks_and_reads(tmp_path: Path) -> None:
    file = tmp_path / "final.json"
    file.write_text(sheet(START, placed("L", 2, 3, 0, 0, ("road", 1)), ROAD), encoding="utf-8")
    asked = CliRunner().invoke(main, ["import", str(file)])
    assert asked.exit_code == 2
    assert "which part of the tile L is `road 1`" in " ".join(asked.output.split())
    assert "--part" in asked.output
    done = CliRunner().invoke(main, ["import", str(file), "--part", "L road 1=S", "--players", "Cy, Di"])
    assert done.exit_code == 0
    assert 'green "Cy"' in done.output

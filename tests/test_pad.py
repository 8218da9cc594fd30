"""Score pads: notes held against the rules, and tables of a spreadsheet in and out."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from human_slips import base_game, played
from hypothesis import given
from hypothesis import strategies as st
from random_games import bound

from adjudicator import formatted
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.play.replay import replay
from adjudicator.records.pad import read_pad, write_pad

PAD = """game "Pad"
  use inns-and-cathedrals, abbey-and-mayor
  players red "Anna", blue "Ben"
  1. red notes 6 for road with 3 tiles and 1 inn
  2. blue notes 8 for city with 3 tiles and 1 coat
  red notes 8 for city with 3 tiles and 1 coat
  3. red notes nothing
  4. blue notes 9 for monastery, notes 4 for incomplete city with 4 tiles
  5. red notes 6 for field with 2 cities, notes 5
  final
"""
TABLE = """use;inns-and-cathedrals
turn;player;points;for;Anna;Ben
1;Anna;6;road with 3 tiles and 1 inn;6;0
2;Ben;8;city with 3 tiles and 1 coat;;
2;Anna;8;city with 3 tiles and 1 coat;14;8
final;Ben;4;incomplete city with 4 tiles;14;12
"""


def told(text: str) -> list[tuple[str, int]]:
    """What is wrong with a pad: code and line."""
    return [(one.code, one.span.line) for one in replay(bound(text), "en").problems]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_what_the_rules_give_is_booked_and_the_rest_at_the_end() -> None:
    """Red 6 + 8 + 5 in play and 6 for the field at the end; blue 8 + 9, and 4 for the incomplete city."""
    game = played(PAD)
    assert game.problems == ()
    assert dict(game.turns[-1].totals) == {"red": 19, "blue": 17}
    assert dict(game.totals()) == {"red": 25, "blue": 21}


@pytest.mark.parametrize(
    ("note", "code"),
    [
        ("7 for road with 3 tiles and 1 inn", "noted-otherwise"),
        ("3 for road with 3 tiles and 1 inn", "noted-otherwise"),
        ("9 for city with 3 tiles and 1 coat", "noted-otherwise"),
        ("8 for monastery", "noted-otherwise"),
        ("7 for city", "noted-impossible"),
        ("5 for road with 1 inn", "noted-impossible"),
        ("8 for incomplete monastery with 7 tiles", "noted-otherwise"),
        ("7 for field with 2 cities", "noted-otherwise"),
        ("8 for city", ""),
        ("6 for road with 1 inn", ""),
        ("14 for field with 2 cities", "noted-otherwise"),
        ("8 for barn with 2 cities", ""),
    ],
)
def test_impossible_values_are_told(note: str, code: str) -> None:
    text = PAD.replace("5. red notes 6 for field with 2 cities, notes 5", f"5. red notes {note}")
    assert told(text) == ([(code, 9)] if code else [])


def test_a_wrong_note_ends_nothing_and_turns_are_those_of_the_players() -> None:
    assert told(PAD.replace("1. red notes 6", "1. red notes 5")) == [("noted-otherwise", 4)]
    assert told(PAD.replace("3. red", "3. blue")) == [("illegal-move", 7)]
    assert told(PAD.replace("3. red notes nothing\n", "").replace("final", "final"))[0][0] == "turn-passed-over"
    assert played(f"{PAD}claim red 75, blue 21\n").claims[0].answer.met is False


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_pad_is_laid_out_in_both_languages(lang: str) -> None:
    text = formatted(PAD, lang)
    assert formatted(text) == text
    assert dict(played(text).totals()) == {"red": 25, "blue": 21}


def test_a_table_of_a_spreadsheet_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "pad.csv"
    path.write_text(TABLE, encoding="utf-8")
    assert run("score", str(path)).exit_code == 0
    path.write_text(TABLE.replace("14;12", "14;13"), encoding="utf-8")
    assert run("score", str(path)).exit_code == 1
    path.write_text(TABLE.replace("1;Anna;6", "1;Anna;7"), encoding="utf-8")
    result = run("score", str(path))
    assert result.exit_code == 2 and "The rules give 6 points for this, not 7." in " ".join(result.output.split())
    assert 'players red "Anna", blue "Ben"' in run("import", str(path)).output


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_written_as_a_table_brings_the_same_points(seed: int, lang: str) -> None:
    text = base_game(seed, 2 + seed, 30)
    table = write_pad(text, lang)
    back = replay(bound(read_pad(table, "Back")), lang)
    assert back.problems == ()
    assert dict(back.totals()) == dict(played(text).totals())
    assert [dict(turn.totals) for turn in back.turns] == [dict(turn.totals) for turn in played(text).turns]
    assert all(one.answer.met for one in back.claims)


def test_no_cell_is_a_formula() -> None:
    text = PAD.replace('red "Anna"', 'red "=cmd()"')
    for row in csv.reader(io.StringIO(write_pad(text, "en"))):
        assert not any(cell.startswith(("=", "+", "@")) for cell in row)
    assert "=1" in read_pad("turn,player,points\n1,'=1,4\n", "T")


@pytest.mark.parametrize(
    ("table", "places"),
    [
        ("", [("pad-columns", 1)]),
        ("a\n1\n", [("pad-columns", 1)]),
        ("a,b\n1,2\n", [("pad-wide", 0)]),
        ("turn,player,points\n1,Anna,x\n2,Ben,\nz,Anna,3\n", [("pad-row", 2), ("pad-points", 3), ("pad-row", 4)]),
        ("turn,player,points,what for\n1,Anna,4,road\n", [("pad-column", 1)]),
        ("turn,player,points,Anna,Bert\n1,Anna,4,4,x\n2,Ben,2,,\n", [("pad-column", 1)]),
    ],
)
def test_a_damaged_table_is_told_at_its_row(table: str, places: list[tuple[str, int]]) -> None:
    with pytest.raises(Problems) as caught:
        read_pad(table, "T")
    assert [(one.code, one.span.line) for one in caught.value.items] == places


@pytest.mark.parametrize(
    ("head", "meant"), [("what for", ("for",)), ("wher", ("where",)), ("note", ()), ("remarks at length", ())]
)
def test_an_unknown_column_is_named_and_the_nearest_offered(head: str, meant: tuple[str, ...]) -> None:
    with pytest.raises(Problems) as caught:
        read_pad(f"turn,player,points,{head}\n1,Anna,4,road\n", "T")
    assert [(one.values["word"], one.suggestions) for one in caught.value.items] == [(head, meant)]


def test_columns_of_totals_need_no_player_that_scores() -> None:
    assert "claim after 1: red 4, blue 0" in read_pad("turn,player,points,red,blue\n1,red,4,4,0\n", "T")
    assert "notes 4" in read_pad("turn,player,points,Cleo\n1,Anna,4,\n", "T")


@given(st.text(max_size=80) | st.lists(st.sampled_from(TABLE.split("\n")), max_size=8).map("\n".join))
def test_any_table_is_read_or_refused(table: str) -> None:
    try:
        read_pad(table, "T")
    except Problems as error:
        assert error.items


# ---- a column a player

WIDE = "turn;Anna;Ben\n1;4;0\n2;;6\n3;3;2\ntotal;7;8\n"


def told_wide(table: str, cells: str = "") -> list[tuple[str, int]]:
    with pytest.raises(Problems) as caught:
        read_pad(table, "T", cells)
    return [(one.code, one.span.line) for one in caught.value.items]


def test_a_column_a_player_brings_the_points_of_each_turn() -> None:
    """Anna 4 + 3, Ben 6 + 2; the row of sums tells that cells are points."""
    game = replay(bound(read_pad(WIDE, "Wide")), "en")
    gained = [{who: points for who, points in turn.gained().items() if points} for turn in game.turns]
    assert gained == [{"red": 4}, {"blue": 6}, {"red": 3, "blue": 2}]
    assert dict(game.totals()) == {"red": 7, "blue": 8}


def test_totals_become_points_and_claims() -> None:
    table = "tour,Anna,Ben\n1,4,0\n2,4,6\n3,7,8\n"
    record = read_pad(table, "Wide", "totals")
    assert "annonce après 3 : rouge 7, bleu 8" in record
    assert dict(replay(bound(record), "fr").totals()) == {"red": 7, "blue": 8}
    assert read_pad(table + "total,7,8\n", "Wide") == record
    assert dict(replay(bound(read_pad(table, "Wide", "points")), "fr").totals()) == {"red": 15, "blue": 14}


def test_columns_that_fall_hold_points_and_what_may_be_both_is_asked() -> None:
    assert "notes 2" in read_pad("Anna,Ben\n4,0\n2,6\n", "T")
    assert told_wide("Anna,Ben\n4,0\n5,6\n") == [("pad-wide", 0)]


@pytest.mark.parametrize(
    ("table", "cells", "places"),
    [
        ("turn,Anna,Ben\n1,4,x\n2,-3,1\n", "", [("pad-cell", 2), ("pad-cell", 3)]),
        ("turn,Anna,Ben\n1,4,0\ntotal,4,0\n2,1,0\n", "", [("pad-behind", 4)]),
        ("turn,Anna,Ben\n1,4,0\n2,3,0\ntotal,8,0\n", "", [("pad-sum", 4)]),
        ("turn,Anna,Ben\n1,4,0\n2,3,0\n", "totals", [("pad-falls", 3)]),
        ("turn,Anna,Ben\n", "points", [("pad-no-rows", 1)]),
        ("turn,Anna,Ben\n1,4,0,9\n", "points", [("pad-cell", 2)]),
    ],
)
def test_what_is_wrong_in_a_wide_table_is_told_at_its_row(
    table: str, cells: str, places: list[tuple[str, int]]
) -> None:
    assert told_wide(table, cells) == places


@given(st.lists(st.lists(st.integers(0, 60), min_size=3, max_size=3), min_size=1, max_size=8), st.booleans())
def test_a_wide_table_brings_what_it_says(rows: list[list[int]], totals: bool) -> None:
    """Reckoned here: the sums of the columns, told turn by turn or as totals."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    told, last = [], [0, 0, 0]
    for row in rows:
        last = [one + more for one, more in zip(last, row, strict=True)]
        told.append(last if totals else row)
    lines = [",".join(map(str, (at, *row))) for at, row in enumerate(told, 1)]
    record = read_pad("\n".join(["turn,Anna,Ben,Cy", *lines]), "T", "totals" if totals else "points")
    game = replay(bound(record), "en")
    assert [game.totals()[one] for one in ("red", "blue", "green")] == sums
    assert all(one.answer.met for one in game.claims)


def test_the_command_asks_what_the_columns_hold(tmp_path: Path) -> None:
    path = tmp_path / "pad.csv"
    path.write_text("Anna,Ben\n4,0\n5,6\n", encoding="utf-8")
    asked = run("import", str(path))
    assert asked.exit_code == 2 and "--cells points or --cells totals" in " ".join(asked.output.split())
    assert "claim after 2: red 5, blue 6" in run("import", str(path), "--cells", "totals").output

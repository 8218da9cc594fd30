"""Logs of Board Game Arena: what is read, what is refused and where. The logs are made here.

``data.data`` was seen in real logs; ``data.logs`` and ``cantPlay`` are known from descriptions only.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudicator import adjudicate, formatted
from adjudicator.binding.tile_files import catalogue
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.model.ruling import Item
from adjudicator.records.bga_read import read_bga
from adjudicator.records.form import form_of
from adjudicator.records.peers import called
from adjudicator.words.vocabulary import vocabulary

Told = dict[str, Any]


def note(kind: str, log: str = "", **args: Any) -> Told:
    return {"type": kind, "log": log, "args": args}


def lay(player: int, copy: int, kind: int, x: int, y: int, turned: int = 1) -> Told:
    """A tile is placed; numbers are texts, as they come."""
    names = {7: "Ada", 8: "Bo"}
    return note(
        "playTile", player_id=str(player), player_name=names.get(player, ""), id=str(copy), type=str(kind),
        x=str(x), y=str(y), ori=str(turned),
    )  # fmt: skip


def put(kind: str, pos: int, **more: Any) -> Told:
    return note("playPartisan", **{"ptype": "normal", "type": kind, "pos": str(pos), **more})


def won(player: int, points: int, score: int) -> Told:
    return note("winPoints", player_id=player, points=points, score=str(score))


def drawn(copy: int) -> Told:
    return note("gameStateChange", id=2, args={"tile_id": str(copy)})


def result(*players: tuple[int, str, str, int], concede: bool = False) -> Told:
    told = [{"player": str(one), "name": name, "color": hue, "score": str(n)} for one, name, hue, n in players]
    return note("gameStateChange", id=99, args={"table": {"concede": concede}, "result": told})


def log(*packets: list[Told], key: str = "data") -> str:
    numbered = [{"packet_id": str(at), "move_id": str(at), "data": told} for at, told in enumerate(packets, 1)]
    return json.dumps({"status": 1, "data": {"valid": 1, key: numbered}})


CITY = [lay(7, 22, 11, 0, -1, 3), put("city", 1), won(7, 4, 4)]
"""E upside down on the city of the start tile: a city of two tiles, 4 points."""
ROAD = [lay(8, 48, 17, 1, 0, 2), put("road", 1)]
"""V turned once: its road runs from the road of the start tile in the west to the north."""
END = [
    note("realizationAchieved", "Counting unachieved ${real_type}", real_type="road"), won(8, 2, 2),
    result((8, "Bo", "ffa500", 2), (7, "Ada", "0000ff", 4)),
]  # fmt: skip
SMALL = """game "Small"
  players blue "Ada", orange "Bo"
  board
    (0,0) D
  1. blue E@180 (0,-1) meeple city S
  claim after 1: blue 4, orange 0
  2. orange V@90 (1,0) meeple road N
  final
  claim blue 4, orange 2
"""


def holds(record: str) -> bool:
    outcome = adjudicate(record)
    return not outcome.problems and all(answer.met is not False for answer in outcome.answers)


def refused(text: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Problems) as caught:
        read_bga(text)
    return caught.value.items[0].code, dict(caught.value.items[0].values)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_a_log_becomes_a_record_whose_every_score_is_a_claim() -> None:
    assert read_bga(log(CITY, ROAD, END), "Small") == SMALL
    assert holds(SMALL)
    wrong = read_bga(log([*CITY[:2], won(7, 5, 5)], ROAD, END))
    assert "claim after 1: blue 5, orange 0" in wrong
    assert not holds(wrong)


def test_both_layouts_and_packets_in_any_order_or_twice_are_the_same_game() -> None:
    whole = log(CITY, ROAD, END)
    assert read_bga(log(CITY, ROAD, END, key="logs")) == read_bga(whole)
    data = json.loads(whole)
    for seed in range(5):
        random.Random(seed).shuffle(data["data"]["data"])
        assert read_bga(json.dumps(data)) == read_bga(whole)
    data["data"]["data"] *= 2
    assert read_bga(json.dumps(data)) == read_bga(whole)


def test_packets_without_numbers_stand_in_the_order_of_the_file() -> None:
    data = json.loads(log(CITY, ROAD, END))
    for packet in data["data"]["data"]:
        del packet["packet_id"], packet["move_id"]
    assert read_bga(json.dumps(data), "Small") == SMALL


def test_a_log_that_breaks_off_has_no_final_scoring() -> None:
    record = read_bga(log(CITY, ROAD))
    assert "final" not in record
    assert record.count("claim") == 1
    given_up = read_bga(log(CITY, ROAD, [result((7, "Ada", "0000ff", 1), (8, "Bo", "ffa500", -1), concede=True)]))
    assert "final" not in given_up
    assert "# the game was not played to its end" in given_up
    assert holds(given_up)


@pytest.mark.parametrize("beside", ["own", "before", "after"])
def test_a_tile_that_fits_nowhere_is_drawn_and_discarded(beside: str) -> None:
    """Behind ROAD no side of the table shows a city, so C has nowhere to lie."""
    cant = note("cantPlay", **({"tile_id": "68"} if beside == "own" else {}))
    more = {"own": [cant], "before": [drawn(68), cant], "after": [cant, drawn(68)]}[beside]
    record = read_bga(log(CITY, ROAD, [*more, drawn(40), lay(7, 40, 16, 1, -1)]))
    assert record.splitlines()[7:] == [
        "  turn red", "    draws BA/Cccc+", "    discards it", "    places U@90 at (1,-1)",
    ]  # fmt: skip
    assert holds(record)
    unnamed = read_bga(log(CITY, ROAD, [cant if beside != "own" else note("cantPlay"), lay(7, 40, 16, 1, -1)]))
    assert "# a tile fits nowhere: which one the log does not tell" in unnamed
    assert holds(unnamed)


def test_a_tile_that_names_itself_is_set_aside_whatever_was_drawn_around_it() -> None:
    """C is named where it is set aside; the draws beside it are of the tile that is placed, told twice."""
    cant = [drawn(40), note("cantPlay", args={"tile_id": "68"}), drawn(40), drawn(41)]
    record = read_bga(log(CITY, ROAD, [*cant, lay(7, 40, 16, 1, -1)]))
    assert record.count("draws ") == 1
    assert "draws BA/Cccc+" in record


def test_a_score_before_the_first_tile_is_a_claim_there() -> None:
    record = read_bga(log([won(7, 3, 3)], CITY, ROAD))
    assert record.splitlines()[4:6] == ["  claim red 3, blue 0", "  1. red E@180 (0,-1) meeple city S"]
    assert not holds(record)


def test_what_is_taken_back_is_no_part_of_the_game() -> None:
    """Bo places a tile elsewhere and comes back to the point before it."""
    wrong = [note("undoSavePoint"), lay(8, 40, 16, -1, 0, 2), put("road", 1), note("undoRestorePoint")]
    assert read_bga(log(CITY, wrong, ROAD, END), "Small") == SMALL


def test_a_tile_is_not_put_out_that_fits_somewhere(tmp_path: Path) -> None:
    """A tile of roads fits the table: the record is refused with the rule and its place."""
    text = log(CITY, [note("cantPlay", tile_id="61"), *ROAD])
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    done = run("import", str(file))
    assert done.exit_code == 2
    assert "discards it" in done.output
    assert "game.json" in done.output


@pytest.mark.parametrize(
    ("packets", "code", "values"),
    [
        ([[lay(7, 90, 77, 0, -1)]], "bga-tile", {"number": 77, "turn": 1, "boxes": (Item("expansion", ("base",)),)}),
        ([CITY, [note("cantPlay", tile_id="90")], ROAD], "bga-copy", {"number": 90, "turn": 2}),
        ([CITY, [note("undoRestorePoint")], ROAD], "bga-undo", {"packet": "2", "word": "undoRestorePoint"}),
        ([CITY, [note("undoSavePoint"), note("undoMove")]], "bga-undo", {"packet": "2", "word": "undoMove"}),
        ([CITY, [lay(8, 90, 30000000000, 0, -2)]], "bga-damaged", {"packet": "2", "word": "playTile type"}),
        ([CITY, [lay(8, 48, 17, 1, 0, 5)]], "bga-damaged", {"packet": "2", "word": "playTile ori"}),
        ([CITY, [put("road", 1)]], "bga-damaged", {"packet": "2", "word": "playPartisan pos"}),
        ([[put("road", 1)]], "bga-damaged", {"packet": "1", "word": "playPartisan pos"}),
        ([[CITY[0], put("city", 1, x=4, y=4)]], "bga-damaged", {"packet": "1", "word": "playPartisan x y"}),
        ([[CITY[0], put("road", 1)]], "bga-part", {"word": "road 1", "number": 11, "turn": 1}),
        ([[CITY[0], put("tower", 9)]], "bga-part", {"word": "tower 9", "number": 11, "turn": 1}),
        ([[lay(7, 40, 16, 1, 0, 2), put("field", 2)]], "bga-part", {"word": "field 2", "number": 16, "turn": 1}),
        ([[CITY[0], put("city", 1, ptype="wagon")]], "bga-figure", {"word": "wagon", "turn": 1}),
        ([[note("winPoints", player_id="x")]], "bga-damaged", {"packet": "1", "word": "winPoints player_id"}),
        ([[won(7, 4, 4)]], "bga-lacks", {}),
        ([], "bga-lacks", {}),
    ],
)  # fmt: skip
def test_what_is_not_known_is_refused_at_its_turn(packets: list[list[Told]], code: str, values: dict[str, Any]) -> None:
    assert refused(log(*packets)) == (code, values)


def test_every_unknown_tile_is_named_with_its_turn() -> None:
    with pytest.raises(Problems) as caught:
        read_bga(log([lay(7, 90, 77, 0, -1)], [lay(8, 91, 78, 0, -2), put("city", 1)]))
    told = [(one.values["number"], one.values["turn"]) for one in caught.value.items]
    assert told == [(77, 1), (78, 2)]


def test_a_figure_of_a_box_brings_the_box() -> None:
    record = read_bga(log([CITY[0], put("city", 1, ptype="big"), won(7, 4, 4)]))
    assert "use inns-and-cathedrals" in record
    assert "1. red E@180 (0,-1) large meeple city S" in record
    assert holds(record)


def test_a_part_that_has_no_like_needs_no_number() -> None:
    """Nobody has seen part 2 of the straight road; a road on it can only be the one there is."""
    assert "meeple road" in read_bga(log([lay(7, 40, 16, 1, 0, 2), put("road", 2)]))


def test_what_the_log_tells_besides_is_kept_as_a_comment() -> None:
    assert "# notifications not read: moveDragon (2)" in read_bga(log(CITY, [note("moveDragon")] * 2))


def test_names_may_be_given_and_colours_alike_are_told_apart() -> None:
    same = [result((7, "Ada", "ff0000", 4), (8, "Bo", "ff0000", 2))]
    assert 'players red "Cy", blue "Di"' in read_bga(log(CITY, ROAD, same), names=("Cy", "Di"))
    noted = note("simpleNote", players='<b><span style="color:#008000">Ada</span></b>')
    assert 'players green "Ada", red "Bo"' in read_bga(log([noted], CITY, ROAD))


def test_the_table_has_every_tile_of_the_box_and_every_part_once() -> None:
    base = catalogue().sets("base")["base"]
    faces = catalogue().faces(frozenset(vocabulary().always()))
    tiles = {name: entry for name, entry in called("bga").table("tiles").items()
             if called("bga").boxes["tiles", name] == "base"}  # fmt: skip
    assert {one["face"]: one["copies"][1] - one["copies"][0] + 1 for one in tiles.values()} == base
    for entry in tiles.values():
        kinds = sorted(part.split()[0] for part in entry["parts"] if part)
        shown = sorted(one.kind for one in faces[entry["face"]].segments)
        assert kinds == shown or (entry["face"], kinds) == ("BA/RFr", shown)


def test_a_log_is_known_by_looking_at_it() -> None:
    assert form_of(log(CITY), "game.json") == "bga"
    assert form_of('{"data": {"data": 3}}', "game.json") == "jcz"


def test_the_command_reads_a_log(tmp_path: Path) -> None:
    small, other = tmp_path / "Small.json", tmp_path / "other.json"
    small.write_text(log(CITY, ROAD, END), encoding="utf-8")
    other.write_text(log([lay(7, 90, 77, 0, -1)]), encoding="utf-8")
    done = run("import", str(small))
    assert (done.exit_code, done.output) == (0, formatted(SMALL))
    done = run("import", str(other))
    assert done.exit_code == 2
    assert "other.json" in done.output
    assert "I don't know tile 77 of Board Game Arena" in " ".join(done.output.split())

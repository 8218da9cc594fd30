"""Files of other programs as they come: cut in half, in another encoding, with keys missing or twice, in another order.

Each is read rightly, or refused with the file, its place and plain words; nothing goes without a word.
"""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from everyday import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_bga import CITY, END, ROAD, log, note
from test_freels import SAMPLE
from test_jcz import CITY as KNIGHT
from test_jcz import ROAD as THIEF
from test_jcz import place, saved
from test_score_sheets import CITY as PLACED
from test_score_sheets import ROAD as PLACED_ROAD
from test_score_sheets import START, sheet
from test_tournament import TWO

from adjudicator.cli import main

FILES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "bga": ("game.json", log(CITY, ROAD, [note("cantPlay", tile_id="68")], END), ()),
    "sheet": ("final.json", sheet(START, PLACED, PLACED_ROAD, finalPoint=[4, 2]), ()),
    "jcz": ("small.jcz", json.dumps(saved(*KNIGHT, *THIEF, place("BA/L", 0, 1), asserted=("Ada has 4 points",))), ()),
    "freels": ("game.tsv", SAMPLE, ("--y", "up", "--sheet", "V=0")),
    "tournament": ("game.txt", TWO, ("--y", "up")),
    "csv": ("pad.csv", "turn,player,points,for\n1,Anna,6,road\n2,Ben,8,city\nfinal,Ben,4,field\n", ()),
}
"""A file of each notation, with what has to be said beside it."""
JSON = ("bga", "sheet", "jcz")
OURS = re.compile(r"Traceback|\w*Error\b|\w*Exception\b|NoneType|<class|KeyError|\bdict\b")
"""What is the program's own and no word for a player."""
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
calm = settings(
    max_examples=examples(80), deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip


def imported(form: str, data: bytes, folder: Path) -> tuple[int, str]:
    """What the command says of a file with such `data`: a record, or a refusal that names the file."""
    name, _, more = FILES[form]
    file = folder / name
    file.write_bytes(data)
    done = CliRunner().invoke(main, ["import", str(file), "--from", form, *more])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code in (0, 2), done.output
    if done.exit_code == 2:
        assert name in done.output, done.output
        assert not OURS.search(done.output.replace(str(folder), "")), done.output
    else:
        assert re.search(r"^game \"", done.output, re.MULTILINE), done.output
    return done.exit_code, done.output


def whole(form: str, folder: Path) -> str:
    """The record of the file as it is."""
    code, said = imported(form, FILES[form][1].encode(), folder)
    assert code == 0, said
    return said


def walked(data: st.DataObject, game: Any) -> tuple[Any, Any]:
    """A list or table somewhere in a game, and a place in it."""
    while True:
        places = sorted(game) if isinstance(game, dict) else list(range(len(game)))
        at = data.draw(st.sampled_from(places))
        inner = game[at]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.integers(0, 3)) == 0:
            return game, at
        game = inner


@pytest.mark.parametrize("form", FILES)
def test_a_mark_at_the_beginning_and_other_line_ends_change_nothing(form: str, tmp_path: Path) -> None:
    text, record = FILES[form][1], whole(form, tmp_path)
    assert imported(form, codecs.BOM_UTF8 + text.encode(), tmp_path) == (0, record)
    assert imported(form, text.replace("\n", "\r\n").encode(), tmp_path) == (0, record)


@pytest.mark.parametrize("form", FILES)
@pytest.mark.parametrize("coding", ["utf-16", "utf-16-be", "cp1252", "cp500"])
def test_another_encoding_is_read_rightly_or_refused(form: str, coding: str, tmp_path: Path) -> None:
    text = FILES[form][1].replace("Ada", "Zoë").replace("Anna", "Zoë")
    code, said = imported(form, text.encode(coding), tmp_path)
    assert code == 2 or "Zoë" in said or "Zoë" not in text


@pytest.mark.parametrize("form", JSON)
def test_tables_in_another_order_and_another_layout_are_the_same_game(form: str, tmp_path: Path) -> None:
    def turned(one: Any) -> Any:
        if isinstance(one, dict):
            return {key: turned(one[key]) for key in reversed(one)}
        return [*map(turned, one)] if isinstance(one, list) else one

    other = json.dumps(turned(json.loads(FILES[form][1])), indent=3, ensure_ascii=False)
    assert imported(form, other.encode(), tmp_path) == (0, whole(form, tmp_path))


@pytest.mark.parametrize("form", FILES)
@calm
@given(data=st.data())
def test_a_file_that_is_cut_off_is_refused_or_a_shorter_game(form: str, data: st.DataObject, tmp_path: Path) -> None:
    text = FILES[form][1]
    at = data.draw(st.integers(0, len(text) - 1))
    code, said = imported(form, text[:at].encode(), tmp_path)
    assert code == 2 or form not in JSON
    if form in JSON and at:
        assert re.search(r"\.\w+:\d+:\d+: .*ends too early", " ".join(said.split())), said


@pytest.mark.parametrize("rest", ["", "nul", "f", "-", '"tex', "[1,", '{"a"'])
def test_a_file_may_be_cut_off_in_the_middle_of_a_word(rest: str, tmp_path: Path) -> None:
    assert "ends too early" in " ".join(imported("sheet", f'{{"info": {rest}'.encode(), tmp_path)[1].split())


@pytest.mark.parametrize("form", JSON)
@calm
@given(data=st.data())
def test_anything_in_the_place_of_any_part_ends_in_a_record_or_a_message(
    form: str, data: st.DataObject, tmp_path: Path
) -> None:
    game = json.loads(FILES[form][1])
    table, at = walked(data, game)
    if data.draw(st.booleans()):
        table[at] = data.draw(JUNK)
    else:
        del table[at]
    imported(form, json.dumps(game).encode(), tmp_path)


@pytest.mark.parametrize("form", JSON)
@calm
@given(data=st.data())
def test_a_key_that_is_there_twice_is_refused_by_name(form: str, data: st.DataObject, tmp_path: Path) -> None:
    text = FILES[form][1]
    keys = [*re.finditer(r'"(\w+)": (?=[\w"-])', text)]
    key = data.draw(st.sampled_from(keys))
    twice = f'{text[: key.start()]}"{key[1]}": 1, {text[key.start() :]}'
    code, said = imported(form, twice.encode(), tmp_path)
    assert code == 2
    assert f"`{key[1]}` twice" in " ".join(said.split())


@calm
@given(data=st.data())
def test_what_is_said_nowhere_in_a_sheet_is_told(data: st.DataObject, tmp_path: Path) -> None:
    """A key of somebody's own in any table: it stands in the record with its value."""
    game = json.loads(FILES["sheet"][1])
    tables: list[dict[str, Any]] = []

    def gather(one: Any) -> None:
        tables.extend([one] if isinstance(one, dict) else [])
        for inner in one.values() if isinstance(one, dict) else one if isinstance(one, list) else ():
            gather(inner)

    gather(game)
    data.draw(st.sampled_from(tables))["zeppelin"] = 4711
    code, said = imported("sheet", json.dumps(game).encode(), tmp_path)
    assert code == 2 or "zeppelin 4711" in said


@pytest.mark.parametrize("form", ["bga", "sheet", "jcz"])
def test_players_may_be_called_anything(form: str, tmp_path: Path) -> None:
    record = whole(form, tmp_path)
    for name in ("O'Brien", "Zoë", "red", "final", "1", "a b", "李", "x" * 60):
        said = json.dumps(name)[1:-1]
        code, found = imported(form, FILES[form][1].replace("Ada", said).encode(), tmp_path)
        assert (code, found.replace(f'"{name}"', '"Ada"')) == (0, record)

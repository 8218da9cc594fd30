"""Runs over many texts: every row once, whatever happens to a text, to a worker, or to the run."""

from __future__ import annotations

import csv
import gc
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from everyday import LONG
from test_jcz import COMMIT, deploy, event, place, saved

from adjudicator.cli import main
from adjudicator.limits import Limit
from adjudicator.scale.results import COLUMNS, Results
from adjudicator.scale.rows import POINTS, Row
from adjudicator.scale.run import GRACE, Job, worked
from adjudicator.scale.sources import Unit, units

GOOD = 'scenario "A"\ncity T: complete, 3 tiles\n  red: meeple\nask score T\n  expect red 6\n'
BAD = GOOD.replace("red 6", "red 7")
GAME = """game "G {}"
players red, blue
stock 6 tiles
board
  (0,0) BA/RCr
turn red
draw BA/Rr
place V at (0,1)
put meeple on road S at (0,1)
claim red {}, blue 0
"""


def run(*args: object) -> Result:
    lang = [] if "--lang" in args else ["--lang", "en"]
    return CliRunner().invoke(main, [*lang, *map(str, args)])


def said(result: Result) -> str:
    return " ".join(result.output.split())


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def games(path: Path, number: int) -> Path:
    texts = [GAME.format(at, 0 if at % 3 else 5) for at in range(number)]
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), "utf-8")
    return path


def test_a_row_for_each_text_and_each_miss(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        for name, text in (("a.carc", GOOD), ("b.carc", BAD), ("c.carc", "city T: comlete\n"), ("read.me", "x")):
            made.writestr(name, text)
        made.writestr("../d.carc", GOOD)
    (tmp_path / "e.carc").write_text(BAD)
    done = run("check", tmp_path, "-o", tmp_path / "r.jsonl")
    assert done.exit_code == 2, done.output
    assert "Games: 5; fine: 1; not as expected: 2; with problems: 2." in said(done)
    found = [(one["row"], one["file"].rpartition("/")[2], one.get("status")) for one in rows(tmp_path / "r.jsonl")]
    assert found == [
        ("game", "a.carc", "fine"), ("game", "b.carc", "unmet"), ("miss", "b.carc", None), ("game", "c.carc", "wrong"),
        ("game", "d.carc", "wrong"), ("game", "e.carc", "unmet"), ("miss", "e.carc", None),
    ]  # fmt: skip
    miss = rows(tmp_path / "r.jsonl")[2]
    assert (miss["ask"], miss["expected"], miss["given"], miss["line"]) == ("score T", "red 7", "red 6", 5)
    assert sorted(os.listdir(tmp_path)) == ["a.zip", "e.carc", "r.jsonl"]


def test_an_archive_is_checked_without_a_table(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("a.carc", GOOD)
        made.writestr("b.carc", BAD)
    done = run("check", tmp_path / "a.zip")
    assert done.exit_code == 1
    assert "a.zip/b.carc:5: score T: expected red 7, is red 6" in said(done)


def test_turns_and_claims(tmp_path: Path) -> None:
    done = run("score", games(tmp_path / "g.jsonl", 2), "-o", tmp_path / "r.jsonl")
    assert done.exit_code == 1, done.output
    found = rows(tmp_path / "r.jsonl")
    assert [(one["row"], one.get("turn")) for one in found[:4]] == [
        ("game", None),
        ("turn", 1),
        ("turn", 0),
        ("miss", 1),
    ]
    assert found[1]["totals"] == {"red": 0, "blue": 0} and found[2]["points"] == {"red": 1}
    assert {key for one in found for key in one} <= set(COLUMNS)


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.long
def test_every_form_has_the_same_rows(form: str, tmp_path: Path) -> None:
    if form == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
    archive = games(tmp_path / "g.jsonl", 5)
    for ending in ("jsonl", form):
        run("score", archive, "-o", tmp_path / f"r.{ending}")
    first = rows(tmp_path / "r.jsonl")
    if form == "parquet":
        table = parquet.read_table(tmp_path / "r.parquet")
        assert table.column_names == list(COLUMNS)
        other = [
            {key: dict(value) if COLUMNS[key] == POINTS else value for key, value in one.items() if value is not None}
            for one in table.to_pylist()
        ]
        assert other == first
    else:
        with open(tmp_path / "r.csv", encoding="utf-8", newline="") as file:
            lines = [*csv.DictReader(file)]
        assert [one["totals"] for one in lines] == [
            json.dumps(one["totals"]) if "totals" in one else "" for one in first
        ]
        assert [one["move"] for one in lines] == [one.get("move", "") for one in first]


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    (tmp_path / "a.carc").write_text(BAD.replace('"A"', '"=1+1"'))
    run("check", tmp_path / "a.carc", "-o", tmp_path / "r.csv")
    with open(tmp_path / "r.csv", encoding="utf-8", newline="") as file:
        assert {one["title"] for one in csv.DictReader(file)} == {"'=1+1"}


@pytest.mark.long
def test_games_are_imported_as_an_archive_of_records(tmp_path: Path) -> None:
    game = json.dumps(saved(place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "S"), event(COMMIT)))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jcz").write_text(game)
    (tmp_path / "in" / "b.jcz").write_text("{}")
    done = run("import", tmp_path / "in", "-o", tmp_path / "r.jsonl")
    first, second = rows(tmp_path / "r.jsonl")
    assert done.exit_code == 2 and (first["status"], second["status"]) == ("fine", "wrong")
    (tmp_path / "one.jsonl").write_text(json.dumps(first) + "\n")
    assert run("score", tmp_path / "one.jsonl", "-o", tmp_path / "s.jsonl").exit_code == 0


# ---- workers
def strange(unit: Unit, lang: str, allowed: Limit) -> list[Row]:
    """A work that does what the name of its text says."""
    what = unit.name.partition("-")[0]
    if what == "die":
        os._exit(3)
    if what == "hang":
        time.sleep(1000)
    if what == "fail":
        raise ValueError("no")
    if what == "fill":
        raise MemoryError
    if what == "hoard":  # one object, of which no count of blocks tells, and nothing asks for a limit
        bytearray(300_000_000)
    return [{"row": "game", "file": unit.name, "game": 1, "status": "fine", "problems": 0}]


@pytest.mark.long
def test_what_happens_to_a_text_costs_only_that(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pebble")
    monkeypatch.setattr("adjudicator.scale.run.GRACE", 3.0)
    names = [*(f"good-{at}" for at in range(40)), "die-1", "good-40", "fail-1", "fill-1", "hang-1", "good-41", "die-2"]
    texts = [Unit(name, "") for name in names]
    found = {unit.name: made for unit, made in worked(texts, Job(strange, "en", Limit(0.1)), 2)}
    assert list(found) == names
    told = {name: made[0].get("problem") for name, made in found.items() if made[0]["status"] != "fine"}
    assert told == {
        "die-1": "worker-ended", "fail-1": "crash", "fill-1": "crash", "hang-1": "limit-seconds",
        "die-2": "worker-ended",
    }  # fmt: skip
    assert GRACE > 3


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell what a process has")
@pytest.mark.long
def test_the_system_limits_what_a_text_takes() -> None:
    """A text that takes no notice of its limit of memory gets no more, and costs only its own row."""
    pytest.importorskip("pebble")
    texts = [Unit(name, "") for name in ("good-1", "hoard-1", "good-2", "hoard-2", "good-3")]
    for megabytes, told in ((50, "limit-memory"), (0, None), (900, None)):
        found = [*worked(texts, Job(strange, "en", Limit(30, megabytes)), 1)]
        problems = {unit.name: rows[0].get("problem") for unit, rows in found}
        assert problems == {one.name: told if one.name.startswith("hoard") else None for one in texts}


@pytest.mark.long
def test_several_processes_give_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pebble")
    archive = games(tmp_path / "g.jsonl", 70)
    for jobs in (1, 3):
        run("score", archive, "-o", tmp_path / f"{jobs}.jsonl", "--jobs", jobs)
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "3.jsonl").read_bytes() != b""


# ---- the page about it
def test_the_page_and_its_french_twin_say_the_same() -> None:
    """The same commands, the columns of the table with their types, and the same figures."""
    docs = Path(__file__).parent.parent / "docs"
    pages = [(docs / name).read_text("utf-8") for name in ("scale.md", "grandes-archives.md")]
    commands, columns, figures, parts = [], [], [], []
    for page in pages:
        parts.append(page.count("\n## "))
        commands.append(re.findall(r"^    (\w.*)$", page, re.MULTILINE))
        told = re.findall(r"^\| (`[a-z_`, ]+) \| (\w+) \|", page, re.MULTILINE)
        columns.append({name: kind for names, kind in told for name in re.findall(r"\w+", names)})
        plain = re.sub(r"(?<=\d)[,\u202f\u00a0 ](?=\d{3}\b)", "", page.partition("```\n")[2])
        figures.append(sorted(re.findall(r"\d+", plain.replace(",", "."))))
    assert commands[0] == commands[1] and len(commands[0]) == 9
    assert columns[0] == columns[1] == COLUMNS
    assert figures[0] == figures[1]
    assert parts[0] == parts[1]
    for command in commands[0]:
        words = shlex.split(command)
        if words[0] == "adjudicator":
            parsed = main.get_command(click.Context(main), words[1])
            assert parsed is not None
            parsed.make_context(words[1], words[2:])


@pytest.mark.long
def test_circles_that_texts_leave_are_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that holds itself for every text: each portion sets aside what there is, and none of it stays for ever."""
    from adjudicator.scale import run as running

    class Circle(list[object]):
        pass

    def work(unit: Unit, lang: str, allowed: Limit) -> list[Row]:
        one = Circle()
        one.append(one)
        return []

    monkeypatch.setattr(running, "CIRCLES", 50)
    monkeypatch.setattr(running, "_uncollected", 0)
    job = running.Job(work, "en", Limit(0, 0))
    most = 0
    for _ in range(40 if LONG else 8):
        running.all_rows(job, [Unit("g", "")] * 16)
        most = max(most, sum(isinstance(one, Circle) for one in gc.get_objects()))
    assert most < 100


# ---- stops
@pytest.mark.long
def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    archive = games(tmp_path / "g.jsonl", 400)
    run("score", archive, "-o", tmp_path / "whole.jsonl")
    out = tmp_path / "r.jsonl"
    command = [sys.executable, "-c", "import sys, adjudicator.scale.results as r; r.PAUSE = 0.01\n"
               "from adjudicator.cli import main; main()", "score", str(archive), "-o", str(out)]  # fmt: skip
    for ended in range(3):
        before = json.loads(Path(f"{out}.journal").read_text())["done"] if ended else 0
        process = subprocess.Popen([*command, *(["--resume"] if ended else [])], stdout=subprocess.DEVNULL)
        while process.poll() is None and not (done := _done(out)) > before:
            time.sleep(0.01)
        process.kill() if sys.platform == "win32" else process.send_signal(signal.SIGKILL)
        process.wait()
        if not Path(f"{out}.journal").exists():
            break
        assert done
        with open(f"{out}.part", "ab") as file:
            file.write(b'{"row": "ga')  # as a torn line
    if not out.exists():
        assert run("score", archive, "-o", out).exit_code == 2, "nothing is written over"
        run("score", archive, "-o", out, "--resume")
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["g.jsonl", "r.jsonl", "whole.jsonl"]
    assert "This run is over" in said(run("score", archive, "-o", out, "--resume"))


def _done(out: Path) -> int:
    try:
        return int(json.loads(Path(f"{out}.journal").read_text())["done"])
    except (OSError, ValueError):
        return 0


@pytest.mark.parametrize("change", ["archive", "option", "journal"])
def test_only_the_same_run_is_gone_on_with(change: str, tmp_path: Path) -> None:
    archive = games(tmp_path / "g.jsonl", 5)
    out = tmp_path / "r.jsonl"
    told = ["score", str(archive), [], "en", 60, 400]
    from adjudicator.cli.common import version

    results = Results(str(out), {"told": [*told, version()]}, False)
    for unit in [*units([str(archive)])][:3]:
        results.add(unit, [])
    results.close(False)
    options: list[object] = []
    if change == "archive":
        games(archive, 6)
    elif change == "option":
        options = ["--max-seconds", 5]
    else:
        Path(f"{out}.journal").write_text('{"run": 3')
    done = run("score", archive, "-o", out, "--resume", *options)
    assert done.exit_code == 2 and "another run" in said(done)
    assert Path(f"{out}.part").exists()


@pytest.mark.long
def test_the_bar_says_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def watched(things: Any, total: int | None, label: str, quiet: bool = False) -> Any:
        said.append(label)
        return things

    monkeypatch.setattr("adjudicator.cli.many.watched", watched)
    archive = games(tmp_path / "g.jsonl", 1)
    for at, words in enumerate((["check"], ["score"], ["import"], ["study", "--vary", "edition=C1"])):
        CliRunner().invoke(main, [*words, str(archive), "-o", str(tmp_path / f"{at}.jsonl"), "--lang", "fr"])
    assert said == ["Vérification", "Décompte", "Lecture", "Règlement"]


def test_german_says_all_that_many_texts_need(tmp_path: Path) -> None:
    """What is not said in German would be in English, which nobody asked for."""
    for command in ("check", "score", "import", "study"):
        told = run(command, "--help", "--lang", "de").output
        assert not re.search(r"\b(the|Write|Go on|Megabytes|Seconds)\b", told), told
    (tmp_path / "a.jsonl").write_text("3\n")
    told = said(run("check", tmp_path / "a.jsonl", "--lang", "de"))
    assert "weder ein Text in JSON" in told and "Partien: 1; in Ordnung: 0" in told


def test_options_that_say_nothing_are_refused(tmp_path: Path) -> None:
    archive = games(tmp_path / "g.jsonl", 1)
    assert "-o" in run("check", archive, "--resume").output
    assert "one game" in said(run("score", archive, "--turn", 1))
    assert "-o" in run("import", archive, "--jobs", 2).output

"""Archives under other rules: what is counted, which games are named, and what is no archive."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.scale.results import Results
from adjudicator.scale.sources import Unit

TINY = """game "Tiny"
players red, blue
1. red E@180 (0,-1) meeple city
final
"""
"""The start tile and one more tile with a single city edge close a city of two tiles: 4 points, or 2 by the house rule
on tiny cities (BASE-31)."""
PLAIN = """game "Plain"
players red, blue
1. red A@90 (1,0) meeple road
final
"""
"""A road of two tiles, incomplete: 2 points in any edition (BASE-45)."""


def study(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["study", *words, "--format", "json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    broken = 'game "B"\nplayers red, blue\n1. red A (9,9)\n'
    rows = [json.dumps({"text": text}) for text in (TINY, PLAIN, broken)]
    file.write_text("\n".join(rows) + "\n\n", encoding="utf-8")
    return file


def test_a_house_rule_changes_what_it_is_about(archive: Path) -> None:
    found = study(str(archive), "--vary", "tiny-city-scoring=2,4")
    assert (found["games"], found["unsettled"]) == (2, 1)
    two, four = found["effects"]
    assert (two["value"], two["games"], two["results"], two["winners"], two["margin"]) == ("2", 2, 1, 0, -1.0)
    (game,) = two["telling"]
    assert game["game"] == f"{archive}:1"
    assert (game["before"], game["after"]) == ({"red": 4, "blue": 0}, {"red": 2, "blue": 0})
    assert (four["results"], four["telling"]) == (0, [])
    assert (two["margins"], game["winners-before"], game["winners-after"]) == (1, ["red"], ["red"])
    assert two["rules"] == {"BASE-31": 2, "BASE-29": -4}, "which rule the points come by"
    assert found["rules"] == {"BASE-29": 4, "BASE-45": 2}
    assert found["decided"] == {"BASE-29": 1, "BASE-45": 1}, "without them nobody had a point"
    (left,) = found["left"]
    assert left["game"] == f"{archive}:3" and left["why"].startswith("This move is not allowed")


def test_who_wins_then(archive: Path) -> None:
    """Blue's road of three tiles (3 points, BASE-45) is less than a tiny city, and more than one for 2 points."""
    text = TINY.replace("final", "2. blue A@90 (1,0) meeple road\n3. red U (-1,0)\nfinal")
    archive.write_text(json.dumps({"text": text}) + "\n", encoding="utf-8")
    (two,) = study(str(archive), "--vary", "tiny-city-scoring=2")["effects"]
    (game,) = two["telling"]
    assert (two["winners"], game["winners-before"], game["winners-after"]) == (1, ["red"], ["blue"])
    assert (game["before"], game["after"]) == ({"red": 4, "blue": 3}, {"red": 2, "blue": 3})
    assert (two["margins"], two["margin"]) == (0, 0.0), "the lead is 1 before and after"


def test_every_game_of_a_text(tmp_path: Path) -> None:
    (tmp_path / "two.carc").write_text(TINY + "\n" + PLAIN, encoding="utf-8")
    assert study(str(tmp_path / "two.carc"))["games"] == 2


def played(tmp_path: Path, number: int = 40) -> Path:
    """An archive of short games, some with tiny cities."""
    texts = [json.dumps({"text": (TINY if at % 3 else PLAIN).replace('"', f'"{at} ', 1)}) for at in range(number)]
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join([*texts, '{"text": 1}', json.dumps({"text": "nonsense"})]) + "\n", encoding="utf-8")
    return file


VARY = ("--vary", "tiny-city-scoring=2", "--vary", "edition=C1")


def outcome(*words: str) -> tuple[int, Any]:
    result = CliRunner().invoke(main, ["study", *words, *VARY, "--format", "json"])
    return result.exit_code, json.loads(result.output)


@pytest.mark.long
def test_several_processes_and_a_run_that_stopped_tell_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pebble")
    file, out = str(played(tmp_path)), str(tmp_path / "r.jsonl")
    code, alone = outcome(file)
    assert code == 2, "two lines are no games"
    assert (alone["games"], alone["unsettled"], len(alone["left"])) == (40, 2, 2)
    assert outcome(file, "--jobs", "2") == (code, alone)
    add, done = Results.add, list[int]()

    def stopped(results: Results, unit: Unit, rows: Any) -> None:
        add(results, unit, rows)
        done.append(1)
        if len(done) == 17:
            raise KeyboardInterrupt

    monkeypatch.setattr(Results, "add", stopped)
    CliRunner().invoke(main, ["study", file, *VARY, "-o", out])
    monkeypatch.undo()
    assert not Path(out).exists()
    assert outcome(file, "-o", out, "--resume") == (code, alone)
    rows = [json.loads(line) for line in Path(out).read_text("utf-8").splitlines()]
    assert [one["row"] for one in rows].count("variant") == 80
    assert {one["variant"] for one in rows if one["row"] == "variant"} == {"tiny-city-scoring=2", "edition=C1"}


@pytest.mark.parametrize(("jobs", "form"), [("1", "jsonl"), ("2", "csv")])
@pytest.mark.long
def test_a_study_that_is_killed_goes_on(jobs: str, form: str, tmp_path: Path) -> None:
    """Ended by force again and again, in the middle of a row as well: the rows and the report of one that was not."""
    pytest.importorskip("pebble")
    file, whole, out = str(played(tmp_path, 400)), tmp_path / f"whole.{form}", tmp_path / f"r.{form}"
    told = outcome(file, "-o", str(whole))
    at_once = "import sys, adjudicator.scale.results as r; r.PAUSE = 0.01\nfrom adjudicator.cli import main; main()"
    command = [sys.executable, "-c", at_once, "study", file, *VARY, "-o", str(out), "--jobs", jobs]

    def done() -> int:
        try:
            return int(json.loads(Path(f"{out}.journal").read_text("utf-8"))["done"])
        except (OSError, ValueError):
            return 0

    stops = []
    for part in (40, 130, 131, 300):
        process = subprocess.Popen([*command, *(["--resume"] if stops else [])], stdout=subprocess.DEVNULL)
        while process.poll() is None and done() < part:
            time.sleep(0.01)
        process.kill()
        process.wait()
        stops.append(done())
        if Path(f"{out}.part").exists():
            with open(f"{out}.part", "ab") as draft:
                draft.write(b'{"row": "variant", "fi')
    assert stops == sorted(stops) and stops[0] >= 40
    if not out.exists():
        assert outcome(file, "-o", str(out), "--resume", "--jobs", jobs) == told
    assert out.read_bytes() == whole.read_bytes()
    rows = 1 + 402 + 800 if form == "csv" else 402 + 800
    assert len(out.read_bytes().splitlines()) == rows
    assert not Path(f"{out}.part").exists() and not Path(f"{out}.journal").exists()


SVG = "{http://www.w3.org/2000/svg}"


def test_the_chart_says_what_the_report_says(tmp_path: Path) -> None:
    file, out = str(played(tmp_path)), tmp_path / "c.svg"
    told = CliRunner().invoke(main, ["--lang", "en", "study", file, *VARY, "--chart", str(out)]).output
    picture = ElementTree.fromstring(out.read_text(encoding="utf-8"))
    said = picture.findtext(f"{SVG}desc") or ""
    assert "With tiny-city-scoring 2: other totals 26 (65.0 %), other winners 0 (0.0 %)" in said
    widths = {one.findtext(f"{SVG}title"): float(one.find(f"{SVG}rect").get("width", ""))  # type: ignore[union-attr]
              for one in picture.iter(f"{SVG}g")}  # fmt: skip
    assert widths["other totals 26 (65.0 %)"] == pytest.approx(0.65 * 360, abs=0.1)
    assert "other winners 0 (0.0 %)" not in widths, "nothing is no bar"
    lines = [line for line in told.splitlines() if line.startswith("other totals")]
    assert [line.split()[2:] for line in lines] == [["26", "65.0", "%", "█" * 13]] * 2
    assert "BASE-29" in told and "2 points per tile" in " ".join(told.split())


def test_a_rule_by_which_no_game_can_be_played_says_that_alone(tmp_path: Path) -> None:
    """Of no game there is no share, and no mean of leads."""
    file, out = tmp_path / "g.jsonl", tmp_path / "c.svg"
    farmer = TINY.replace("final", "2. blue V (1,0) meeple field SR\nfinal")
    file.write_text(json.dumps({"text": farmer}) + "\n", encoding="utf-8")
    words = ["--lang", "en", "study", str(file), "--vary", "farmers=none", "--chart", str(out)]
    told = CliRunner().invoke(main, words).output
    assert "farmers none" in told and "+0.00" not in told and "other totals" not in told
    assert "not playable" in told and "100.0 %" in told
    drawn = ElementTree.fromstring(out.read_text("utf-8"))
    assert "With farmers none: not playable 1 (100.0 %)." in (drawn.findtext(f"{SVG}desc") or "")


def test_a_page_has_the_chart_in_it(tmp_path: Path) -> None:
    file = str(played(tmp_path))
    page = CliRunner().invoke(main, ["study", file, *VARY, "--format", "html"]).output
    assert "<svg" in page and "█" not in page
    wrong = CliRunner().invoke(main, ["study", file, *VARY, "--chart", str(tmp_path / "c.gif")])
    assert wrong.exit_code == 2 and ".svg" in wrong.output


def test_what_nobody_may_play(tmp_path: Path) -> None:
    """Who plays without farmers may put none (BASE-62): such a game is left out by name, with the reason."""
    file = tmp_path / "farmer.carc"
    file.write_text(TINY.replace("meeple city", "meeple field"), encoding="utf-8")
    found = study(str(file), "--vary", "farmers=none")
    assert (found["games"], found["unsettled"]) == (1, 0), found
    (effect,) = found["effects"]
    assert (effect["games"], effect["unplayable"], effect["left"][0]["game"]) == (0, 1, str(file))
    told = CliRunner().invoke(main, ["--lang", "en", "study", str(file), "--vary", "farmers=none"]).output
    assert f"Without a result: - {file}: " in " ".join(told.split())


def test_records_are_studied_as_well(tmp_path: Path) -> None:
    file = tmp_path / "tiny.carc"
    file.write_text(TINY, encoding="utf-8")
    assert study(str(file), "--vary", "edition=C1,C3")["games"] == 1
    told = CliRunner().invoke(main, ["study", str(file), "--vary", "tiny-city-scoring=2", "--lang", "fr"])
    assert told.exit_code == 0
    assert "rouge 4, bleu 0 > rouge 2, bleu 0" in " ".join(told.output.split())


def test_any_archive_is_studied(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    with zipfile.ZipFile(folder / "a.zip", "w") as made:
        made.writestr("tiny.carc", TINY)
        made.writestr("read.me", "x")
    with gzip.open(folder / "b.jsonl.gz", "wb") as packed:
        packed.write(archive.read_bytes())
    alone = study(str(archive), "--vary", "edition=C1")["games"]
    assert study(str(folder), "--vary", "edition=C1")["games"] == alone + 1


@pytest.mark.parametrize(
    ("vary", "content"),
    [
        ("nonsense=1", None),
        ("tiny-city-scoring=99", None),
        ("edition=C9", None),
        ("edition=C1", '{"txt": 1}\n'),
        ("edition=C1", "[" * 100_000),
        ("edition=C1", "\u00e9".encode("latin-1")),
    ],
)
def test_what_is_no_archive_is_refused_by_name(archive: Path, vary: str, content: str | bytes | None) -> None:
    if content is not None:
        archive.write_bytes(content if isinstance(content, bytes) else content.encode())
    for form in ("simple", "json"):
        result = CliRunner().invoke(main, ["study", str(archive), "--vary", vary, "--format", form])
        assert result.exit_code == 2
        assert "Traceback" not in result.output
        assert "failed" not in result.output

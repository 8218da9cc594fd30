"""Runs on a cluster: the rows of one machine, each once, whatever becomes of a worker."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from test_many import games, rows

from adjudicator.cli import main
from adjudicator.limits import Limit
from adjudicator.scale import cluster as clusters
from adjudicator.scale.results import COLUMNS
from adjudicator.scale.rows import POINTS, Row
from adjudicator.scale.run import Job
from adjudicator.scale.sources import Unit

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `cluster` is not installed")

# Distributed closes its own loops and sockets late, and says so.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def table(folder: Path) -> list[dict[str, Any]]:
    """The rows of all parts."""
    found = []
    for path in sorted(folder.iterdir()):
        assert path.suffix == ".parquet", "nothing else is left"
        for one in parquet.read_table(path).to_pylist():
            row = {
                key: dict(value) if COLUMNS[key] == POINTS else value for key, value in one.items() if value is not None
            }
            found.append({key: value for key, value in row.items() if value != []})
    return found


def by_text(found: list[dict[str, Any]]) -> list[str]:
    return sorted(str(sorted(one.items())) for one in found)


@pytest.mark.long
def test_the_same_rows_as_on_one_machine(cluster: Any, tmp_path: Path) -> None:
    archive, out = games(tmp_path / "g.jsonl", 450), tmp_path / "parts"
    CliRunner().invoke(main, ["--lang", "en", "score", str(archive), "-o", str(tmp_path / "r.jsonl")])
    words = ["--lang", "en", "score", str(archive), "-o", str(out), "--cluster", cluster.scheduler_address]
    done = CliRunner().invoke(main, words)
    assert "Games: 450" in done.output, done.output
    assert by_text(table(out)) == by_text(rows(tmp_path / "r.jsonl"))
    assert CliRunner().invoke(main, words).exit_code == 2, "nothing is written over"
    before = {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    gone = sorted(out.iterdir())[0]
    gone.unlink()
    again = CliRunner().invoke(main, [*words, "--resume"])
    assert "Games: 450" in again.output
    after = {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    assert {name for name in before if before[name] != after[name]} == {gone.name}


@pytest.mark.long
def test_a_study_by_a_cluster_tells_the_same(cluster: Any, tmp_path: Path) -> None:
    archive = games(tmp_path / "g.jsonl", 250)
    words = ["--lang", "en", "study", str(archive), "--vary", "edition=C1", "--format", "json"]
    alone = CliRunner().invoke(main, words).output
    told = [*words, "-o", str(tmp_path / "parts"), "--cluster", cluster.scheduler_address]
    first, second = json.loads(alone), json.loads(CliRunner().invoke(main, told).output)
    assert first["games"] == 250
    for one in (first, second):
        one["effects"][0]["telling"] = sorted(one["effects"][0]["telling"], key=str)[:0]  # parts come in any order
    assert first == second
    assert json.loads(CliRunner().invoke(main, [*told, "--resume"]).output)["games"] == 250


def strange(unit: Unit, lang: str, allowed: Limit) -> list[Row]:
    """A work that does what the name of its text says."""
    what = unit.name.partition("-")[0]
    if what == "die" or (what == "once" and not os.path.exists(unit.text or "")):
        if what == "once":
            Path(unit.text or "").touch()
        os._exit(3)
    return [{"row": "game", "file": unit.name, "game": 1, "status": "fine", "problems": 0}]


@pytest.mark.long
def test_a_worker_that_is_lost_costs_no_row(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "TOGETHER", 5)
    names = [*(f"good-{at}" for at in range(12)), "once-1", "good-12", "die-1", "good-13", "good-14"]
    texts = [Unit(name, str(tmp_path / "once")) for name in names]
    out = tmp_path / "parts"
    sums = [*clusters.parts(texts, Job(strange, "en", Limit(0)), cluster.scheduler_address, str(out), "test")]
    found = table(out)
    assert sorted(one["file"] for one in found) == sorted(names), "no row is missing and none is there twice"
    assert {one["file"]: one["problem"] for one in found if one["status"] == "wrong"} == {"die-1": "worker-ended"}
    assert sum(number for one in sums for number in one.sums.values()) == len(names)
    again = [*clusters.parts(texts, Job(strange, "en", Limit(0)), cluster.scheduler_address, str(out), "test")]
    assert sum(number for one in again for number in one.sums.values()) == len(names)
    assert by_text(table(out)) == by_text(found), "what was handed out text by text is not done again as a whole"
    with distributed.Client(cluster) as client:
        end = time.monotonic() + 180
        while len(client.nthreads()) < 2 and time.monotonic() < end:
            time.sleep(0.2)
        assert len(client.nthreads()) == 2, "the workers are back"


@pytest.mark.long
def test_no_cluster_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.carc").write_text("")
    words = ["--lang", "en", "check", str(tmp_path), "-o", str(tmp_path / "out"), "--cluster", "nonsense://x"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2 and "there is no cluster" in " ".join(done.output.split()).lower()

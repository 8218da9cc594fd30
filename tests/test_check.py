"""``check`` by several processes: the same answer however many there are, and where there can be no others."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import check, door, main
from adjudicator.model.ruling import Outcome

ROOT = Path(__file__).parent.parent

GOOD = """city T: complete, {tiles} tiles
  red: meeple
ask score T
  expect red {points}
"""


def run(*words: str) -> Result:
    """One call of the command line."""
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twenty files: a wrong claim in the eighth, a word nobody knows in the fifteenth."""
    for number in range(20):
        text = GOOD.format(tiles=number + 3, points=2 * (number + 3) - (number == 7))
        (tmp_path / f"{number:02}.carc").write_text("citty\n" if number == 14 else text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def alone(folder: Path) -> Result:
    """What one process says."""
    result = run("check", "--jobs", "1", "--format", "json", str(folder))
    assert result.exit_code == 2
    return result


def told(result: Result) -> tuple[int, str, str]:
    """What there is to compare."""
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("jobs", ["0", "2", "7", "200"])
@pytest.mark.long
def test_workers_say_what_one_process_says(folder: Path, alone: Result, jobs: str) -> None:
    assert told(run("check", "--jobs", jobs, "--format", "json", str(folder))) == told(alone)


def test_there_are_workers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    class Pool(Executor):
        def submit(self, function: Any, /, *values: Any, **_: Any) -> Future[Any]:
            done: Future[Any] = Future()
            done.set_result(function(*values))
            return done

    def workers(jobs: int) -> Pool:
        made.append(jobs)
        return Pool()

    monkeypatch.setattr(check, "workers", workers)
    run("check", "--jobs", "3", str(folder))
    assert made == [3]


@pytest.mark.long
def test_workers_that_are_not_forked_say_the_same(folder: Path, alone: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert told(run("check", "--jobs", "2", "--format", "json", str(folder))) == told(alone)


@pytest.mark.parametrize("error", [ImportError("no _multiprocessing"), OSError("no fork"), RuntimeError("no thread")])
def test_one_process_does_where_there_can_be_no_others(
    folder: Path, alone: Result, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refused(method: str | None = None) -> NoReturn:
        raise error

    monkeypatch.setattr(multiprocessing, "get_context", refused)
    assert check.workers(2) is None
    assert told(run("check", "--jobs", "2", "--format", "json", str(folder))) == told(alone)


def test_one_process_does_where_the_module_is_missing(
    folder: Path, alone: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "multiprocessing", None)
    assert told(run("check", "--jobs", "2", "--format", "json", str(folder))) == told(alone)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs workers that have the mistake")
@pytest.mark.long
def test_a_worker_that_ends_costs_its_own_file(folder: Path, alone: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the system ends it for lack of memory."""
    checked, here = door.checked, os.getpid()

    def ended(text: str, file: str) -> Outcome:
        if file.endswith("05.carc") and os.getpid() != here:
            os._exit(9)
        return checked(text, file)

    monkeypatch.setattr(door, "checked", ended)
    said = json.loads(run("check", "--jobs", "2", "--format", "json", str(folder)).stdout)
    codes = {Path(one["file"]).name: one["code"] for one in said["problems"]}
    assert codes.pop("05.carc") == "worker-ended"
    assert set(codes) == {"14.carc"}
    assert said["summary"]["questions"] == json.loads(alone.stdout)["summary"]["questions"] - 1


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.long
def test_ctrl_c_ends_the_workers_too(tmp_path: Path, method: str) -> None:
    """Pressed at a terminal it reaches every process of the run."""
    for number in range(40):
        (tmp_path / f"{number}.carc").write_text("city T: complete, 5 tiles\n" + "ask score T\n" * 4000)
    code = f"""
import multiprocessing
multiprocessing.get_all_start_methods = lambda: [{method!r}]
from adjudicator.__main__ import main
if __name__ == "__main__":
    main()
"""
    script = tmp_path / "run.py"
    script.write_text(code, encoding="utf-8")
    words = [sys.executable, str(script), "check", "--jobs", "2", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True
    )
    time.sleep(2)
    os.killpg(running.pid, signal.SIGINT)
    out, error = running.communicate(timeout=30)
    assert running.returncode == 130
    assert out == b"" and error.strip() == b""

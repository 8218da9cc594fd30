"""``check`` by several processes: the same answer however many there are, and where there can be no others."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import check, main

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
def test_workers_say_what_one_process_says(folder: Path, alone: Result, jobs: str) -> None:
    assert told(run("check", "--jobs", jobs, "--format", "json", str(folder))) == told(alone)


def test_there_are_workers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    class Pool:
        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def imap(self, function: Any, files: list[str], chunksize: int) -> Iterator[Any]:
            assert chunksize >= 1
            return map(function, files)

    def workers(jobs: int) -> Pool:
        made.append(jobs)
        return Pool()

    monkeypatch.setattr(check, "workers", workers)
    run("check", "--jobs", "3", str(folder))
    assert made == [3]


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

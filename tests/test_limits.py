"""Limits of work: a text that would take too long or too much memory is stopped, with a word of what is left."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator import adjudicate, limits
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.limits import UNLIMITED, Exhausted, Limit, spend, within

ROOT = Path(__file__).parent.parent
ASKED = 4000
PLAIN = "city T: complete, 5 tiles\n  red: meeple\n"
SHORT = PLAIN + "ask score T\n"
CITY = PLAIN + "ask score T\n" * ASKED
FIELDS = "".join(f"field F{number}: touches 3 complete cities\n" for number in range(1500))
GAME = 'game "Long"\n  players red, blue\n  board\n    (0,0) U\n' + "".join(
    f"  {number}. {'red' if number % 2 else 'blue'} U (0,{number})\n" for number in range(1, 2000)
)
LONG: dict[str, str] = {
    "many questions": CITY,
    "questions that take long": FIELDS + "ask final\n" * 300,
    "many features": FIELDS,
    "many scenarios": "".join(f'scenario "{number}"\n{SHORT}' for number in range(1000)),
    "many mistakes": "citty T: 5 tiles\n" * 4000,
    "a long line": "city T: complete; " * 4000,
    "comments": "# nothing\n" * 100_000 + "ask score T",
    "a board": "board\n" + "".join(f"  ({number},0) U@90\n" for number in range(3000)) + "ask placements U\n" * 100,
    "other editions": CITY.replace("5 tiles", "2 tiles"),
}


def run(*words: str, text: str = "") -> Result:
    """One call of the command line."""
    return CliRunner().invoke(main, list(words), input=text)


class Clock:
    """A clock on which every look takes a while, so that a limit is reached by work and not by waiting."""

    def __init__(self, each: float) -> None:
        self.now, self.each = 0.0, each

    def process_time(self) -> float:
        self.now += self.each
        return self.now


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which 16 pieces of work take a second."""
    monkeypatch.setattr(limits.time, "process_time", Clock(1.0).process_time)


@pytest.mark.parametrize("kind", LONG)
def test_every_long_text_is_stopped(kind: str, slow: None) -> None:
    with within(Limit(seconds=8)), pytest.raises(Problems) as caught:
        outcome = adjudicate(LONG[kind])
        raise Problems(outcome.problems)
    codes = [one.code for one in caught.value.items]
    assert codes[-1] == "limit-seconds" or "limit-seconds" in codes


def test_what_was_answered_is_given_and_what_is_left_is_told(slow: None) -> None:
    """Reading and binding take some 12,000 pieces of work, the answers far more."""
    with within(Limit(seconds=1000)):
        outcome = adjudicate(CITY)
    assert 0 < len(outcome.answers) < ASKED
    (stop,) = outcome.problems
    assert stop.code == "limit-seconds"
    assert stop.span.line == len(outcome.answers) + 3  # the first question is on line 3
    assert stop.values == {"limit": "1000", "left": CITY.count("\n") - stop.span.line}


def test_memory_is_limited_by_what_the_interpreter_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_PAUSE", 0.0)
    gc.collect()  # what others left would be freed meanwhile, and less would seem to be held
    with within(Limit(megabytes=1)), pytest.raises(Problems) as caught:
        adjudicate(CITY)
    assert [one.code for one in caught.value.items] == ["limit-memory"]
    with within(Limit(megabytes=1)):
        assert not adjudicate(SHORT).problems


def test_a_limit_is_reached_once_and_ends_with_its_block(slow: None) -> None:
    with within(Limit(seconds=1)):
        with pytest.raises(Exhausted):
            for _ in range(1000):
                spend(7)
        for _ in range(1000):
            spend()
    for _ in range(1000):
        spend()
    with within(UNLIMITED):
        for _ in range(1000):
            spend()


COMMANDS: dict[str, Callable[[Path], tuple[list[str], str]]] = {
    "settle": lambda folder: (["settle", "-"], CITY),
    "brief": lambda folder: (["settle", "--brief", "-"], CITY),
    "ask": lambda folder: (["ask", CITY], ""),
    "score": lambda folder: (["score", "-"], GAME),
    "fmt": lambda folder: (["fmt", "-"], CITY),
    "check": lambda folder: (["check", str(folder / "long.carc")], ""),
    "export": lambda folder: (["export", "-"], GAME),
    "draw": lambda folder: (["draw", "-"], CITY),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_limit(name: str, tmp_path: Path, slow: None) -> None:
    (tmp_path / "long.carc").write_text(CITY, encoding="utf-8")
    words, text = COMMANDS[name](tmp_path)
    result = run(*words, "--max-seconds", "3", text=text)
    assert result.exit_code == 2
    assert "he limit of 3 seconds for a file is reached here; lines left: " in " ".join(result.stderr.split())
    assert "fault" not in result.stderr


def test_in_french_and_in_json(slow: None) -> None:
    words = ["settle", "-", "--max-seconds", "3"]
    assert "a limite de 3 secondes par fichier" in run(*words, "--lang", "fr", text=CITY).stderr
    said = json.loads(run(*words, "--format", "json", text=CITY).stdout)
    assert [one["code"] for one in said["problems"]] == ["limit-seconds"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.long
def test_one_long_file_costs_only_itself(tmp_path: Path, jobs: str) -> None:
    for name, text in (("a", SHORT), ("b", CITY), ("c", SHORT)):
        (tmp_path / f"{name}.carc").write_text(text, encoding="utf-8")
    gc.collect()  # what other tests left behind would be freed in the middle and counted as less
    said = json.loads(run("check", "--jobs", jobs, "--max-memory", "8", "--format", "json", str(tmp_path)).stdout)
    assert [(Path(one["file"]).name, one["code"]) for one in said["problems"]] == [("b.carc", "limit-memory")]
    assert 2 <= said["summary"]["questions"] < ASKED


@pytest.mark.long
def test_work_grows_with_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the questions make at most a little more than twice the pieces of work, whatever other editions say."""
    for text in (PLAIN, PLAIN.replace("5", "2")):
        spent = []
        for number in (200, 400, 800):
            counted = Clock(1.0)
            monkeypatch.setattr(limits.time, "process_time", counted.process_time)
            with within(Limit(seconds=10**9)):
                assert len(adjudicate(text + "ask score T\n" * number).answers) == number
            spent.append(counted.now)
        assert spent[1] < 2.2 * spent[0] and spent[2] < 2.2 * spent[1]


@pytest.mark.long
def test_python_sets_limits_itself(slow: None) -> None:
    assert len(adjudicate(CITY).answers) == ASKED

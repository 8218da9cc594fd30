"""The pytest plugin: a test for every question, settled when it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator import pytest_plugin

POSIX = os.name == "posix"
GOOD = """scenario "Two against one"
  city T: complete, 5 tiles, 1 coat
    red: 2 meeples
    black: meeple
  ask score T
    expect red 12, black 0
"""
BAD = GOOD.replace("red 12", "red 10")
ODD = 'scenario "Odd"\n  citty X\n'
TEXTS = {
    "good.carc": GOOD + "  ask majority T\n    expect red\n  ask majority T\n",
    "bad.carc": BAD,
    "unreadable.carc": "citty T\n",
}


@pytest.fixture
def table(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder where pytest has no other plugin than this."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    pytester.makeini("[pytest]\n")
    return pytester


def written(table: pytest.Pytester, **texts: str) -> None:
    for name, text in texts.items():
        (table.path / name.replace("_", ".")).write_text(text, encoding="utf-8", newline="\n")


def run(table: pytest.Pytester, *words: str) -> pytest.RunResult:
    return table.runpytest_inprocess("-p", "no:xdist", *words)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were settled, one for each time."""
    import adjudicator

    names: list[str] = []
    settle = adjudicator.adjudicate
    monkeypatch.setattr(
        adjudicator, "adjudicate", lambda text, file: names.append(Path(file).name) or settle(text, file)
    )
    pytest_plugin.settled.cache_clear()
    return names


def test_one_test_a_question(table: pytest.Pytester) -> None:
    written(table, **TEXTS)
    said = run(table, "-v")
    said.assert_outcomes(passed=3, failed=2)
    text = str(said.stdout)
    assert "Two against one: score T" in text
    assert "Two against one: majority T (2)" in text
    row = next(line for line in said.outlines if line.startswith("red 10"))
    assert "12" in row
    assert "BASE-29  A completed city" in text
    assert "unreadable.carc:1:1" in text
    assert "Traceback" not in text


def test_collecting_settles_nothing(table: pytest.Pytester, settled: list[str]) -> None:
    written(table, **TEXTS)
    said = run(table, "--collect-only", "-q")
    assert "5 tests collected" in str(said.stdout)
    assert settled == []


def test_a_file_is_settled_once(table: pytest.Pytester, settled: list[str]) -> None:
    written(table, **TEXTS)
    run(table)
    assert sorted(settled) == sorted(TEXTS)


def test_the_first_failure_stops_the_run(table: pytest.Pytester, settled: list[str]) -> None:
    written(table, a_carc=BAD, b_carc=GOOD)
    run(table, "-x").assert_outcomes(failed=1)
    assert settled == ["a.carc"]


def test_what_failed_last_is_run_again_alone(table: pytest.Pytester, settled: list[str]) -> None:
    written(table, a_carc=BAD, b_carc=GOOD)
    run(table).assert_outcomes(passed=1, failed=1)
    pytest_plugin.settled.cache_clear()
    run(table, "--lf").assert_outcomes(failed=1)
    assert settled == ["a.carc", "b.carc", "a.carc"]


def test_a_question_is_chosen_by_its_name(table: pytest.Pytester, settled: list[str]) -> None:
    written(table, **TEXTS)
    run(table, "-k", "majority").assert_outcomes(passed=2, deselected=3)
    assert settled == ["good.carc"]


def test_what_is_wrong_fails_the_questions_of_its_scenario(table: pytest.Pytester) -> None:
    more = GOOD.replace("Two", "Three")
    written(table, a_carc=GOOD + ODD + "  ask score X\n" + more)
    said = run(table)
    said.assert_outcomes(passed=2, failed=1)
    assert "a.carc:8:3" in str(said.stdout) and "citty" in str(said.stdout)


@pytest.mark.parametrize(
    "text", [ODD + GOOD, GOOD + ODD, "use nowhereland\n" + GOOD, GOOD + "  bibber\n", 'langage fr\n' + GOOD]
)  # fmt: skip
def test_nothing_wrong_is_passed_over(table: pytest.Pytester, text: str) -> None:
    written(table, a_carc=text)
    run(table).assert_outcomes(failed=1)


def test_a_claim_is_a_question(table: pytest.Pytester) -> None:
    record = 'game "Two"\n  players red, blue\n  1. red: V at (1,0)\n  claim red {}, blue 0\n'
    written(table, a_carc=record.format(0), b_carc=record.format(7))
    said = run(table, "-v")
    said.assert_outcomes(passed=1, failed=1)
    assert "a.carc::Two: claim red 0, blue 0 PASSED" in str(said.stdout)


def pipe(folder: Path) -> str:
    os.mkfifo(folder / "waits.carc")
    return "waits.carc"


def dead_link(folder: Path) -> str:
    (folder / "dead.carc").symlink_to("nowhere")
    return "dead.carc"


def device(folder: Path) -> str:
    (folder / "device.carc").symlink_to("/dev/zero")
    return "device.carc"


@pytest.mark.skipif(not POSIX, reason="pipes and links as POSIX has them")
@pytest.mark.parametrize("make", [pipe, dead_link, device])
def test_what_is_no_file_fails(table: pytest.Pytester, make: Callable[[Path], str]) -> None:
    written(table, good_carc=GOOD)
    name = make(table.path)
    said = run(table)
    said.assert_outcomes(passed=1, failed=1)
    assert name in str(said.stdout) and "Traceback" not in str(said.stdout)


@pytest.mark.skipif(not POSIX, reason="links as POSIX has them")
def test_a_linked_folder_is_walked(table: pytest.Pytester) -> None:
    written(table, good_carc=GOOD)
    (table.mkdir("out") / "other.carc").write_text(GOOD, encoding="utf-8")
    inside = table.mkdir("in")
    (inside / "link").symlink_to("../out")
    run(table, "in").assert_outcomes(passed=1)


def test_capitals_are_taken(table: pytest.Pytester) -> None:
    written(table, X_CARC=BAD)
    run(table).assert_outcomes(failed=1)

"""No false green: whatever was there to be checked and was not is named, and nothing that waits for ever is opened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import main

ROOT = Path(__file__).parent.parent
POSIX = os.name == "posix"
GOOD = """scenario "Two against one"
  city T: complete, 5 tiles, 1 coat
    red: 2 meeples
    black: meeple
  ask score T
    expect red 12, black 0
"""
COMMANDS = (["check"], ["fmt", "--check"])


def run(*words: str) -> Result:
    """One call of the command line."""
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good scenario, and beside it one with another."""
    for name in ("in/good.carc", "out/other.carc"):
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(GOOD, encoding="utf-8", newline="\n")
    return tmp_path / "in"


def pipe(folder: Path) -> str:
    os.mkfifo(folder / "waits.carc")
    return "waits.carc"


def dead_link(folder: Path) -> str:
    (folder / "dead.carc").symlink_to("nowhere")
    return "dead.carc"


def device(folder: Path) -> str:
    (folder / "device.carc").symlink_to("/dev/zero")
    return "device.carc"


def linked_folder(folder: Path) -> str:
    (folder / "link").symlink_to("../out")
    return "link"


MAKERS = [pipe, dead_link, device, linked_folder]


@pytest.mark.skipif(not POSIX, reason="pipes and links as POSIX has them")
@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_is_not_checked_is_named(folder: Path, words: list[str], make: Callable[[Path], str]) -> None:
    name = make(folder)
    result = run(*words, str(folder))
    assert result.exit_code == 2
    assert name in result.stderr.replace("\n", "")
    result = run(*words, "--format", "json", str(folder))
    assert result.exit_code == 2 and result.stderr == ""
    assert [problem["file"] for problem in json.loads(result.stdout)["problems"]] == [str(folder / name)]


@pytest.mark.skipif(not POSIX, reason="a pipe as POSIX has it")
@pytest.mark.parametrize("command", ["settle", "check", "score", "fmt", "import", "export"])
def test_a_pipe_is_never_waited_for(folder: Path, command: str) -> None:
    result = run(command, str(folder / pipe(folder)))
    assert result.exit_code == 2
    assert "waits.carc" in result.stderr.replace("\n", "")


@pytest.mark.skipif(not POSIX, reason="a shell opens it")
def test_what_the_shell_has_opened_is_read(folder: Path) -> None:
    with (folder / "good.carc").open("rb") as file:
        words = [sys.executable, "-m", "adjudicator", "check", "/dev/stdin"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        reader = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
        done = subprocess.run(words, stdin=reader.stdout, capture_output=True, env=environment, check=False, timeout=60)
        reader.communicate()
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_folder_that_cannot_be_read_is_named(folder: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "closed").mkdir()
    scandir = os.scandir

    def refused(path: str) -> object:
        if os.fspath(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    for one in (folder, folder / "closed"):
        result = run(*words, str(one))
        assert result.exit_code == 2
        assert "closed" in result.stderr.replace("\n", "") and "Permission denied" in " ".join(result.stderr.split())
        assert ".carc files" not in result.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.long
def test_capitals_are_checked(folder: Path, words: list[str]) -> None:
    (folder / "X.CARC").write_text(GOOD.replace("red 12", "red  11"), encoding="utf-8", newline="\n")
    assert run(*words, str(folder)).exit_code == 1


@pytest.mark.skipif(not POSIX, reason="links as POSIX has them")
def test_a_link_into_what_is_checked_anyway_hides_nothing(folder: Path) -> None:
    (folder / "round").symlink_to(".")
    (folder / "beside").symlink_to("../out")
    result = run("check", str(folder), str(folder.parent / "out"))
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1].split()[1] == "2"

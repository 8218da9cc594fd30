"""The README's tour, and the referee's, show what the commands really print."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    "docs/talking.md",
    "docs/parler.md",
    "docs/referee.md",
    "docs/scale.md",
    "docs/grandes-archives.md",
)
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SKIPPED = "[...]"
"""A line of a page that stands for any number of printed lines."""


def examples() -> list[tuple[str, str]]:
    """Each command of the pages with the output that stands below it."""
    found: list[tuple[str, str]] = []
    for block in (block for page in PAGES for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), examples())
def test_the_tour_is_true(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    program, *arguments = shlex.split(command)
    assert program == "adjudicator"
    result = CliRunner().invoke(main, arguments)
    parts = [re.escape(part.strip("\n")) for part in output.split(SKIPPED)]
    printed = "\n".join(line.rstrip() for line in result.output.replace(os.sep, "/").splitlines())
    assert re.fullmatch(r"\n*.*?\n*".join(parts), printed.strip("\n"), re.DOTALL), printed


def test_there_is_a_tour() -> None:
    assert len(examples()) >= 8

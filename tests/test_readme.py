"""Pages that show a command show what it really prints.

``python tests/test_readme.py`` writes what is printed now into the pages; what `[...]` leaves out stays left out.
"""

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
    "docs/command-line.md",
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
    return [shown for page in PAGES for block in BLOCK.findall(_text(page)) for shown in _shown(block)]


def _text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def _shown(block: str) -> list[tuple[str, str]]:
    parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
    return [(command, output) for command, _, output in parts]


def printed(command: str) -> str:
    """What a command prints, run from the root of the project."""
    program, *arguments = shlex.split(command)
    assert program == "adjudicator"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setenv("COLUMNS", "80")
        patch.setenv("LC_ALL", "C.UTF-8")
        result = CliRunner().invoke(main, arguments)
    return "\n".join(line.rstrip() for line in result.output.replace(os.sep, "/").splitlines()).strip("\n")


def is_shown(output: str, now: str) -> bool:
    """Whether `output` shows what is printed `now`, where a line `[...]` stands for any lines."""
    parts = [re.escape(part.strip("\n")) for part in output.split(SKIPPED)]
    return bool(re.fullmatch(r"\n*.*?\n*".join(parts), now, re.DOTALL))


@pytest.mark.parametrize(("command", "output"), examples())
def test_the_tour_is_true(command: str, output: str) -> None:
    now = printed(command)
    assert is_shown(output, now), now


def test_there_is_a_tour() -> None:
    assert len(examples()) >= 8


def renewed(output: str, now: str) -> str:
    """`output` with the lines printed `now`: as many at the beginning and at the end as it showed around `[...]`."""
    if is_shown(output, now):
        return output
    lines, before, after = now.split("\n"), *(part.split("\n") for part in _ends(output))
    if SKIPPED not in output or len(before) + len(after) >= len(lines):
        return f"{now}\n"
    kept = [*lines[: len(before) - 1], SKIPPED, *lines[len(lines) - len(after) + 1 :]]
    return "\n".join(kept) + "\n"


def _ends(output: str) -> tuple[str, str]:
    return output.partition(SKIPPED)[0], output.rpartition(SKIPPED)[2].rstrip("\n") if SKIPPED in output else ""


def test_a_page_is_renewed() -> None:
    now = "one\ntwo\nthree\nfour\nfive"
    assert renewed("1\n[...]\n5\n", now) == "one\n[...]\nfive\n"
    assert renewed("1\n2\n[...]\n", now) == "one\ntwo\n[...]\n"
    assert renewed("[...]\n4\n5\n", now) == "[...]\nfour\nfive\n"
    assert renewed("1\n2\n", now) == f"{now}\n"
    assert renewed("one\n[...]\nfour\n[...]\n", now) == "one\n[...]\nfour\n[...]\n"


if __name__ == "__main__":
    for page in PAGES:
        text = _text(page)
        for block in BLOCK.findall(text):
            new = "".join(f"$ {command}\n{renewed(output, printed(command))}" for command, output in _shown(block))
            text = text.replace(block, new)
        (ROOT / page).write_text(text, encoding="utf-8")

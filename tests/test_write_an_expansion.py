"""``docs/write-an-expansion.md``, done as it says: every file written, every command run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "write-an-expansion.md"
STEP = re.compile(r"(?:^`([^`\n]+)`(, added)?:\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SKIPPED = "[...]"
"""A line of the page that stands for any number of printed lines."""


def run(command: str, folder: Path, environment: dict[str, str]) -> str:
    program, *arguments = shlex.split(command)
    assert program == "adjudicator", command
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return "\n".join(line.rstrip() for line in done.stdout.splitlines())


@pytest.mark.long
def test_the_page_is_true(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    commands = 0
    for name, added, kind, text in STEP.findall(PAGE.read_text(encoding="utf-8")):
        if name:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            before = file.read_text(encoding="utf-8") + "\n" if added else ""
            file.write_text(before + text, encoding="utf-8")
            continue
        assert kind == "console"
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("export "):
                variable, _, value = command.removeprefix("export ").partition("=")
                environment[variable] = value
                continue
            printed = run(command, tmp_path, environment)
            wanted = [re.escape(line.strip("\n")) for line in output.split(SKIPPED)]
            assert re.fullmatch(r"\n*.*?\n*".join(wanted), printed.strip("\n"), re.DOTALL), f"{command}\n{printed}"
            commands += 1
    assert commands >= 4
    assert sorted(path.name for path in (tmp_path / "my-expansions").iterdir()) == ["_prepared", "apiary"]

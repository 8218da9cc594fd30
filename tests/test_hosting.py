"""``docs/hosting.md`` and the Containerfile: what they say to run, runs."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
STARTS = re.findall(r"adjudicator mcp( --http [^`\n]*)", PAGE)


def test_every_start_is_one_that_the_program_knows() -> None:
    assert len(STARTS) >= 2
    for options in STARTS:
        done = CliRunner().invoke(main, ["mcp", *options.split(), "--help"])
        assert done.exit_code == 0, options
        known = set(re.findall(r"--[a-z-]+", done.output))
        assert set(re.findall(r"--[a-z-]+", options)) <= known, options


@pytest.mark.long
def test_the_container_starts_and_is_healthy() -> None:
    """Its commands as they stand, at a port that is free here."""
    pytest.importorskip("mcp", reason='the library of `pip install "carcassonne-adjudicator[mcp]"` is missing')
    with socket.create_server(("127.0.0.1", 0)) as one:
        port = str(one.getsockname()[1])
    words = {
        key: json.loads(found) for key, found in re.findall(r"^(ENTRYPOINT|HEALTHCHECK CMD) (.*)$", CONTAINER, re.M)
    }
    start, health = ([word.replace("8000", port) for word in words[key]] for key in ("ENTRYPOINT", "HEALTHCHECK CMD"))
    assert start[0] == "adjudicator" and health[0] == "python"
    command = [sys.executable, "-m", *start]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stderr is not None and port in process.stderr.readline()
            assert subprocess.run([sys.executable, *health[1:]], cwd=ROOT, timeout=30).returncode == 0
        finally:
            process.terminate()


def test_the_container_is_nobody_and_names_no_registry() -> None:
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", CONTAINER, re.M)
    (base,) = re.findall(r"^FROM (\S+)$", CONTAINER, re.M)
    assert re.fullmatch(r"[a-z]+:[\w.-]+", base)

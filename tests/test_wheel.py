"""The wheel holds everything that is needed at the table, and nothing of it is written to when it is used."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.source, pytest.mark.long(together=True)]

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "adjudicator"
PREPARED = "adjudicator/_prepared/"

ENGLISH = "city T: complete, 5 tiles, 1 coat; red: 2 meeples; black: meeple; ask score T"
FRENCH = "langue fr; ville T: complète, 5 tuiles, 1 blason; rouge: 2 meeples; noir: meeple; demande score T"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout with the build backend that the project declares."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    """Every path inside the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture
def unpacked(wheel: Path, tmp_path: Path) -> Path:
    """The wheel's content in a folder of its own, as an installer would lay it down."""
    folder = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def shipped() -> Iterator[str]:
    """What of the package belongs into the wheel: all but caches and what the checkout prepared for itself."""
    for path in PACKAGE.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if path.is_file() and "__pycache__" not in parts and parts[1] != "_prepared" and path.suffix != ".pyc":
            yield "/".join(parts)


def settle(site: Path, text: str) -> dict[str, Any]:
    """The JSON that `adjudicator settle -` prints for `text`, run from `site` and far from the checkout."""
    done = subprocess.run(
        [sys.executable, "-c", "from adjudicator.cli import main; main()", "settle", "--format", "json", "-"],
        cwd=site.parent,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below `folder` with the time it was written and its bytes."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def test_it_runs_on_every_machine(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_every_file_of_the_package_is_in_it(names: set[str]) -> None:
    assert set(shipped()) - names == set()


def test_the_grammar_is_in_it(wheel: Path) -> None:
    sources = [path for path in (ROOT / "grammar").rglob("*") if path.is_file()]
    assert sources
    with zipfile.ZipFile(wheel) as archive:
        for path in sources:
            name = path.relative_to(ROOT / "grammar").as_posix()
            assert archive.read(f"adjudicator/_grammar/{name}") == path.read_bytes()


def test_prepared_data_are_in_it(names: set[str]) -> None:
    prepared = {name for name in names if name.startswith(PREPARED)}
    assert f"{PREPARED}BUILT" in prepared
    assert {Path(name).suffix for name in prepared} == {"", ".json"}


def test_nothing_else_is_in_it(names: set[str]) -> None:
    added = {name for name in names if name.startswith((PREPARED, "adjudicator/_grammar/", "adjudicator/_docs/"))}
    about = {name for name in names if name.split("/")[0].endswith(".dist-info")}
    assert names - added - about - set(shipped()) == set()


def test_building_leaves_no_marker_in_the_checkout(wheel: Path) -> None:
    assert not (PACKAGE / "_prepared" / "BUILT").exists()
    assert not (PACKAGE / "_grammar").exists()


def metadata(wheel: Path) -> Message:
    """What the wheel says about itself."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_no_requirement_names_a_strangers_package(wheel: Path) -> None:
    """Another project's distribution is called ``adjudicator``: extras that include others name this one."""
    about = metadata(wheel)
    assert about["Name"] == "carcassonne-adjudicator"
    needed = {re.split(r"[\s\[<>=;~!]", line)[0] for line in about.get_all("Requires-Dist", [])}
    assert "adjudicator" not in needed


def test_it_needs_four_libraries(wheel: Path) -> None:
    about = metadata(wheel)
    needed = [line for line in about.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert sorted(line.split(">=")[0] for line in needed) == ["click", "drawsvg", "lark", "tabulate"]


@pytest.mark.parametrize("text", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_it_settles_a_dispute_and_writes_nothing(unpacked: Path, text: str) -> None:
    before = contents(unpacked)
    (ruling,) = settle(unpacked, text)["rulings"]
    assert ruling["verdict"] == "scored"
    assert ruling["points"]["red"] == 12
    # Prepared data that were missing would have been prepared and written just now.
    assert contents(unpacked) == before


OPENS = """
import sys
from pathlib import Path
from click.testing import CliRunner

opened = set()
def note(event, args):
    if event == "open" and str(args[0]).endswith(".toml"):
        opened.add(str(args[0]))


sys.addaudithook(note)
sys.path.insert(0, sys.argv[1])
from adjudicator.cli import main

lines = [["settle", "--lang", lang, file] for file in sys.argv[2:] for lang in ("en", "fr", "de")]
lines += [["where may my wagon go?"], ["red has a wizrad in a city"], ["rules", "BASE-29"], ["tiles", "V"]]
for line in lines:
    CliRunner().invoke(main, line)
print(*sorted({Path(one).name for one in opened}))
"""
READ_AS_THEY_ARE = {
    "common.toml",
    "hints.toml",
    "jcz.toml",
    "freels.toml",
    "tournament.toml",
    "language.toml",
}
"""Everyday words, small tables for mistakes and for other programs' records."""


def test_what_is_prepared_is_not_read_again(unpacked: Path) -> None:
    """Every start would read it: prepared data that are missing from a wheel are never kept by it."""
    some = sorted(ROOT.joinpath("scenarios").rglob("*.carc"))[::25]
    command = [sys.executable, "-c", OPENS, str(unpacked), *map(str, some)]
    done = subprocess.run(command, cwd=unpacked, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= READ_AS_THEY_ARE


def test_it_works_where_nothing_may_be_written(unpacked: Path) -> None:
    paths = [unpacked, *unpacked.rglob("*")]
    modes = {path: path.stat().st_mode for path in paths}
    try:
        for path in paths:
            path.chmod(modes[path] & ~0o222)
        assert settle(unpacked, ENGLISH)["rulings"][0]["points"]["red"] == 12
    finally:
        for path in paths:
            path.chmod(modes[path])


def test_documents_are_read_from_the_wheel(unpacked: Path) -> None:
    """Those that assistants read."""
    code = "from adjudicator.assistants.resources import documents as every\n"
    code += "print(sum(len(one.text()) > 500 for one in every()))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=unpacked.parent,
        env={**os.environ, "PYTHONPATH": str(unpacked), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 9

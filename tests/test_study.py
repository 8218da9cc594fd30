"""Archives under other rules: what is counted, which games are named, and what is no archive."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli import main

TINY = """game "Tiny"
players red, blue
1. red E@180 (0,-1) meeple city
final
"""
"""The start tile and one more tile with a single city edge close a city of two tiles: 4 points, or 2 by the house rule
on tiny cities (BASE-31)."""
PLAIN = """game "Plain"
players red, blue
1. red A@90 (1,0) meeple road
final
"""
"""A road of two tiles, incomplete: 2 points in any edition (BASE-45)."""


def study(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["study", *words, "--format", "json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    broken = 'game "B"\nplayers red, blue\n1. red A (9,9)\n'
    rows = [json.dumps({"text": text}) for text in (TINY, PLAIN, broken)]
    file.write_text("\n".join(rows) + "\n\n", encoding="utf-8")
    return file


def test_a_house_rule_changes_what_it_is_about(archive: Path) -> None:
    found = study(str(archive), "--vary", "tiny-city-scoring=2,4")
    assert (found["games"], found["unsettled"]) == (2, 1)
    two, four = found["effects"]
    assert (two["value"], two["games"], two["results"], two["winners"], two["margin"]) == ("2", 2, 1, 0, -1.0)
    (game,) = two["telling"]
    assert game["game"] == f"{archive}:1"
    assert (game["before"], game["after"]) == ({"red": 4, "blue": 0}, {"red": 2, "blue": 0})
    assert (four["results"], four["telling"]) == (0, [])
    assert found["rules"] == {"BASE-29": 4, "BASE-45": 2}


def test_records_are_studied_as_well(tmp_path: Path) -> None:
    file = tmp_path / "tiny.carc"
    file.write_text(TINY, encoding="utf-8")
    assert study(str(file), "--vary", "edition=C1,C3")["games"] == 1
    told = CliRunner().invoke(main, ["study", str(file), "--vary", "tiny-city-scoring=2", "--lang", "fr"])
    assert told.exit_code == 0
    assert "rouge 4, bleu 0 > rouge 2, bleu 0" in " ".join(told.output.split())


def test_any_archive_is_studied(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    with zipfile.ZipFile(folder / "a.zip", "w") as made:
        made.writestr("tiny.carc", TINY)
        made.writestr("read.me", "x")
    with gzip.open(folder / "b.jsonl.gz", "wb") as packed:
        packed.write(archive.read_bytes())
    alone = study(str(archive), "--vary", "edition=C1")["games"]
    assert study(str(folder), "--vary", "edition=C1")["games"] == alone + 1


@pytest.mark.parametrize(
    ("vary", "content"),
    [
        ("nonsense=1", None),
        ("tiny-city-scoring=99", None),
        ("edition=C9", None),
        ("edition=C1", '{"txt": 1}\n'),
        ("edition=C1", "[" * 100_000),
        ("edition=C1", "\u00e9".encode("latin-1")),
    ],
)
def test_what_is_no_archive_is_refused_by_name(archive: Path, vary: str, content: str | bytes | None) -> None:
    if content is not None:
        archive.write_bytes(content if isinstance(content, bytes) else content.encode())
    for form in ("simple", "json"):
        result = CliRunner().invoke(main, ["study", str(archive), "--vary", vary, "--format", form])
        assert result.exit_code == 2
        assert "Traceback" not in result.output
        assert "failed" not in result.output

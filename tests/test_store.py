"""Prepared data: what is found wrong is built anew, wherever that is, and by however many programs at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator import store

ROOT = Path(__file__).parent.parent
RIGHT = {"words": ["city", "é"], "number": 3}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of its own."""
    monkeypatch.setattr(store, "FOLDER", tmp_path / "prepared")
    monkeypatch.setattr(store, "FROZEN", tmp_path / "prepared" / "BUILT")
    return tmp_path / "prepared"


def read() -> object:
    return store.prepared("thing", lambda: [], lambda: RIGHT)


DEEP = b"[" * 200_000 + b"]" * 200_000
CHANGES: dict[str, Callable[[bytes, bytes], bytes]] = {
    "nothing": lambda seal, data: b"",
    "cut short": lambda seal, data: seal + data[:-4],
    "another value": lambda seal, data: seal + data.replace(b"3", b"4"),
    "another kind of value": lambda seal, data: seal + b"[]",
    "no JSON": lambda seal, data: seal + b"{",
    "no UTF-8": lambda seal, data: seal + b'"\xff"',
    "deep data": lambda seal, data: seal + DEEP,
    "deep data under their own sum": lambda seal, data: store._seal([store.VERSION], DEEP) + DEEP,
    "a deep first line": lambda seal, data: DEEP + b"\n" + data,
    "a long first line": lambda seal, data: b" " * 3_000_000 + seal + data,
    "no first line": lambda seal, data: data,
    "the former shape": lambda seal, data: json.dumps({"stamp": [store.VERSION], "data": {}}).encode(),
    "a pickle": lambda seal, data: b"\x80\x04N.",
}


@pytest.mark.parametrize("frozen", [False, True], ids=["checkout", "wheel"])
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_wrong_is_built_anew(folder: Path, change: str, frozen: bool) -> None:
    if frozen:
        folder.mkdir()
        store.FROZEN.touch()
    assert read() == RIGHT
    path = folder / "thing.json"
    kept = path.read_bytes()
    seal, data = kept.split(b"\n", 1)
    path.write_bytes(CHANGES[change](seal + b"\n", data))
    assert read() == RIGHT
    assert path.read_bytes() == kept


@pytest.mark.parametrize("change", ["cut short", "deep data under their own sum"])
def test_also_where_nothing_can_be_written(folder: Path, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read() == RIGHT
    path = folder / "thing.json"
    seal, data = path.read_bytes().split(b"\n", 1)
    wrong = CHANGES[change](seal + b"\n", data)
    path.write_bytes(wrong)

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(store, "write_whole", refused)
    assert read() == RIGHT
    assert path.read_bytes() == wrong


def test_a_folder_in_the_way_is_no_error(folder: Path) -> None:
    (folder / "thing.json").mkdir(parents=True)
    assert read() == RIGHT
    folder.joinpath("thing.json").rmdir()
    folder.rmdir()
    folder.write_text("a file", encoding="utf-8")
    assert read() == RIGHT


def test_a_change_of_a_source_is_seen(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text("one", encoding="utf-8")
    for text in ("one", "three"):
        source.write_text(text, encoding="utf-8")
        assert store.prepared("thing", lambda: [source], lambda: source.read_text(encoding="utf-8")) == text


@pytest.mark.long
def test_four_starts_at_once_from_nothing(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from adjudicator import store
store.FOLDER, store.FROZEN = Path({str(tmp_path)!r}), Path({str(tmp_path / "BUILT")!r})
from adjudicator.cli import main
main(["settle", "--brief", "-"])
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, encoding="utf-8",
        )
        for _ in range(4)
    ]  # fmt: skip
    for one in started:
        assert one.stdin is not None
        one.stdin.write("city T: complete, 5 tiles; red: meeple; ask score T\n")
        one.stdin.flush()
    said = [one.communicate() for one in started]
    assert all("Red scores 10 points" in out and not err for out, err in said), said
    assert [one.returncode for one in started] == [0] * 4
    assert {path.suffix for path in tmp_path.iterdir()} == {".json"}  # no draft is left behind

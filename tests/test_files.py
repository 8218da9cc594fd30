"""Nothing is lost and nothing is hidden when a disk is full, an output is closed or somebody presses Ctrl-C."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from everyday import mostly_long

from adjudicator import files
from adjudicator.cli import common, main
from adjudicator.files import write_whole

ROOT = Path(__file__).parent.parent
POSIX = os.name == "posix"
UNTIDY = (
    "# a comment\n" * 200
    + 'scenario  "Two against one"\n  city T:   complete, 5 tiles\n    red: 2 meeples\n  ask score T\n'
)
GAME = 'game "Saturday"\n  players red, blue\n  1. red  E@180 (0,-1) meeple city\n  2. blue U (1,0) meeple road\n'


SAVED = "1 D 2 4 1 0 P1=4T 7+7\n2 Q 1 6 2 0\n3 V 0 5 1 1\n4 K 3 4 2 -1\n"


def run(*words: str, text: str | None = None) -> Result:
    """One call of the command line."""
    return CliRunner().invoke(main, list(words), input=text)


def process(*words: str, before: str = "", shell: str = "", text: str = "") -> subprocess.CompletedProcess[str]:
    """A run of its own: `before` is Python that runs first, `shell` what a shell does with its streams."""
    code = f"{before}\nfrom adjudicator.__main__ import main; main()"
    command = [sys.executable, "-c", code, *words]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # a full disk would leave torn modules behind for everybody else
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, input=text, check=False)


# ---- files are written whole or not at all


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("command", ["fmt", "import", "export"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the disk is found to be full: at the writing, the flushing or the renaming."""
    target = tmp_path / "a.carc"
    words = {
        "fmt": ["fmt", "-w", str(target)],
        "import": ["import", "-", "--y", "up", "--sheet", "V=0", "--players", "Anna, Ben", "-o", str(target)],
        "export": ["export", "-", "-o", str(target)],
    }[command]
    text = {"fmt": "", "import": SAVED, "export": GAME}[command]
    for name in ("fsync", "replace", "open"):
        target.write_text(UNTIDY, encoding="utf-8", newline="\n")

        def full(*_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(files.os, name, full)
            result = run(*words, text=text)
        assert result.exit_code == 2, result.output
        assert "No space left on device" in result.stderr and "a.carc" in result.stderr.replace("\n", "")
        assert "fault" not in result.stderr
        assert target.read_text(encoding="utf-8") == UNTIDY
        assert entries(tmp_path) == ["a.carc"]
    result = run(*words, text=text)
    assert result.exit_code == 0, result.output
    assert target.read_text(encoding="utf-8") != UNTIDY
    assert entries(tmp_path) == ["a.carc"]


@pytest.mark.skipif(not POSIX, reason="no file size limit elsewhere")
def test_a_real_limit_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.carc"
    target.write_text(UNTIDY, encoding="utf-8")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    done = process("fmt", "-w", str(target), before=limit)
    assert done.returncode == 2
    assert "a.carc" in done.stderr and "Traceback" not in done.stderr and "fault" not in done.stderr
    assert target.read_text(encoding="utf-8") == UNTIDY
    assert entries(tmp_path) == ["a.carc"]


def test_ctrl_c_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.carc"
    target.write_text("old", encoding="utf-8")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(target, "new")
    assert target.read_text(encoding="utf-8") == "old"
    assert entries(tmp_path) == ["a.carc"]


def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_whole(tmp_path / "written", "text\n")
    assert (tmp_path / "written").stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert (tmp_path / "written").read_bytes() == b"text\n"


@pytest.mark.skipif(not POSIX, reason="modes and links as POSIX has them")
def test_modes_and_links_stay(tmp_path: Path) -> None:
    target = tmp_path / "folder" / "a.carc"
    target.parent.mkdir()
    target.write_text(UNTIDY, encoding="utf-8")
    target.chmod(0o640)
    link = tmp_path / "link.carc"
    link.symlink_to("folder/a.carc")
    assert run("fmt", "-w", str(link)).exit_code == 0
    assert link.is_symlink() and not target.is_symlink()
    assert target.read_text(encoding="utf-8") != UNTIDY
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    other = tmp_path / "other.carc"
    other.hardlink_to(target)
    write_whole(other, "both\n")
    assert target.read_text(encoding="utf-8") == "both\n" and target.samefile(other)
    dangling = tmp_path / "dangling"
    dangling.symlink_to("folder/new")
    write_whole(dangling, "new\n")
    assert (tmp_path / "folder" / "new").read_text(encoding="utf-8") == "new\n" and dangling.is_symlink()


@pytest.mark.skipif(not POSIX, reason="hard links")
def test_a_file_of_two_names_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, other = tmp_path / "a", tmp_path / "b"
    target.write_text("old text\n", encoding="utf-8")
    other.hardlink_to(target)
    write, calls = os.write, []

    def full(number: int, data: bytes) -> int:
        calls.append(data)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(number, data[:4])

    monkeypatch.setattr(files.os, "write", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(target, "something new\n")
    assert target.read_text(encoding="utf-8") == other.read_text(encoding="utf-8") == "old text\n"


@pytest.mark.parametrize("name", ["", ".", "none/at/all.carc", "x" * 5000, "a.carc/b"])
def test_a_name_that_cannot_be_written_is_told(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.carc").write_text("x", encoding="utf-8")
    result = run("export", "-", "-o", name, text=GAME)
    assert result.exit_code == 2
    assert "could not be written" in " ".join(result.stderr.split())
    assert "fault" not in result.stderr
    assert entries(tmp_path) == ["a.carc"]


# ---- outputs that are closed, full or gone


@pytest.mark.skipif(not POSIX, reason="a shell closes streams")
@pytest.mark.parametrize("words", mostly_long(["settle -", "fmt -", "settle --help", "--version"], 1))
@pytest.mark.parametrize(
    "shell", [">&-", "2>&-", "<&-", ">&- 2>&- <&-", ">/dev/full", ">/dev/full 2>&1", "2>/dev/full"]
)
def test_a_closed_or_full_output_is_one_sentence(words: str, shell: str) -> None:
    if "full" in shell and not Path("/dev/full").exists():
        return
    done = process(*words.split(), shell=shell, text="city T: complete, 5 tiles; red: meeple; ask score T\n")
    lost = shell.startswith(">")
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr and "fault" not in done.stderr
    if lost:
        assert done.returncode == 2
        if "2>" not in shell:
            assert done.stderr.startswith("The answer could not be printed: ") and done.stderr.count("\n") == 1
    elif "<&-" not in shell:
        assert done.returncode == 0 and done.stdout


@pytest.mark.skipif(not POSIX, reason="a shell makes the pipes")
@pytest.mark.parametrize("words", ["rules", "--help", "settle --help", "settle no-such-file 2>&1", "setle 2>&1"])
@pytest.mark.long
def test_a_reader_that_goes_is_no_error(words: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    reading, writing = os.pipe()
    os.close(reading)
    command = f'"$0" -m adjudicator {words}'
    script = ["sh", "-c", command, sys.executable]
    done = subprocess.run(script, stdout=writing, stderr=subprocess.PIPE, env=environment, check=False)
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == common.BROKEN_PIPE


# ---- Ctrl-C


@pytest.mark.parametrize(
    "moment",
    [
        "adjudicator.cli",
        "click",
        "adjudicator.cli.common",
        "adjudicator.cli.settle",
        "lark",
        "adjudicator.engine.game",
        "adjudicator.report.settle",
        "tabulate",
    ],
)
def test_ctrl_c_while_it_starts_is_quiet(moment: str) -> None:
    """Pressed while a module is being imported."""
    before = f"""
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {moment!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
"""
    done = process("settle", "-", before=before, text="city T: complete, 5 tiles; red: meeple; ask score T\n")
    assert done.returncode == common.INTERRUPTED
    assert done.stderr.strip() == "" and done.stdout == ""


def test_ctrl_c_twice_is_quiet() -> None:
    before = """
import adjudicator.cli.common as common, adjudicator.cli.door as door
def interrupted(*_, **__):
    raise KeyboardInterrupt
common.say = door.settled = interrupted
"""
    done = process("settle", "-", before=before, text="city T: complete, 5 tiles; red: meeple; ask score T\n")
    assert done.returncode == common.INTERRUPTED
    assert done.stderr.strip() == "" and done.stdout == ""

"""Many texts in one file: each is read, what could harm is refused by name, and what is wrong costs only itself."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import sys
import tarfile
import tracemalloc
import warnings
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_jcz import COMMIT, deploy, event, place, saved

from adjudicator.cli import main
from adjudicator.scale import archive
from adjudicator.scale.archive import Member, form_of, members
from adjudicator.syntax.source import LIMIT

TEXT = 'scenario "A"\ncity T: complete, 3 tiles\n  red: meeple\nask score T\n  expect red 6\n'


def told(path: Path) -> list[tuple[str, str]]:
    """What is in an archive: the name inside it with the text, or with the code of what is wrong."""
    found: list[Member] = list(members(str(path)))
    return [
        (one.name.removeprefix(str(path)), one.problem.items[0].code if one.problem is not None else one.text)
        for one in found
    ]


def tarred(path: Path, *texts: tuple[str, bytes], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as made:  # type: ignore[call-overload]
        for name, data in texts:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            made.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("suffix", ["tar", "tar.gz", "tgz", "tar.bz2", "tar.xz"])
def test_a_tar_is_read(suffix: str, tmp_path: Path) -> None:
    mode = {"tar": "w", "tgz": "w:gz"}.get(suffix, f"w:{suffix.partition('.')[2]}")
    path = tarred(tmp_path / f"a.{suffix}", ("x/a.carc", TEXT.encode()), ("b.carc", b"\xef\xbb\xbfb"), mode=mode)
    assert told(path) == [("/x/a.carc", TEXT), ("/b.carc", "b")]


def test_a_zip_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ZIP"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("x/", "")
        made.writestr("x/a.carc", TEXT)
        made.writestr("b.carc", "b")
    assert told(path) == [("/x/a.carc", TEXT), ("/b.carc", "b")]


@pytest.mark.parametrize("packed", [False, True])
def test_lines_of_json_are_read(packed: bool, tmp_path: Path) -> None:
    lines = [json.dumps(TEXT), json.dumps({"text": "b", "played": 3}), "", "{", "3", '{"txt": ""}', '"\\ud800"']
    data = "\n".join(lines).encode() + b'\n"\xff"\n' + b"[" * 100_000
    path = tmp_path / ("a.jsonl.gz" if packed else "a.jsonl")
    path.write_bytes(gzip.compress(data) if packed else data)
    found = told(path)
    assert [name for name, _ in found] == [":1", ":2", ":4", ":5", ":6", ":7", ":8", ":9"]
    assert [said for _, said in found] == [
        TEXT, "b", "archive-line", "archive-line", "archive-line", "not-utf8", "not-utf8", "archive-line",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["../a.carc", "/etc/passwd", "x/../../a.carc", "..\\a.carc", "C:\\a.carc"])
def test_no_name_leads_out(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr(zipfile.ZipInfo(name), "x")
        made.writestr("b.carc", TEXT)
    assert [said for _, said in told(tmp_path / "a.zip")] == ["archive-path", TEXT]
    path = tarred(tmp_path / "a.tar", (name, b"x"), ("b.carc", TEXT.encode()))
    assert [said for _, said in told(path)] == ["archive-path", TEXT]


def test_links_and_devices_are_not_followed(tmp_path: Path) -> None:
    kinds = [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE]
    with tarfile.open(tmp_path / "a.tar", "w") as made:
        for number, kind in enumerate(kinds):
            info = tarfile.TarInfo(f"{number}.carc")
            info.type, info.linkname = kind, "/etc/passwd"
            made.addfile(info)
    codes = [said for _, said in told(tmp_path / "a.tar")]
    assert codes == ["archive-link", "archive-link", "no-plain-file", "no-plain-file"]
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        info = zipfile.ZipInfo("a.carc")
        info.external_attr = 0o120777 << 16
        made.writestr(info, "/etc/passwd")
    assert [said for _, said in told(tmp_path / "a.zip")] == ["archive-link"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize(
    "words", [["check", "-o"], ["check"], ["score", "-o"], ["import", "-o"], ["study", "--vary", "edition=C1", "-o"]]
)
@pytest.mark.long
def test_links_in_a_folder_do_not_lead_out_of_it(words: list[str], tmp_path: Path) -> None:
    """What lies elsewhere is named and not read; links within the folder are files of it."""
    folder, secret, out = tmp_path / "games", tmp_path / "secret.carc", tmp_path / "rows.jsonl"
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    secret.write_text("rootpassword\n", encoding="utf-8")
    (tmp_path / "elsewhere" / "b.carc").write_text("rootpassword\n", encoding="utf-8")
    (folder / "a.carc").write_text('game "A"\nplayers red, blue\n1. red A@90 (1,0) meeple road\nfinal\n', "utf-8")
    for name, to in (("out.carc", secret), ("same.carc", "a.carc"), ("round", "."), ("away", tmp_path / "elsewhere")):
        (folder / name).symlink_to(to)
    command = [*words[:1], str(folder), *words[1:], *([str(out)] if words[-1] == "-o" else [])]
    result = CliRunner().invoke(main, ["--lang", "en", *command])
    told = result.output + (out.read_text("utf-8") if out.exists() else "")
    assert result.exit_code == 2
    assert "rootpassword" not in told and "Traceback" not in told
    assert "leads out of its folder" in " ".join(told.split())
    assert "leads to another folder" in " ".join(told.split())
    if out.exists():
        rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        names = [Path(one["file"]).name for one in rows if one["row"] == "game"]
        wanted = ["a.carc", "away", "out.carc", "same.carc"]
        assert sorted(names) == wanted


def test_an_archive_in_an_archive_is_refused(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as made:
        made.writestr("a.carc", TEXT)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("inner.zip", inner.getvalue())
        made.writestr("inner.tar.gz", b"")
        made.writestr("renamed.carc", inner.getvalue())
    assert [said for _, said in told(tmp_path / "a.zip")] == ["archive-nested", "archive-nested", "binary"]


def test_a_member_too_large_costs_only_itself(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.carc", "#" * (LIMIT + 1))
        made.writestr("b.carc", TEXT)
    assert [said for _, said in told(tmp_path / "a.zip")] == ["too-large", TEXT]
    path = tarred(tmp_path / "a.tar.gz", ("a.carc", b"#" * 3 * LIMIT), ("b.carc", TEXT.encode()), mode="w:gz")
    assert [said for _, said in told(path)] == ["too-large", TEXT]


@pytest.mark.long
def test_a_very_long_line_costs_only_itself_and_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb", 1) as made:
        made.write(b'"')
        for _ in range(100):
            made.write(b"a" * 1_000_000)
        made.write(b'"\n' + json.dumps(TEXT).encode())
    tracemalloc.start()
    found = told(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == [(":1", "too-large"), (":2", TEXT)]
    assert most < 8 * LIMIT


@pytest.mark.long
def test_an_archive_that_swells_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FREE", 1_000_000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        for number in range(20):
            made.writestr(f"{number}.carc", "#" * 900_000)
    codes = [said for _, said in told(tmp_path / "a.zip")]
    assert codes[-1] == "archive-swells" and len(codes) < 20
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"\n" * 50_000_000))
    assert told(tmp_path / "a.jsonl.gz") == [("", "archive-swells")]


def test_the_head_of_a_member_cannot_be_large(tmp_path: Path) -> None:
    info = tarfile.TarInfo("a.carc")
    info.pax_headers = {"comment": "x" * 10_000_000}
    with tarfile.open(tmp_path / "a.tar", "w", format=tarfile.PAX_FORMAT) as made:
        made.addfile(info)
    assert [said for _, said in told(tmp_path / "a.tar")] == ["archive-broken"]


@pytest.mark.parametrize("suffix", ["zip", "tar", "tar.gz", "tar.xz", "jsonl.gz", "jsonl.bz2"])
@pytest.mark.parametrize("data", [b"", b"x" * 600, b"PK\x03\x04" + b"\xff" * 60, b"\x1f\x8b" + b"\0" * 40])
def test_what_is_no_archive_is_told(suffix: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(data)
    assert all(said in ("archive-broken", "binary", "not-utf8", "archive-line") for _, said in told(path))
    assert [said for _, said in told(tmp_path / f"none.{suffix}")] == ["no-file"]


@pytest.mark.parametrize("cut", range(0, 400, 23))
def test_a_damaged_archive_never_ends_in_a_crash(cut: int, tmp_path: Path) -> None:
    whole = tarred(tmp_path / "a.tar.gz", ("a.carc", TEXT.encode()), ("b.carc", TEXT.encode()), mode="w:gz")
    data = bytearray(whole.read_bytes())
    whole.write_bytes(data[:cut])
    list(members(str(whole)))
    data[cut % len(data)] ^= 0xFF
    whole.write_bytes(bytes(data))
    list(members(str(whole)))


def test_a_tar_that_breaks_off_says_so(tmp_path: Path) -> None:
    whole = tarred(tmp_path / "a.tar", ("a.carc", TEXT.encode()), ("b.carc", TEXT.encode())).read_bytes()
    block = tarfile.BLOCKSIZE
    path = tmp_path / "a.tar"
    for cut in range(0, 4 * block, 64):
        path.write_bytes(whole[:cut])
        found = told(path)
        # What was read to its end is kept, and the last row says that there was more.
        assert [said for _, said in found[:-1]] == [TEXT] * (len(found) - 1)
        assert found[-1][1] in ("archive-cut", "archive-broken"), cut
    path.write_bytes(whole[: 5 * block])
    assert [said for _, said in told(path)] == [TEXT, TEXT]
    damaged = bytearray(whole)
    damaged[2 * block + 10] ^= 0xFF  # the head of the second text
    path.write_bytes(bytes(damaged))
    assert [said for _, said in told(path)] == [TEXT, "archive-cut"]


def test_two_tars_in_one_file_are_named(tmp_path: Path) -> None:
    path = tarred(tmp_path / "a.tar", ("a.carc", TEXT.encode()))
    path.write_bytes(path.read_bytes() * 2)
    assert told(path) == [("/a.carc", TEXT), ("", "archive-behind")]


def test_two_texts_of_one_name_in_a_zip_are_told_apart(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text in (TEXT, "b"):
            made.writestr("a.carc", text)
    assert told(tmp_path / "a.zip") == [("/a.carc", TEXT), ("/a (2).carc", "b")]


@pytest.mark.long
def test_many_members_take_no_more_memory(tmp_path: Path) -> None:
    def most(number: int) -> int:
        path = tmp_path / f"{number}.tar"
        with tarfile.open(path, "w") as made:
            for at in range(number):
                info = tarfile.TarInfo(f"{at}.carc")
                info.size = len(TEXT)
                made.addfile(info, io.BytesIO(TEXT.encode()))
        tracemalloc.start()
        assert sum(1 for _ in members(str(path))) == number
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    most(10)
    assert most(3000) < 2 * most(100)


def test_zstd_is_read_where_it_can_be_and_named_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.zst").write_bytes(b"")
    assert [said for _, said in told(tmp_path / "a.jsonl.zst")] in ([], ["archive-zstd"], ["archive-broken"])


def test_a_damaged_zstd_is_named(tmp_path: Path) -> None:
    zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    whole = zstd.compress((json.dumps(TEXT) + "\n").encode() * 40)
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(whole)
    assert [said for _, said in told(path)] == [TEXT] * 40
    for cut in range(1, len(whole), 7):
        path.write_bytes(whole[:cut])
        assert told(path)[-1][1] == "archive-broken"
        path.write_bytes(whole[:cut] + bytes([whole[cut] ^ 0xFF]) + whole[cut + 1 :])
        assert told(path)


def test_forms_go_by_the_name() -> None:
    assert form_of("x/A.TGZ") == (".tar", ".gz") and form_of("a.tar.zst") == (".tar", ".zst")
    assert form_of("a.ndjson") == (".jsonl", "") and form_of("a.zip") == (".zip", "")
    assert form_of("a.carc") == form_of("a.zip.gz") == form_of("a.gz") == form_of("zip") == ("", "")


# ---- a folder of saved games
def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


GOOD = json.dumps(saved(place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "S"), event(COMMIT)))


def test_a_folder_of_saved_games_is_read(tmp_path: Path) -> None:
    games, out = tmp_path / "games", tmp_path / "out"
    (games / "sub").mkdir(parents=True)
    (games / ".hidden").write_text("x", encoding="utf-8")
    (games / "a.jcz").write_text(GOOD, encoding="utf-8")
    (games / "a.json").write_text(GOOD, encoding="utf-8")
    (games / "sub" / "b.jcz").write_text(GOOD.replace("Small", "../../evil"), encoding="utf-8")
    (games / "bad.jcz").write_text("{", encoding="utf-8")
    (games / "empty.txt").write_text("", encoding="utf-8")
    with zipfile.ZipFile(games / "more.zip", "w") as made:
        made.writestr("../c.jcz", GOOD)
        made.writestr("d.jcz", GOOD)
    done = run("import", str(games), "-o", str(out))
    assert done.exit_code == 2
    written = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.carc"))
    assert written == ["out/a-2.carc", "out/a.carc", "out/more.zip/d.carc", "out/sub/b.carc"]
    for name in ("bad.jcz", "empty.txt", "../c.jcz"):
        assert name in done.stderr and name not in done.stdout
    assert "Games read: 4; not read: 3." in done.stdout
    rows = {tuple(line.split()[-2:]) for line in done.stdout.splitlines()}
    assert ("hold", "4") in rows and ("differs", "0") in rows
    assert done.stdout.count("not read  ") == 3  # each for another reason
    assert run("check", str(out)).exit_code == 0
    alone = run("import", str(games / "a.jcz")).output
    assert (out / "a.carc").read_text(encoding="utf-8") == alone


def test_a_folder_wants_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.jcz").write_text(GOOD, encoding="utf-8")
    done = run("import", str(tmp_path))
    assert done.exit_code == 2 and "-o" in done.stderr
    (tmp_path / "none").mkdir()
    assert run("import", str(tmp_path / "none"), "-o", str(tmp_path / "out")).exit_code == 2


def test_lines_of_games_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([json.dumps(GOOD), json.dumps({"text": GOOD}), "[]"]), encoding="utf-8")
    done = run("import", str(path), "-o", str(tmp_path / "out"))
    assert done.exit_code == 2 and "games.jsonl:3" in done.stderr
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["games-1.carc", "games-2.carc"]


@pytest.mark.skipif(sys.platform in ("win32", "emscripten"), reason="a terminal of its own is a matter of Unix")
def test_a_bar_stands_on_a_terminal_and_none_in_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.cli import progress

    monkeypatch.setattr(progress, "PATIENCE", -1)
    assert list(progress.watched(range(5), 5, "Reading")) == [0, 1, 2, 3, 4]
    import pty

    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as screen:
        monkeypatch.setattr(progress.sys, "stderr", screen)
        assert list(progress.watched(range(5), 5, "Reading")) == [0, 1, 2, 3, 4]
        assert list(progress.watched(iter(range(5)), None, "Reading")) == [0, 1, 2, 3, 4]
        assert list(progress.watched(range(5), 5, "Quiet", quiet=True)) == [0, 1, 2, 3, 4]
    said = ""
    with contextlib.suppress(OSError):  # how a terminal tells its end
        while read := os.read(ours, 4096):
            said += read.decode()
    os.close(ours)
    assert "Reading" in said and "100%" in said and "Quiet" not in said

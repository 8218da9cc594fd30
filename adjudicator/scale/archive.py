"""Many texts in one file: zip, tar (also gzip, bzip2, xz and, where a library is there, zstd) and JSON lines.

Texts come one after the other, so that memory does not grow with their number, and nothing is ever unpacked to a disk.
What could harm is refused by name and costs only itself: a path that leads out, a link, an archive in an archive, what
is locked, too large, no text or no UTF-8; of an archive that swells out of all proportion nothing more is read.
"""

from __future__ import annotations

import io
import os
import stat
import sys
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any, ClassVar, NamedTuple, Self, cast

from adjudicator.errors import Problem, Problems
from adjudicator.syntax.source import LIMIT, decoded
from adjudicator.syntax.strange_json import read_json

LINES = (".jsonl", ".ndjson")
TARS = (".tar",)
ZIPS = (".zip",)
PACKED = (".gz", ".bz2", ".xz", ".zst")
SHORT = {".tgz": ".tar.gz", ".tbz2": ".tar.bz2", ".txz": ".tar.xz", ".tzst": ".tar.zst"}
NAME = 64_000
"""Bytes: the longest name or other head of a member that is read."""
SWELL = 200
"""So many times its size may an archive hold, when it is more than `FREE`: text is rarely packed to a twentieth."""
FREE = 200_000_000
"""Bytes that any archive may hold."""
PIECE = 1 << 16
ZSTD = ("compression.zstd", "backports.zstd")
"""Who reads zstd: Python itself from 3.14 on, or the library for those before."""

try:
    from lzma import LZMAError
except ImportError:  # a Python that was built without it

    class LZMAError(Exception):  # type: ignore[no-redef]
        """Is never raised."""


_BROKEN = (
    LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
)
"""What libraries raise on what is no archive, or a damaged one."""


def _broken() -> tuple[type[Exception], ...]:
    """The same, with what a library for zstd raises where one is in use."""
    loaded = (sys.modules.get(name) for name in ZSTD)
    return (*_BROKEN, *(module.ZstdError for module in loaded if module is not None))


class Member(NamedTuple):
    """One text of an archive."""

    name: str
    """The path of the archive with what it calls the text, or with the number of the line."""
    text: str
    problem: Problems | None = None
    """Why there is no text."""


def form_of(path: str) -> tuple[str, str]:
    """What kind of archive a file is by its name, ``.zip``, ``.tar``, ``.jsonl`` or "", and how it is packed."""
    name = os.path.basename(path).lower()
    for short, whole in SHORT.items():
        if name.endswith(short):
            name = name.removesuffix(short) + whole
    packed = next((one for one in PACKED if name.endswith(one)), "")
    inner = os.path.splitext(name.removesuffix(packed))[1]
    if inner in (*LINES, *TARS):
        return (".jsonl" if inner in LINES else ".tar"), packed
    return (".zip", "") if inner in ZIPS and not packed else ("", "")


def members(path: str) -> Iterator[Member]:
    """The texts of an archive in its order. What is wrong with a member stands in it; an archive that cannot be read,
    or not to its end, gives a member of its own name for that.
    """
    form, packed = form_of(path)
    try:
        if form == ".zip":
            yield from _zipped(path)
        else:
            with open(path, "rb") as plain:
                stream: Any = _Counted(_unpacked(plain, packed, path), path, os.fstat(plain.fileno()).st_size)
                yield from _lines(stream, path) if form == ".jsonl" else _tarred(stream, path)
    except Problems as error:
        yield Member(path, "", error)
    except FileNotFoundError as error:
        yield Member(path, "", _problem("no-file", path, reason=error.strerror or str(error)))
    except _broken() as error:
        yield Member(path, "", _problem("archive-broken", path, reason=str(error) or type(error).__name__))


def _problem(code: str, name: str, **values: object) -> Problems:
    return Problems((Problem(code, values={"file": name, **values}, file=name),))


def _wrong(inside: str, name: str) -> Problems | None:
    """What is wrong with what a member is called `inside` its archive, None for nothing; `name` is its whole name."""
    parts = inside.replace("\\", "/").split("/")
    if inside.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        return _problem("archive-path", name)
    return _problem("archive-nested", name) if any(form_of(inside)) else None


def _text(data: bytes, name: str) -> Member:
    try:
        return Member(name, decoded(data, name))
    except Problems as error:
        return Member(name, "", error)


# ---- zip
def _zipped(path: str) -> Iterator[Member]:
    size = os.path.getsize(path)
    left = max(FREE, SWELL * size)
    times: Counter[str] = Counter()
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            name = f"{path}/{info.filename}"
            if info.is_dir():
                continue
            times[name] += 1
            if times[name] > 1:
                stem, suffix = os.path.splitext(name)  # a zip may have two texts of one name, and both are read
                name = f"{stem} ({times[name]}){suffix}"
            wrong = _wrong(info.filename, name)
            if stat.S_ISLNK(info.external_attr >> 16):
                wrong = _problem("archive-link", name)
            elif info.flag_bits & 1:
                wrong = _problem("archive-locked", name)
            if wrong is not None:
                yield Member(name, "", wrong)
                continue
            try:
                with archive.open(info) as file:
                    data = file.read(LIMIT + 1)  # what it says of its size may be a lie
            except _BROKEN as error:
                yield Member(name, "", _problem("archive-broken", name, reason=str(error) or type(error).__name__))
                continue
            left -= len(data)
            if left < 0:
                raise _problem("archive-swells", path, limit=SWELL)
            yield _text(data, name)


# ---- tar
class _Head(tarfile.TarInfo):
    """The head of a member, whose further heads (long names and the like) are no longer than `NAME`."""

    _LONG = frozenset((b"L", b"K", b"x", b"g", b"X"))
    last: ClassVar[bytes]
    """The head that was read last: zeros alone say that the archive is whole."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        cls.last = bytes(buf)
        return super().frombuf(buf, encoding, errors)

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in self._LONG and self.size > NAME:
            raise tarfile.ReadError(f"a name of {self.size} bytes")
        found: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        return found


def _tarred(stream: IO[bytes], path: str) -> Iterator[Member]:
    class Head(_Head):
        """What was read last is remembered for this archive."""

        last = b""

    with tarfile.open(fileobj=stream, mode="r|", tarinfo=Head) as archive:
        for info in archive:
            archive.members = []  # type: ignore[attr-defined]  # it would remember all
            name = f"{path}/{info.name}"
            if info.isdir():
                continue
            wrong = _wrong(info.name, name)
            if info.islnk() or info.issym():
                wrong = _problem("archive-link", name)
            elif not info.isreg():
                wrong = _problem("no-plain-file", name)
            if wrong is not None:
                yield Member(name, "", wrong)
                continue
            file = archive.extractfile(info)
            assert file is not None, "a regular member"
            yield _text(file.read(LIMIT + 1), name)
        # The library ends without a word at a head that is cut off or damaged, and at the first end of several.
        if len(Head.last) < tarfile.BLOCKSIZE or any(Head.last):
            yield Member(path, "", _problem("archive-cut", path))
            return
        rest = cast(IO[bytes], archive.fileobj)
        while data := rest.read(PIECE):
            if any(data):
                yield Member(path, "", _problem("archive-behind", path))
                return


# ---- JSON lines
def _lines(stream: IO[bytes], path: str) -> Iterator[Member]:
    number = 0
    while line := stream.readline(2 * LIMIT):  # what JSON escapes takes more room
        number += 1
        name = f"{path}:{number}"
        if not line.endswith(b"\n") and len(line) >= 2 * LIMIT:
            while (more := stream.readline(PIECE)) and not more.endswith(b"\n"):
                pass
            yield Member(name, "", _problem("too-large", name, limit=LIMIT // 1_000_000))
        elif line.strip():
            yield _of_line(line, name)


def _of_line(line: bytes, name: str) -> Member:
    """A line is a text, or has one as ``text``."""
    try:
        said = read_json(decoded(line, name) if len(line) <= LIMIT else line.decode("utf-8"))
    except Problems as error:
        return Member(name, "", error)
    except ValueError:
        return Member(name, "", _problem("archive-line", name))
    text = said.get("text") if isinstance(said, dict) else said
    if not isinstance(text, str):
        return Member(name, "", _problem("archive-line", name))
    return _text(text.encode("utf-8", "surrogatepass"), name)


# ---- packed streams
class _Counted(io.RawIOBase):
    """A stream that ends with Problems where it gives more than an archive of `size` bytes may hold."""

    def __init__(self, inner: IO[bytes], path: str, size: int) -> None:
        self.inner, self.path, self.left = inner, path, max(FREE, SWELL * size)

    def readable(self) -> bool:
        return True

    def _took(self, data: bytes) -> bytes:
        self.left -= len(data)
        if self.left < 0:
            raise _problem("archive-swells", self.path, limit=SWELL)
        return data

    def read(self, size: int | None = -1, /) -> bytes:
        return self._took(self.inner.read(PIECE if size is None or size < 0 else size))

    def readline(self, size: int | None = -1, /) -> bytes:
        return self._took(self.inner.readline(PIECE if size is None or size < 0 else size))


def _unpacked(plain: IO[bytes], packed: str, path: str) -> IO[bytes]:
    """What a packed stream holds, read as it is needed. Raises Problems where the library for it is missing."""
    if packed == ".gz":
        import gzip  # a Python may lack it, and the next two

        return cast(IO[bytes], gzip.open(plain))
    if packed == ".bz2":
        import bz2  # likewise

        return bz2.open(plain)
    if packed == ".xz":
        import lzma  # likewise

        return lzma.open(plain)
    if packed == ".zst":
        return _zstd(plain, path)
    return plain


def _zstd(plain: IO[bytes], path: str) -> IO[bytes]:
    for module in ZSTD:
        try:
            opened: IO[bytes] = import_module(module).open(plain)
        except ImportError:
            continue
        return opened
    raise _problem("archive-zstd", path)

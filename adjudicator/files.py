"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable


def write_whole(path: str | os.PathLike[str], content: str | bytes | Iterable[str]) -> None:
    """Writes `content`, a text or its parts as UTF-8, to the file `path`, which at every moment holds the old content
    or the new. Parts are written as they come.

    It is written beside the file and put in its place: a link keeps pointing there, and a file that exists keeps its
    mode and, where that is allowed, its owner. What is no ordinary file (a device, a pipe) is written to as it stands.
    Raises OSError; then nothing has changed and nothing is left behind.
    """
    texts = (content,) if isinstance(content, (str, bytes)) else content
    parts = (one if isinstance(one, bytes) else one.encode("utf-8", "surrogatepass") for one in texts)
    real = os.path.realpath(path)
    try:
        old = os.stat(real)
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode):
        with open(real, "wb") as file:
            file.writelines(parts)
        return
    if old is not None and not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
    if old is not None and old.st_nlink > 1:
        _over(real, b"".join(parts))
        return
    folder = os.path.dirname(real)
    import secrets  # a plain answer writes nothing

    draft = os.path.join(folder, f".{secrets.token_hex(8)}.tmp")
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(number, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())  # some systems find only now that the disk is full
        if old is not None:
            if hasattr(os, "chown"):
                with contextlib.suppress(OSError):
                    os.chown(draft, old.st_uid, old.st_gid)
            os.chmod(draft, stat.S_IMODE(old.st_mode))
        os.replace(draft, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(draft)
        raise


def _over(path: str, data: bytes) -> None:
    """Writes over a file that has several names, which a new file in its place would part; the old text is put back
    where that fails, into the room it had."""
    with open(path, "r+b") as file:
        old = file.read()
        try:
            _fill(file.fileno(), data)
        except BaseException:
            _fill(file.fileno(), old)
            raise


def _fill(number: int, data: bytes) -> None:
    os.lseek(number, 0, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(number, left) :]
    os.ftruncate(number, len(data))
    os.fsync(number)

"""The one door through which text enters."""

from __future__ import annotations

import errno
import os
import stat
import sys
import unicodedata
from pathlib import Path

from adjudicator.errors import Problem, Problems
from adjudicator.model.span import Span

LIMIT = 4_000_000
"""Bytes: the largest file that is read. A whole game is about 10,000."""

OPENED = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""What a path begins with that leads to something the shell has opened already."""

_STRAIGHT = str.maketrans(
    {
        "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200b": " ", "\t": " ",
        "’": "'", "‘": "'", "ʼ": "'", "´": "'",
        "“": '"', "”": '"', "„": '"',
        "–": "-", "—": "-", "−": "-", "‐": "-", "\u2011": "-",
        "×": "x", "（": "(", "）": ")", "：": ":", "；": ";", "，": ",",
    }
)  # fmt: skip


def read_source(path: str) -> str:
    """The text of a file, or of standard input for ``-``.

    Raises Problems when there is no such file, or it is a device or a pipe, larger than LIMIT bytes, not text or not
    UTF-8.
    """
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            data = sys.stdin.buffer.read(LIMIT + 1)
        elif not path.startswith(OPENED) and not stat.S_ISREG(mode := os.stat(path).st_mode) and not stat.S_ISDIR(mode):
            # Whoever opens a pipe waits for its other end, perhaps for ever.
            raise Problems((Problem("no-plain-file", values={"file": name}, file=name),))
        else:
            with Path(path).open("rb") as file:
                data = file.read(LIMIT + 1)
    except OSError as error:
        code = "is-folder" if isinstance(error, IsADirectoryError) else "no-file"
        values = {"file": name, "reason": error.strerror or str(error)}
        raise Problems((Problem(code, values=values, file=name),)) from None
    return decoded(data, name)


def decoded(data: bytes, name: str) -> str:
    """The text of what was read of the file `name`. Raises Problems as `read_source` does."""
    if len(data) > LIMIT:
        raise Problems((Problem("too-large", values={"file": name, "limit": LIMIT // 1_000_000}, file=name),))
    if b"\0" in data:
        raise Problems((Problem("binary", values={"file": name}, file=name),))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        values = {"file": name, "byte": f"0x{data[error.start]:02x}"}
        raise Problems((Problem("not-utf8", Span(line, column, column + 1), values, file=name),)) from None


def clean(text: str) -> str:
    """`text` as the lexer wants it: composed, with straight quotes, plain spaces and hyphens, one kind of line end.

    Lines stay lines; within a line only composed letters and guillemets can move a column.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text.replace("\t", " ")
    text = unicodedata.normalize("NFC", text).translate(_STRAIGHT)
    return text.replace("« ", '"').replace("«", '"').replace(" »", '"').replace("»", '"')

"""The shortest text that still fails alike."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import AnyStr

STEPS = (r"(?<=\n)", r"(?<=[;\n])", r"(?<=[,:;\n])", r"(?<=[\s,:;\n])", "")
"""Where a text is cut, coarse to fine: lines, statements, items, words, letters."""


def minimised(text: AnyStr, fails: Callable[[AnyStr], bool], patience: float = 30) -> AnyStr:
    """The shortest text found in `patience` seconds for which `fails` holds, as it does for `text`."""
    until = time.monotonic() + patience
    before, empty = None, text[:0]
    while text != before and time.monotonic() < until:
        before = text
        for step in STEPS:
            pieces = _cut(text, step)
            text = empty.join(_fewest(pieces, lambda kept: fails(empty.join(kept)), until))
    return text


def _cut(text: AnyStr, at: str) -> list[AnyStr]:
    if isinstance(text, bytes):
        return [text[i : i + 1] for i in range(len(text))] if not at else [*re.split(at.encode(), text)]
    return list(text) if not at else re.split(at, text)


def _fewest(pieces: list[AnyStr], fails: Callable[[Sequence[AnyStr]], bool], until: float) -> list[AnyStr]:
    """`pieces` without those that can go: first halves, then smaller runs, at last one by one."""
    size = max(1, len(pieces) // 2)
    while True:
        at = 0
        while at < len(pieces) and time.monotonic() < until:
            kept = pieces[:at] + pieces[at + size :]
            if fails(kept):
                pieces = kept
            else:
                at += size
        if size == 1 or time.monotonic() >= until:
            return pieces
        size //= 2

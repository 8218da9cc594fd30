"""A progress bar on a terminal for what takes long, and none in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

PATIENCE = 1.0
"""Seconds before a bar is shown."""

T = TypeVar("T")


def watched(things: Iterable[T], total: int | None, label: str, quiet: bool = False) -> Iterator[T]:
    """`things`, with a bar behind `label` on a terminal once they take long; `total` is their number, None where it is
    not known, `quiet` where nothing is to be shown.
    """
    if quiet or not sys.stderr.isatty():
        yield from things
        return
    start, done, left = time.monotonic(), 0, iter(things)
    for thing in left:
        yield thing
        done += 1
        if time.monotonic() - start > PATIENCE:
            break
    else:
        return
    with click.progressbar(left, None if total is None else max(0, total - done), label, file=sys.stderr) as rest:
        yield from rest

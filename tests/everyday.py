"""How much of what there is the everyday run goes through, and how much the long one.

What an ordinary run takes changes with the day, most of it so that a week sees all; ``ADJUDICATOR_DAY=123`` takes the
part of that day.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, TypeVar

import pytest

One = TypeVar("One")

LONG = bool(os.environ.get("ADJUDICATOR_LONG"))
"""Whether everything is gone through, however long it takes: ``ADJUDICATOR_LONG=1 pytest``."""
DAY = int(os.environ.setdefault("ADJUDICATOR_DAY", str(date.today().toordinal() % 420)))
"""The day whose part is taken. Processes that are started take the same."""
WEEK = 7
"""Of the tests that are marked ``long`` an ordinary run takes one in so many, others each day."""
SLOW = 0.25
"""Seconds of processor time from which a test is marked ``long``."""


def some(items: Iterable[One], one_in: int, first: int = 0) -> Sequence[One]:
    """Every so many of a list, from a place of it on that moves with the day; in the long run all. Tests that go
    through the same list start at different places, so that together they see most of it every day.
    """
    every = list(items)
    return every if LONG else every[(first + DAY) % one_in :: one_in]


def seeds(few: int, many: int) -> Sequence[int]:
    """So many of `many` seeds, others each day; in the long run all."""
    return range(many) if LONG else [(DAY * few + at) % many for at in range(min(few, many))]


def mostly_long(items: Sequence[Any], few: int) -> list[Any]:
    """The parameters of a test of which few are tried every day, others each, and the rest is marked ``long``."""
    start = DAY * few % max(1, len(items))
    often = {(start + at) % len(items) for at in range(min(few, len(items)))}
    return [one if at in often else pytest.param(one, marks=pytest.mark.long) for at, one in enumerate(items)]


def due(group: str, number: int, one_in: int) -> bool:
    """Whether the checks of a group look at the `number`-th of a list today, where they look at one in so many."""
    return LONG or (number + DAY + zlib.crc32(group.encode())) % one_in == 0


def sized(many: int, few: int) -> int:
    """`many` in the long run, `few` every day."""
    return many if LONG else few


def examples(number: int) -> int:
    """So many generated examples in the long run, and few every day."""
    return number if LONG else max(1, number // 9)

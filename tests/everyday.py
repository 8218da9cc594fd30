"""How much of what there is the everyday run goes through, and how much the long one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

One = TypeVar("One")

LONG = bool(os.environ.get("ADJUDICATOR_LONG"))
"""Whether everything is gone through, however long it takes: ``ADJUDICATOR_LONG=1 pytest``; ``.ci/run`` does once."""


def some(items: Iterable[One], one_in: int, first: int = 0) -> Sequence[One]:
    """Every so many of a list, from a place of it on; in the long run all. Tests that go through the same list start at
    different places, so that together they see most of it every day.
    """
    every = list(items)
    return every if LONG else every[first % one_in :: one_in]


def examples(number: int) -> int:
    """So many generated examples in the long run, and a third of them every day."""
    return number if LONG else max(1, number // 3)

"""Limits of work: how long one text may be worked on, and how much memory that may take.

Whoever sets a limit opens `within`; the loops that a long text makes long call `spend`. It looks at the time that the
processor spent on this process, which is the same on a busy machine, and at the interpreter's own count of what it
holds; without a limit it does next to nothing.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.model.span import NOWHERE, Span

SECONDS = 60
"""What the command line allows a file where nothing else is said."""
MEGABYTES = 400
"""What the command line allows a file where nothing else is said."""

_BLOCK = 90
"""Bytes a block of memory takes on average, what is wasted between them included."""
_CALLS = 16
"""Calls of `spend` between two looks at the clock."""
_PAUSE = 0.05
"""Seconds between two counts of the memory, which take up to a thousandth of one."""


class Limit(NamedTuple):
    """What one text may cost; 0 for no limit."""

    seconds: float = 0
    """Of the processor."""
    megabytes: float = 0


UNLIMITED = Limit()


LIMITS = ("limit-seconds", "limit-memory")
"""The codes of the problems that a limit makes."""


class Exhausted(BaseException):
    """A limit is reached. No error of what is being done, hence none that an ``except Exception`` catches."""

    def __init__(self, code: str, limit: float, line: int) -> None:
        super().__init__(code)
        self.code = code
        """One of LIMITS."""
        self.limit = limit
        self.line = line
        """The line of the text that was being worked on; 0 where that is not known."""

    def as_problem(self, text: str, file: str = "") -> Problem:
        """The same for who wrote `text`: where it stopped, and how many lines are left."""
        lines = text.rstrip("\n").split("\n")
        span = Span(self.line, 1, 1 + len(lines[self.line - 1])) if 0 < self.line <= len(lines) else NOWHERE
        values = {"limit": f"{self.limit:g}", "left": max(0, len(lines) - self.line)}
        if self.code == LIMITS[0]:
            return Problem("limit-seconds", span, values, file=file)
        return Problem("limit-memory", span, values, file=file)


def _by_blocks() -> float:
    """Bytes that the interpreter holds, by its own count of blocks; 0 where it counts none."""
    counted = getattr(sys, "getallocatedblocks", None)  # CPython
    return float(counted() * _BLOCK) if counted is not None else 0.0


_held: Callable[[], float] = _by_blocks


def measured_by(held: Callable[[], float]) -> None:
    """Has memory counted by `held`, in bytes, from now on: for an interpreter that does not count its own blocks."""
    global _held
    _held = held


class _Budget:
    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.line = 0
        self.calls = 0
        self.end = time.process_time() + limit.seconds if limit.seconds else float("inf")
        self.counted = _held if limit.megabytes else None
        self.most = _held() + limit.megabytes * 1_000_000 if limit.megabytes else 0.0
        self.next = 0.0

    def look(self) -> None:
        now = time.process_time()
        if now > self.end:
            self.stop(LIMITS[0], self.limit.seconds)
        if self.counted is not None and now > self.next:
            self.next = now + _PAUSE
            if self.counted() > self.most:
                self.stop(LIMITS[1], self.limit.megabytes)

    def stop(self, code: str, limit: float) -> None:
        # What is done about it may cost again.
        self.end, self.counted = float("inf"), None
        raise Exhausted(code, limit, self.line)


_current: ContextVar[_Budget | None] = ContextVar("limit", default=None)


@contextlib.contextmanager
def within(limit: Limit) -> Iterator[None]:
    """Lets what is done inside cost `limit` at most: there `spend` raises Exhausted, once."""
    token = _current.set(_Budget(limit) if any(limit) else None)
    try:
        yield
    finally:
        _current.reset(token)


@contextlib.contextmanager
def bounded(limit: Limit, text: str = "", file: str = "") -> Iterator[None]:
    """`within`, for work on `text`: raises Problems, which say where it stopped, where that would cost more."""
    try:
        with within(limit):
            yield
    except Exhausted as stop:
        raise Problems((stop.as_problem(text, file),), text) from None


SLACK = 64.0
"""Megabytes beyond a limit before the system itself refuses more: what counts blocks is to notice first."""


@contextlib.contextmanager
def capped(megabytes: float) -> Iterator[None]:
    """Lets this process take so many megabytes more at most, by the system's own limit, whatever is done inside: it
    raises MemoryError, or the process ends. For a process that does nothing else; 0 for no limit. Where the system
    has no such limit, or does not tell what a process has, nothing is limited.
    """
    try:
        import resource  # not on every system

        with open("/proc/self/statm", encoding="ascii") as file:
            held = int(file.read().split()[0]) * resource.getpagesize()
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    except (ImportError, OSError, ValueError):
        megabytes = 0
    if not megabytes:
        yield
        return
    most = held + int((megabytes + SLACK) * 1_000_000)
    for limit in (soft, hard):
        most = most if limit == resource.RLIM_INFINITY else min(most, limit)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def spend(line: int = 0) -> None:
    """To be called for each piece of work, with the `line` of the text it begins, where it does. Raises Exhausted."""
    budget = _current.get()
    if budget is None:
        return
    if line:
        budget.line = line
    budget.calls += 1
    if budget.calls % _CALLS == 0:
        budget.look()

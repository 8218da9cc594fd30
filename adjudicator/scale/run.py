"""Works on many texts, by several processes where that is wanted: each text costs only itself.

A process of a worker that ends, or that does not end, is replaced by pebble's pool; what it was at is done again text
by text, so that only the text that is to blame has nothing but the reason.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from adjudicator import settling
from adjudicator.errors import Problem, Problems, crash
from adjudicator.limits import Limit, capped
from adjudicator.scale.rows import Row, failed
from adjudicator.scale.sources import Unit
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon

TOGETHER = 16
"""Texts handed to a worker at a time, at most."""
HEAVY = 300_000
"""Bytes of text handed to a worker at a time, about."""
AHEAD = 4
"""So many times the workers may be handed out and not done: what is kept in memory."""
GRACE = 10.0
"""Seconds beyond its limit before the process of a text that takes no notice of it is ended."""

CIRCLES = 1000
"""After so many texts a process looks for circles that nobody holds any more."""

_uncollected = 0
"""Texts since it did."""
_alone = False
"""Whether this process does nothing but work on texts."""

Done = tuple[Unit, list[Row]]


class Job(NamedTuple):
    """What is done with a text."""

    work: Callable[[Unit, str, Limit], list[Row]]
    """Gives its rows or raises Problems; other processes find it by its name."""
    lang: str
    """The language of messages."""
    allowed: Limit

    def rows(self, unit: Unit) -> list[Row]:
        """The rows of a text, whatever happens in this process."""
        try:
            with capped(self.allowed.megabytes if _alone else 0):
                return self.work(unit, self.lang, self.allowed)
        except Problems as error:
            return [failed(unit, error.items, self.lang)]
        except MemoryError as error:
            if not _alone or not self.allowed.megabytes:
                return [failed(unit, (crash(error)._replace(file=unit.name),), self.lang)]
            problem = Problem("limit-memory", values={"limit": f"{self.allowed.megabytes:g}", "left": 0})
            return [failed(unit, (problem._replace(file=unit.name),), self.lang)]
        except Exception as error:  # a fault of the program costs one text, too
            return [failed(unit, (crash(error)._replace(file=unit.name),), self.lang)]


def worked(units: Iterable[Unit], job: Job, jobs: int = 0) -> Iterator[Done]:
    """Each text with its rows, in order; in this process for 0 `jobs`, else in that many others.

    Raises ImportError where others are wanted and pebble is missing.
    """
    if not jobs:
        return ((unit, job.rows(unit)) for unit in units)
    return _pooled(units, job, jobs)


def portions(units: Iterable[Unit], together: int = TOGETHER, heavy: int = HEAVY) -> Iterator[list[Unit]]:
    """The texts in portions for a worker, alike for the same texts: so many at most, of about so many bytes."""
    portion: list[Unit] = []
    weight = 0
    for unit in units:
        portion.append(unit)
        weight += unit.weight
        if len(portion) == together or weight > heavy:
            yield portion
            portion, weight = [], 0
    if portion:
        yield portion


@contextlib.contextmanager
def seldom_collected(texts: int) -> Iterator[None]:
    """What a process holds already is not looked through for circles while it works on so many texts, and what is new
    seldom: a text makes few, and a worker of a cluster holds much beside them. Every now and then all is looked
    through, since what was set aside is never counted as new again.
    """
    global _uncollected
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
        _uncollected += texts
        if _uncollected >= CIRCLES:
            _uncollected = 0
            gc.collect()


def all_rows(job: Job, portion: list[Unit]) -> list[list[Row]]:
    """The rows of each text of a portion."""
    with seldom_collected(len(portion)):
        return [job.rows(unit) for unit in portion]


def _ready() -> None:
    """Loads what every text needs, once a worker, and has the system limit what a text may take."""
    global _alone
    _alone = True
    lexicon(fallback())
    assert settling


def _pooled(units: Iterable[Unit], job: Job, jobs: int) -> Iterator[Done]:
    from multiprocessing import get_context

    pebble: Any = import_module("pebble")

    # Pebble's own threads run already: a fork might copy a lock that nobody opens any more.
    pool = pebble.ProcessPool(jobs, initializer=_ready, context=get_context("spawn"))

    def begin(portion: list[Unit]) -> Any:
        seconds = job.allowed.seconds
        return pool.schedule(all_rows, (job, portion), timeout=len(portion) * seconds + GRACE if seconds else None)

    waiting: deque[tuple[list[Unit], Any]] = deque()
    cut = portions(units)
    try:
        while True:
            for portion in itertools.islice(cut, jobs * AHEAD - len(waiting)):
                waiting.append((portion, begin(portion)))
            if not waiting:
                break
            yield from _result(*waiting.popleft(), begin, job)
        pool.close()
    finally:
        pool.stop()
        pool.join()


def _result(portion: list[Unit], future: Any, begin: Callable[[list[Unit]], Any], job: Job) -> Iterator[Done]:
    from pebble import ProcessExpired

    try:
        yield from zip(portion, future.result(), strict=True)
        return
    except TimeoutError:
        problem = Problem("limit-seconds", values={"limit": f"{job.allowed.seconds:g}", "left": 0})
    except ProcessExpired:
        problem = Problem("worker-ended", values={"file": portion[0].name})
    if len(portion) == 1:
        yield portion[0], [failed(portion[0], (problem._replace(file=portion[0].name),), job.lang)]
        return
    for unit in portion:
        yield from _result([unit], begin([unit]), begin, job)

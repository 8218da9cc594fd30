"""Tries inputs in processes of their own, and watches them: for crashes, hangs and hunger for memory.

A worker tells what it begins before it begins it; one that then stays silent is ended, and what it was at is a hang.
"""

from __future__ import annotations

import multiprocessing
import random
import re
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from fuzz_minimise import minimised
from fuzz_targets import Failure, tried
from fuzz_texts import Input, made

SECONDS = 5.0
"""Of a processor: an input that takes more is a hang."""
SILENCE = 60.0
"""Seconds by the clock after which a worker is ended; its machine may be busy with other things."""
MEMORY = 500_000_000
"""Bytes that a process may hold."""
POOL = 400
"""Inputs kept because they said something new."""
THOROUGH = 0.25
"""Share of the inputs that are laid out and said in the other languages, too."""


class Found(NamedTuple):
    """One failure with the shortest input that shows it."""

    failure: Failure
    given: Input
    """As short as could be."""
    number: int
    """Which input of its worker it was."""


class Report(NamedTuple):
    """What came of a run."""

    inputs: int
    seconds: float
    found: list[Found]
    said: int
    """How many different things were said."""
    memory: int
    """The most bytes a worker held; 0 where the system does not tell."""


def held() -> int:
    """The most bytes that this process has held; 0 where the system does not tell.

    What ``getrusage`` tells on Linux counts the process that started this one as well.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.findall(r"^VmHWM:\s+(\d+)", status.read_text(), re.MULTILINE)[0])
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _work(pipe: Connection, seed: str, start: int, count: int, known: frozenset[str]) -> None:
    """Tries the inputs `start` to `count` of a seed; tells each before, and what came of it behind."""
    try:
        _try_all(pipe, seed, start, count, known)
    except Exception:  # of this harness: what the package raises is caught where it is tried
        pipe.send(("broken", start, traceback.format_exc()))


def _try_all(pipe: Connection, seed: str, start: int, count: int, known: frozenset[str]) -> None:
    said: set[str] = set()
    pool: list[str] = []
    signs = set(known)
    pipe.send(("ready", start, None))
    for number in range(start, count):
        chance = random.Random(f"{seed}-{number}")
        given = made(chance, pool)
        thorough = chance.random() < THOROUGH
        pipe.send(("begin", number, given))
        began = time.process_time()
        result = tried(given, thorough)
        took = time.process_time() - began
        failure = result.failure
        if took > SECONDS:
            failure = Failure("hang", f"{took:.1f} s")
        if result.said - said:
            said |= result.said
            if isinstance(given.data, str) and given.kind == "text" and len(given.data) < 5000:
                pool.append(given.data)
                if len(pool) > POOL:
                    pool.pop(chance.randrange(POOL))
        if failure is not None and failure.sign not in signs:
            signs.add(failure.sign)
            pipe.send(("failed", number, (failure, given)))
            pipe.send(("short", number, (failure, _shortest(given, failure))))
        if held() > MEMORY:
            pipe.send(("full", number, given))
            return
    pipe.send(("done", count, (len(said), held())))


def _shortest(given: Input, failure: Failure) -> Input:
    def fails(data: Any) -> bool:
        began = time.process_time()
        again = tried(Input(given.kind, data)).failure
        if failure.sign == "hang":
            return time.process_time() - began > SECONDS / 2
        return again is not None and again.sign == failure.sign

    return Input(given.kind, minimised(given.data, fails))


class _Worker:
    """A process that tries inputs."""

    def __init__(self, seed: str, count: int) -> None:
        self.seed = seed
        self.count = count
        self.at: tuple[int, Input | None] = (0, None)
        self.heard = time.monotonic()
        self.patience = SILENCE

    def start(self, first: int, known: frozenset[str]) -> None:
        """Begins, or begins again, at input `first`."""
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe(duplex=False)
        self.process = context.Process(target=_work, args=(theirs, self.seed, first, self.count, known), daemon=True)
        self.process.start()
        theirs.close()
        self.heard = time.monotonic()

    def end(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def run(inputs: int, seed: str, jobs: int = 1, tell: Callable[[str], None] = lambda line: None) -> Report:
    """Tries `inputs` inputs with so many workers; what fails alike is found once. `tell` gets news while it runs."""
    began, last = time.monotonic(), time.monotonic()
    found: dict[str, Found] = {}
    said, memory = 0, 0
    each = max(1, inputs // jobs)
    workers = [_Worker(f"{seed}-{at}", each) for at in range(jobs)]
    for worker in workers:
        worker.start(0, frozenset())
    going = list(workers)

    def note(failure: Failure, given: Input, number: int) -> None:
        first = failure.sign not in found
        found[failure.sign] = Found(failure, given, number)
        tell(f"{'FOUND' if first else 'SHORT'} {failure.sign} ({given.kind})\n{given.data!r}\n{failure.told}")

    while going:
        for pipe in wait([worker.pipe for worker in going], timeout=1):
            worker = next(one for one in going if one.pipe is pipe)
            try:
                what, number, more = worker.pipe.recv()
            except EOFError:  # the process is gone: killed by the system, most likely for its memory
                at, given = worker.at
                note(Failure("died", f"exit code {worker.process.exitcode}"), given or Input("text", ""), at)
                worker.end()
                worker.start(at + 1, frozenset(found))
                continue
            worker.heard = time.monotonic()
            worker.patience = SILENCE
            if what == "begin":
                worker.at = (number, more)
            elif what == "failed":
                worker.patience = 10 * SILENCE  # it is looking for the shortest
                if more[0].sign not in found:
                    note(more[0], more[1], number)
            elif what == "short":
                note(more[0], more[1], number)
            elif what == "broken":
                raise RuntimeError(more)
            elif what == "full":
                note(Failure("memory", f"over {MEMORY} bytes"), more, number)
                worker.end()
                worker.start(number + 1, frozenset(found))
            elif what == "done":
                said, memory = max(said, more[0]), max(memory, more[1])
                worker.end()
                going.remove(worker)
        for worker in going:
            if time.monotonic() - worker.heard > worker.patience:
                at, given = worker.at
                note(Failure("hang", f"silent for {worker.patience:.0f} s"), given or Input("text", ""), at)
                worker.end()
                worker.start(at + 1, frozenset(found))
        if time.monotonic() - last > 60:
            last = time.monotonic()
            done = sum(worker.at[0] for worker in workers)
            tell(f"{done} inputs, {done / (last - began):.0f} a second, {len(found)} findings")
    return Report(each * jobs, time.monotonic() - began, list(found.values()), said, memory)

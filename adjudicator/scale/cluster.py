"""The same rows by the workers of a Dask cluster that the caller has started and named.

The texts go out in portions; each worker writes the rows of a portion as a part of its own into a folder that all of
them see. A part is written beside and renamed, and is called by the hash of its work: a portion that is worked on
twice, because a worker was lost, gives the same part, and one whose part is there is not worked on again.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from importlib import import_module
from typing import Any, NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.scale.results import arrow, write_parquet
from adjudicator.scale.rows import Row, count, failed
from adjudicator.scale.run import Job, all_rows, portions
from adjudicator.scale.sources import Unit

TOGETHER = 200
"""Texts of a part, at most."""
HEAVY = 4_000_000
"""Bytes of text of a part, about."""
AHEAD = 4
"""So many parts for each thread of the cluster are handed out and not done."""

Sums = dict[str, int]
"""Games by status."""


class Part(NamedTuple):
    """A part that is written."""

    path: str
    sums: Sums


def work_of(portion: Iterable[Unit], run: str) -> str:
    """What the part of a portion is called, by the texts and by all that decides what becomes of them (`run`)."""
    found = hashlib.sha256(run.encode("utf-8", "surrogatepass"))
    for unit in portion:
        for said in (unit.name, unit.stamp, unit.text if unit.text is not None else _identity(unit.name)):
            data = said.encode("utf-8", "surrogatepass")
            found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:32]


def _identity(path: str) -> str:
    """Size and time of a file that a worker will read."""
    try:
        seen = os.stat(path)
    except OSError:
        return ""
    return f"{seen.st_size} {seen.st_mtime_ns}"


def write_part(path: str, rows: list[Row]) -> None:
    """Writes a part, whole or not at all. Raises OSError."""
    draft = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{secrets.token_hex(6)}.tmp")
    try:
        write_parquet(draft, rows)
        os.replace(draft, path)
    finally:
        if os.path.exists(draft):
            os.remove(draft)


def part(job: Job, portion: list[Unit], path: str) -> Sums:
    """Works on a portion and writes its part; on a worker. Gives the games by status. Raises OSError."""
    rows = [row for several in all_rows(job, portion) for row in several]
    if not os.path.exists(_apart(path)):  # else its texts have been handed out one by one in the meantime
        write_part(path, rows)
    return _summed(rows)


def _apart(path: str) -> str:
    """The file that says of a part that its texts have parts of their own."""
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.apart")


def _summed(rows: Iterable[Row]) -> Sums:
    sums: Sums = {}
    count(sums, rows)
    return sums


def _counted(path: str) -> Sums:
    """The games of a part that is there."""
    _, parquet = arrow()
    table = parquet.read_table(path, columns=["row", "status"])
    return _summed(table.to_pylist())


def parts(units: Iterable[Unit], job: Job, address: str, folder: str, run: str) -> Iterator[Part]:
    """Writes the parts of all texts into `folder`, by the cluster at `address`; gives each part once it is done.

    Raises Problems where there is no such cluster, its library is missing, or parts cannot be written.
    """
    arrow()
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise Problems((Problem("no-cluster-library"),)) from None
    try:
        os.makedirs(folder, exist_ok=True)
        again = bool(os.listdir(folder))
        client = dask.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        values = {"address": address, "reason": str(error) or type(error).__name__}
        raise Problems((Problem("no-cluster", values=values),)) from None
    waiting: dict[Any, tuple[list[Unit], str]] = {}
    done = dask.as_completed(loop=client.loop)
    split: list[str] = []

    def path_of(portion: list[Unit]) -> str:
        return os.path.join(folder, f"part-{work_of(portion, run)}.parquet")

    def begin(portion: list[Unit]) -> Iterator[Part]:
        """Hands a portion out; gives its part where that is there. One that was handed out text by text is again."""
        path = path_of(portion)
        if os.path.exists(_apart(path)) or (
            again
            and len(portion) > 1
            and not os.path.exists(path)
            and any(os.path.exists(path_of([unit])) for unit in portion)
        ):
            split.append(path)
            for unit in portion:
                yield from begin([unit])
        elif os.path.exists(path):
            yield Part(path, _counted(path))
        else:
            future = client.submit(part, job, portion, path, key=os.path.basename(path), pure=False)
            waiting[future] = (portion, path)
            done.add(future)

    def end() -> Iterator[Part]:
        """Waits for the next portion. One that cost a worker again and again is handed out text by text."""
        future = next(done)
        portion, path = waiting.pop(future)
        try:
            error = future.exception()  # waits once more where the worker was lost that had the answer
            if error is None:
                yield Part(path, future.result())
                return
        except CancelledError:
            raise Problems((Problem("no-cluster", values={"address": address, "reason": "CancelledError"}),)) from None
        if not isinstance(error, dask.KilledWorker):
            raise Problems((Problem("not-written", values={"file": path, "reason": str(error)}, file=path),))
        if os.path.exists(path):  # a worker wrote it, and was lost with the next one before it could say so
            yield Part(path, _counted(path))
            return
        if len(portion) > 1:
            # A worker that was given up may go on for a while, and write the part that it was at.
            with open(_apart(path), "w", encoding="utf-8"):
                split.append(path)
            for unit in portion:
                yield from begin([unit])
            return
        problem = Problem("worker-ended", values={"file": portion[0].name}, file=portion[0].name)
        rows = [failed(portion[0], (problem,), job.lang)]
        write_part(path, rows)
        yield Part(path, _summed(rows))

    try:
        most = AHEAD * max(1, sum(client.nthreads().values()))
        for portion in portions(units, TOGETHER, HEAVY):
            yield from begin(portion)
            while len(waiting) >= most:
                yield from end()
        while waiting:
            yield from end()
        for whole in split:
            for path in (whole, _apart(whole)):
                if os.path.exists(path):
                    os.remove(path)
    finally:
        client.cancel([*waiting])
        client.close()

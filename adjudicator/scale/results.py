"""The file that the rows of a run go to: JSON lines, CSV or Parquet, whole or not there at all.

Until the run is over rows stand in a draft beside it, and a journal says how far the draft is good. Both are kept when
the run is stopped, however that happens: the next run cuts the draft to what the journal vouches for and goes on there.
"""

from __future__ import annotations

import csv
import hashlib
import io
import itertools
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from adjudicator.errors import Problem, Problems
from adjudicator.files import write_whole
from adjudicator.scale.rows import COLUMNS, NUMBER, POINTS, TEXT, TEXTS, Row, count
from adjudicator.scale.sources import Unit
from adjudicator.syntax.strange_json import read_json
from adjudicator.words.visible import json_visible

FORMS = (".jsonl", ".csv", ".parquet")
DRAFT, JOURNAL = ".part", ".journal"
"""What the names of the draft and of the journal have behind that of the results."""
PAUSE = 2.0
"""Seconds between two entries of the journal: what is done twice, at most, after a stop."""
BATCH = 10_000
"""Rows of a group of Parquet."""


def form_of_results(path: str) -> str:
    """The form of the results in a file, "" where its name says none."""
    form = os.path.splitext(path)[1].lower()
    return form if form in FORMS else ""


class Results:
    """The results of a run. Raises Problems where they cannot be written, or there is nothing to go on with."""

    def __init__(self, path: str, run: Mapping[str, Any], resume: bool) -> None:
        """`run` says what is done with what, in values of JSON: only the same run can be gone on with."""
        self.path, self.run = path, dict(run)
        self.done = 0
        """Texts whose rows are in the draft."""
        self.sums: dict[str, int] = {}
        """Games by their status."""
        self.names = hashlib.sha256()
        """Of the texts that are done, in their order."""
        self.digest = self.names.hexdigest()
        if form_of_results(path) == ".parquet":
            arrow()  # before hours of work
        good = self.good = self._gone_on() if resume else self._begun()
        """Bytes of the draft that a run before has vouched for."""
        try:
            self.draft = open(path + DRAFT, "r+b" if good else "wb")  # noqa: SIM115 - closed by `close`
            self.draft.truncate(good)
            self.draft.seek(good)
        except OSError as error:
            raise _problem("not-written", path, reason=error.strerror or str(error)) from None
        self.noted = time.monotonic()

    def _begun(self) -> int:
        if os.path.exists(self.path + JOURNAL):
            raise _problem("run-unfinished", self.path, journal=self.path + JOURNAL)
        return 0

    def _gone_on(self) -> int:
        """How many bytes of the draft are good."""
        try:
            with open(self.path + JOURNAL, "rb") as file:
                said: Any = read_json(file.read(1_000_000).decode("utf-8"))
            if said["run"] != self.run:
                raise _problem("run-other", self.path, journal=self.path + JOURNAL)
            self.done, self.digest, good = int(said["done"]), str(said["names"]), int(said["bytes"])
            self.sums = {str(key): int(number) for key, number in said["sums"].items()}
            if os.path.getsize(self.path + DRAFT) < good:
                raise ValueError
        except FileNotFoundError:
            if os.path.exists(self.path):
                raise _problem("run-finished", self.path) from None
            return 0
        except OSError as error:
            raise _problem("no-file", self.path + JOURNAL, reason=error.strerror or str(error)) from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise _problem("run-other", self.path, journal=self.path + JOURNAL) from None
        return good

    def before(self) -> Iterator[Row]:
        """The rows that a run before has made."""
        left = self.good
        with open(self.path + DRAFT, "rb") as file:
            while left > 0:
                one = file.readline()
                left -= len(one)
                yield json.loads(one)

    def left(self, units: Iterable[Unit]) -> Iterator[Unit]:
        """The texts that are not done yet. Raises Problems where those that are done were others."""
        rest = iter(units)
        for _ in range(self.done):
            unit = next(rest, None)
            if unit is None:
                raise _problem("run-other", self.path, journal=self.path + JOURNAL)
            self._name(unit)
        if self.names.hexdigest() != self.digest:
            raise _problem("run-other", self.path, journal=self.path + JOURNAL)
        yield from rest

    def _name(self, unit: Unit) -> None:
        self.names.update(f"{unit.name}\0{unit.stamp}\n".encode("utf-8", "surrogatepass"))

    def add(self, unit: Unit, rows: Iterable[Row]) -> None:
        """Takes the rows of the next text. Raises Problems."""
        several = [*rows]
        count(self.sums, several)
        self.write(unit, b"".join(map(line, several)))

    def write(self, unit: Unit, lines: bytes) -> None:
        """Takes what is to stand in the file for the next text. Raises Problems."""
        try:
            self.draft.write(lines)
            self.done += 1
            self._name(unit)
            if time.monotonic() - self.noted > PAUSE:
                self._note()
        except OSError as error:
            raise _problem("not-written", self.path, reason=error.strerror or str(error)) from None

    def _note(self) -> None:
        self.draft.flush()
        os.fsync(self.draft.fileno())
        said = {"run": self.run, "done": self.done, "bytes": self.draft.tell(), "names": self.names.hexdigest()}
        write_whole(self.path + JOURNAL, json.dumps({**said, "sums": self.sums}))
        self.noted = time.monotonic()

    def close(self, whole: bool) -> None:
        """Ends the run: what is `whole` gets its form and its name, anything else is kept to be gone on with."""
        try:
            self._note()
            self.draft.close()
            if not whole:
                return
            form = form_of_results(self.path)
            if form == ".parquet":
                _parquet(self.path)
            elif form == ".csv":
                write_whole(self.path, _csv(self.path + DRAFT))
            else:
                os.replace(self.path + DRAFT, self.path)
            for left in (JOURNAL, DRAFT):
                if os.path.exists(self.path + left):
                    os.remove(self.path + left)
        except OSError as error:
            raise _problem("not-written", self.path, reason=error.strerror or str(error)) from None


def _problem(code: str, name: str, **values: object) -> Problems:
    return Problems((Problem(code, values={"file": name, **values}, file=name),))


def line(row: Row) -> bytes:
    """A row as a line of JSON, the empty columns left out."""
    text = json_visible(json.dumps(_without_blanks(row), ensure_ascii=False))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _without_blanks(row: Row) -> Row:
    """A row without the columns that are empty."""
    return {name: row[name] for name in COLUMNS if row.get(name) not in (None, "", [])}


def _rows(path: str) -> Iterator[Row]:
    with open(path, "rb") as file:
        for one in file:
            yield json.loads(one)


# ---- CSV
def _csv(path: str) -> Iterator[str]:
    yield ",".join(COLUMNS) + "\r\n"
    for row in _rows(path):
        out = io.StringIO()
        csv.writer(out).writerow([_cell(row.get(name), kind) for name, kind in COLUMNS.items()])
        yield out.getvalue()


def _cell(value: Any, kind: str) -> str | int:
    if value is None:
        return ""
    if kind == NUMBER:
        return int(value)
    if kind in (POINTS, TEXTS):
        return json.dumps(value, ensure_ascii=False)
    text = str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text  # a spreadsheet would reckon it


# ---- Parquet
def arrow() -> Any:
    """The library for Parquet. Raises Problems where it is missing."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise Problems((Problem("no-parquet"),)) from None


def schema() -> Any:
    """The columns as pyarrow has them."""
    pa, _ = arrow()
    kinds = {
        TEXT: pa.string(), NUMBER: pa.int64(), POINTS: pa.map_(pa.string(), pa.int64()), TEXTS: pa.list_(pa.string()),
    }  # fmt: skip
    return pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])


def write_parquet(path: str, rows: Iterable[Row]) -> None:
    """Writes rows as Parquet, a group at a time. Raises OSError."""
    pa, parquet = arrow()
    form = schema()
    left = iter(rows)
    with parquet.ParquetWriter(path, form, compression="zstd") as writer:
        while batch := [_without_blanks(row) for row in itertools.islice(left, BATCH)]:
            columns = {name: [_value(row.get(name), kind) for row in batch] for name, kind in COLUMNS.items()}
            writer.write_table(pa.table(columns, schema=form))


def rows_of_parquet(path: str) -> Iterator[Row]:
    """The rows of a file that `write_parquet` made. Raises OSError."""
    _, parquet = arrow()
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(BATCH):
            for row in batch.to_pylist():
                yield {name: dict(row[name]) if COLUMNS[name] == POINTS and row[name] else row[name] for name in row}


def _value(value: Any, kind: str) -> Any:
    if kind == POINTS and value is not None:
        return [*value.items()]
    return value


def _parquet(path: str) -> None:
    draft = f"{path}.{os.getpid()}.tmp"
    try:
        write_parquet(draft, _rows(path + DRAFT))
        os.replace(draft, path)
    finally:
        if os.path.exists(draft):
            os.remove(draft)

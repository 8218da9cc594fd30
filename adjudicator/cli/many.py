"""What `check`, `score` and `import` share where they work on many texts: options, progress, where the rows go."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from adjudicator.cli import common
from adjudicator.cli.progress import watched
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE
from adjudicator.scale.archive import form_of

if TYPE_CHECKING:
    from adjudicator.limits import Limit
    from adjudicator.scale.rows import Row
    from adjudicator.scale.run import Done
    from adjudicator.scale.sources import Unit

FORMS = (".jsonl", ".csv", ".parquet")
"""The endings of tables."""

F = TypeVar("F", bound=Callable[..., Any])


def resumable(command: F) -> F:
    """Adds ``--resume`` and ``--cluster`` to a command."""
    command = click.option("--cluster", metavar="ADDRESS")(command)
    return click.option("--resume", is_flag=True)(command)


def packed(path: str) -> bool:
    """Whether a path is an archive."""
    return path != "-" and any(form_of(path))


def manifold(path: str) -> bool:
    """Whether a path is a folder or an archive."""
    return path != "-" and (os.path.isdir(path) or packed(path))


def tabular(out: str | None) -> bool:
    """Whether a file is to be a table, by its name."""
    return out is not None and os.path.splitext(out)[1].lower() in FORMS


class Run(NamedTuple):
    """A command and what it is to do."""

    command: str
    paths: Sequence[str]
    suffixes: Sequence[str]
    """The endings of the files in folders and archives that it works on; none for all."""
    work: Callable[[Unit, str, Limit], list[Row]]
    settings: Sequence[object] = ()
    """What else decides what comes out: a run with others cannot be gone on with."""


Take = Callable[["Iterable[Row]"], None]
"""Gets the rows of every text, of one or of several at a time."""


def run(
    what: Run,
    out: str | None,
    jobs: int,
    resume: bool,
    reader: common.Reader,
    cluster: str | None = None,
    take: Take | None = None,
) -> int:
    """Works on every text, and writes the table of the rows to `out` or shows what is wrong; gives the exit code.

    Where there is a `take`, it gets all rows, also those that were made before a run that is gone on with, and nothing
    is shown here. Raises Problems where nothing can be begun.
    """
    from adjudicator.scale.rows import count
    from adjudicator.scale.run import Job, worked
    from adjudicator.scale.sources import units

    if out is None and resume:
        raise common.problem("run-without-table", forms=FORMS)
    if cluster is not None:
        return _clustered(what, out, resume, reader, cluster, take)
    if out is not None and not tabular(out):
        raise common.problem("run-without-table", out, forms=FORMS)
    allowed, speech = common.limit(), reader.speech()
    job = Job(what.work, speech.lang, allowed)
    found = units(what.paths, what.suffixes)
    isolated = _isolated(jobs, out)
    doing = speech.label(f"{what.command}-doing")
    if out is None:
        sums: dict[str, int] = {}
        done: Iterable[Done] = worked(found, job, isolated)
        for _, rows in watched(done, None, doing, quiet=take is None):  # what is shown would break the bar
            if take is None:
                _show(rows, reader)
            else:
                take(rows)
            count(sums, rows)
        return _ended(sums, reader, take)
    from adjudicator.scale.results import Results

    results = Results(out, {"told": _fingerprint(what, speech.lang, allowed)}, resume)
    whole = False
    try:
        if take is not None:
            take(results.before())
        done = worked(results.left(found), job, isolated)
        for unit, rows in watched(done, None, doing):
            results.add(unit, rows)
            if take is not None:
                take(rows)
        whole = True
    finally:
        results.close(whole)
    return _ended(results.sums, reader, take)


def _fingerprint(what: Run, lang: str, allowed: Limit) -> list[object]:
    """What decides which rows come out, besides the texts."""
    return [what.command, *what.paths, list(map(str, what.settings)), lang, *allowed, common.version()]


def _clustered(what: Run, out: str | None, resume: bool, reader: common.Reader, address: str, take: Take | None) -> int:
    """Has the workers of a cluster write the table as parts into the folder `out`. Raises Problems."""
    from adjudicator.scale.cluster import parts
    from adjudicator.scale.results import rows_of_parquet
    from adjudicator.scale.run import Job
    from adjudicator.scale.sources import units

    if out is None or os.path.splitext(out)[1]:
        raise common.problem("cluster-folder")
    if os.path.isdir(out) and os.listdir(out) and not resume:
        raise common.problem("cluster-parts", out)
    allowed, speech = common.limit(), reader.speech()
    job = Job(what.work, speech.lang, allowed)
    found = parts(
        units(what.paths, what.suffixes), job, address, out, json.dumps(_fingerprint(what, speech.lang, allowed))
    )
    sums: dict[str, int] = {}
    for one in watched(found, None, speech.label(f"{what.command}-doing")):
        for status, number in one.sums.items():
            sums[status] = sums.get(status, 0) + number
        if take is not None:
            take(rows_of_parquet(one.path))
    return _ended(sums, reader, take)


def _isolated(jobs: int, out: str | None) -> int:
    """How many processes of their own to work in; 0 to work in this one.

    Raises Problems where several are wanted and the library for them is missing.
    """
    if find_spec("pebble") is not None:
        return (jobs or os.cpu_count() or 1) if out is not None or jobs != 1 else 0
    if jobs != 1:
        raise common.problem("no-pebble")
    return 0


def _show(rows: Iterable[Row], reader: common.Reader) -> None:
    """Shows what is wrong in the rows of a text."""
    from adjudicator.scale.results import line
    from adjudicator.scale.rows import GAME, MISS

    speech = reader.speech()
    for row in rows:
        if reader.json:
            common.say(line(row).decode("utf-8"), end="")
        elif row["row"] == MISS:
            values = {"file": row["file"], "line": row["line"], "ask": row["ask"]}
            common.say(speech.label("row-miss", **values, expected=row["expected"], given=row["given"]))
        elif row["row"] == GAME and row.get("problem"):
            where = f"{row['file']}:{row['line']}" if row["line"] else row["file"]
            common.say(speech.label("row-wrong", file=where, message=row["message"]))


def _ended(sums: dict[str, int], reader: common.Reader, take: Take | None) -> int:
    """Says how many games there were, where nobody else does; gives the exit code."""
    from adjudicator.scale.rows import FINE, UNMET, WRONG

    fine, unmet, wrong = (sums.get(one, 0) for one in (FINE, UNMET, WRONG))
    if take is None:
        said = reader.speech().label("rows-sum", number=sum(sums.values()), fine=fine, unmet=unmet, wrong=wrong)
        common.say(said, err=reader.json)
    return EXIT_UNREADABLE if wrong or not sums else EXIT_UNMET if unmet else EXIT_FINE

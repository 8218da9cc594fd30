"""``adjudicator check PATH...``: runs every expectation and claim."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, NamedTuple

import click

from adjudicator.cli import common, door, many
from adjudicator.cli.progress import watched
from adjudicator.corpus import SUFFIX, gathered
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problem, Problems
from adjudicator.limits import UNLIMITED, Limit, within
from adjudicator.model.ruling import Answer
from adjudicator.report import as_json, misses

CHUNK = 8
"""Files handed to a worker at a time, at most: few, so that no worker is left with many when the others are done."""
MOST = 61
"""Processes at a time, at most: Windows cannot wait for more."""
ROWS = 30
"""More files than this are summed up by folder."""


class Checked(NamedTuple):
    """What became of one file; small enough to be handed from process to process."""

    file: str
    questions: int
    met: int
    misses: tuple[Answer, ...]
    problems: tuple[Problem, ...] = ()
    text: str = ""
    """The file's text, where problems refer to it."""
    language: str = ""


@click.command("check", cls=common.Help)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--jobs", "-j", type=click.IntRange(0, 256), default=1, metavar="N")
@click.option("--out", "-o", metavar="OUT")
@many.resumable
@common.limited
@common.reading
def command(
    paths: tuple[str, ...],
    jobs: int,
    out: str | None,
    resume: bool,
    cluster: str | None,
    lang: str | None,
    format_: str,
) -> int:
    """Shown from the phrases ``help.check``."""
    reader = common.reader_of(lang, format_)
    if out is not None or resume or cluster is not None or any(map(many.packed, paths)):
        from adjudicator.scale.rows import check_rows

        return many.run(many.Run("check", paths, (SUFFIX,), check_rows), out, jobs, resume, reader, cluster)
    files, faults = gathered(paths)
    running = _run(files, jobs or os.cpu_count() or 1, common.limit())
    results = list(watched(running, len(files), reader.speech().label("check-doing"), reader.json))
    results += [Checked(fault.items[0].file, 0, 0, (), fault.items) for fault in faults]
    if reader.json:
        _say_json(results, reader)
    else:
        _say(results, reader)
    if any(one.problems for one in results):
        return EXIT_UNREADABLE
    return EXIT_UNMET if any(one.misses for one in results) else EXIT_FINE


def checked(path: str, allowed: Limit = UNLIMITED) -> Checked:
    """Runs one file, at the cost that is `allowed`; nothing is put into words here."""
    text = ""
    name = "" if path == "-" else path
    try:
        text = door.source(path)
        with within(allowed):
            outcome = door.checked(text, name)
    except Problems as error:
        return Checked(path, 0, 0, (), error.items, error.text or text, error.language)
    answers = outcome.answers
    misses = tuple(one for one in answers if one.met is False)
    met = sum(1 for one in answers if one.met)
    kept = outcome.text if outcome.problems else ""
    return Checked(path, len(answers), met, misses, outcome.problems, kept, outcome.language)


def _run(files: list[str], jobs: int, allowed: Limit) -> Iterator[Checked]:
    """What became of each file, in order."""
    jobs = min(jobs, len(files) - 1)
    if jobs <= 1 or "-" in files:
        yield from _several(files, allowed)
        return
    first, *rest = files
    yield checked(first, allowed)  # and with it everything is loaded that all need: workers that are forked have it
    pool = workers(jobs)
    if pool is None:
        yield from _several(rest, allowed)
        return
    size = max(1, min(CHUNK, len(rest) // (16 * jobs)))
    chunks = [rest[at : at + size] for at in range(0, len(rest), size)]
    try:
        results: list[Future[list[Checked]]] = []
        with _deaf(), contextlib.suppress(BrokenExecutor):
            results += (pool.submit(_all_of, chunk, allowed) for chunk in chunks)
        for at, chunk in enumerate(chunks):
            try:
                yield from results[at].result()
            except (BrokenExecutor, IndexError):
                yield from _apart(chunk, allowed)
    except BaseException:
        from multiprocessing import active_children

        for worker in active_children():
            worker.terminate()  # what they are at is not wanted any more, and may take long
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _several(files: Iterable[str], allowed: Limit) -> Iterator[Checked]:
    return (checked(path, allowed) for path in files)


def _all_of(files: Iterable[str], allowed: Limit) -> list[Checked]:
    return [*_several(files, allowed)]


def _apart(files: Iterable[str], allowed: Limit) -> Iterator[Checked]:
    """What became of files, one of which may end the process that checks it: each has one of its own."""
    for path in files:
        found = Checked(path, 0, 0, (), common.problem("worker-ended", path).items)
        pool = workers(1)
        if pool is not None:
            with pool, contextlib.suppress(BrokenExecutor):
                found = pool.submit(checked, path, allowed).result()
        yield found


def workers(jobs: int) -> Executor | None:
    """That many processes; None where there can be no others, as in a browser."""
    try:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_all_start_methods, get_context

        # The Mac offers to fork, but its own libraries may not be used after that.
        forking = "fork" in get_all_start_methods() and sys.platform != "darwin"
        context = get_context("fork" if forking else "spawn")
        gc.freeze()  # forked workers leave what all share where it lies
        pool = ProcessPoolExecutor(min(jobs, MOST), context, _quiet)
        with _deaf():
            pool.submit(int)  # they are started now
        return pool
    except (ImportError, NotImplementedError, OSError, RuntimeError, ValueError):
        return None
    finally:
        gc.unfreeze()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Passes over Ctrl-C while workers are started, which do so too then, before they can do it by themselves."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # only the main thread may say so
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)


def _quiet() -> None:
    """Ctrl-C is the parent's to answer; it ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _say(results: list[Checked], reader: common.Reader) -> None:
    style = reader.style()
    for one in results:
        for miss in one.misses:
            reader.say(misses.miss(miss, reader.speech(one.language), style) + "\n")
    reader.say(misses.summary(_counts(results), reader.speech(), style))
    for one in results:
        if one.problems:
            common.show(Problems(one.problems, one.text, one.language), reader)


def _counts(results: list[Checked]) -> list[tuple[str, tuple[int, ...]]]:
    """A row a file, or a folder where there are many: questions, met, missed, without expectation, problems."""
    rows: dict[str, tuple[int, ...]] = {}
    for one in results:
        name = one.file if len(results) <= ROWS else os.path.dirname(one.file) or "."
        missed = len(one.misses)
        row = (one.questions, one.met, missed, one.questions - one.met - missed, len(one.problems))
        rows[name] = tuple(map(sum, zip(rows.get(name, (0,) * 5), row, strict=True)))
    return list(rows.items())


def _say_json(results: list[Checked], reader: common.Reader) -> None:
    keys = ("questions", "met", "missed", "unchecked", "problems")
    rulings: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    for one in results:
        speech = reader.speech(one.language)
        rulings += [as_json.ruling(miss, speech) for miss in one.misses]
        if one.problems:
            problems += common.as_json(Problems(one.problems, one.text, one.language), reader)
    counts = _counts(results)
    total = map(sum, zip(*(numbers for _, numbers in counts), strict=True)) if counts else (0,) * 5
    say = as_json.document(rulings, problems)
    say["summary"] = dict(zip(keys, total, strict=True))
    say["files"] = [{"file": name, **dict(zip(keys, numbers, strict=True))} for name, numbers in counts]
    common.say_json(say)

"""The texts of files, folders and archives, one after the other and always in the same order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.corpus import leads_out
from adjudicator.errors import Problem, Problems
from adjudicator.scale.archive import form_of, members
from adjudicator.syntax.source import read_source


class Unit(NamedTuple):
    """One text that is worked on by itself; small enough to be handed from process to process."""

    name: str
    """Its path; of a text in an archive the path of the archive with what it is called there."""
    text: str | None = None
    """None for a file that is read by whoever works on it."""
    problems: tuple[Problem, ...] = ()
    """Why there is no text."""
    stamp: str = ""
    """Size and time of the archive it comes from: another stamp may mean other texts."""

    def read(self) -> str:
        """The text. Raises Problems."""
        if self.problems:
            raise Problems(self.problems)
        return read_source(self.name) if self.text is None else self.text

    @property
    def weight(self) -> int:
        """About how many bytes it holds in memory."""
        return len(self.name) + len(self.text or "")


def units(paths: Iterable[str], suffixes: Sequence[str] = ()) -> Iterator[Unit]:
    """The texts of `paths`: files as they are; of folders and archives those whose names end like one of `suffixes`, or
    all; every line of JSON lines. What is wrong with one stands in it.

    A folder takes memory for the names in it, an archive for one text at a time.
    """
    for path in paths:
        if os.path.isdir(path):
            yield from _folder(path, suffixes)
        elif any(form_of(path)):
            yield from _archive(path, suffixes)
        else:
            yield Unit(path)


def _folder(path: str, suffixes: Sequence[str]) -> Iterator[Unit]:
    faults: list[OSError] = []
    root = os.path.realpath(path)
    for where, folders, names in os.walk(path, onerror=faults.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            if leads_out(file := os.path.join(where, name), root):
                yield Unit(file, None, (Problem("folder-link", values={"file": file}, file=file),))
        for name in sorted(names):
            file = os.path.join(where, name)
            if name.startswith("."):
                continue
            if (any(form_of(name)) or _wanted(name, suffixes)) and leads_out(file, root):
                yield Unit(file, None, (Problem("file-link", values={"file": file}, file=file),))
            elif any(form_of(name)):
                yield from _archive(file, suffixes)
            elif _wanted(name, suffixes):
                yield Unit(file)
    for error in faults:
        file, reason = str(error.filename), error.strerror or str(error)
        yield Unit(file, None, (Problem("folder-unread", values={"file": file, "reason": reason}, file=file),))


def _archive(path: str, suffixes: Sequence[str]) -> Iterator[Unit]:
    try:
        seen = os.stat(path)
        stamp = f"{seen.st_size} {seen.st_mtime_ns}"
    except OSError:
        stamp = ""  # `members` says what is wrong
    lines = form_of(path)[0] == ".jsonl"
    for one in members(path):
        problems = one.problem.items if one.problem is not None else ()
        if problems or lines or _wanted(one.name, suffixes):
            yield Unit(one.name, one.text, problems, stamp)


def _wanted(name: str, suffixes: Sequence[str]) -> bool:
    return not suffixes or name.casefold().endswith(tuple(suffixes))

"""Folders of scenarios: the files in them, the questions of each, and which rules those show."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from adjudicator.binding.steps import written
from adjudicator.errors import Problem, Problems
from adjudicator.settling import settle
from adjudicator.syntax.document import language_of
from adjudicator.syntax.lexer import scan, understand
from adjudicator.syntax.source import clean, read_source
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon

SUFFIX = ".carc"
FOLDER = "scenarios"
"""Where scenarios lie that nobody has to name."""
_MODALS = frozenset(("MAY", "MUST", "WHERE", "WHICH", "WHETHER"))
"""Words of a question behind which a player stands."""


class Shown(NamedTuple):
    """One scenario that shows a rule."""

    title: str
    file: str
    line: int


class Listed(NamedTuple):
    """A question or a claim as it stands in a text, not yet answered."""

    scenario: str
    """Title of its scenario, "" for an untitled one."""
    ask: str
    """As `adjudicator.model.ruling.Answer` has it."""
    line: int
    column: int
    begins: int
    """The line where its scenario begins, with what stands before that and has no question; 1 for the first."""


def listed(text: str) -> list[Listed]:
    """The questions and claims of `text`, of whatever can be read of it, without binding or answering any."""
    rows, _ = scan(clean(text))
    language = language_of(rows, fallback())
    lexical = lexicon(language)
    found: list[Listed] = []
    title, begins = "", 1
    for row in rows:
        words = understand(row, lexical, {}) if row.words else []
        while len(words) > 1 and words[-1].type == "_COMMA":
            words.pop()
        first = words[0].terminals if words else ()
        if "SCENARIO" in first or "GAME" in first:
            title = next((word.text for word in words if word.type == "STRING"), "")
            begins = row.line if found and found[-1].begins == begins else begins
            continue
        if "ASK" in first:
            for word, before in zip(words[1:], words, strict=False):
                if not _MODALS.isdisjoint(before.terminals) and word.type == "STRING":
                    word.type = "COLOUR"  # a player by name
            asked = next((at for at, word in enumerate(words) if "EXPECT" in word.terminals), len(words))
            said = words[1:asked]
        elif "CLAIM" in first:
            said = words
        else:
            continue
        found.append(Listed(title, written(said, language), words[0].line, words[0].column, begins))
    return found


def gathered(paths: Iterable[str]) -> tuple[list[str], list[Problems]]:
    """The files of `paths`, folders walked for scenarios, each once; and what there was to check and was not: folders
    that have none or cannot be read, and what only a link leads to.
    """
    files: dict[str, None] = {}
    faults: list[Problems] = []
    walked: set[str] = set()
    links = []
    for path in paths:
        if not os.path.isdir(path):
            files[path] = None
            continue
        found, before, root = False, len(faults), os.path.realpath(path)
        for where, folders, names in os.walk(path, onerror=lambda error: faults.append(_unread(error))):
            walked.add(os.path.realpath(where))
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            links += [linked for name in folders if _is_link(linked := os.path.join(where, name))]
            for name in sorted(names):
                if not name.lower().endswith(SUFFIX):
                    continue
                file, found = os.path.join(where, name), True
                if leads_out(file, root):
                    faults.append(Problems((Problem("file-link", values={"file": file}, file=file),)))
                else:
                    files[file] = None
        if not found and len(faults) == before:
            faults.append(Problems((Problem("no-scenarios", values={"file": path}, file=path),)))
    # Where a link leads may have been walked anyway; elsewhere it may lead anywhere, and round in circles.
    faults += [
        Problems((Problem("folder-link", values={"file": link}, file=link),))
        for link in links
        if os.path.realpath(link) not in walked
    ]
    return list(files), faults


def files_of(folder: str) -> list[str]:
    """All files of a folder and of those in it, in the order of their names; none that is hidden, none behind a link to
    a folder. Raises Problems.
    """
    faults: list[Problems] = []
    found = []
    for where, folders, names in os.walk(folder, onerror=lambda error: faults.append(_unread(error))):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [os.path.join(where, name) for name in sorted(names) if not name.startswith(".")]
    if faults:
        raise Problems(tuple(one for fault in faults for one in fault.items))
    return found


def _unread(error: OSError) -> Problems:
    file, reason = str(error.filename), error.strerror or str(error)
    return Problems((Problem("folder-unread", values={"file": file, "reason": reason}, file=file),))


def leads_out(path: str, root: str) -> bool:
    """Whether a path in the folder `root`, a real one, is a link to a file or folder elsewhere."""
    if not _is_link(path):
        return False
    real = os.path.realpath(path)
    return (
        (os.path.isfile(real) or os.path.isdir(real)) and real != root and not real.startswith(os.path.join(root, ""))
    )


def _is_link(folder: str) -> bool:
    """Whether `folder` lies elsewhere: a link, or what Windows has for it."""
    junction = getattr(os.path, "isjunction", None)  # Python 3.12
    return os.path.islink(folder) or (junction is not None and junction(folder))


def scenarios_by_rule(folder: str | None, ids: Collection[str] = ()) -> dict[str, list[Shown]]:
    """The scenarios that show each rule: an expectation that is met names it, and its ruling cites it.

    `folder` is a folder or file of scenarios, by default ``scenarios`` where there is one. With `ids`, only files
    that name one of these rules are run. A file that cannot be read shows nothing. Raises Problems when `folder` is
    named and is not there.
    """
    if folder is None:
        if not os.path.isdir(FOLDER):
            return {}
        folder = FOLDER
    elif not os.path.exists(folder):
        raise Problems((Problem("no-such-folder", values={"file": folder}, file=folder),))
    named = re.compile("|".join(map(re.escape, ids)) if ids else "", re.IGNORECASE)
    found: dict[str, list[Shown]] = {}
    for path in gathered([folder])[0]:
        try:
            text = read_source(path)
            if not named.search(text):
                continue
            answers = settle(text, path).answers
        except Problems:
            continue
        for answer in answers:
            cites = set(answer.ruling.in_full().rules) if answer.met else set()
            for rule in {rule for one in answer.expected for rule in one.because} & cites:
                where = Shown(answer.scenario, path, answer.line)
                if where not in found.setdefault(rule, []):
                    found[rule].append(where)
    return found

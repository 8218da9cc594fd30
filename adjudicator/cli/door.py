"""The package's public door, as the commands use it: the one place that calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import adjudicate, formatted, read_source
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Item
from adjudicator.settling import Notes, settle

if TYPE_CHECKING:
    from adjudicator.model.ruling import Outcome


def settled(text: str, file: str, lang: str | None = None) -> Outcome:
    """The answers of `text`. Raises Problems."""
    return adjudicate(text, file, lang)


def checked(text: str, file: str) -> Outcome:
    """The answers of `text`; what other editions give only where one is not as expected. Raises Problems."""
    return settle(text, file, notes=Notes.MISSED)


def source(path: str) -> str:
    """The text of a file or of standard input (``-``). Raises Problems."""
    return read_source(path)


def laid_out(text: str, file: str, lang: str | None = None) -> str:
    """The `text` of `file` in canonical layout, in the keywords of `lang` when given. Raises Problems."""
    try:
        return formatted(text, lang)
    except Problems as error:
        named = tuple(one._replace(file=one.file or file) for one in error.items)
        raise Problems(named, error.text or text, error.language) from None


def imported(record: str, file: str, lang: str | None = None, claims: bool = False) -> str:
    """The `record` that was made from `file`, laid out, once it has been settled. Raises Problems: for no game at all,
    for a move that the rules do not allow. A record of mere `claims`, a score pad, is laid out and not settled: what is
    wrong in it is what its reader wants to be told by ``score``.
    """
    text = record
    try:
        text = laid_out(record, file, lang)
        if claims:
            return text
        outcome = settled(text, file)
        if outcome.problems:
            raise Problems(outcome.problems, text, outcome.language)
        return text
    except Problems as error:
        lines = text.split("\n")
        problems = []
        for one in error.items:
            line = lines[one.span.line - 1].strip() if one.span.line else ""
            values = {"why": Item("problem", (one,)), "line": line}
            problems.append(Problem("import-record", values=values, rules=one.rules, file=file))
        raise Problems(tuple(problems)) from None

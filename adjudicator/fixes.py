"""What would mend a problem: the nearest word meant, a mark that is lacking, the language of a text that names none.

Only what was tried is offered: with it the text can be read on beyond the place of the problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Item
from adjudicator.model.span import Span
from adjudicator.words.languages import fallback
from adjudicator.words.saying import said, text
from adjudicator.words.wording import printer

MOST = 3
"""Fixes of one problem, at most."""
ROUNDS = 10
"""Problems of one text that are mended one after the other, at most."""
_MARKS = {"comma": ", ", "colon": ": "}
"""What is written for a mark that may be lacking, by the name it has among what was expected."""
_GAP = re.compile(r"(?<=[^\s,:;])[ \t]+(?=[^\s,:;])")

Check = Callable[[str], Sequence[Problem]]
"""Gives what is wrong with a text."""
Place = tuple[str, int, int]
"""Code, line and column of a problem."""


class Fix(NamedTuple):
    """One change that mends a problem."""

    span: Span
    """What is replaced: within one line, empty for what is only put in."""
    new: str
    """What stands there instead."""
    text: str
    """The whole text after the change."""

    @property
    def line(self) -> str:
        """The line of the change, after it; of several the new one."""
        return self.text.split("\n")[self.span.line - 1].strip()


def fixes(problem: Problem, text: str, check: Check, language: str = "") -> list[Fix]:
    """What mends `problem` in `text`, best first; `language` is its code, `check` says what is wrong with a text."""
    found: list[Fix] = []
    before: set[Place] | None = None
    for span, new in _changes(problem, text.split("\n"), language):
        fix = Fix(span, new, _changed(text, span, new))
        if fix.text in (text, *(one.text for one in found)):
            continue
        before = {_place(one) for one in check(text)} if before is None else before
        if _mends(fix, problem, check(fix.text), before):
            found.append(fix)
        if len(found) == MOST:
            break
    return found


def mended(text: str, check: Check, language: str = "") -> str:
    """`text` with the best fix of every problem, one after the other; "" where one has none."""
    for _ in range(ROUNDS):
        found = check(text)
        if not found:
            return text
        fix = next(iter(fixes(found[0], text, check, language)), None)
        if fix is None:
            return ""
        text = fix.text
    return ""


def whats_wrong(read: Callable[[str], object]) -> Check:
    """The Check of what reads a text and raises Problems, or gives something with `problems`."""

    def check(text: str) -> Sequence[Problem]:
        try:
            return tuple(getattr(read(text), "problems", ()))
        except Problems as error:
            return error.items

    return check


def _changes(problem: Problem, lines: Sequence[str], language: str) -> Iterator[tuple[Span, str]]:
    span = problem.span
    if not 0 < span.line <= len(lines):
        return
    line = lines[span.line - 1]
    for word in problem.suggestions:
        yield span, word
    if problem.code == "other-language":
        other = str(problem.values.get("language", ""))
        yield Span(1, 1, 1), f"{printer(other or language or fallback()).line(said('language', text(other)))}\n"
    expected = problem.values.get("expected")
    for item in expected if isinstance(expected, tuple) else ():
        mark = _MARKS.get(item.parts[0], "") if isinstance(item, Item) else ""
        if not mark:
            continue
        gaps = [gap for gap in _GAP.finditer(line) if gap.end() < span.end_column]
        for gap in sorted(gaps, key=lambda one: -one.end())[:4]:
            yield Span(span.line, gap.start() + 1, gap.end() + 1), mark


def _changed(text: str, span: Span, new: str) -> str:
    lines = text.split("\n")
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + new + line[span.end_column - 1 :]
    return "\n".join(lines)


def _mends(fix: Fix, problem: Problem, left: Sequence[Problem], before: set[Place]) -> bool:
    """Whether, with what is `left`, nothing is wrong where the problem was, nor its kind told elsewhere instead. What
    was wrong `before` and stands further left has nothing to do with it.
    """
    more = fix.new.count("\n")
    line = problem.span.line + more
    last = problem.span.end_column + (0 if more else len(fix.new) - (fix.span.end_column - fix.span.column))
    return not any(
        not one.span.line
        or (one.span.line == line and one.span.column < last and not _further_left(one, fix, before))
        or (more and one.code == problem.code)
        for one in left
    )


def _further_left(one: Problem, fix: Fix, before: set[Place]) -> bool:
    return one.span.end_column <= fix.span.column and _place(one) in before


def _place(one: Problem) -> Place:
    return one.code, one.span.line, one.span.column

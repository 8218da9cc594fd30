"""What ``check`` has to say: each expectation that was not met, and the sums."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.model.ruling import Answer
from adjudicator.report.cite import cited, every_rule, written
from adjudicator.report.style import Style, wrap
from adjudicator.report.table import stacks, table
from adjudicator.words.say import Speech
from adjudicator.words.visible import one_line

ROOMY = 76
"""Columns from which there is room for a row a file."""
TITLES = ("questions", "met-count", "missed-count", "unchecked", "problems")


def miss(answer: Answer, speech: Speech, style: Style) -> str:
    """One answer whose expectation failed: expected and given side by side, and the rules behind the given."""
    place = f"{one_line(answer.file)}:{answer.line}" if answer.file else str(answer.line)
    title = f"{place}: {answer.scenario}" if answer.scenario else place
    unmet = [one for one in answer.expected if not one.met]
    rows = []
    for one in unmet:
        expected, given = one.text, one.given
        if one.uncited:
            given += "; " + speech.label("uncited", rules=", ".join(one.uncited))
        rows.append([expected, given])
    parts = [
        style.paint(wrap(title, style.width), "bad"),
        wrap(answer.ask, style.width, "> "),
        table([speech.label("expected"), speech.label("given")], rows, style),
    ]
    rules = cited(every_rule(answer.ruling), speech)
    if rules:
        parts.append(written(rules, speech, style))
    return "\n".join(parts)


def summary(rows: Sequence[tuple[str, Sequence[int]]], speech: Speech, style: Style) -> str:
    """A table of files or folders with their counts in the order of TITLES, and the total; that alone if narrow."""
    total = [sum(column) for column in zip(*(numbers for _, numbers in rows), strict=True)] or [0] * len(TITLES)
    labels = [speech.label(title) for title in TITLES]
    if style.width < ROOMY and stacks(style):
        return table(
            [speech.label("total"), speech.label("count")],
            list(zip(labels, map(str, total), strict=True)),
            style,
            right=(1,),
        )
    cells = [[one_line(name), *map(str, numbers)] for name, numbers in rows]
    if len(rows) != 1:
        cells.append([speech.label("total"), *map(str, total)])
    return table([speech.label("file"), *labels], cells, style, right=range(1, len(labels) + 1))

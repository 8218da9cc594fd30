"""Tables: tabulate with its guesses switched off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.report.markup import REFUSED, cell
from adjudicator.report.style import Style, breadth
from adjudicator.words.visible import visible

ONE_LINE = frozenset(("github", "pipe", "jira", "orgtbl"))
"""Formats that tabulate breaks over several lines, though who reads them takes each line for a row."""

PADDING = 2
"""Columns that tabulate adds to every heading."""
NARROWEST = 8
"""Columns: no cell is squeezed below this, nor below the longest word of its heading."""


def formats() -> tuple[str, ...]:
    """The names of all table formats in which what is text can be kept text."""
    from tabulate import tabulate_formats

    return tuple(name for name in tabulate_formats if name not in REFUSED)


def stacks(style: Style) -> bool:
    """Whether the format of `style` can hold several lines in one cell."""
    from tabulate import multiline_formats

    return style.format in multiline_formats and style.format not in ONE_LINE


def table(
    headers: Sequence[str],
    rows: Sequence[Sequence[str]],
    style: Style,
    right: Sequence[int] = (),
    fixed: Sequence[int] = (),
) -> str:
    """`rows` under `headers` in the table format of `style`; the columns numbered in `right` stand right.

    Cells are shown as they are (an id like ``1e5`` is no number). In formats that can hold several lines in a
    cell, long cells are wrapped so that the table fits the width, save in the columns numbered in `fixed`.
    """
    from tabulate import tabulate

    escape, several = cell(style.format), stacks(style)

    def text_of(text: str) -> str:
        # Where a row is a line, a line end would begin another row.
        text = visible(text) if several else visible(text).replace("\t", " ").replace("\n", "; ")
        return escape(text)

    headers = [text_of(header) for header in headers]
    rows = [[text_of(text) for text in row] for row in rows]
    align = ["right" if index in right else "left" for index in range(len(headers))]
    widths = _fit(headers, rows, _room(len(headers), style), fixed) if several else None
    heads: Any = None if widths is None else [None if width is None else width - PADDING for width in widths]
    text = tabulate(
        rows,
        headers=headers,
        tablefmt=style.format,
        disable_numparse=True,
        colalign=align if rows else None,
        headersalign=align if rows else None,
        maxcolwidths=widths if rows else None,
        maxheadercolwidths=heads,
        break_long_words=True,
    )
    return style.finished(str(text))


def _room(columns: int, style: Style) -> int:
    """Columns of the page that are left for the cells."""
    if style.format in ("simple", "plain", "rst"):
        return style.width - 2 * (columns - 1)
    return style.width - 3 * columns - 1


def _fit(
    headers: Sequence[str], rows: Sequence[Sequence[str]], room: int, fixed: Sequence[int]
) -> list[int | None] | None:
    """The widest each column may be for all to take `room` columns of the page; None when they fit as they are."""
    natural = [
        max([breadth(header) + PADDING, *(max(map(breadth, row[index].split("\n"))) for row in rows)])
        for index, header in enumerate(headers)
    ]
    if sum(natural) <= room:
        return None
    widths = list(natural)
    floors = [max([NARROWEST, *(breadth(word) + PADDING for word in header.split())]) for header in headers]
    pliant = [index for index in range(len(widths)) if index not in fixed and widths[index] > floors[index]]
    while sum(widths) > room and pliant:
        widest = max(pliant, key=widths.__getitem__)
        widths[widest] -= 1
        if widths[widest] <= floors[widest]:
            pliant.remove(widest)
    # A column that needs no wrapping is left alone: tabulate rewrites every cell it wraps.
    return [fitted if fitted < wanted else None for fitted, wanted in zip(widths, natural, strict=True)]

"""How text looks: what is emphasised, and how it breaks at the edge of a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from adjudicator.words.visible import visible

_BREAK = re.compile(r"(?<!«)[ \n]+(?!\(-?\d+,|x \d|= \d|[:;?!»])")
"""Where a line may break: not before a place on the board, nor beside a mark that French sets apart."""

Paint = Callable[[str, str], str]
"""Takes a text and what it is (``title``, ``verdict``, ``rule``, ``bad``, ``good``, ``faint``); gives it coloured."""


def plain(text: str, what: str) -> str:
    """The Paint that leaves every text as it is."""
    return text


def same(text: str) -> str:
    """Gives `text` back."""
    return text


class Style(NamedTuple):
    """The page an answer is written on."""

    width: int = 80
    """Columns of the terminal."""
    format: str = "simple"
    """A table format of tabulate."""
    paint: Paint = plain
    finished: Callable[[str], str] = same
    """Marks a table as markup that is not to be escaped any more."""


def breadth(text: str) -> int:
    """Columns `text` takes on a terminal: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(_cell(char) for char in text)


def _cell(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrap(text: str, width: int, first: str = "", rest: str | None = None) -> str:
    """`text` in lines of at most `width` columns, the first led by `first`, the others by `rest` (spaces as wide).

    A word longer than a line stands alone and is not cut: a rule id or a name stays one that can be searched.
    """
    text = visible(text)
    rest = " " * breadth(first) if rest is None else rest
    lines: list[str] = []
    line, empty = first, True
    for word in _BREAK.split(text.strip()):
        if not empty and breadth(line) + 1 + breadth(word) > width:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    lines.append(line)
    return "\n".join(one.rstrip() for one in lines)

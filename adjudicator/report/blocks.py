"""What a report is made of, before it is known what it is written in: paragraphs, lists, tables, rules, pictures.

A report is a list of groups; on a terminal an empty line stands between two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.report.cite import Cited


class Heading(NamedTuple):
    """A line above what follows."""

    text: str
    level: int = 2
    """1 for the title of a report, 2 for a part of it."""


class Text(NamedTuple):
    """A paragraph."""

    text: str
    what: str = ""
    """What a `Paint` knows it as: ``verdict``, ``warning``, ``faint``, ``good``, ``bad``."""
    lead: str = ""
    """What a terminal puts in front of it: ``> `` or ``~ ``."""
    hang: str | None = None
    """What a terminal puts in front of its further lines, where that is not as many spaces as `lead` has."""
    more: str = ""
    """Plain words behind it, which a terminal puts on the same line."""


class Nested(NamedTuple):
    """A member of a list that has a list of its own below it."""

    text: str
    items: tuple[str, ...]


class Items(NamedTuple):
    """A list."""

    items: tuple[str | Nested, ...]


class Grid(NamedTuple):
    """A table."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    """The columns that stand right."""
    fixed: tuple[int, ...] = ()
    """The columns that are never wrapped."""


class Code(NamedTuple):
    """A text of the language, which stays as it is laid out."""

    text: str
    what: str = ""
    """What a `Paint` knows it as."""


class Rules(NamedTuple):
    """The rules an answer rests on, numbered."""

    rules: tuple[Cited, ...]
    quoted: frozenset[str] = frozenset()
    """Ids of those whose texts stand further up already."""
    more: str = ""
    """What a terminal says behind them, on their last line where there is room."""


class Picture(NamedTuple):
    """A drawing; a terminal shows none."""

    svg: str
    """The drawing itself, for formats that can hold it; "" for none."""
    name: str
    """The file it lies in, for formats that point at one; "" for none."""
    told: str
    """What it shows, in words."""


Block: TypeAlias = Heading | Text | Items | Grid | Code | Rules | Picture
Group: TypeAlias = Sequence[Block]

"""What other programs call the things of a box, as the boxes' ``peers.toml`` have it.

[bga.figures]
big = "large-meeple"     # their word, then ours
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import faults
from adjudicator.rulebook import expansions

FILE = "peers.toml"
_NAMES = {faults.ANY: str}
_TILE = {"face!": str, "turns": int, "copies": [int], "parts!": [str]}
_SHAPE = {"bga?": {"tiles?": {re.compile("[0-9]{1,4}"): _TILE}, "figures?": _NAMES, "features?": _NAMES}}


class Called(NamedTuple):
    """What one program calls things: a table of each kind, and the box that brings each entry."""

    tables: dict[str, dict[str, Any]]
    boxes: dict[tuple[str, str], str]
    """The box by table and entry."""

    def table(self, name: str) -> dict[str, Any]:
        """A table; empty where no box brings an entry."""
        return self.tables.get(name, {})


@cache
def called(program: str) -> Called:
    """What `program` calls things, by all boxes that are here."""
    tables: dict[str, dict[str, Any]] = {}
    boxes: dict[tuple[str, str], str] = {}
    for folder in expansions.folders():
        for table, entries in read(folder / FILE).get(program, {}).items():
            for name, entry in entries.items():
                tables.setdefault(table, {})[name] = entry
                boxes[table, name] = expansions.identity(folder)
    return Called(tables, boxes)


def every() -> None:
    """Reads the files of all boxes, so that what is wrong in them is noted."""
    for folder in expansions.folders():
        read(folder / FILE)


def read(file: Path) -> dict[str, Any]:
    """What one file says; what does not fit is left out and noted."""
    return faults.read(file, _SHAPE)

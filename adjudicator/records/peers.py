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
from adjudicator.words.vocabulary import vocabulary

FILE = "peers.toml"
_NAMES = {faults.ANY: str}
_TILE = {"face!": str, "turns": int, "copies": [int], "parts!": [str]}
_LISTS = {faults.ANY: [str]}
_ANYTHING = {faults.ANY: object}
_SWITCHED = {faults.ANY: _ANYTHING}
_UNLESS = {faults.ANY: {"value!": str, "elements!": [str]}}
_BGA = {"tiles?": {re.compile("[0-9]{1,4}"): _TILE}, "figures?": _NAMES, "features?": _NAMES}
_JCZ: dict[str, Any] = {
    "sets": [str], "elements": [str], "beside": [str], "differing": [str], "choice": [str], "led": [str],
    "second": [str], "raised": [str], "builds": [str], "going_on": [str], "after_scoring": [str], "own_tiles": [str],
    "own_faces": [str], "optional": [str], "lying": [str], "lying_as": [str], "apart": [str], "built": [str],
    "built_last": [str], "tokens?": _NAMES, "quarters?": _NAMES,
    "older?": _NAMES,
    "older_features?": _NAMES, "older_tiles?": _NAMES, "figures?": _NAMES, "supply?": _NAMES, "scenery?": _NAMES,
    "defaults?": _NAMES, "classes?": _NAMES, "neutral?": _NAMES, "returned?": _NAMES, "returned_by?": _NAMES,
    "older_sets?": _LISTS, "in_spite?": _LISTS, "features?": _LISTS, "scored?": _LISTS, "older_elements?": _SWITCHED,
    "older_rules?": _SWITCHED, "said_by_elements?": _UNLESS, "left_out?": _UNLESS, "usual?": {faults.ANY: int},
    "carcassonne?": {"tiles!": [str], "count!": str}, "always?": {"sets": object, "elements": _ANYTHING},
    "written?": {"sets": object, "elements": _ANYTHING, "by_tiles": _NAMES},
}  # fmt: skip
_SHAPE = {"bga?": _BGA, "jcz?": _JCZ}


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


def declared(program: str) -> dict[str, dict[str, Any]]:
    """What each box says of a program, by the boxes that are here: those that are always in play first."""
    always = vocabulary().always()
    boxes = {expansions.identity(folder): read(folder / FILE).get(program, {}) for folder in expansions.folders()}
    return {box: boxes[box] for box in sorted(boxes, key=lambda one: (one not in always, one))}


def every() -> None:
    """Reads the files of all boxes, so that what is wrong in them is noted."""
    for folder in expansions.folders():
        read(folder / FILE)


def read(file: Path) -> dict[str, Any]:
    """What one file says; what does not fit is left out and noted."""
    return faults.read(file, _SHAPE)

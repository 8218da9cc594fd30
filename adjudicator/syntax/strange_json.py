"""JSON of a stranger, which may be nested so deep that the interpreter cannot read it."""

from __future__ import annotations

import json
import re

DEEPEST = 100
"""Lists and objects inside each other: no game has ten. In a browser a deeper text may end the interpreter."""
_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def read_json(text: str) -> object:
    """What a text of JSON holds. Raises ValueError for one that is none, or is nested deeper than `DEEPEST`."""
    depth = 0
    for found in _MARKS.finditer(text):
        mark = found[0]
        if mark in "[{":
            depth += 1
            if depth > DEEPEST:
                raise ValueError("nested too deep")
        elif mark in "]}":
            depth -= 1
    said: object = json.loads(text)
    return said

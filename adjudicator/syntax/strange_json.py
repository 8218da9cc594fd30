"""JSON of a stranger, which may be nested so deep that the interpreter cannot read it, or say a thing twice."""

from __future__ import annotations

import json
import re

DEEPEST = 100
"""Lists and objects inside each other: no game has ten. In a browser a deeper text may end the interpreter."""
_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


class Strange(ValueError):
    """JSON that is well formed and is not read: nested too ``deep``, a key said ``twice``, a ``number`` that is none or
    is too long.
    """

    def __init__(self, why: str, word: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.word = word
        """The key or the number."""


def read_json(text: str) -> object:
    """What a text of JSON holds. Raises ValueError where it is damaged, `Strange` where it is whole and not read."""
    depth = 0
    for found in _MARKS.finditer(text):
        mark = found[0]
        if mark in "[{":
            depth += 1
            if depth > DEEPEST:
                raise Strange("deep")
        elif mark in "]}":
            depth -= 1
    said: object = json.loads(text, object_pairs_hook=_table, parse_constant=_no_number, parse_int=_number)
    return said


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise Strange("twice", next(key for key in keys if keys.count(key) > 1))
    return found


def _no_number(word: str) -> object:
    raise Strange("number", word)


def _number(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise Strange("number", f"{digits[:9]}...") from None

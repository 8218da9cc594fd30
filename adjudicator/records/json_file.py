"""JSON files of other programs: what is wrong with one is told with its place and in words of ours."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from adjudicator.errors import Problem, Problems
from adjudicator.model.span import Span
from adjudicator.syntax.strange_json import Strange, read_json

LITERALS = ("true", "false", "null", "-1")
"""What may be cut off in its middle."""


def loaded(text: str) -> object:
    """What a text of JSON holds. Raises Problems: ``json-damaged`` and ``json-cut`` with the place, else
    ``json-deep``, ``json-twice``, ``json-number``.
    """
    plain = text.removeprefix("\ufeff")
    try:
        return read_json(plain)
    except json.JSONDecodeError as error:
        span = Span(error.lineno, error.colno, error.colno + 1)
        rest = plain[error.pos :].strip()
        begun = any(one.startswith(rest) and one != rest for one in LITERALS)  # also where nothing is left
        cut = begun or error.msg.startswith("Unterminated")
        raise Problems((Problem("json-cut" if cut else "json-damaged", span),), text) from None
    except Strange as error:
        found = {
            "deep": Problem("json-deep"),
            "twice": Problem("json-twice", values={"word": error.word}),
            "number": Problem("json-number", values={"word": error.word}),
        }
        raise Problems((found[error.why],)) from None


def strangers(about: Mapping[str, object], known: Iterable[str]) -> dict[str, str]:
    """The keys of a table that nobody knows, each with the known key that is lacking and may be meant, else ""."""
    lacking = [key for key in known if key not in about]
    return {key: next(iter(get_close_matches(key, lacking, 1, 0.8)), "") for key in about if key not in {*known}}

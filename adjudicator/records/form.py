"""Which notation a text is in, as far as looking at it tells."""

from __future__ import annotations

import re

from adjudicator.records import bga_log, sheet_read
from adjudicator.syntax.strange_json import read_json

FORMS = ("jcz", "bga", "sheet", "freels", "tournament", "csv")

_FREELS = re.compile(r'^[^\S\n]*"?[0-9]+"?[\s,;]+"?[A-Za-z]"?[\s,;]+"?[0-9]"?[\s,;]', re.MULTILINE)
_TOURNAMENT = re.compile(r"^[^\S\n]*[A-Za-z]\w*[^\S\n]*:[^\S\n]*\[", re.MULTILINE)


def form_of(text: str, name: str = "") -> str | None:
    """One of `FORMS` for a file of that name; None where it could be none of them, or several."""
    if name.casefold().endswith(".jcz"):
        return "jcz"
    if name.casefold().endswith(".csv"):
        return "csv"
    plain = text.removeprefix("\ufeff").replace("\r", "\n")
    if plain.lstrip().startswith("<"):
        return "jcz"
    if plain.lstrip().startswith(("{", "[")):
        return _of_json(plain)
    found = [form for form, shape in (("freels", _FREELS), ("tournament", _TOURNAMENT)) if shape.search(plain)]
    return found[0] if len(found) == 1 else None


def _of_json(text: str) -> str:
    """Which of the forms that are JSON a text has; a saved game where it is none of the others, or damaged."""
    try:
        data = read_json(text)
    except ValueError:
        return "jcz"
    if bga_log.packets_of(data) is not None:
        return "bga"
    return "sheet" if sheet_read.is_sheet(data) else "jcz"

"""Table formats that another program reads: what is text there must not become markup, a macro or a formula.

tabulate escapes the cells of ``html`` and LaTeX tables. Everything else is escaped here: the text around the tables,
and the cells of the other formats.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

Escape = Callable[[str], str]
"""Takes a text, gives it so that the reading program shows it."""

REFUSED = frozenset(("unsafehtml", "latex_raw", "orgtbl"))
"""Formats of tabulate that are not offered: two never escape, and org has no escape for all that it obeys."""

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\^{}", "~": r"\textasciitilde{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}",
}  # fmt: skip
_FORMULA = re.compile(r"(?m)(?<![^\n\t])(?=[ \"']*[=+\-@＝＋－＠])(?!-?\d+(?:\t|$))")
"""The beginning of a line or field that a spreadsheet would work out; a whole number is one already."""
_BLOCK = re.compile(r"(?m)^( *)(?=[#=+])")
_DIRECTIVE = re.compile(r"(?m)^( *)(?=\.\. |\.\.$|__|::|:)")


def _signs(signs: dict[str, str]) -> Escape:
    table = str.maketrans(signs)
    return lambda text: text.translate(table)


def _behind(signs: str) -> Escape:
    """Puts a backslash before each of `signs`."""
    return _signs({sign: f"\\{sign}" for sign in signs})


def _entities(signs: str) -> Escape:
    """Writes each of `signs` as a numeric entity."""
    return _signs({sign: f"&#{ord(sign)};" for sign in signs})


def _rst(text: str) -> str:
    return _DIRECTIVE.sub(r"\1\\", _behind("\\*`_|")(text))


def _markdown(text: str) -> str:
    return _BLOCK.sub(r"\1\\", _behind("\\`*_[<&|~")(text))


def _sheet(text: str) -> str:
    return _FORMULA.sub("'", text)


_AROUND: dict[str, Escape] = {
    "html": html.escape,
    "latex": _signs(_LATEX),
    "latex_booktabs": _signs(_LATEX),
    "latex_longtable": _signs(_LATEX),
}
"""Escapes for the text around tables whose cells tabulate escapes."""

_EVERYWHERE: dict[str, Escape] = {
    "github": _markdown,
    "pipe": _markdown,
    "jira": _behind("\\{[|!*_^~"),
    "rst": _rst,
    "tsv": _sheet,
    "asciidoc": _entities("&<>[{|*_`#+^~:'"),
    "mediawiki": _entities("&<>[{|'~_=!#*:;"),
    "moinmoin": _entities("&<>[{|'_`~^!,"),
    "textile": _entities('&<>[{|"!*_@%#^~'),
    "youtrack": _entities("&<>[{|'!*_`~^#"),
}
"""Escapes for the text around tables and for their cells."""


def _same(text: str) -> str:
    return text


def around(form: str) -> Escape:
    """What is done to the text around the tables of a format."""
    return _AROUND.get(form) or _EVERYWHERE.get(form, _same)


def cell(form: str) -> Escape:
    """What is done to a cell before tabulate sees it."""
    return _EVERYWHERE.get(form, _same)


def marks_up(form: str) -> bool:
    """Whether text and tables of a format are escaped differently, so that they must be kept apart."""
    return form in _AROUND or form in _EVERYWHERE

"""The lines that answer what a position leaves out, as they are typed in a language."""

from __future__ import annotations

from adjudicator.binding.meaning import lines_of
from adjudicator.binding.wording import Printer
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import fallback

EXAMPLE = 3
"""The number that a line shows where any number may stand."""


def line_in(line: str, lang: str, number: int = EXAMPLE) -> str:
    """A line of the fallback language as it is typed in `lang`, statements parted by ``;``; `number` in its place."""
    document = read_document(line.replace("{number}", str(number)), fallback())
    printer = Printer(lang)
    said = lines_of(document, lambda word: word.text)
    return "; ".join(printer.line(one.said) for _, lines in said for one in lines)

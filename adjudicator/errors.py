"""What can be wrong with an input: one record, one exception."""

import os
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

from adjudicator import __version__
from adjudicator.model.span import NOWHERE, Span

EXIT_FINE = 0
EXIT_UNMET = 1
"""An expectation or a claim failed."""
EXIT_UNREADABLE = 2
"""The input could not be read, or says something impossible."""


class Problem(NamedTuple):
    """One thing that is wrong, said later in the reader's language."""

    code: str
    """Stable code; the sentence is the phrase ``problem.<code>``."""
    span: Span = NOWHERE
    values: Mapping[str, Any] = {}
    """What fills the sentence."""
    suggestions: tuple[str, ...] = ()
    """The nearest things the writer may have meant, best first."""
    rules: tuple[str, ...] = ()
    """Ids of the rules an impossible position or move breaks; of those that come nearest to a question in words."""
    file: str = ""


class Problems(Exception):
    """Every problem of an input, in the order of the file; the one exception that leaves the package."""

    sentence: ClassVar[Callable[[Problem, str], str] | None] = None
    """What says a problem in a language: set by `words.say`, which stands on this module."""

    def __init__(self, items: tuple[Problem, ...], text: str = "", language: str = "") -> None:
        super().__init__("; ".join(f"{p.file}:{p.span.line}:{p.span.column}: {p.code}" for p in items))
        self.items = items
        self.text = text
        """The text the spans refer to."""
        self.language = language
        """Code of the language of the text, "" where there is none."""

    def __str__(self) -> str:
        """Each problem with its place and sentence, in the language of the text."""
        if Problems.sentence is None:
            return super().__str__()
        places = (f"{one.file}:{one.span.line}:{one.span.column}: ".lstrip(":") for one in self.items)
        sentences = (Problems.sentence(one, self.language) for one in self.items)
        return "\n".join(f"{place}{said}" for place, said in zip(places, sentences, strict=True))


def crash(error: BaseException, span: Span = NOWHERE) -> Problem:
    """What the program itself did wrong at `span`, as a problem: nobody is shown a traceback."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else "?"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Problem("crash", span, {"what": what, "where": where, "version": __version__})

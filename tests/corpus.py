"""The scenarios, each read and settled once in a run, and what must hold of every one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from adjudicator import adjudicate, formatted
from adjudicator.binding import bind
from adjudicator.errors import Problems
from adjudicator.model.ruling import Outcome
from adjudicator.pytest_plugin import settled as outcome
from adjudicator.syntax.document import Document, read_document

ROOT = Path(__file__).parent.parent
SCENARIOS = ROOT / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.carc"))
KEPT = 4
"""Files of which is kept what has been read of them: one is looked at by all that look at it before the next."""

Check = Callable[[Path], None]


class Invariant(NamedTuple):
    """What must hold of every scenario."""

    check: Check
    one_in: int
    """How many files there are to each that an ordinary run looks at."""
    group: str
    """What decides which files are looked at today: checks of one group look at the same."""

    @property
    def name(self) -> str:
        """The name of its function."""
        return self.check.__name__


INVARIANTS: dict[str, Invariant] = {}
"""By name, as they are declared."""


def invariant(one_in: int = 1, group: str = "") -> Callable[[Check], Check]:
    """Declares a function to be called with every file of the corpus: in an ordinary run with one in so many, others
    each day, in a long one with all. It raises AssertionError where it does not hold.
    """

    def declared(check: Check) -> Check:
        INVARIANTS[check.__name__] = Invariant(check, one_in, group or check.__name__)
        return check

    return declared


@lru_cache(KEPT)
def written(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def document(path: Path) -> Document:
    """The statements of a file, read anew: whoever binds them writes into their words."""
    return read_document(written(path))


@lru_cache(KEPT)
def bound(path: Path) -> bind.Bound:
    """The scenarios of a file."""
    return bind.bind(document(path))


@lru_cache(KEPT * 4)
def laid_out(path: Path, lang: str = "") -> str:
    """A file in canonical layout, in a language where one is given."""
    return formatted(written(path), lang or None)


@lru_cache(KEPT * 4)
def back(path: Path, lang: str) -> str:
    """A file that was laid out in a language, laid out in its own again."""
    return formatted(laid_out(path, lang), document(path).language)


@lru_cache(KEPT * 4)
def ruled(text: str) -> Outcome | Problems:
    """What comes of a text that several look at, such as a file in another language; Problems where it is refused."""
    try:
        return adjudicate(text)
    except Problems as problems:
        return problems


def settled(path: Path) -> Outcome:
    """What comes of a file; the tests of its questions use the same."""
    return outcome(str(path))

"""The package's public door, as the commands use it: the one place that calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.model.ruling import Outcome


def settled(text: str, file: str, lang: str | None = None) -> Outcome:
    """The answers of `text`. Raises Problems."""
    from adjudicator import adjudicate

    return adjudicate(text, file, lang)


def source(path: str) -> str:
    """The text of a file or of standard input (``-``). Raises Problems."""
    from adjudicator import read_source

    return read_source(path)


def laid_out(text: str, lang: str | None = None) -> str:
    """`text` in canonical layout, in the keywords of `lang` when given. Raises Problems."""
    from adjudicator import formatted

    return formatted(text, lang)

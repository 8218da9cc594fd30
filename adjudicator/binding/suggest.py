"""What a stray word may have been meant for, where reading it gave no better guess."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.reader import GUESSES
from adjudicator.errors import Problem

STRAY = frozenset(("unexpected-word", "unknown-feature", "unknown-tile", "keyword-as-name", "unknown-statement"))
"""Problems with a word that may be any word of the language, misspelt."""


def suggested(problems: Iterable[Problem], lang: str) -> list[Problem]:
    """`problems` of a text in `lang`, those with a stray word and no suggestion with the words it is a slip of."""
    found: list[Problem] = []
    for problem in problems:
        word = problem.values.get("word")
        if problem.code in STRAY and not problem.suggestions and isinstance(word, str) and len(found) < GUESSES:
            from adjudicator.words.guess import slip_of  # only a mistake needs it

            problem = problem._replace(suggestions=slip_of(lang, word))
        found.append(problem)
    return found

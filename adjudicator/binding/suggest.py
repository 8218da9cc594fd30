"""What a stray word may have been meant for, where reading it gave no better guess."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.reader import GUESSES
from adjudicator.errors import Problem
from adjudicator.syntax.diagnose import nearest_word
from adjudicator.words.guess import slip_of
from adjudicator.words.lexicon import fold
from adjudicator.words.slips import hints, slips

STRAY = frozenset(("unexpected-word", "unknown-feature", "unknown-tile", "keyword-as-name", "unknown-statement"))
"""Problems with a word that may be any word of the language, misspelt."""


def suggested(problems: Iterable[Problem], lang: str, called: Iterable[str] = ()) -> list[Problem]:
    """`problems` of a text in `lang`, those with a stray word and no suggestion with the words it is a slip of.

    `called` are the names of the players: who mistypes one hardly means another word.
    """
    names = tuple(dict.fromkeys(called))
    found: list[Problem] = []
    for problem in problems:
        word = problem.values.get("word")
        if problem.code in STRAY and isinstance(word, str) and len(found) < GUESSES:
            if near := _player(word, names):
                problem = problem._replace(suggestions=(near,))
            elif not problem.suggestions:
                problem = problem._replace(suggestions=_word(problem.code, lang, word))
        found.append(problem)
    return found


def _player(word: str, names: tuple[str, ...]) -> str:
    """The player whose name a word is a slip of, "" for none."""
    folded = fold(word)
    most = 1 if len(folded) < 7 else 2
    return next((name for name in names if len(folded) > 2 and slips(folded, fold(name)) <= most), "")


def _word(code: str, lang: str, word: str) -> tuple[str, ...]:
    number = tuple(one for one in hints(lang).get(fold(word), ()) if one.isdecimal())
    found = number or slip_of(lang, word)
    return found or (nearest_word(lang, word, ("kind",), ()) if code == "unknown-feature" else ())

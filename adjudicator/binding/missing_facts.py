"""The questions for missing facts that expectations quote: told apart from any other text."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from adjudicator.syntax.lexer import Word, scan, understand
from adjudicator.syntax.source import clean
from adjudicator.words.fold import fold
from adjudicator.words.languages import fallback, unmarked
from adjudicator.words.lexicon import lexicon
from adjudicator.words.phrases import phrases

MARKS = "?! \u00a0\u202f"
"""What may stand at the end of a question, and be left out."""

_PLACE = re.compile(r"\{(\w+)\}")


class Asked(NamedTuple):
    """One question: the id of its phrase, and the words that fill its places, by name in the order of the alphabet."""

    ident: str
    fillings: tuple[tuple[str, list[Word]], ...]


def asked(text: str, lang: str) -> Asked | None:
    """The question that `text` is, in the words of `lang`; None for a text that is not exactly one.

    As where an expectation is met, capitals, accents, the width of gaps and the mark at the end do not matter.
    """
    text = " ".join(unmarked(text).split()).rstrip(MARKS)
    for ident, shape in _shapes(lang):
        match = shape.fullmatch(text)
        if match is not None:
            fillings = tuple((name, _words(said, lang)) for name, said in sorted(match.groupdict().items()))
            if all(words for _, words in fillings):
                return Asked(ident, fillings)
    return None


@cache
def _shapes(lang: str) -> list[tuple[str, re.Pattern[str]]]:
    """Every question as a pattern, the one with the most words of its own first."""
    found = []
    for key, template in {**phrases(fallback()), **phrases(lang)}.items():
        if not key.startswith("missing."):
            continue
        template = " ".join(template.split()).rstrip(MARKS)
        pattern, at = "", 0
        seen: set[str] = set()
        for place in _PLACE.finditer(template):
            name = place[1]
            pattern += _loose(template[at : place.start()])
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
            seen.add(name)
            at = place.end()
        shape = re.compile(pattern + _loose(template[at:]), re.IGNORECASE)
        found.append((len(_PLACE.sub("", template)), key.removeprefix("missing."), shape))
    found.sort(key=lambda one: (-one[0], one[1]))
    return [(ident, shape) for _, ident, shape in found]


def _loose(text: str) -> str:
    """A pattern for `text` with or without its accents, and with either apostrophe."""
    signs = []
    for sign in text:
        plain = fold(sign) or sign
        signs.append("['’]" if plain == "'" else re.escape(sign) if plain == sign else f"(?:{re.escape(sign)}|{plain})")
    return "".join(signs)


def _words(said: str, lang: str) -> list[Word]:
    rows, problems = scan(clean(said))
    if problems or len(rows) != 1:
        return []
    return understand(rows[0], lexicon(lang), {})

"""A parse that failed, in plain words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from adjudicator.errors import Problem
from adjudicator.model.ruling import Item
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import Lexicon, fold, lexicon

_ORDER = (
    "_COLON", "_COMMA", "ATOM", "COLOUR", "VERB", "EFFECT", "TOPIC", "KIND", "STRING", "NUMBER", "COORD",
    "MAY", "MUST", "EXPECT", "BECAUSE", "THAT", "_EQUALS", "_BAR", "HAS",
)  # fmt: skip
_ROLES = {"KIND": "kind", "COLOUR": "colour", "VERB": "verb", "EFFECT": "effect", "TOPIC": "topic"}


_LIKE_ATOM = frozenset(("STRING", "NUMBER", "COORD", "TURNED"))
"""What may stand wherever a word may: to name them too would say nothing."""


def diagnose(error: Any, words: list[Word], lexicon_: Lexicon, guess: bool = True) -> Problem:
    """The problem behind Lark's UnexpectedToken: what stands there, what was expected, the nearest word (`guess`)."""
    expected = set(error.expected or ())
    token = error.token
    names = _expected(expected)
    if token.type == "$END":
        last = words[-1]
        return Problem("line-ends-early", Span(last.line, last.end_column, last.end_column + 1), {"expected": names})
    if token is words[0]:
        return _first_word(token, lexicon_, guess)
    roles = tuple(_ROLES[t] for t in expected if t in _ROLES)
    keywords = tuple(t for t in expected if t not in _ROLES)
    suggestions: tuple[str, ...] = ()
    if guess and token.type == "ATOM" and not token.roles and (roles or keywords):
        suggestions = nearest_word(lexicon_.lang, token.text, (*sorted(roles), "keyword"))
    return Problem("unexpected-word", token.span, {"word": token.text, "expected": names}, suggestions)


@lru_cache(maxsize=1024)
def nearest_word(lang: str, word: str, roles: tuple[str, ...]) -> tuple[str, ...]:
    """Up to three words of the language, of these roles, that a misspelt `word` may stand for."""
    return lexicon(lang).nearest(word, roles)


def _first_word(word: Word, lexicon_: Lexicon, guess: bool) -> Problem:
    """A line that begins with something no statement begins with."""
    other = lexicon("fr" if lexicon_.lang == "en" else "en")
    if word.type == "ATOM" and not word.roles:
        meanings = other.phrases.get(fold(word.text), ())
        if any(role in ("keyword", "kind", "colour", "verb") for role, _ in meanings):
            return Problem("other-language", word.span, {"word": word.text, "language": other.lang})
        roles = ("keyword", "kind", "colour", "verb")
        suggestions = nearest_word(lexicon_.lang, word.text, roles) if guess else ()
        return Problem("unknown-statement", word.span, {"word": word.text}, suggestions)
    if word.type == "_BAR":
        return Problem("row-shape", word.span, {"word": word.text})
    return Problem("no-statement", word.span, {"word": word.text})


def _expected(terminals: set[str]) -> tuple[Item, ...]:
    """Names of the terminals for people, most telling first, no more than five."""
    if terminals == {"$END"}:
        return (Item("expected", ("line-end",)),)
    if "ATOM" in terminals:
        terminals = terminals - _LIKE_ATOM
    ordered = [t for t in _ORDER if t in terminals]
    ordered += sorted(t for t in terminals if t not in _ORDER and not t.startswith("$"))
    return tuple(Item("expected", (t.strip("_").lower(),)) for t in ordered[:5])

"""A parse that failed, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from adjudicator.errors import Problem
from adjudicator.model.ruling import Item
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.guess import phrase_slip, slip_of
from adjudicator.words.languages import code_of, codes
from adjudicator.words.lexicon import Lexicon, fold, lexicon
from adjudicator.words.vocabulary import vocabulary

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
    if "EXPECT" not in {terminal for word in words for terminal in word.terminals}:
        expected.discard("BECAUSE")  # no reason is given without an expectation
    names = _expected(expected)
    if token.type == "$END":
        last = words[-1]
        return Problem("line-ends-early", Span(last.line, last.end_column, last.end_column + 1), {"expected": names})
    if token is words[0]:
        return _first_word(words, lexicon_, expected, guess)
    if apart := _line_apart(token, words):
        return apart
    if "EFFECT" in expected and (list_ := _joined(words, words.index(token), lexicon_)):
        return list_
    if guess and (meant := stray(words[: words.index(token)], lexicon_.lang, ("keyword", "colour"))):
        return Problem("unexpected-word", meant[0].span, {"word": meant[0].text, "expected": names}, meant[1])
    roles = tuple(_ROLES[t] for t in expected if t in _ROLES)
    keywords = _keywords(expected)
    suggestions: tuple[str, ...] = ()
    if guess and token.type == "ATOM" and not token.roles and (roles or keywords):
        suggestions = nearest_word(lexicon_.lang, token.text, (*sorted(roles), "keyword"), keywords)
    return Problem("unexpected-word", token.span, {"word": token.text, "expected": names}, suggestions)


@lru_cache(maxsize=1024)
def nearest_word(
    lang: str, word: str, roles: tuple[str, ...], keywords: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    """Up to three words of the language, of these roles, that a misspelt `word` may stand for (see `Lexicon`)."""
    return lexicon(lang).nearest(word, roles, keywords)


def stray(words: Sequence[Word], lang: str, roles: tuple[str, ...]) -> tuple[Word, tuple[str, ...]] | None:
    """The first of `words` that is none of the language and a slip of the finger away from some of `roles`, with these.

    Where a line cannot be read on, such a word before that place is the likelier mistake.
    """
    phrases = lexicon(lang).phrases
    for word in words:
        if word.type == "ATOM" and not word.roles:
            near = slip_of(lang, word.text)
            fitting = tuple(one for one in near if any(role in roles for role, _ in phrases.get(fold(one), ())))
            if fitting:
                return word, fitting
    return None


def _keywords(terminals: set[str]) -> tuple[str, ...]:
    """The ids of the keywords among `terminals`."""
    return tuple(sorted(t.lower() for t in terminals if t not in _ROLES))


def _line_apart(token: Word, words: list[Word]) -> Problem | None:
    """That a line of its own is written within another: ``city T: complete, red: meeple``; None for anything else."""
    at = next(at for at, word in enumerate(words) if word is token)
    first = token
    if token.type == "_COLON":
        first = words[at - 1] if words[at - 1].id("colour") else words[at + 1] if at + 1 < len(words) else token
    if first is words[0] or any(word.type in ("EXPECT", "CLAIM") for word in words[:at]):
        return None
    named = first.id("colour") and "_COLON" in [word.type for word in words[at : at + 3]]
    begins = named or "ASK" in first.terminals or ("EXPECT" in first.terminals and "ASK" not in words[0].terminals)
    return Problem("own-line", first.span, {"word": first.text}) if begins else None


def _joined(words: list[Word], at: int, lexicon_: Lexicon) -> Problem | None:
    """That a comma stands before the word at `at` where `and` joins what one effect of a tile is about: ``joins A, B``;
    None for anything else."""
    effect = next((word.id("effect") for word in reversed(words[:at]) if word.id("effect")), None)
    item, comma, token = words[at - 2], words[at - 1], words[at]
    names = token.id("kind") or (not token.roles and token.type in ("ATOM", "STRING"))
    if effect is None or comma.type != "_COMMA" or comma.line != token.line or not names:
        return None
    if item.roles or item.line != token.line or nearest_word(lexicon_.lang, token.text, ("effect",), ()):
        return None
    if not any("[and " in form for form in vocabulary().forms("effect", effect)):
        return None
    joined = f"{item.text} {lexicon_.say('keyword', 'and')} {token.text}"
    expected = (Item("expected", ("and",)),)
    span = Span(item.line, item.column, token.end_column)
    return Problem("unexpected-word", span, {"word": f"{item.text}, {token.text}", "expected": expected}, (joined,))


def _no_statement(word: Word, words: list[Word]) -> Problem:
    """A number, a fact or a little word where a line should begin."""
    if word.type == "NUMBER" and len(words) > 1:
        if words[1].id("colour"):
            return Problem("no-statement", word.span, {"word": word.text}, (f"{word.text}.",))
        if words[1].type == "_COMMA" and len(words) > 2 and words[2].type == "NUMBER":
            span = word.span._replace(end_column=words[2].end_column)
            square = f"{word.text},{words[2].text}"
            return Problem("no-statement", span, {"word": square}, (f"({square})",))
    if word.id("side") and len(words) > 1 and words[1].type == "_COLON":
        return Problem("side-as-player", word.span, {"word": word.text})
    goes_on = word.type == "NUMBER" or any(role in ("flag", "unit", "effect") for role, _ in word.roles)
    return Problem("goes-on" if goes_on else "no-statement", word.span, {"word": word.text})


def _first_word(words: list[Word], lexicon_: Lexicon, expected: set[str], guess: bool) -> Problem:
    """A line that begins with something no statement begins with."""
    word = words[0]
    if word.type == "ATOM" and not word.roles:
        roles = ("keyword", "kind", "colour", "verb")
        for code in codes():
            meanings = lexicon(code).phrases.get(fold(word.text), ()) if code != lexicon_.lang else ()
            if any(role in roles for role, _ in meanings):
                return Problem("other-language", word.span, {"word": word.text, "language": code})
        if len(words) == 2 and code_of(words[1].text) and word is words[0]:
            return Problem("unknown-statement", word.span, {"word": word.text}, (lexicon_.say("keyword", "language"),))
        suggestions = phrase_slip(lexicon_.lang, [one.text for one in words[:3]]) if guess else ()
        if guess and not suggestions:
            suggestions = nearest_word(lexicon_.lang, word.text, roles, _keywords(expected))
        return Problem("unknown-statement", word.span, {"word": word.text}, suggestions)
    if word.type == "_BAR":
        return Problem("row-shape", word.span, {"word": word.text})
    problem = _no_statement(word, words)
    offered = lexicon_.words_for(word.text, ("keyword", "kind", "verb")) if guess and word.type == "ATOM" else ()
    return problem if problem.suggestions or not offered else problem._replace(suggestions=offered)


def _expected(terminals: set[str]) -> tuple[Item, ...]:
    """Names of the terminals for people, most telling first, no more than five."""
    if terminals == {"$END"}:
        return (Item("expected", ("line-end",)),)
    if "ATOM" in terminals:
        terminals = terminals - _LIKE_ATOM
    ordered = [t for t in _ORDER if t in terminals]
    ordered += sorted(t for t in terminals if t not in _ORDER and not t.startswith("$"))
    return tuple(Item("expected", (t.strip("_").lower(),)) for t in ordered[:5])

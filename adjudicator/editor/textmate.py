"""A TextMate grammar, made from the words: what colours a text in editors that know nothing else of it.

Each language has a part of its own, which the line that names the language opens; without one the fallback's holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from adjudicator.corpus import SUFFIX
from adjudicator.syntax.parser import grammar
from adjudicator.words.languages import codes, fallback, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

NAME = "carc"
SCOPES = {
    "verb": "support.function.move",
    "kind": "entity.name.type.feature",
    "figure": "entity.name.class.figure",
    "colour": "constant.language.player",
    "flag": "storage.modifier.state",
    "effect": "support.function.effect",
    "unit": "support.type.unit",
    "symbol": "support.constant.symbol",
    "name": "support.constant.name",
    "side": "support.constant.side",
    "topic": "support.function.question",
}
"""What a word is called in a grammar, by its role, the first first where a word has several."""
STATEMENT, LITTLE = "keyword.control", "keyword.operator.word"
_START, _END = r"(?<![\w/-])", r"(?![\w/-])"
_SPACE = r"[ \t]+"
_REST = r"(?!x)x"
"""Matches nowhere: a part that this ends goes on to the end of the text."""


def textmate() -> str:
    """The grammar as JSON."""
    parts = [
        {
            "begin": rf"(?i)^[ \t]*({_any(head_words(code))}){_SPACE}({_any(names(code))})(?=[ \t]*(?:[;#]|$))",
            "beginCaptures": {"1": _scope(STATEMENT), "2": _scope("constant.language.language")},
            "end": _REST,
            "patterns": [{"include": f"#{code}"}],
        }
        for code in codes()
        if code != fallback()
    ]
    grammar: dict[str, Any] = {
        "name": "Carcassonne",
        "scopeName": f"source.{NAME}",
        "fileTypes": [SUFFIX[1:]],
        "comment": "Made from the words of the languages and expansions by `adjudicator grammar`.",
        "patterns": [*parts, {"include": f"#{fallback()}"}],
        "repository": {"shapes": {"patterns": _shapes()}, "rest": {"patterns": _rest()}},
    }
    for code in codes():
        grammar["repository"][code] = {"patterns": _words(code)}
    return json.dumps(grammar, ensure_ascii=False, indent=1) + "\n"


def head_words(code: str) -> list[str]:
    """The words that a line may begin with that names the language."""
    return [*lexicon(fallback()).spellings("keyword", "language"), *lexicon(code).spellings("keyword", "language")]


def names(code: str) -> list[str]:
    """What a language may be called there."""
    return sorted(language(code).names)


def _scope(scope: str) -> dict[str, str]:
    return {"name": f"{scope}.{NAME}"}


def _shapes() -> list[dict[str, Any]]:
    """What is the same in every language and stands before all words."""
    return [
        {**_scope("comment.line.number-sign"), "match": "#.*$"},
        {**_scope("string.quoted.double"), "match": r'"[^"\n]*"|«[^»\n]*»'},
        {**_scope("markup.underline.link.rule"), "match": rf"{_START}[A-Z0-9]{{2,7}}-[0-9]{{2,3}}{_END}"},
        {**_scope("constant.numeric.coordinate"), "match": r"\([ ]*-?[0-9]+[ ]*,[ ]*-?[0-9]+[ ]*\)"},
        {**_scope("constant.numeric.turned"), "match": r"@[ ]?-?[0-9]+"},
        {**_scope("markup.list.numbered"), "match": r"^[ \t]*[0-9]+\.(?=[ \t]|$)"},
        {**_scope("constant.numeric"), "match": rf"{_START}-?[0-9]+{_END}"},
        {**_scope("punctuation.separator"), "match": "[,:;=|]"},
    ]


def _rest() -> list[dict[str, Any]]:
    """What no word is: the names that somebody gives."""
    return [{**_scope("variable.other"), "match": r"[^\W\d_][\w/+.!-]*"}]


def _words(code: str) -> list[dict[str, Any]]:
    """The patterns of one language."""
    own, known = lexicon(code), vocabulary()
    keywords = {ident for ident in known.ids("keyword") if own.has("keyword", ident)}
    statements = {ident for ident in keywords if ident.upper() in _terminals()}
    asks = [word for ident in ("ask",) for word in own.spellings("keyword", ident)]
    topics = [word for ident in known.ids("topic") for word in _spelt(code, "topic", ident)]
    patterns: list[dict[str, Any]] = [
        {"include": "#shapes"},
        {
            "match": rf"(?i){_START}({_any(asks)}){_SPACE}({_any(topics)}){_END}",
            "captures": {"1": _scope(STATEMENT), "2": _scope(SCOPES["topic"])},
        },
    ]
    spelt = {STATEMENT: [word for ident in statements for word in _spelt(code, "keyword", ident)]}
    for role, scope in SCOPES.items():
        if role != "topic":
            spelt[scope] = [w for ident in known.ids(role) if own.has(role, ident) for w in _spelt(code, role, ident)]
    spelt[LITTLE] = [word for ident in keywords - statements for word in _spelt(code, "keyword", ident)]
    # Of patterns that match at a place the first counts, not the longest: phrases stand before their first words.
    for length in sorted({len(word.split()) for words in spelt.values() for word in words}, reverse=True):
        for scope, words in spelt.items():
            if some := [word for word in words if len(word.split()) == length]:
                patterns.append(_pattern(scope, some))
    return [*patterns, {"include": "#rest"}]


def _terminals() -> frozenset[str]:
    """The terminals that may begin a statement or part one."""
    tables = grammar().parser.parser._parse_table
    return frozenset(name for actions in tables.states.values() for name in actions if name.isupper())


def _spelt(code: str, role: str, ident: str) -> list[str]:
    """Every spelling of a word, with its accents and without."""
    own = lexicon(code)
    said = [own.say(role, ident, number, gender) for number in (1, 2) for gender in ("", *language(code).genders)]
    if role == "verb":
        said.append(own.infinitive(role, ident))
    return [form for word in (*own.spellings(role, ident), *said) for form in (word, own.accented(word)) if form]


def _pattern(scope: str, words: Iterable[str]) -> dict[str, Any]:
    return {**_scope(scope), "match": f"(?i){_START}(?:{_any(words)})"}


def _any(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first; one that is elided stands without a gap before the next."""
    found = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(_SPACE.join(map(re.escape, word.split())) + ("" if word.endswith("'") else _END) for word in found)

"""What a fixed name is called: the id behind the name that a text gave a place, and the spellings of an id."""

from __future__ import annotations

from adjudicator.words.fold import fold
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon, names

NAME = "name"


def fixed_name(name: str, lang: str) -> str:
    """The id of the fixed name that a place goes by in a language, such as ``leipzig``; "" for any other name."""
    return next((ident for role, ident in lexicon(lang).phrases.get(fold(name), ()) if role == NAME), "")


def fixed_names(name: str) -> frozenset[str]:
    """The ids of the fixed names that `name` may be, in any language: a place keeps the name a text gave it."""
    return names(name)


def spelling(ident: str, lang: str) -> str:
    """A fixed name as a language prints it."""
    return lexicon(lang).say(NAME, ident)


def spellings(ident: str) -> tuple[str, ...]:
    """What a place that goes by a fixed name is called in any language; () for what is no such name."""
    return tuple(lexicon(lang).say(NAME, ident) for lang in codes() if lexicon(lang).has(NAME, ident))

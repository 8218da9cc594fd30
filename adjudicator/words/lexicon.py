"""The words of one language: what a spelling may mean, and how a meaning is printed.

The words lie in ``grammar/keywords.toml`` and in the ``words.toml`` of each expansion's folder (roles and
forms: docs/architecture.md). They are analysed once by `adjudicator.words.gather` and kept as prepared data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from adjudicator import store
from adjudicator.words.vocabulary import sources

LANGUAGES = ("en", "fr")
NOUNS = frozenset(("kind", "figure", "unit"))
"""Roles whose words have a singular and a plural, and a gender in French."""

Meanings = tuple[tuple[str, str], ...]
"""Pairs (role, id)."""

SWALLOWED = {
    "fr": frozenset(("le", "la", "l'", "les", "un", "une", "des", "du", "ne", "n'")),
    "en": frozenset(("the", "a", "an")),
}
"""Words that are dropped before a noun or verb: articles, the French ``ne``."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """`text` as it is looked up: small letters, no accents, straight apostrophes, single spaces, none at the ends."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFD", text.replace("’", "'").replace("ʼ", "'").replace("‘", "'"))
        text = "".join(sign for sign in text if not unicodedata.combining(sign))
        text = text.casefold().replace("œ", "oe")
    else:
        text = text.lower()
    return " ".join(text.split())


def pieces(folded: str) -> list[str]:
    """The words of a folded phrase; an elided word stands alone: ``l'un de`` is ``l'``, ``un``, ``de``."""
    return re.findall(r"(?:[ldn]|qu)'|[^ ]+", folded)


class Lexicon:
    """The words of one language."""

    __slots__ = ("_accented", "_expansions", "_words", "lang", "phrases", "sides", "starts")

    def __init__(self, lang: str, data: dict[str, Any]) -> None:
        self.lang = lang
        """``en`` or ``fr``."""
        groups = [tuple([(role, ident) for role, ident in group]) for group in data["groups"]]
        self.phrases: dict[str, Meanings] = {folded: groups[at] for folded, at in data["phrases"].items()}
        """Folded spelling, of one or more words, to all it means; of two keywords, the one inside a clause first."""
        self.starts: dict[str, int] = data["starts"]
        """First word of each folded spelling to the number of words (see `pieces`) of the longest that begins so."""
        self.sides: dict[str, str] = data["sides"]
        """Spelling of a side or corner, in capitals as written, to its id: ``OG`` to ``WL`` in French."""
        self._words: dict[str, str] = data["words"]
        self._expansions: dict[str, Any] = data["expansions"]
        self._accented: dict[str, str] = data["accented"]

    def has(self, role: str, ident: str) -> bool:
        """Whether there is a word of this role and id."""
        return f"{role} {ident}" in self._words

    def say(self, role: str, ident: str, n: int = 1, gender: str = "m") -> str:
        """The printed form: a noun for a count of `n`, a French adjective for `n` things of `gender` (m, f).

        A verb comes in the third person. Raises LookupError for an unknown word.
        """
        forms = self._entry(role, ident)[1:]
        size = abs(n)
        several = size > 1 if self.lang == "fr" else size != 1
        if role in NOUNS:
            return forms[1] if several else forms[0]
        if len(forms) == 4:
            return forms[(gender == "f") + 2 * several]
        return forms[0]

    def infinitive(self, role: str, ident: str) -> str:
        """The form of a ``verb`` or ``effect`` after "may" or "must"; LookupError for an unknown word."""
        return self._entry(role, ident)[2]

    def gender(self, role: str, ident: str) -> str:
        """``m`` or ``f`` in French, also when asked in English; LookupError for an unknown word."""
        return self._entry(role, ident)[0]

    def expansion(self, word: str) -> str:
        """The id of the expansion that `word` names, in this language or by id; LookupError for no such name.

        Spaces do for hyphens and ``&`` for "and".
        """
        folded = fold(word)
        joined = folded.replace("&", self.say("keyword", "and")).replace(" ", "-")
        for ident, told in self._expansions.items():
            if folded in told["names"] or joined in told["names"]:
                return ident
        raise LookupError(word)

    def expansion_word(self, ident: str) -> str:
        """What stands after ``use`` for an expansion in this language; LookupError for an unknown id."""
        return str(self._expansions[ident]["word"])

    def expansion_title(self, ident: str) -> str:
        """The printed title of an expansion in this language; LookupError for an unknown id."""
        return str(self._expansions[ident]["title"])

    def nearest(self, word: str, roles: Iterable[str], keywords: Iterable[str] | None = None) -> tuple[str, ...]:
        """At most three spellings a misspelt `word` may stand for, best first, one a meaning.

        `roles` are roles of words, or ``expansion`` for the names after ``use``; `keywords` are the ids of those
        that would do, all where it is None.
        """
        from adjudicator.words.guess import closest  # only a mistake needs it

        folded, wanted = fold(word), set(roles)
        if len(folded) > 60:  # no word is as long, and comparing takes time that grows with both lengths
            return ()
        candidates = self._spellings(wanted, None if keywords is None else set(keywords))
        if said := self._said(folded, wanted, candidates):
            return said
        reach = max(2, len(folded) // 3)
        close = [spelling for spelling in candidates if abs(len(spelling) - len(folded)) <= reach]
        held = _holding(folded, candidates)
        return self._printed([*held, *closest(folded, close)], candidates)

    def said(self, word: str, roles: Iterable[str]) -> tuple[str, ...]:
        """The words of these `roles` for which people say `word`: ``meeple`` for a knight; none for most words."""
        wanted = set(roles)
        return self._said(fold(word), wanted, self._spellings(wanted))

    def _said(self, folded: str, roles: set[str], candidates: dict[str, set[tuple[str, str]]]) -> tuple[str, ...]:
        from adjudicator.words.guess import hints  # only a mistake needs it

        counts = not roles.isdisjoint(("figure", "unit"))
        found = [one for one in hints(self.lang).get(folded, ()) if fold(one) in candidates or counts * one.isdigit()]
        return tuple(found[:3])

    def longer(self, word: str, roles: Iterable[str]) -> tuple[str, ...]:
        """At most three spellings of several words that `word` is one of: ``meeple fantôme`` for ``fantôme``."""
        candidates = self._spellings(set(roles))
        return self._printed(_holding(fold(word), candidates), candidates)

    def accented(self, spelling: str) -> str:
        """A folded `spelling` with its accents."""
        return self._accented.get(spelling, spelling)

    def _spellings(self, roles: set[str], keywords: set[str] | None = None) -> dict[str, set[tuple[str, str]]]:
        """Every folded spelling of these roles, with its meanings in them; of keywords only `keywords`, where given."""
        found: dict[str, set[tuple[str, str]]] = {}
        for spelling, meanings in self.phrases.items():
            fitting = {meaning for meaning in meanings if meaning[0] in roles}
            if keywords is not None:
                fitting = {(role, ident) for role, ident in fitting if role != "keyword" or ident in keywords}
            if fitting:
                found[spelling] = fitting
        if "expansion" in roles:
            for ident, told in self._expansions.items():
                for name in told["names"]:
                    found.setdefault(name, set()).add(("expansion", ident))
        return found

    def _printed(self, spellings: list[str], candidates: dict[str, set[tuple[str, str]]]) -> tuple[str, ...]:
        """The first three of `spellings` that mean something new, with their accents."""
        found: list[str] = []
        covered: set[tuple[str, str]] = set()
        for spelling in spellings:
            if not candidates[spelling] <= covered:
                covered |= candidates[spelling]
                found.append(self._accented.get(spelling, spelling))
        return tuple(found[:3])

    def _entry(self, role: str, ident: str) -> list[str]:
        """Gender and forms of a word."""
        return self._words[f"{role} {ident}"].split("|")


def _holding(folded: str, spellings: Iterable[str]) -> list[str]:
    """The spellings of several words of which `folded` is one, or its plural in s; the shortest first."""
    parts = {folded, f"{folded}s"}
    found = [one for one in spellings if one != folded and not parts.isdisjoint(one.replace("-", " ").split())]
    return sorted(found, key=len)


@cache
def lexicon(lang: str) -> Lexicon:
    """The words of ``en`` or ``fr``; LookupError for another language."""
    if lang not in LANGUAGES:
        raise LookupError(lang)

    def build() -> dict[str, Any]:
        from adjudicator.words.gather import gather

        return gather(lang, sources())

    def read_from() -> list[Path]:
        return [*sources(), Path(__file__).with_name("gather.py")]

    return Lexicon(lang, store.prepared(f"words-{lang}", read_from, build))


def is_word(name: str) -> bool:
    """Whether a name is a word of either language, so that it must be quoted."""
    folded = fold(name)
    return any(
        folded in lexicon(lang).phrases or name in lexicon(lang).sides or folded in SWALLOWED[lang]
        for lang in LANGUAGES
    )

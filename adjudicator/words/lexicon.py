"""The words of one language: what a spelling may mean, and how a meaning is printed.

The words lie in ``grammar/keywords.toml`` and in the ``words.toml`` of each expansion's folder (roles and
forms: docs/architecture.md). They are analysed once by `adjudicator.words.gather` and kept as prepared data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from adjudicator import store
from adjudicator.words.fold import as_name
from adjudicator.words.fold import fold as fold
from adjudicator.words.gather import NOUNS, VERBS, gather
from adjudicator.words.languages import FILE, Language, codes, files, folder, language, marked, shipped
from adjudicator.words.slips import closest, hints
from adjudicator.words.vocabulary import sources

NAME = r"[^\W\d_][\w-]*(?:(?:[/+!]|\.(?=\w))[\w+!-]*)*"
"""What is scanned as one word."""
MIXED = r"\d[\w-]*(?:[/+.][\w+-]+)*"
"""Likewise, where a digit comes first and it is no number."""
_NAME = re.compile(rf"{NAME}|(?!\d+\Z){MIXED}")

Meanings = tuple[tuple[str, str], ...]
"""Pairs (role, id)."""


class Lexicon:
    """The words of one language; a word it lacks is read and said as in the fallback language."""

    __slots__ = (
        "_accented",
        "_borrowed",
        "_expansions",
        "_words",
        "lang",
        "language",
        "letters",
        "phrases",
        "sides",
        "starts",
    )

    def __init__(self, lang: str, data: dict[str, Any]) -> None:
        self.lang = lang
        """Code of the language."""
        self.language: Language = language(lang)
        groups = [tuple([(role, ident) for role, ident in group]) for group in data["groups"]]
        self.phrases: dict[str, Meanings] = {folded: groups[at] for folded, at in data["phrases"].items()}
        """Folded spelling, of one or more words, to all it means; of two keywords, the one inside a clause first."""
        self.starts: dict[str, int] = data["starts"]
        """First word of each folded spelling to the number of words (see `pieces`) of the longest that begins so."""
        self.sides: dict[str, str] = data["sides"]
        """Spelling of a side or corner, in capitals as written, to its id: ``OG`` to ``WL`` in French."""
        self.letters: dict[str, dict[str, list[str]]] = data["letters"]
        """For figures in the cell of a grid: role (``colour``, ``figure``, ``kind``) to letter to the ids it means."""
        self._words: dict[str, str] = data["words"]
        self._expansions: dict[str, Any] = data["expansions"]
        self._accented: dict[str, str] = data["accented"]
        self._borrowed: frozenset[str] = frozenset(data["borrowed"])

    def has(self, role: str, ident: str) -> bool:
        """Whether there is a word of this role and id."""
        return f"{role} {ident}" in self._words

    def borrowed(self, role: str, ident: str) -> bool:
        """Whether the language lacks the word and takes it from the fallback."""
        return f"{role} {ident}" in self._borrowed

    def borrows(self) -> int:
        """How many words the language lacks."""
        return len(self._borrowed)

    def say(self, role: str, ident: str, n: int = 1, gender: str = "") -> str:
        """The printed form: a noun for a count of `n`, an adjective for `n` things of `gender`, "" for no things.

        A verb comes in the third person. Raises LookupError for an unknown word.
        """
        forms = self._entry(role, ident)[1:]
        several = abs(n) not in self.language.one
        if role in NOUNS:
            return forms[1] if several else forms[0]
        if len(forms) > 1 and role not in VERBS:
            return forms[self.language.form(several, gender)]
        return forms[0]

    def letter(self, role: str, ident: str) -> str:
        """The letter of a colour, figure or kind in the cell of a grid, "" for one without."""
        return next((letter for letter, meant in self.letters[role].items() if ident in meant), "")

    def infinitive(self, role: str, ident: str) -> str:
        """The form of a ``verb`` or ``effect`` after "may" or "must"; LookupError for an unknown word."""
        return self._entry(role, ident)[2]

    def gender(self, role: str, ident: str) -> str:
        """The gender of a noun, "" in a language without; LookupError for an unknown word."""
        return self._entry(role, ident)[0]

    def expansion(self, word: str) -> str:
        """The id of the expansion that `word` names, whole or a part of it; LookupError for no such name."""
        ident = self.in_use(word)
        return str(self._expansions[ident].get("of", ident))

    def left_out(self, ident: str) -> Mapping[str, str]:
        """The rules by which a part of an expansion is played alone; none for a whole one."""
        found: dict[str, str] = self._expansions[ident].get("rules", {})
        return found

    def in_use(self, word: str) -> str:
        """The id of the expansion, or of the part of one, that `word` names, in this language or by id; LookupError for
        no such name.

        Its printed title is one of its names. Spaces do for hyphens, ``&`` for "and", and no comma matters.
        """
        printed = as_name(word, self.language.articles)
        spelt = {fold(word), printed, printed.replace("&", self.say("keyword", "and"))}
        for ident, entry in self._expansions.items():
            if not spelt.isdisjoint(entry["names"]):
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
        folded, wanted = fold(word), set(roles)
        if len(folded) > 60:  # no word is as long, and comparing takes time that grows with both lengths
            return ()
        candidates = self._spellings(wanted, None if keywords is None else set(keywords))
        if said := self._hints(folded, wanted, candidates):
            return said
        reach = max(2, len(folded) // 3)
        close = [spelling for spelling in candidates if abs(len(spelling) - len(folded)) <= reach]
        held = _holding(folded, candidates)
        return self._printed([*held, *closest(folded, close)], candidates)

    def words_for(self, word: str, roles: Iterable[str]) -> tuple[str, ...]:
        """The words of these `roles` for which people say `word`: ``meeple`` for a knight; none for most words."""
        wanted = set(roles)
        return self._hints(fold(word), wanted, self._spellings(wanted))

    def _hints(self, folded: str, roles: set[str], candidates: dict[str, set[tuple[str, str]]]) -> tuple[str, ...]:
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
            for ident, entry in self._expansions.items():
                for name in entry["names"]:
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

    def spellings(self, role: str, ident: str) -> list[str]:
        """Everything that is read as one word, in small letters without accents."""
        return [said for said, means in self._spellings({role}).items() if (role, ident) in means]

    def _entry(self, role: str, ident: str) -> list[str]:
        """Gender and forms of a word."""
        return self._words[f"{role} {ident}"].split("|")


def _holding(folded: str, spellings: Iterable[str]) -> list[str]:
    """The spellings of several words of which `folded` is one, or its plural in s; the shortest first."""
    parts = {folded, f"{folded}s"}
    found = [one for one in spellings if one != folded and not parts.isdisjoint(one.replace("-", " ").split())]
    return sorted(found, key=len)


class Marking(Lexicon):
    """The words of a language for sentences: behind each that is borrowed stands a mark."""

    __slots__ = ()

    def say(self, role: str, ident: str, n: int = 1, gender: str = "") -> str:
        return self._marked(role, ident, super().say(role, ident, n, gender))

    def infinitive(self, role: str, ident: str) -> str:
        return self._marked(role, ident, super().infinitive(role, ident))

    def expansion_title(self, ident: str) -> str:
        return self._marked("expansion", ident, super().expansion_title(ident))

    def _marked(self, role: str, ident: str, said: str) -> str:
        return marked(said) if self.borrowed(role, ident) else said


@cache
def lexicon(lang: str) -> Lexicon:
    """The words of a language; LookupError for an unknown one."""
    return Lexicon(lang, _data(lang))


@cache
def marking(lang: str) -> Lexicon:
    """The words of a language for sentences, borrowed ones marked; LookupError for an unknown one."""
    words = lexicon(lang)
    return Marking(lang, _data(lang)) if words.borrows() else words


def _data(lang: str) -> dict[str, Any]:
    language(lang)

    def build() -> dict[str, Any]:
        return gather(lang, sources(), files(lang, "words.toml"))

    stored: dict[str, Any] = (
        store.prepared(f"words-{lang}", lambda: _read_from(lang), build) if shipped(lang) else build()
    )
    return stored


def _read_from(lang: str) -> list[Path]:
    about = folder(lang) / FILE
    return [*sources(), about, *files(lang, "words.toml"), Path(__file__).with_name("gather.py")]


def is_word(name: str) -> bool:
    """Whether a name is a word of any language, so that it is quoted: a translated text keeps its names."""
    spellings, sides = _every()
    return fold(name) in spellings or name in sides


def is_name(text: str) -> bool:
    """Whether what is typed without quotes is read as a name: one word, which no language knows."""
    return _NAME.fullmatch(text) is not None and not is_word(text)


@cache
def _every() -> tuple[frozenset[str], frozenset[str]]:
    """All folded spellings of all languages, and all sides, in capitals; without reading what they mean."""

    def build() -> list[list[str]]:
        return [sorted(of) for of in _gathered(code for code in codes() if shipped(code))]

    def read_from() -> list[Path]:
        return [path for code in codes() if shipped(code) for path in _read_from(code)]

    stored: list[list[str]] = store.prepared("words", read_from, build)
    outside = _gathered(code for code in codes() if not shipped(code))
    return frozenset((*stored[0], *outside[0])), frozenset((*stored[1], *outside[1]))


def _gathered(langs: Iterable[str]) -> tuple[set[str], set[str]]:
    spellings: set[str] = set()
    sides: set[str] = set()
    for lang in langs:
        words = lexicon(lang)
        spellings.update(words.phrases, words.language.articles)
        sides.update(words.sides)
    return spellings, sides


@lru_cache(maxsize=1024)
def names(spelling: str) -> frozenset[str]:
    """The ids of the fixed names that `spelling` may be, in any language: a place keeps the name a text gave it."""
    found = (lexicon(code).phrases.get(fold(spelling), ()) for code in codes())
    return frozenset(ident for meanings in found for role, ident in meanings if role == "name")

"""The human languages there are, and what is particular to each: one folder a language, found and never listed.

Each lies in ``adjudicator/languages/<code>/``: ``language.toml`` says how it reads and prints (the English one
explains every key), ``words.toml``, ``phrases.toml``, ``rules.toml`` and ``hints.toml`` what it says
(docs/architecture.md). More are looked for in the folders that the environment variable ADJUDICATOR_LANGUAGES lists.
What a language leaves out it borrows from the one that says ``fallback = true``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import faults, store
from adjudicator.faults import ANY
from adjudicator.words.fold import fold

VARIABLE = "ADJUDICATOR_LANGUAGES"
"""Lists folders of language folders, as PATH lists folders of programs."""
FILE = "language.toml"
SHIPPED = store.PACKAGE / "languages"

MARK = "°"
"""Stands behind a word, a sentence or a rule's text that a language lacks and takes from the fallback."""


class Language(NamedTuple):
    """What is particular to one language."""

    code: str
    title: str
    """What it calls itself."""
    names: frozenset[str]
    """What it is called behind the keyword ``language``, folded."""
    locales: frozenset[str]
    complete: bool
    """Whether nothing may be lacking."""
    articles: frozenset[str]
    """Words that are dropped in front of a word of `articles_before`, folded."""
    articles_before: frozenset[str]
    negations: tuple[str, ...]
    """What stands before a word to say its opposite, folded: what is offered for one is never the other."""
    elided: tuple[str, ...]
    """Words that stand without a gap before another: ``l'``."""
    letters: Mapping[str, str]
    """Letters that may be typed as others."""
    one: frozenset[int]
    """Numbers that take the singular."""
    genders: tuple[str, ...]
    agreement: tuple[str, ...]
    """The forms of an adjective: "" alone, a gender, a gender or nothing and ``+`` for several."""
    noun: tuple[str, ...]
    """The order of ``number``, ``share``, ``states``, ``colour`` and ``noun``."""
    asks_whether: bool
    doing: str
    doing_nothing: str
    does_nothing: str
    colon: str
    yes: frozenset[str]
    no: frozenset[str]
    documents: Mapping[str, str]
    """The files of the documents in this language, by what they are; none where nobody wrote them in it."""
    contraction: Mapping[str, Any]
    """How some keywords join what follows them; empty where none does."""
    articles_said: Mapping[str, Any]
    """The articles that sentences put in front of nouns; empty for a language that says none."""
    declension: Mapping[str, Any]
    """Cases: which words govern which, and the endings; empty for a language without."""
    sentence: Mapping[str, Sequence[str]]
    """How sentences call a thing that is typed in short, by role and id: one and several."""
    none: Mapping[str, str]
    """How sentences say 0 of a noun, by its gender."""
    instead: Mapping[str, Mapping[str, str]]
    """What sentences say for a keyword in front of a noun, by the id or role of that."""
    the: Mapping[str, Mapping[str, str]]
    """The definite article by the word in front of it ("" for any other), drawn together with that, and by gender."""

    def form(self, several: bool, gender: str) -> int:
        """Which form of an adjective stands beside one thing or `several` of a `gender`, "" for no noun at all."""
        wanted = gender or ("" if "" in self.agreement else next(iter(self.genders), ""))
        plural = (f"{wanted}+", "+") if several else ()
        return next((self.agreement.index(one) for one in (*plural, wanted, "") if one in self.agreement), 0)

    def apart(self, gender: str) -> str:
        """The gender to ask `form` for where an adjective stands apart from its noun, as in ``city T: complete``."""
        return "" if "" in self.agreement else gender


def marked(text: str) -> str:
    """`text` as something borrowed, the mark in front of an end mark."""
    end = len(text.rstrip(" .?!:"))
    return f"{text[:end]}{MARK}{text[end:]}"


def unmarked(text: str) -> str:
    """`text` without marks."""
    return text.replace(MARK, "")


def codes() -> tuple[str, ...]:
    """The codes of all languages, the fallback first."""
    return tuple(_all())


def fallback() -> str:
    """The code of the language that others borrow from: what is meant where no language is said."""
    return codes()[0]


@cache
def language(code: str) -> Language:
    """What is particular to a language; LookupError for an unknown one."""
    tables = _all()
    own, lender = tables[code], tables[fallback()]
    reading, words, order, marks, answers = (
        {**lender.get(part, {}), **own.get(part, {})}
        for part in ("reading", "words", "order", "punctuation", "answers")
    )  # fmt: skip
    return Language(
        code=code,
        title=own.get("title") or next(iter(own.get("names", ())), code),
        names=frozenset(map(fold, (code, *own.get("names", ())))),
        locales=frozenset(name.casefold() for name in (code, *own.get("locales", ()))),
        complete=bool(own.get("complete")),
        articles=frozenset(map(fold, reading["articles"])),
        articles_before=frozenset(reading["articles_before"]),
        negations=tuple(reading["negations"]),
        elided=tuple(reading["elided"]),
        letters=reading["letters"],
        one=frozenset(words["one"]),
        genders=tuple(words["genders"]),
        agreement=tuple(words["agreement"]),
        noun=tuple(order["noun"]),
        asks_whether=order["asks_whether"],
        doing=order["doing"],
        doing_nothing=order["doing_nothing"],
        does_nothing=order["does_nothing"],
        colon=marks["colon"],
        yes=frozenset(answers["yes"]),
        no=frozenset(answers["no"]),
        documents=own.get("documents", {}),
        contraction=own.get("contraction", {}),
        articles_said=own.get("articles", {}),
        declension=own.get("declension", {}),
        sentence=own.get("sentence", {}),
        none=own.get("none", {}),
        instead=own.get("instead", {}),
        the=own.get("the", {}),
    )


def code_of(word: str) -> str:
    """The code of the language called `word`, "" for a word that names none."""
    folded = fold(word)
    return next((code for code in codes() if folded in language(code).names), "")


def of_locale(name: str) -> str:
    """The code of the language of a locale such as ``fr_FR.UTF-8``; the fallback where there is no such language."""
    start = re.split(r"[-_.@]", name.casefold(), maxsplit=1)[0]
    return next((code for code in codes() if start in language(code).locales), fallback())


@cache
def elided() -> frozenset[str]:
    """The words of any language that have no gap behind them: a text is scanned before its language is known."""
    return frozenset(word for code in codes() for word in language(code).elided)


def folder(code: str) -> Path:
    """The folder of a language."""
    return _outside().get(code, SHIPPED / code)


def shipped(code: str) -> bool:
    """Whether a language belongs to the package, so that what is worked out of it is kept with the package."""
    return code not in _outside()


def files(code: str, name: str) -> list[Path]:
    """The files called `name` in the folder of a language, at any depth: ``words.toml``, ``gifts/words.toml``."""
    return sorted(folder(code).rglob(name))


@cache
def _all() -> dict[str, dict[str, Any]]:
    """The ``language.toml`` of every language by code, the fallback first."""
    found: dict[str, dict[str, Any]] = store.prepared("languages", _sources, lambda: _read(_folders(SHIPPED)))
    if outside := _outside():
        found = {**found, **_read(outside.values())}
    return dict(sorted(found.items(), key=lambda item: (not item[1].get("fallback"), item[0])))


@cache
def _outside() -> dict[str, Path]:
    """The folders of the languages that do not belong to the package, by code."""
    found: dict[str, Path] = {}
    for path in os.environ.get(VARIABLE, "").split(os.pathsep):
        for one in _folders(Path(path)) if path else ():
            if not (SHIPPED / one.name / FILE).is_file():
                found.setdefault(one.name, one)
    return found


def _folders(where: Path) -> list[Path]:
    return sorted(path.parent for path in where.glob(f"*/{FILE}"))


def _sources() -> list[Path]:
    return [SHIPPED, *(one / FILE for one in _folders(SHIPPED))]


_SHAPE = {
    "fallback": bool, "complete": bool, "title": str, "names": [str], "locales": [str],
    "reading": {
        "articles?": [str], "articles_before?": [str], "negations?": [str], "elided?": [str], "letters?": {ANY: str}
    },
    "words": {"one?": [int], "genders?": [str], "agreement?": [str]},
    "order": {"noun?": [str], "asks_whether?": bool, "doing?": str, "doing_nothing?": str, "does_nothing?": str},
    "punctuation": {"colon?": str},
    "answers": {"yes?": [str], "no?": [str]},
    "documents": {ANY: str},
    "contraction": {
        "keywords!": [str], "word!": str, "vowels!": str, "noun!": {ANY: str}, "noun_vowel!": str, "name_vowel!": str
    },
    "the": {ANY: {ANY: str}},
    "articles": {"vowels!": str, "none_behind": [str], "named": bool, ANY: {ANY: str}},
    "declension": {
        "governs!": {ANY: str}, "motion!": [str], "oblique": {ANY: str},
        "ending!": {ANY: {ANY: str}}, "article!": {ANY: {ANY: str}},
    },
    "sentence": {ANY: [str]},
    "none": {ANY: str},
    "instead": {ANY: {ANY: str}},
}  # fmt: skip


def _read(folders: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """What each ``language.toml`` says; a language whose file cannot be read is none."""
    found: dict[str, dict[str, Any]] = {}
    for one in folders:
        with faults.gathered() as noted:
            said = faults.read(one / FILE, _SHAPE)
        if not any(fault.whole for fault in noted):
            found[one.name] = said
    return found

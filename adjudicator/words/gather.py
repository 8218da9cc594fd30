"""Reads and checks the word files; run only when there is no prepared data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from adjudicator.words.fold import as_name, fold, pieces
from adjudicator.words.languages import Language, fallback, language

ROLES = (
    "keyword", "colour", "side", "kind", "figure", "unit", "flag", "verb", "effect", "topic", "symbol", "name",
)  # fmt: skip
"""All roles, in the order in which the meanings of one spelling are tried."""
NOUNS = frozenset(("kind", "figure", "unit"))
"""Roles whose words have a singular and a plural, and a gender where the language has genders."""
VERBS = frozenset(("verb", "effect"))
"""Roles whose words have a third person and an infinitive."""
EXPANSION = "expansion"
LETTER = "letter"
LETTERED = ("colour", "figure", "kind")
"""Roles whose words may have a letter, for the figures in the cell of a grid."""

_ADJECTIVES = ("flag", "colour")


class Word:
    """One word as a language spells it."""

    __slots__ = ("beside", "borrowed", "forms", "gender", "ident", "role", "spellings")

    def __init__(self, entry: dict[str, Any], gender: str, spellings: list[str], forms: int, borrowed: bool) -> None:
        self.role: str = entry["role"]
        self.ident: str = entry["id"]
        self.beside: set[str] = set(entry.get("beside", ()))
        self.gender = gender
        self.spellings = spellings
        self.forms = spellings[:forms]
        """Those that `Lexicon.say` prints."""
        self.borrowed = borrowed

    @property
    def key(self) -> str:
        return f"{self.role} {self.ident}"


def gather_vocabulary(files: list[Path]) -> dict[str, Any]:
    """What a `Vocabulary` holds, read from word files."""
    words: dict[str, str] = {}
    forms: dict[str, list[str]] = {}
    expansions: dict[str, Any] = {}
    for file in files:
        table = _read(file)
        about = table.get(EXPANSION, {})
        owner = about.get("id", "")
        if owner:
            expansions[owner] = {"codes": about.get("codes", []), "always": about.get("always", False)}
        for word in table.get("word", ()):
            traits = " ".join(word.get("traits", ()))
            words[f"{word['role']} {word['id']}"] = f"{owner}|{traits}|{word.get('supply', 0)}"
        for said in (*table.get("word", ()), *table.get("form", ())):
            if "forms" in said:
                forms.setdefault(f"{said['role']} {said['id']}", []).extend(said["forms"])
    if strange := forms.keys() - words.keys():
        raise ValueError(f"forms of no word: {', '.join(sorted(strange))}")
    return {"words": words, "forms": forms, "expansions": expansions}


def gather(lang: str, files: list[Path], own: Iterable[Path] = ()) -> dict[str, Any]:
    """What a `Lexicon` of `lang` holds; ValueError with the reason for a word that is wrong.

    `files` are the word files of the core and of the expansions, `own` those in the folder of the language. A word that
    none of them spells in `lang` is borrowed from the fallback.
    """
    about = language(lang)
    folder, folder_letters = _folder(own)
    expansions: dict[str, Any] = {}
    words: dict[str, Word] = {}
    borrowed: list[str] = []
    for file in files:
        table = _read(file)
        if EXPANSION in table:
            ident = table[EXPANSION]["id"]
            expansions[ident], lent = _expansion(about, table[EXPANSION], folder[EXPANSION].pop(ident, {}), file)
            borrowed += [f"{EXPANSION} {ident}"] if lent else []
        for entry in table.get("word", ()):
            word = _word(about, entry, folder.get(entry["role"], {}).pop(entry["id"], None), file)
            if word.key in words:
                raise ValueError(f"{file}: {word.key} is there already")
            words[word.key] = word
            borrowed += [word.key] if word.borrowed else []
    if strange := [f"{role} {ident}" for role, entries in folder.items() for ident in entries]:
        raise ValueError(f"{lang}: there is no {', '.join(strange)}")
    _apart(expansions)
    every = list(words.values())
    letters = _letters(lang, files, folder_letters)
    sides: dict[str, str] = {}
    accented: dict[str, str] = {}
    for word in every:
        for spelling in word.spellings if word.role == "side" else ():
            _keep(sides, spelling, word.ident, Path(lang))
    spelt = _spelt(about, [word for word in every if word.role != "side"], accented)
    for names in expansions.values():
        for name in names.pop("spelt"):
            if fold(name) != name:
                accented.setdefault(fold(name), name)
    groups: dict[tuple[tuple[str, str], ...], int] = {}
    phrases: dict[str, int] = {}
    starts: dict[str, int] = {}
    for folded, meant in spelt.items():
        phrases[folded] = groups.setdefault(_meanings(folded, meant), len(groups))
        parts = pieces(folded, about.elided)
        starts[parts[0]] = max(starts.get(parts[0], 0), len(parts))
    return {
        "groups": list(groups),
        "phrases": phrases,
        "starts": starts,
        "sides": sides,
        "words": {word.key: "|".join((word.gender, *word.forms)) for word in every},
        "expansions": expansions,
        "accented": accented,
        "borrowed": borrowed,
        "letters": letters,
    }


def _letters(lang: str, files: list[Path], own: dict[str, dict[str, str]]) -> dict[str, dict[str, list[str]]]:
    """Role to letter to the ids it stands for: kinds may share one, colours and figures may not.

    A language that has no letter for a word takes that of the fallback, where it means nothing else.
    """
    found: dict[str, dict[str, list[str]]] = {role: {} for role in LETTERED}
    lent: list[tuple[str, str, str]] = []
    for file in files:
        for entry in _read(file).get("word", ()):
            role, ident, given = entry["role"], entry["id"], entry.get(LETTER, {})
            letter = own.get(role, {}).pop(ident, None) or given.get(lang)
            if letter is not None:
                meant = found[role].setdefault(letter, [])
                if (meant and role != "kind") or len(letter) != 1 or fold(letter) != letter or not letter.isalpha():
                    raise ValueError(f"{file}: {letter!r} is no letter for {role} {ident} in {lang}: {meant}")
                meant.append(ident)
            elif fallback() in given:
                lent.append((role, ident, given[fallback()]))
    if strange := [f"{role} {ident}" for role, entries in own.items() for ident in entries]:
        raise ValueError(f"{lang}: there is no {', '.join(strange)}")
    for role, ident, letter in lent:
        found[role].setdefault(letter, [ident])
    return found


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _folder(files: Iterable[Path]) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, str]]]:
    """The words in the folder of a language, by role and id, each a list of spellings, or of a gender; and letters."""
    found: dict[str, dict[str, Any]] = {EXPANSION: {}}
    letters: dict[str, dict[str, str]] = {}
    for file in files:
        for role, entries in _read(file).items():
            if role == LETTER:
                for lettered, given in entries.items():
                    letters.setdefault(lettered, {}).update(given)
                continue
            if role != EXPANSION and role not in ROLES:
                raise ValueError(f"{file}: no role is called {role}")
            for ident, spelt in entries.items():
                if ident in found.setdefault(role, {}):
                    raise ValueError(f"{file}: {role} {ident} is there already")
                found[role][ident] = spelt
    return found, letters


def _expansion(about: Language, entry: dict[str, Any], own: dict[str, Any], file: Path) -> tuple[dict[str, Any], bool]:
    """How an expansion is called, and whether its title is borrowed."""
    ident, lender = entry["id"], fallback()
    if file.parent.name != ident.replace("-", "_"):
        raise ValueError(f"{file}: the folder of {ident} has another name")
    if not entry.get(lender) or not entry.get("title", {}).get(lender):
        raise ValueError(f"{file}: no name or title in {lender}")
    names = own.get("names") or entry.get(about.code) or entry[lender]
    title = own.get("title") or entry["title"].get(about.code)
    printed = as_name(title or entry["title"][lender], about.articles)
    return {
        "word": names[0],
        "title": title or entry["title"][lender],
        "names": list(dict.fromkeys((*map(fold, names), ident))),
        "printed": printed,
        "spelt": names,
    }, not title


def _apart(expansions: dict[str, Any]) -> None:
    """Refuses a name that two expansions have, and adds the printed titles, without those that the name of another
    expansion begins with: what is meant by one of them is to be asked."""
    names: dict[str, str] = {}
    for ident, called in expansions.items():
        for name in called["names"]:
            _keep(names, name, ident, Path(ident))
    for ident, called in expansions.items():
        printed = called.pop("printed")
        if all(owner == ident or not name.startswith(printed) for name, owner in names.items()):
            called["names"] = list(dict.fromkeys((*called["names"], printed)))


def _word(about: Language, entry: dict[str, Any], own: Any, file: Path) -> Word:
    """A word as the language spells it: in its own folder, beside the word, or as the fallback does."""
    role, ident = entry["role"], entry["id"]
    if role not in ROLES:
        raise ValueError(f"{file}: no role is called {role}")
    lender = language(fallback())
    _spellings(lender, entry, entry.get(lender.code, []), about.code in entry.get("agrees", ()), file)
    agrees, gender = about.code in entry.get("agrees", ()), entry.get("gender", {}).get(about.code, "")
    spelt = entry.get(about.code)
    if isinstance(own, dict):
        if len(own) != 1:
            raise ValueError(f"{about.code}: {role} {ident} has no such gender")
        ((gender, spelt),) = own.items()
        agrees, gender = gender == AGREES, "" if gender == AGREES else gender
    elif own is not None:
        spelt = own
    if spelt is None:
        return Word(entry, "", entry[lender.code], _count(lender, role, False), True)
    gender = gender or next(iter(about.genders), "")
    if gender and gender not in about.genders:
        raise ValueError(f"{file}: {role} {ident} has no such gender")
    return Word(entry, gender, list(spelt), _spellings(about, entry, spelt, agrees, file), False)


AGREES = "agrees"
"""Stands in a language's folder where nouns have their gender: a keyword with the forms of an adjective."""


def _spellings(about: Language, entry: dict[str, Any], spelt: list[str], agrees: bool, file: Path) -> int:
    """How many of the spellings are forms that are printed; ValueError where they are too few."""
    count = _count(about, entry["role"], agrees)
    if len(spelt) < count or any("|" in spelling for spelling in spelt):
        raise ValueError(f"{file}: {entry['role']} {entry['id']} needs {count} forms in {about.code}")
    return count


def _count(about: Language, role: str, agrees: bool) -> int:
    if role in NOUNS or role in VERBS:
        return 2
    return len(about.agreement) if role in _ADJECTIVES or agrees else 1


def _spelt(about: Language, words: list[Word], accented: dict[str, str]) -> dict[str, list[Word]]:
    """The words that each folded spelling may mean."""
    spelt: dict[str, list[Word]] = {}
    for word in sorted(words, key=lambda one: one.borrowed):  # what the language says itself comes first
        for spelling in word.spellings:
            folded = fold(spelling)
            meant = spelt.setdefault(folded, [])
            if word.borrowed and any(one.role == word.role and not one.borrowed for one in meant):
                if spelling in word.forms:
                    raise ValueError(
                        f"{about.code}: {word.key} needs a spelling, for {spelling!r} means {meant[0].key}"
                    )
                continue
            if word not in meant:
                meant.append(word)
            if folded != spelling:
                accented.setdefault(folded, spelling)
    for word in words:
        for spelling in () if word.borrowed else word.spellings:
            typed = spelling.casefold()
            for letter, other in about.letters.items():
                typed = typed.replace(letter, other)
            spelt.setdefault(fold(typed), [word])
    order = {id(word): at for at, word in enumerate(words)}
    return {folded: sorted(meant, key=lambda one: order[id(one)]) for folded, meant in spelt.items() if meant}


def _meanings(folded: str, words: list[Word]) -> tuple[tuple[str, str], ...]:
    """All meanings of one spelling, role by role; two of one role only where ``beside`` allows it."""
    return tuple((role, word.ident) for role in ROLES for word in _ranked(folded, [w for w in words if w.role == role]))


def _ranked(folded: str, words: list[Word]) -> Iterator[Word]:
    first = [word for word in words if not word.beside & {other.ident for other in words}]
    if len(first) > 1:
        ids = " and ".join(word.ident for word in first)
        raise ValueError(f"{folded!r} means both {ids} as a {first[0].role}")
    yield from first
    yield from (word for word in words if word not in first)


def _keep(table: dict[str, str], spelling: str, ident: str, file: Path) -> None:
    if table.setdefault(spelling, ident) != ident:
        raise ValueError(f"{file}: {spelling!r} means {table[spelling]} already")

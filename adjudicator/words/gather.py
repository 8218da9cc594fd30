"""Reads and checks the word files; run only when there is no prepared data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.words.lexicon import LANGUAGES, NOUNS, fold, pieces

ROLES = (
    "keyword", "colour", "side", "kind", "figure", "unit", "flag", "verb", "effect", "topic", "symbol", "name",
)  # fmt: skip
"""All roles, in the order in which the meanings of one spelling are tried."""

_ADJECTIVES = ("flag", "colour")


def gather_vocabulary(files: list[Path]) -> dict[str, Any]:
    """What a `Vocabulary` holds, read from word files."""
    words: dict[str, str] = {}
    expansions: dict[str, Any] = {}
    for file in files:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        about = table.get("expansion", {})
        owner = about.get("id", "")
        if owner:
            expansions[owner] = {"codes": about.get("codes", []), "always": about.get("always", False)}
        for word in table.get("word", ()):
            traits = " ".join(word.get("traits", ()))
            words[f"{word['role']} {word['id']}"] = f"{owner}|{traits}|{word.get('supply', 0)}"
    return {"words": words, "expansions": expansions}


def gather(lang: str, files: list[Path]) -> dict[str, Any]:
    """What a `Lexicon` of `lang` holds, read from word files; ValueError with the reason for a word that is wrong."""
    words: dict[str, str] = {}
    expansions: dict[str, Any] = {}
    spelt: dict[str, list[dict[str, Any]]] = {}
    sides: dict[str, str] = {}
    accented: dict[str, str] = {}
    for file in files:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        if "expansion" in table:
            expansions[table["expansion"]["id"]] = _expansion(lang, table["expansion"], file)
            for name in table["expansion"][lang]:
                if fold(name) != name:
                    accented.setdefault(fold(name), name)
        for word in table.get("word", ()):
            key = f"{word['role']} {word['id']}"
            if key in words:
                raise ValueError(f"{file}: {key} is there already")
            forms = _forms(lang, word, file)
            words[key] = "|".join((word.get("gender", "m"), *forms))
            for spelling in word[lang]:
                if word["role"] == "side":
                    _keep(sides, spelling, word["id"], file)
                    continue
                folded = fold(spelling)
                others = spelt.setdefault(folded, [])
                if word not in others:
                    others.append(word)
                if folded != spelling:
                    accented.setdefault(folded, spelling)
    _apart(expansions)
    groups: dict[tuple[tuple[str, str], ...], int] = {}
    phrases: dict[str, int] = {}
    starts: dict[str, int] = {}
    for folded, meant in spelt.items():
        phrases[folded] = groups.setdefault(_meanings(folded, meant), len(groups))
        parts = pieces(folded)
        starts[parts[0]] = max(starts.get(parts[0], 0), len(parts))
    return {
        "groups": list(groups),
        "phrases": phrases,
        "starts": starts,
        "sides": sides,
        "words": words,
        "expansions": expansions,
        "accented": accented,
    }


def _expansion(lang: str, told: dict[str, Any], file: Path) -> dict[str, Any]:
    if file.parent.name != told["id"].replace("-", "_"):
        raise ValueError(f"{file}: the folder of {told['id']} has another name")
    for language in LANGUAGES:
        if not told.get(language) or not told["title"].get(language):
            raise ValueError(f"{file}: no name or title in {language}")
    return {
        "word": told[lang][0],
        "title": told["title"][lang],
        "names": list(dict.fromkeys((*map(fold, told[lang]), told["id"]))),
    }


def _apart(expansions: dict[str, Any]) -> None:
    names: dict[str, str] = {}
    for ident, told in expansions.items():
        for name in told["names"]:
            _keep(names, name, ident, Path(ident))


def _forms(lang: str, word: dict[str, Any], file: Path) -> list[str]:
    """The spellings of a word that `Lexicon.say` prints, as many as its role has forms."""
    role = word["role"]
    if role not in ROLES:
        raise ValueError(f"{file}: no role is called {role}")
    for language in LANGUAGES:
        spellings = word.get(language, [])
        count = _count(language, word)
        if len(spellings) < count or any("|" in spelling for spelling in spellings):
            raise ValueError(f"{file}: {role} {word['id']} needs {count} forms in {language}")
    if word.get("gender", "m") not in ("m", "f"):
        raise ValueError(f"{file}: {role} {word['id']} has no such gender")
    spellings = word[lang]
    return list(spellings[: _count(lang, word)])


def _count(lang: str, word: dict[str, Any]) -> int:
    if word["role"] in NOUNS or word["role"] in ("verb", "effect"):
        return 2
    if lang == "fr" and (word["role"] in _ADJECTIVES or word.get("agrees")):
        return 4
    return 1


def _meanings(folded: str, words: list[dict[str, Any]]) -> tuple[tuple[str, str], ...]:
    """All meanings of one spelling, role by role; two of one role only where ``beside`` allows it."""
    return tuple(
        (role, word["id"]) for role in ROLES for word in _ranked(folded, [w for w in words if w["role"] == role])
    )


def _ranked(folded: str, words: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    first = [word for word in words if not set(word.get("beside", ())) & {other["id"] for other in words}]
    if len(first) > 1:
        ids = " and ".join(word["id"] for word in first)
        raise ValueError(f"{folded!r} means both {ids} as a {first[0]['role']}")
    yield from first
    yield from (word for word in words if word not in first)


def _keep(table: dict[str, str], spelling: str, ident: str, file: Path) -> None:
    if table.setdefault(spelling, ident) != ident:
        raise ValueError(f"{file}: {spelling!r} means {table[spelling]} already")

"""The sentences the program prints, by table and id.

They lie in ``words/phrases/*.toml`` and in the ``phrases.toml`` of each expansion's folder, in English and
French: ``[fact.leads]`` with ``en`` and ``fr``. Their places are ``{name}``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import store
from adjudicator.words.vocabulary import vocabulary

LANGUAGES = ("en", "fr")
OWN = "phrases.toml"
"""The file of an expansion's own sentences."""


def phrase(lang: str, table: str, ident: str) -> str:
    """The sentence ``table.ident`` in ``en`` or ``fr``, its places unfilled; LookupError when there is none."""
    key = f"{table}.{ident}"
    found = _near(lang).get(key) or _phrases(lang).get(key)
    if found is None:
        raise LookupError(f"{key} ({lang})")
    return found


def phrases(lang: str) -> dict[str, str]:
    """All sentences of ``en`` or ``fr``, by ``table.id``; LookupError for another language."""
    return dict(_phrases(lang))


def sources() -> list[Path]:
    """The files that hold sentences: the core's own, then expansion by expansion."""
    own = Path(__file__).parent / "phrases"
    core = sorted(name for name in os.listdir(own) if name.endswith(".toml")) if own.is_dir() else []
    folder = store.PACKAGE / "expansions"
    brought = [folder / name / OWN for name in sorted(os.listdir(folder))]
    return [*(own / name for name in core), *(path for path in brought if os.path.isfile(path))]


@cache
def _near(lang: str) -> dict[str, str]:
    """The sentences of the core and of what is always in play; the many of the other expansions are rarely wanted."""
    if lang not in LANGUAGES:
        raise LookupError(lang)

    def files() -> list[Path]:
        always = {ident.replace("-", "_") for ident in vocabulary().always()}
        return [file for file in sources() if file.name != OWN or file.parent.name in always]

    stored: dict[str, str] = store.prepared(f"phrases-near-{lang}", files, lambda: gather(lang, files()))
    return stored


@cache
def _phrases(lang: str) -> dict[str, str]:
    if lang not in LANGUAGES:
        raise LookupError(lang)
    stored: dict[str, str] = store.prepared(f"phrases-{lang}", sources, lambda: gather(lang, sources()))
    return stored


def gather(lang: str, files: list[Path]) -> dict[str, str]:
    """The sentences of `lang` in `files` by ``table.id``; ValueError for one that lacks a language or comes twice."""
    import tomllib

    found: dict[str, str] = {}
    for file in files:
        tables: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        for table, entries in tables.items():
            for ident, sentence in entries.items():
                key = f"{table}.{ident}"
                if key in found:
                    raise ValueError(f"{file}: {key} is there already")
                if not isinstance(sentence, dict) or any(not isinstance(sentence.get(one), str) for one in LANGUAGES):
                    raise ValueError(f"{file}: {key} needs a sentence in each of {', '.join(LANGUAGES)}")
                found[key] = sentence[lang]
    return found

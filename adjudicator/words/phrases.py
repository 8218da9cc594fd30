"""The sentences the program prints, by table and id.

They lie in ``words/phrases/*.toml`` and in the ``phrases.toml`` of each expansion's folder, ``[fact.leads]`` with a
sentence for each language, and in the ``phrases.toml`` of a language's folder, ``[fact]`` with ``leads``. Their places
are ``{name}``. A sentence that a language lacks is that of the fallback, marked.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import store
from adjudicator.words.languages import fallback, files, language, marked, shipped
from adjudicator.words.vocabulary import vocabulary

OWN = "phrases.toml"
"""The file of an expansion's own sentences, and that of a language."""
ENDINGS = ("-not", "-one")
"""A sentence with such an ending stands beside the one without it, or nowhere."""
TYPED = "-example"
"""Ending of the sentences that are typed as they stand, so that no mark may be in them."""


def phrase(lang: str, table: str, ident: str) -> str:
    """The sentence ``table.ident`` in a language, its places unfilled; LookupError when there is none."""
    key = f"{table}.{ident}"
    near = _near(lang)
    found = near.get(key)
    if found is None and not (key.endswith(ENDINGS) and key.rpartition("-")[0] in near):
        found = _phrases(lang).get(key)
    if found is not None:
        return found
    if lang == fallback():
        raise LookupError(f"{key} ({lang})")
    borrowed = phrase(fallback(), table, ident)
    return borrowed if ident.endswith(TYPED) else marked(borrowed)


def phrases(lang: str) -> dict[str, str]:
    """All sentences that a language has itself, by ``table.id``; LookupError for an unknown language."""
    return dict(_phrases(lang))


def sources() -> list[Path]:
    """The files that hold sentences: the core's own, then expansion by expansion."""
    own = Path(__file__).parent / "phrases"
    core = sorted(name for name in os.listdir(own) if name.endswith(".toml")) if own.is_dir() else []
    brought = [folder / OWN for folder in store.expansion_folders()]
    return [*(own / name for name in core), *(path for path in brought if path.is_file())]


@cache
def _near(lang: str) -> dict[str, str]:
    """The sentences of the core and of what is always in play; the many of the other expansions are rarely wanted."""

    def near() -> list[Path]:
        always = {ident.replace("-", "_") for ident in vocabulary().always()}
        return [file for file in sources() if file.name != OWN or file.parent.name in always]

    return _stored(f"phrases-near-{lang}", lang, near)


@cache
def _phrases(lang: str) -> dict[str, str]:
    return _stored(f"phrases-{lang}", lang, sources)


def _stored(name: str, lang: str, where: Callable[[], list[Path]]) -> dict[str, str]:
    language(lang)

    def build() -> dict[str, str]:
        return gather(lang, where(), files(lang, OWN))

    stored: dict[str, str] = (
        store.prepared(name, lambda: [*where(), *files(lang, OWN)], build) if shipped(lang) else build()
    )
    return stored


@cache
def _answers() -> dict[str, list[str]]:
    def build() -> dict[str, list[str]]:
        tables = [tomllib.loads(file.read_text(encoding="utf-8")).get("missing", {}) for file in sources()]
        return {ident: said["say"] for table in tables for ident, said in table.items() if "say" in said}

    found: dict[str, list[str]] = store.prepared("phrases-say", sources, build)
    return found


def answers(missing: str) -> tuple[str, ...]:
    """The lines that answer a question of the table ``missing``, in the fallback language and with their places; none
    where no line of the position can.
    """
    return tuple(_answers().get(missing, ()))


@cache
def _instead() -> dict[str, list[dict[str, str]]]:
    def build() -> dict[str, list[dict[str, str]]]:
        tables = [tomllib.loads(file.read_text(encoding="utf-8")).get("missing", {}) for file in sources()]
        return {ident: said["instead"] for table in tables for ident, said in table.items() if "instead" in said}

    found: dict[str, list[dict[str, str]]] = store.prepared("phrases-instead", sources, build)
    return found


def instead(missing: str) -> tuple[dict[str, str], ...]:
    """What may be written in a line that is there to answer a question of the table ``missing``.

    Each says what is replaced (``of``, with the id of a word), what the move is whose words are added to where that is
    not there (``behind``), and what stands there then (``new``, in the fallback language and with its places).
    """
    return tuple(_instead().get(missing, ()))


@cache
def _usual() -> dict[str, Any]:
    def build() -> dict[str, Any]:
        tables = [tomllib.loads(file.read_text(encoding="utf-8")).get("fact", {}) for file in sources()]
        return {ident: said["usual"] for table in tables for ident, said in table.items() if "usual" in said}

    found: dict[str, Any] = store.prepared("phrases-usual", sources, build)
    return found


def usual(fact: str, topic: str) -> bool:
    """Whether a fact of the table ``fact``, where it holds, tells nothing of its own about a question of `topic`: it
    holds in every case of the kind, or says again what the answer says.
    """
    topics = _usual().get(fact, ())
    return topics is True or topic in (topics or ())


def gather(lang: str, files: list[Path], own: Iterable[Path] = ()) -> dict[str, str]:
    """The sentences of `lang` in `files` and, for the same ids, in its `own`, by ``table.id``.

    ValueError for one that the fallback lacks or that comes twice.
    """
    found: dict[str, str] = {}
    known: set[str] = set()
    for file in files:
        tables: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        for table, entries in tables.items():
            for ident, sentence in entries.items():
                key = f"{table}.{ident}"
                if key in known:
                    raise ValueError(f"{file}: {key} is there already")
                known.add(key)
                if not isinstance(sentence, dict) or not isinstance(sentence.get(fallback()), str):
                    raise ValueError(f"{file}: {key} needs a sentence in {fallback()}")
                if isinstance(sentence.get(lang), str):
                    found[key] = sentence[lang]
    for file in own:
        for table, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found.update({f"{table}.{ident}": said for ident, said in entries.items() if f"{table}.{ident}" in known})
    return found

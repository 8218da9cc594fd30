"""The sentences the program prints, by table and id.

They lie in ``words/phrases/*.toml`` and in the ``phrases.toml`` of each expansion's folder, ``[fact.leads]`` with a
sentence for each language, and in the ``phrases.toml`` of a language's folder, ``[fact]`` with ``leads``. Their places
are ``{name}``. A sentence that a language lacks is that of the fallback, marked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from adjudicator import faults, store
from adjudicator.faults import ANY, CODE
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
        if faults.lost(OWN) and not key.endswith(ENDINGS):
            return f"[{key}]"  # of a file that cannot be read
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
        return gather(lang, where(), files(lang, OWN), where is sources)

    stored: dict[str, str] = (
        store.prepared(name, lambda: [*where(), *files(lang, OWN)], build) if shipped(lang) else build()
    )
    return stored


@cache
def _beside(table: str, key: str) -> dict[str, Any]:
    """What stands as `key` beside the sentences of a table, by their ids."""

    def build() -> dict[str, Any]:
        tables = [_table(file, table) for file in sources()]
        return {ident: said[key] for entries in tables for ident, said in entries.items() if key in said}

    found: dict[str, Any] = store.prepared(f"phrases-{key}", sources, build)
    return found


def answers(missing: str) -> tuple[str, ...]:
    """The lines that answer a question of the table ``missing``, in the fallback language and with their places; none
    where no line of the position can.
    """
    return tuple(_beside("missing", "say").get(missing, ()))


def instead(missing: str) -> tuple[dict[str, str], ...]:
    """What may be written in a line that is there to answer a question of the table ``missing``.

    Each says what is replaced (``of``, with the id of a word), what the move is whose words are added to where that is
    not there (``behind``), and what stands there then (``new``, in the fallback language and with its places).
    """
    return tuple(_beside("missing", "instead").get(missing, ()))


def usual(fact: str, topic: str) -> bool:
    """Whether a fact of the table ``fact``, where it holds, tells nothing of its own about a question of `topic`: it
    holds in every case of the kind, or says again what the answer says.
    """
    topics = _beside("fact", "usual").get(fact, ())
    return topics is True or topic in (topics or ())


_OWN = {ANY: {ANY: str}}
"""The shape of a language's file of sentences."""


def _sentence() -> dict[Any, Any]:
    """The shape of a sentence in the files of the core and of expansions; `gather` looks at the fallback's."""
    return {fallback(): object, CODE: str, "say": [str], "instead": [{ANY: str}], "usual": (bool, [str])}


def _table(file: Path, name: str) -> dict[str, dict[str, Any]]:
    """A table of a file of the core or of an expansion."""
    found: dict[str, dict[str, Any]] = faults.read(file, {name: {ANY: _sentence()}, ANY: object}).get(name, {})
    return found


def gather(lang: str, files: list[Path], own: Iterable[Path] = (), whole: bool = True) -> dict[str, str]:
    """The sentences of `lang` in `files` and, for the same ids, in its `own`, by ``table.id``.

    One that the fallback lacks is its id; one that comes twice or fills other places is left out, and so is one of
    which the `whole` of the files knows nothing.
    """
    found: dict[str, str] = {}
    known: dict[str, str] = {}
    for file in files:
        for table, entries in faults.read(file, {ANY: {ANY: _sentence()}}).items():
            for ident, said in entries.items():
                key = f"{table}.{ident}"
                if key in known:
                    faults.tell(file, f"{key} is there already", table, ident, harms=False)
                    continue
                known[key] = said[fallback()] if isinstance(said.get(fallback()), str) else ""
                if not known[key]:
                    faults.tell(file, f"{key} needs a sentence in {fallback()}", table, ident, harms=False)
                _take(found, known, key, said.get(lang), file)
    for file in own:
        for table, entries in faults.read(file, _OWN).items():
            for ident, sentence in entries.items():
                if f"{table}.{ident}" in known:
                    _take(found, known, f"{table}.{ident}", sentence, file)
                elif whole:
                    faults.tell(file, f"there is no sentence {table}.{ident}", table, ident, stray=True)
    return found


def _take(found: dict[str, str], known: dict[str, str], key: str, sentence: str | None, file: Path) -> None:
    """Adds the sentence `key` of `file`, where it fills the places that the fallback's does."""
    if not known[key]:
        found[key] = f"[{key}]"
    elif sentence is not None:
        places, wanted = _places(sentence), _places(known[key])
        if places is not None and (wanted is None or places == wanted):
            found[key] = sentence
        else:
            why = "a bracket has no other" if places is None else f"its places are {', '.join(sorted(wanted or ()))}"
            faults.tell(file, f"{key}: {why}", *key.split(".", 1), harms=False)


def _places(sentence: str) -> set[str] | None:
    """The names of the places of a sentence; None for one that cannot be filled."""
    try:
        return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
    except ValueError:
        return None

"""The words there are, whatever the human language: by role and id, with the expansion that brings each and its traits.

They lie in ``grammar/keywords.toml`` and in the ``words.toml`` of each expansion's folder (docs/architecture.md). How
they are spelt is `adjudicator.words.lexicon`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import store
from adjudicator.words.gather import gather_vocabulary


def sources() -> list[Path]:
    """The files that hold words, the language's own first, then expansion by expansion in the order of the alphabet."""
    files = [folder / "words.toml" for folder in store.expansion_folders()]
    return [store.grammar_folder() / "keywords.toml", *(file for file in files if file.is_file())]


class Vocabulary:
    """All words and all expansions by id."""

    __slots__ = ("_entries", "_expansions", "_forms", "_known", "_words")

    def __init__(self, data: dict[str, Any]) -> None:
        self._words: dict[str, str] = data["words"]
        self._expansions: dict[str, Any] = data["expansions"]
        self._forms: dict[str, list[str]] = data["forms"]
        self._known: dict[str, tuple[str, ...]] = {}
        self._entries: dict[tuple[str, str], tuple[str, tuple[str, ...], str]] = {}
        """Owner, traits and supply of the words that somebody asked for, by role and id."""

    def has(self, role: str, ident: str) -> bool:
        """Whether there is a word of this role and id."""
        return f"{role} {ident}" in self._words

    def ids(self, role: str) -> tuple[str, ...]:
        """All ids of a role, in the order of the files; none for an unknown role."""
        known = self._known.get(role)
        if known is None:
            start = f"{role} "
            known = tuple(word[len(start) :] for word in self._words if word.startswith(start))
            self._known[role] = known
        return known

    def owner(self, role: str, ident: str) -> str:
        """Id of the expansion that brings the word, "" for a word of the language; LookupError for an unknown one."""
        return self._entry(role, ident)[0]

    def traits(self, role: str, ident: str) -> tuple[str, ...]:
        """The traits of a word of any role; LookupError for an unknown one."""
        return self._entry(role, ident)[1]

    def forms(self, role: str, ident: str) -> tuple[str, ...]:
        """What may stand behind a word, form by form (`adjudicator.binding.forms`); none where nobody says it."""
        return tuple(self._forms.get(f"{role} {ident}", ()))

    def kind_traits(self, kind: str) -> tuple[str, ...]:
        """The traits of a kind of feature; LookupError for an unknown one."""
        return self.traits("kind", kind)

    def figure_traits(self, figure: str) -> tuple[str, ...]:
        """The traits of a figure; LookupError for an unknown one."""
        return self.traits("figure", figure)

    def supply(self, figure: str) -> int:
        """How many of a figure each player owns, 0 for neutral ones; LookupError for an unknown figure."""
        return int(self._entry("figure", figure)[2])

    def expansions(self) -> tuple[str, ...]:
        """Ids of all expansions known by name, in the order of the alphabet."""
        return tuple(self._expansions)

    def always(self) -> tuple[str, ...]:
        """Ids of the expansions that are in play without being named."""
        return tuple(ident for ident, about in self._expansions.items() if about["always"])

    def harmed(self, expansion: str) -> bool:
        """Whether something is wrong in an expansion's word file that its rules may need."""
        return bool(self._expansions[expansion]["harmed"])

    def codes(self, expansion: str) -> tuple[str, ...]:
        """The prefixes of an expansion's tile ids, such as ``RI.1``; LookupError for an unknown id."""
        return tuple(self._expansions[expansion]["codes"])

    def _entry(self, role: str, ident: str) -> tuple[str, tuple[str, ...], str]:
        """Owner, traits and supply of a word."""
        entry = self._entries.get((role, ident))
        if entry is None:
            owner, traits, supply = self._words[f"{role} {ident}"].split("|")
            entry = self._entries[role, ident] = owner, tuple(traits.split()), supply
        return entry


@cache
def vocabulary() -> Vocabulary:
    """All words, read once."""

    def build() -> dict[str, Any]:
        return gather_vocabulary(sources())

    def read_from() -> list[Path]:
        return [*sources(), Path(__file__).with_name("gather.py")]

    return Vocabulary(store.prepared("vocabulary", read_from, build))

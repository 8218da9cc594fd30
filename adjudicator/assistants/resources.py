"""The documents that a program may read before it writes a position, in each language that has them."""

from __future__ import annotations

import json
from typing import NamedTuple

from adjudicator import store
from adjudicator.words.languages import codes, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

SCHEME = "carcassonne"
MARKDOWN = "text/markdown"
ROLES = ("keyword", "kind", "figure", "unit", "flag", "symbol", "verb", "effect", "topic", "colour", "side", "name")
"""What a word may be, in the order in which the words are listed."""


class Document(NamedTuple):
    """One document."""

    uri: str
    title: str
    about: str
    """What is in it, in its own language."""
    form: str
    """Its media type."""
    lang: str
    name: str

    def text(self) -> str:
        """What is in it."""
        if self.name == "words":
            return words(self.lang)
        files = language(self.lang).documents
        file = files.get(self.name) or files["reference"]
        whole = (store.documents_folder() / file).read_text(encoding="utf-8")
        return sheet(whole) if self.name == "cheat-sheet" and file == files.get("reference") else whole


def documents() -> list[Document]:
    """Every document there is."""
    found = []
    for lang in codes():
        said, files = speech(lang), language(lang).documents
        if "reference" in files:
            found.append(_document(lang, "language", said.phrase("assistant", "language-about")))
        if "reference" in files or "cheat-sheet" in files:
            found.append(_document(lang, "cheat-sheet", said.phrase("assistant", "cheat-sheet-about")))
        if "talking" in files:
            found.append(_document(lang, "talking", said.phrase("assistant", "talking-about")))
        found.append(_document(lang, "words", said.phrase("assistant", "words-about")))
    return found


def _document(lang: str, name: str, about: str) -> Document:
    form = "application/json" if name == "words" else MARKDOWN
    return Document(f"{SCHEME}://{lang}/{name}", f"{name} ({language(lang).title})", about, form, lang, name)


def sheet(reference: str) -> str:
    """The cheat sheet: the first part of the reference of the language, up to the next."""
    head, _, rest = reference.partition("\n## ")
    return f"{head.splitlines()[0]}\n\n## {rest.partition(chr(10) + '## ')[0]}\n"


def words(lang: str) -> str:
    """Every word of a language as JSON: by what it is, each with its spellings and the expansion that brings it."""
    own, known = lexicon(lang), vocabulary()
    table: dict[str, list[dict[str, object]]] = {}
    for role in ROLES:
        for ident in known.ids(role):
            if not own.has(role, ident):
                continue
            entry: dict[str, object] = {"id": ident, "say": own.spellings(role, ident) or [own.say(role, ident)]}
            if owner := known.owner(role, ident):
                entry["expansion"] = owner
            table.setdefault(role, []).append(entry)
    table["expansion"] = [
        {"id": one, "say": [own.expansion_word(one)], "title": own.expansion_title(one)} for one in known.expansions()
    ]
    return json.dumps(table, ensure_ascii=False, indent=1)

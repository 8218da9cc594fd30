"""Languages are data: what is there is whole, and one more is added by new files alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from adjudicator import store
from adjudicator.rulebook import loader
from adjudicator.words.languages import codes, fallback, language, marked, of_locale, unmarked
from adjudicator.words.lexicon import lexicon
from adjudicator.words.phrases import phrases

PACKAGE = store.PACKAGE
COMPLETE = [code for code in codes() if language(code).complete]
NAMES = {*codes(), *(name for code in codes() for name in (*language(code).names, *language(code).locales))}
"""The codes and the names of all languages."""


# ---- no code knows a language


def named_languages(source: str) -> list[str]:
    """The codes and names of languages that are written out in Python source, docstrings left aside."""
    found = []
    for node in ast.walk(ast.parse(source)):
        written = [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
        if isinstance(node, ast.Name | ast.Attribute | ast.arg | ast.keyword | ast.FunctionDef):
            name = next(getattr(node, field) for field in ("id", "attr", "arg", "name") if hasattr(node, field))
            written += [name] if name in ("english", "french", "german") else []
        found += [f"{node.lineno}: {one}" for one in written if isinstance(one, str) and one.casefold() in NAMES]
    return found


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_names_a_language(path: Path) -> None:
    assert named_languages(path.read_text(encoding="utf-8")) == []


def test_a_named_language_is_seen() -> None:
    assert named_languages('x = "a" if lang == "fr" else "b"')
    assert named_languages("self.french = True")
    assert not named_languages('"""In English: en."""\nx = "done"')


# ---- what a complete language has


@pytest.mark.parametrize("lang", COMPLETE)
def test_a_complete_language_lacks_nothing(lang: str) -> None:
    assert lexicon(lang).borrows() == 0
    assert phrases(fallback()).keys() - phrases(lang).keys() == set()
    assert [id for id in loader.ids() if loader.text(id, lang) == marked(loader.text(id, fallback()))] == []


@pytest.mark.parametrize("lang", codes())
def test_sentences_fill_the_same_places(lang: str) -> None:
    def places(sentence: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", sentence))

    theirs, ours = phrases(fallback()), phrases(lang)
    assert [key for key, sentence in ours.items() if places(sentence) != places(theirs[key])] == []


def test_the_fallback_is_complete() -> None:
    assert language(fallback()).complete


@pytest.mark.parametrize(
    ("name", "code"),
    (("fr_FR.UTF-8", "fr"), ("French_France.1252", "fr"), ("en_GB", "en"), ("C.UTF-8", "en"), ("", "en"), ("xx", "en")),
)
def test_the_locale_chooses_the_language(name: str, code: str) -> None:
    assert of_locale(name) == code


@pytest.mark.parametrize(
    ("text", "expected"), (("nobody scores", "nobody scores°"), ("Yes.", "Yes°."), ("qui ?", "qui° ?"), ("", "°"))
)
def test_the_mark_stands_before_the_end_mark(text: str, expected: str) -> None:
    assert marked(text) == expected
    assert unmarked(expected) == text

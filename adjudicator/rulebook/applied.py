"""Which rules the program's code applies, read from the code itself."""

from __future__ import annotations

import ast
from contextlib import suppress
from pathlib import Path

from adjudicator import store
from adjudicator.rulebook import loader

PLACES = ("binding", "engine", "expansions", "geometry", "play")
"""Packages whose code settles something; a rule id written out there is applied there."""


def applied() -> frozenset[str]:
    """Ids of the rules that stand as whole string literals in the code of `PLACES`."""
    found: list[str] = store.prepared("applied", _sources, lambda: sorted(_literals(_sources())))
    # Asked again, since a rule may be gone that was there when the code was read.
    return frozenset(filter(loader.is_rule, found))


def in_source(text: str) -> frozenset[str]:
    """Ids of the rules that stand as whole string literals in Python source `text`; docstrings only mention rules."""
    strings = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return frozenset(string for string in strings if isinstance(string, str) and loader.is_rule(string))


def _sources() -> list[Path]:
    places = (*(store.PACKAGE / place for place in PLACES), *store.homes()[1:])
    return sorted(path for place in places for path in place.rglob("*.py"))


def _literals(sources: list[Path]) -> frozenset[str]:
    found: set[str] = set()
    for path in sources:
        with suppress(SyntaxError, ValueError):  # who imports it tells that
            found |= in_source(path.read_text(encoding="utf-8"))
    return frozenset(found)

"""Which expansions there are: one folder each, found and never listed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator import store

MARKS = ("words.toml", "rules.toml")
"""A folder that holds one of these is an expansion."""


@cache
def folders() -> tuple[Path, ...]:
    """Every expansion folder, in the order of their names."""
    # A folder's time stamp changes when a file comes or goes, which is all that matters here.
    names: list[str] = store.prepared("expansions", store.expansion_folders, _names)
    return tuple(map(store.expansion_folder, names))


def folder(expansion: str) -> Path:
    """The folder of `expansion`, given by its id."""
    return store.expansion_folder(expansion)


def identity(folder: Path) -> str:
    """The id of the expansion in `folder`: its name with hyphens."""
    return folder.name.replace("_", "-")


def _names() -> list[str]:
    return [path.name for path in store.expansion_folders() if any((path / mark).is_file() for mark in MARKS)]

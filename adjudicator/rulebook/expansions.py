"""Which expansions there are: one folder each, found and never listed."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from adjudicator import store

EXPANSIONS = store.PACKAGE / "expansions"

MARKS = ("words.toml", "rules.toml")
"""A folder that holds one of these is an expansion."""


@cache
def folders() -> tuple[Path, ...]:
    """Every expansion folder of the package, in the order of their names."""
    names: list[str] = store.prepared("expansions", _inside, _names)
    return tuple(EXPANSIONS / name for name in names)


def folder(expansion: str) -> Path:
    """The folder of `expansion`, given by its id: "abbey-and-mayor" lies in abbey_and_mayor."""
    return EXPANSIONS / expansion.replace("-", "_")


def identity(folder: Path) -> str:
    """The id of the expansion in `folder`: its name with hyphens."""
    return folder.name.replace("_", "-")


def _inside() -> list[Path]:
    """Every folder there is: its time stamp changes when a file comes or goes, which is all that matters here."""
    return sorted(Path(entry.path) for entry in os.scandir(EXPANSIONS) if entry.is_dir())


def _names() -> list[str]:
    return [path.name for path in _inside() if any((path / mark).is_file() for mark in MARKS)]

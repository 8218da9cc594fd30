"""Prepares everything the store keeps, for the building of a wheel."""

from __future__ import annotations

from pathlib import Path

from adjudicator import store
from adjudicator.data import load


def prepare(folder: Path) -> None:
    """Writes all prepared data into `folder`: parser tables, words, sentences, rules, tiles."""
    store.FOLDER = folder
    store.FROZEN = folder / "BUILT"
    load()

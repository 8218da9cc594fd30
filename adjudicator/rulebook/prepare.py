"""Everything of the rulebook worked out at once, for the wheel that ships it."""

from __future__ import annotations

from adjudicator.rulebook import applied, loader
from adjudicator.words.languages import codes


def prepare() -> None:
    """Have the store keep the list of expansions, the index, the rules of every folder and what the code applies."""
    loader.forget()
    for rule in loader.rules():
        for lang in codes():
            loader.text(rule.id, lang)
    applied.applied()

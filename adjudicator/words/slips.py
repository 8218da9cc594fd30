"""How alike two words are, and what people say for the words of a language."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache

from adjudicator import faults
from adjudicator.faults import ANY
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, files, language

STEM = 3
"""Letters of the shortest word of which another is the opposite."""
CLOSE = 12
"""Spellings that are compared letter by letter."""


@cache
def hints(lang: str) -> dict[str, tuple[str, ...]]:
    """Folded everyday words of a language, each with the words that the language reads to offer for it."""
    found: dict[str, tuple[str, ...]] = {}
    for file in files(lang, "hints.toml"):
        for offered, said in faults.read(file, {ANY: [str]}).items():
            for word in said:
                found[fold(word)] = (*found.get(fold(word), ()), offered)
    return found


def closest(folded: str, spellings: Iterable[str]) -> list[str]:
    """Those of `spellings` that are fewest slips of the finger away from `folded`, the likest first."""
    near = difflib.get_close_matches(folded, spellings, CLOSE, 0.65)
    slips_of = {spelling: slips(folded, spelling) for spelling in near}
    slips_of = {spelling: count for spelling, count in slips_of.items() if not opposite(folded, spelling)}
    fewest = min(slips_of.values(), default=0)
    close = (one for one, count in slips_of.items() if count <= max(fewest, 1))
    return sorted(close, key=lambda one: (slips_of[one], sorted(one) != sorted(folded)))  # swapped letters first


def opposite(one: str, other: str) -> bool:
    """Whether two folded words say the opposite of each other: ``finished`` and ``unfinished``, slips left aside."""
    for negation in _negations():
        for longer, shorter in ((one, other), (other, one)):
            stem = longer[len(negation) :]
            if longer.startswith(negation) and len(stem) >= STEM and slips(stem, shorter) < slips(longer, shorter):
                if slips(stem, shorter) <= 1 and not shorter.startswith(_negations()):
                    return True
    return False


@cache
def _negations() -> tuple[str, ...]:
    """What the languages put before a word to say its opposite."""
    return tuple(dict.fromkeys(negation for code in codes() for negation in language(code).negations))


def slips(one: str, other: str) -> int:
    """How many letters were left out, added, mistaken or swapped with their neighbour between two words."""
    rows: list[list[int]] = [[*range(len(other) + 1)]]
    for i, letter in enumerate(one, 1):
        row, before = [i], rows[-1]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]

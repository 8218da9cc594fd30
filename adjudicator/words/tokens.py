"""What a statement says, word by word, in no language: what the formatter prints again and compares.

The order of a `Noun` and of a question is left to the language that it is printed in.
"""

from __future__ import annotations

from typing import NamedTuple

DIGITS = 9
BETWEEN = "+"
"""Between the figures of one cell."""


class Code(NamedTuple):
    """One figure in the cell of a grid, as ids; "" for what was left out."""

    colour: str
    figure: str
    kinds: tuple[str, ...] = ()
    """The kinds that its third letter means; a tile has one of them at most."""
    side: str = ""


class Token(NamedTuple):
    """One word: its role and id, or what is written as it stands."""

    role: str
    """A role of the lexicon, a mark, or ``number``, ``coord``, ``turned``, ``ordinal``, ``string`` (quoted), ``own`` (a
    name that someone gave), ``place`` (that of a feature, be it a fixed one of an expansion), ``text`` (never changed:
    tile names, ids), ``expansion``, ``title`` (the printed one of an expansion), ``asks`` (a known question), ``cell``
    (figures of a square: `codes`)."""
    value: str
    like: tuple[str, str, int] = ("", "", 1)
    """The noun it agrees with, as (role, id, number)."""
    infinitive: bool = False
    line: int = 0
    parts: tuple[Token | Noun, ...] = ()
    """For ``asks``: what fills the question."""
    codes: tuple[Code, ...] = ()


class Noun(NamedTuple):
    """A noun with its number and adjectives: ``2 protected red meeples``, ``6 of 9 tiles``."""

    role: str
    """"" for what no language has a word for."""
    ident: str
    number: str
    total: str
    adjectives: tuple[Token, ...]
    several: bool
    """Whether it is plural without a number, as after "any"."""
    line: int = 0


Said = Token | Noun


class Line(NamedTuple):
    """One line of the formatted text: a statement, or part of one that is written in several."""

    form: str
    said: list[Said]


def amount(digits: str) -> int:
    """A written number as far as agreement needs it, however long it is."""
    return int(digits[:DIGITS])


def bare(said: Said) -> tuple[object, ...]:
    """What is said, for comparing: no places in the text, quotes of a name left aside."""
    if isinstance(said, Noun):
        return (said.role, said.ident, said.number, said.total, *map(bare, said.adjectives), said.several)
    role = "own" if said.role == "string" else said.role
    return (role, said.value, said.like, said.infinitive, *map(bare, said.parts), *said.codes)

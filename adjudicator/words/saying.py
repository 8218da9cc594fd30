"""Lines of the language put together of typed pieces: what a writer says, and nothing of how it is spelt.

Whoever writes a line decides what it says; colons, order, agreement, quotes and gaps are the printer's (`wording`).

    said(things("large-meeple", 2, "red"), "on", place("city N at (0,0)"))
    about(feature("city", "T"), [[flag("complete", "kind", "city")], [things("tile", 5)]])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from adjudicator.words.tokens import Noun, Said, Token
from adjudicator.words.vocabulary import vocabulary

NOUN_ROLES = ("figure", "unit", "kind", "symbol", "name")
"""Where what is counted is looked up, first hit wins."""
WORD_ROLES = (
    "figure", "kind", "unit", "colour", "name", "flag", "symbol", "keyword", "topic", "verb", "effect", "side",
)  # fmt: skip
"""Where any word is looked up: the nouns first."""
COMMA = Token("comma", "")
COLON = Token("colon", "")

_PLACE = re.compile(r"([a-z-]+)(?: ([A-Z]+))? at \((-?\d+),(-?\d+)\)")
"""How the board calls a feature that was given no name."""


Part = str | int | Said | Iterable[Said]
"""What a line is made of: a word of the language itself by its id, a number, a piece, or several pieces."""


def said(*parts: Part) -> list[Said]:
    """The parts of a line in a row."""
    found: list[Said] = []
    for part in parts:
        if isinstance(part, str):
            found.append(Token("keyword", part))
        elif isinstance(part, int):
            found.append(Token("number", str(part)))
        elif isinstance(part, Token | Noun):
            found.append(part)
        else:
            found += part
    return found


def joined(several: Iterable[Iterable[Said]], between: Said | str = COMMA) -> list[Said]:
    """Several things with a mark or a word of the language (``and``, ``or``) between them."""
    found: list[Said] = []
    for one in several:
        found = said(found, between, one) if found else said(one)
    return found


def about(head: Iterable[Said], clauses: Sequence[Iterable[Said]]) -> list[Said]:
    """What is said of something: ``city T: complete, 5 tiles``; its head alone where nothing is."""
    return said(head, COLON, joined(clauses)) if clauses else said(head)


def apart(line: Iterable[Said]) -> tuple[list[Said], list[list[Said]]]:
    """What `about` puts together, taken apart: its head, and the clauses behind the colon."""
    parts: list[list[Said]] = [[]]
    for one in line:
        if one.role in (COLON.role, COMMA.role):
            parts.append([])
        else:
            parts[-1].append(one)
    return parts[0], parts[1:]


# ---- words
def word(ident: str, *roles: str) -> Token:
    """A word by its id, of the first of `roles` that has it; what no language has a word for stands as it is."""
    return Token(_role(roles or WORD_ROLES, ident) or "text", ident)


def verb(ident: str, infinitive: bool = False) -> Token:
    """A verb in the third person, or as behind "may"."""
    return Token("verb", ident, infinitive=infinitive)


def own(name: str) -> Token:
    """A name that somebody gave, in quotes where it could be read as something else."""
    return Token("own", name)


def text(written: str) -> Token:
    """What is spelt alike in every language: the id of a tile, the name of a rule switch."""
    return Token("text", written)


def string(written: str) -> Token:
    """A text in quotes."""
    return Token("string", written)


def player(colour: str) -> Token:
    """A player."""
    return word(colour, "colour")


def flag(ident: str, role: str = "", noun: str = "") -> Token:
    """A state that stands apart from the noun it agrees with."""
    return Token("flag", ident, (role, noun, 1))


# ---- nouns
def things(noun: str, number: int | None = None, colour: str = "", states: Iterable[str] = ()) -> Noun:
    """A noun by its id, ``2 protected red meeples``: a figure, something counted, or a kind of feature."""
    return _noun(NOUN_ROLES, noun, number, colour, states)


def kind(ident: str, number: int | None = None, states: Iterable[str] = ()) -> Noun:
    """Features of a kind: ``2 complete cities``."""
    return _noun(("kind",), ident, number, "", states)


def _noun(roles: Iterable[str], noun: str, number: int | None, colour: str, states: Iterable[str]) -> Noun:
    shades = (*(Token("flag", one) for one in states), *([player(colour)] if colour else ()))
    return Noun(_role(roles, noun), noun, "" if number is None else str(number), "", shades, False)


def _role(roles: Iterable[str], ident: str) -> str:
    """The first of `roles` in which there is such a word, else ""."""
    has = vocabulary().has
    for role in roles:
        if has(role, ident):
            return role
    return ""


def carrying(figure: Noun, marks: Iterable[tuple[str, int]]) -> list[Said]:
    """A figure with how it stands and what it carries, 0 of a state that it has not: ``red meeple with 2 ghosts``."""
    states: list[Token] = []
    behind: list[Said] = []
    carried: list[list[Said]] = []
    for mark, number in marks:
        laid = mark.removeprefix("as-")
        if vocabulary().has("flag", mark):
            if number:
                states.append(Token("flag", mark))
            else:
                behind += said("not", flag(mark, figure.role, figure.ident))
        elif laid != mark and vocabulary().has("figure", laid):
            behind += said(*([] if number else ["not"]), "as", things(laid))
        else:
            carried.append([things(mark, number)])
    whole = said(figure._replace(adjectives=(*states, *figure.adjectives)), behind)
    return said(whole, "with", joined(carried, Token("keyword", "and"))) if carried else whole


# ---- places
def square(x: int, y: int) -> Token:
    """A square."""
    return Token("coord", f"({x},{y})")


def tile(name: str, turns: int = 0) -> list[Said]:
    """A tile by its id, and how often it is turned by a quarter."""
    return [Token("tile", name), *([Token("turned", f"@{90 * turns}")] if turns else [])]


def place(ident: str, whole: bool = True) -> list[Said]:
    """A feature by the name it was given, or by its place on the board: ``city N at (0,0)``; without the square where
    it is not wanted `whole`.
    """
    match = _PLACE.fullmatch(ident)
    if match is None and "-" in ident and vocabulary().has("name", ident):
        return [word(ident, "name")]  # a place of the game
    if match is None:
        return [Token("place", ident)]
    named, side, x, y = match.groups()
    there = said(kind(named), *([word(side, "side")] if side else []))
    return said(there, "at", square(int(x), int(y))) if whole else there


def placed(ident: str) -> str:
    """The kind of a feature that is called by its place on the board, "" for one with a name."""
    match = _PLACE.fullmatch(ident)
    return match[1] if match else ""


def feature(sort: str, name: str) -> list[Said]:
    """A feature by kind and name."""
    return [kind(sort), own(name)]


def naming(name: str, ident: str) -> list[Said]:
    """The line that gives a name to what the board shows."""
    return said("named", own(name), Token("equals", ""), place(ident))

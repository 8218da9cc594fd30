"""Figures as they stand on the table: a shape for each kind, the colour of the player, and that colour's letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from adjudicator.draw import pen
from adjudicator.draw.shapes import Figure, figure
from adjudicator.model.position import Occupant
from adjudicator.words.lexicon import fold
from adjudicator.words.say import Speech
from adjudicator.words.vocabulary import vocabulary

FILLS = {
    "red": "#d93a34", "blue": "#2f73d2", "green": "#2f9e4a", "yellow": "#f5cb25", "black": "#2d2b2b", "grey": "#9ba1a8",
    "pink": "#f293b8", "purple": "#8f4bb0", "orange": "#f08a24", "white": "#ffffff", "brown": "#8c5c36",
}  # fmt: skip
"""The colours of the players."""
NOBODY = "#d8c9a0"
DARK = frozenset(("red", "blue", "green", "black", "purple", "brown"))
"""Colours on which a letter is white."""

SIZE = 1.0
"""How large a meeple is beside its shape."""
REACH = 10.0
"""How far a figure reaches from its middle."""


class Badge(NamedTuple):
    """What a figure carries, shown at its shoulder."""

    ident: str
    number: int


def letters(speech: Speech) -> Mapping[str, str]:
    """A letter for every colour, in the reader's language: the first of its word that no colour before it has taken."""
    taken: dict[str, str] = {}
    for colour in vocabulary().ids("colour"):
        word = fold(speech.colour(colour)).upper()
        spare = (
            sign for sign in (*word, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if sign.isalpha() and sign not in taken.values()
        )
        taken[colour] = next(spare)
    return taken


def shape(ident: str) -> Figure:
    """The shape of a figure; one that nobody has drawn is a disc with its first letter."""
    return figure(ident) or Figure("M-9,0C-9,-12 9,-12 9,0C9,12 -9,12 -9,0Z")


def name(ident: str, owner: str) -> str:
    """The id of the definition of a figure."""
    return f"f-{ident}-{owner or 'nobody'}"


def defined(ident: str, owner: str, letter: str) -> pen.Element:
    """A figure of a player, or of nobody, to be used by its id, with its middle at (0,0)."""
    look = shape(ident)
    fill = FILLS.get(owner) or look.fill or NOBODY
    light = owner in DARK
    parts = [
        pen.path(look.path, fill=fill, stroke="#ffffff", stroke_width="4.5", stroke_linejoin="round"),
        pen.path(look.path, fill=fill, stroke=pen.INK, stroke_width="1.3", stroke_linejoin="round"),
    ]
    if look.line:
        parts.append(pen.stroke(look.line, "#ffffff" if light else pen.INK, 1.3, stroke_linecap="round"))
    said = letter if owner else ("" if figure(ident) else ident[:1].upper())
    if said:
        # The halo keeps the letter apart from lines that the shape has of its own.
        halo = {"stroke": fill, "stroke_width": "2.4", "paint_order": "stroke"}
        parts.append(
            pen.text(
                said, 0, 5.2, 8.5, text_anchor="middle", font_weight="bold",
                fill="#ffffff" if light else pen.INK, **halo,
            )
        )  # fmt: skip
    return pen.group(parts, name(ident, owner))


def badges(one: Occupant, known: Iterable[str] = ()) -> list[Badge]:
    """What a figure carries, and what it stands as."""
    found = []
    for mark, number in one.marks:
        if number:
            found.append(Badge(mark.removeprefix("as-"), number))
    return found


def badge(one: Badge, x: float, y: float, words: Speech) -> tuple[pen.Element, str]:
    """A badge, and the id of the sign it uses; where there is no such sign, the first letters of the word."""
    parts: list[pen.Element] = [
        pen.circle(x, y, 6.5, fill="#ffffff", stroke=pen.INK, stroke_width=0.8),
        pen.use(f"s-{one.ident}", x, y, 0.42),
    ]
    if one.number > 1 or vocabulary().has("unit", one.ident):
        parts.append(pen.circle(x + 7, y - 4, 4.6, fill=pen.INK))
        parts.append(
            pen.text(
                str(one.number), x + 7, y - 1.4, 7, text_anchor="middle", fill="#ffffff",
                font_weight="bold",
            )
        )  # fmt: skip
    return pen.group(parts), one.ident


def drawn(one: Occupant, x: float, y: float, speech: Speech, scale: float = 1.0) -> tuple[list[pen.Element], list[str]]:
    """A figure that stands with its middle at (x, y) and what it carries; the ids of the signs that are used."""
    size = shape(one.figure).scale * SIZE * scale
    elements = [pen.use(name(one.figure, one.owner), x, y, round(size, 2))]
    signs = []
    for number, carried in enumerate(badges(one)):
        element, sign = badge(carried, x + 9 * size, y - (9 - 12 * number) * size, speech)
        elements.append(element)
        signs.append(sign)
    return elements, signs

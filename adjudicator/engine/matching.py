"""Telling whether two items are the same, and what the items of an expectation mean in a position."""

from __future__ import annotations

from typing import Any

from adjudicator.binding.called import spellings
from adjudicator.binding.items import Mention
from adjudicator.binding.reader import unknown_name
from adjudicator.engine.pointing import marks_item
from adjudicator.engine.state import State
from adjudicator.model.ruling import Item

NUMBERED = ("tile", "point", "score")
"""What a bare number in an answer may be a number of."""


def in_place(item: Item, state: State) -> Item:
    """An item as a text writes it, with each figure told as answers tell it from its like where it stands."""
    if item.kind == "either":
        return Item.either(*(in_place(one, state) for one in item.parts))
    if item.kind == "move":
        return Item.move(item.parts[0], *(in_place(p, state) if isinstance(p, Item) else p for p in item.parts[1:]))
    return _figure(item, state) if item.kind == "figure" and len(item.parts) > 3 and item.parts[2] else item


def _figure(item: Item, state: State) -> Item:
    """A figure where it stands, with what tells it from its like there, as answers name it; with all that the text
    says where no such figure is there."""
    colour, figure, place, said = item.parts
    there = state.feature(place).occupants
    like = [o for o in there if o.figure == figure and colour in ("", o.owner)]
    found = next((o for o in like if all(o.mark(mark) == number for mark, number in said)), None)
    if found is None:
        return item
    marks = marks_item(found, there)
    return Item.figure(colour, figure, place, marks.parts if marks is not None else ())


def same(given: Item, expected: Item, owner: str | None = None) -> bool:
    """Whether an item of an answer is the one expected; a colour that the expected one leaves out matters not.

    What the answer tells without a colour is the `owner`'s, "" for nobody's; any colour will do where that is None.
    """
    if given.kind == expected.kind == "either":
        return all(any(same(g, e, owner) for e in expected.parts) for g in given.parts) and all(
            any(same(g, e, owner) for g in given.parts) for e in expected.parts
        )
    if expected.kind == "either":
        return any(same(given, one, owner) for one in expected.parts)
    if given.kind == "count" and expected.kind == "count":
        number, colour, noun = given.parts
        wanted, shade, name = expected.parts
        return bool(number == wanted and noun == name and _coloured(colour, shade, owner))
    if given.kind == "number" and expected.kind == "count":
        return bool(given.parts[0] == expected.parts[0] and not expected.parts[1] and expected.parts[2] in NUMBERED)
    if given.kind == "move" and expected.kind == "move":
        return given.parts[0] == expected.parts[0] and _deed_same(given.parts[1:], expected.parts[1:], owner)
    if given.kind == "move" and given.parts[1:] and expected.kind in ("placement", "feature", "cell"):
        return any(same(p, expected, owner) for p in given.items)
    if given.kind == "placement" and expected.kind == "cell":
        return bool(given.parts[2:] == expected.parts)
    if given.kind == "figure" and expected.kind == "figure":
        colour, noun, place, *marks = given.parts
        shade, name, there, *wanted = expected.parts
        alike = bool(noun == name and place == there and _coloured(colour, shade, owner))
        return alike and {*(wanted[0] if wanted else ())} <= {*(marks[0] if marks else ())}
    if expected.kind == "count" and given.kind == "figure":
        number, shade, name = expected.parts
        return bool(number == 1 and name == given.parts[1] and _coloured(given.parts[0], shade, owner))
    if expected.kind == "count" and given.kind == "word":
        return bool(expected.parts == (1, "", given.parts[0]))
    if expected.kind == "word" and given.kind == "feature":
        return given.parts[0] in spellings(expected.parts[0])
    return given == expected


def _coloured(colour: str, expected: str, owner: str | None) -> bool:
    """Whether what an answer tells with a `colour`, or without one as its `owner`'s, has that which is expected."""
    return not expected or (colour or (expected if owner is None else owner)) == expected


def _deed_same(given: tuple[Any, ...], expected: tuple[Any, ...], owner: str | None) -> bool:
    """Whether two moves are the same; what a figure carries and by what means it goes matter only where both say it."""
    named = {part.parts[0] for part in expected if isinstance(part, Item) and part.kind == "word"}
    given = tuple(Item.word(means) if (means := _means(part)) in named else part for part in given)
    if len(given) != len(expected):
        given, expected = _without_carried(given), _without_carried(expected)
    return _parts_same(given, expected, owner)


def _means(part: Any) -> str:
    """The id of the means that a part of a move tells, as ``by festival`` does; "" for any other part."""
    said = part.parts[-1] if isinstance(part, Item) and part.kind == "text" and part.parts else None
    return said.parts[-1] if isinstance(said, Item) and said.kind == "noun" else ""


def _without_carried(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part for part in parts if not (isinstance(part, Item) and part.kind in ("text", "marks")))


def _parts_same(given: tuple[Any, ...], expected: tuple[Any, ...], owner: str | None) -> bool:
    return len(given) == len(expected) and all(
        same(g, e, owner) if isinstance(g, Item) and isinstance(e, Item) else g == e
        for g, e in zip(given, expected, strict=True)
    )


def mentions(item: Item, said: Mention, state: State) -> bool:
    """Whether a move uses the figure, feature or tile that is `said`; True for words that name none. Raises Mistake."""
    parts = item.items
    if any(p.kind == "placement" for p in parts):
        return True  # the tile has been read already
    if said.figure:
        return any(p.kind == "count" and p.parts[2] == said.figure for p in parts)
    if said.name:
        ident = state.known_name(said.name)
        if ident is not None:
            return any(p.kind == "feature" and p.parts[0] == ident for p in parts)
        raise unknown_name(said.name, said.span, state.features)
    return True

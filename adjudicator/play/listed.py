"""Whether the things an answer lists are those that were expected."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from adjudicator.binding.items import in_position
from adjudicator.engine.matching import in_place, same
from adjudicator.engine.state import State
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Expect

NONE = Item.word("none")
Same = Callable[[Item, Item], bool]
"""Whether an item of an answer is the one expected."""


def as_listed(expect: Expect, found: Ruling, state: State, owner: str = "") -> bool:
    """Whether the ruling `found` lists what `expect` does, in the way that it says. Raises Mistake.

    What it lists without a colour is the `owner`'s.
    """
    one_of = partial(same, owner=owner)
    kind = expect.kind
    if kind in ("open", "disputed", "possible"):
        return found.verdict in (("open", "disputed") if kind == "possible" else (kind,)) and (
            not (expect.points or expect.verdicts or expect.items) or _possible(expect, found, state, one_of)
        )
    if kind == "one-of" and not expect.items:
        return bool(found.possible) and _possible(expect, found, state, one_of)
    items = [_meant(item, state) for item in expect.items]
    if found.verdict not in ("options", "scored"):
        return False
    found = found._replace(options=tuple(_with_names(item, state) for item in found.options))
    if kind == "in-order":
        return len(items) == len(found.options) and all(map(one_of, found.options, items))
    if kind == "one-of":
        listed = zip(expect.items, items, strict=True)  # a word of several meanings is one choice, `A or B` are two
        several = [_choices([meant]) if item.kind == "either" else [meant] for item, meant in listed]
        return found.choice and _same_set(found.options, [one for some in several for one in some], one_of)
    if kind == "exactly":
        return _same_set(found.options, items, one_of)
    if kind == "including":
        return all(any(one_of(o, i) for o in found.options) for i in items)
    return _items_met(found, items, one_of)


def _meant(item: Item, state: State) -> Item:
    """What an item of an expectation means here. Raises Mistake."""
    return in_place(in_position(item, state), state)


def _possible(expect: Expect, found: Ruling, state: State, one_of: Same) -> bool:
    """Whether the outcomes of an open question are those that are named, no more and no fewer.

    ``2 or 3`` of a number, ``red 2 or 3, blue 5`` or ``red 2, red 3`` of points, ``yes or no``; of what is listed,
    every outcome is named by one thing in it.
    """
    met = all({one.points.get(p, 0) for one in found.possible} == {*wanted} for p, wanted in expect.points)
    if expect.verdicts:
        return met and {*expect.verdicts} == {one.verdict for one in found.possible}
    if not expect.items:
        return met
    items = _choices([_meant(item, state) for item in expect.items])
    if all(item.kind == "number" for item in items):
        return met and {item.parts[0] for item in items} == {item.parts[0] for item in found.options}
    listed = [tuple(_with_names(item, state) for item in one.options) for one in found.possible]
    if (NONE in items) != (() in listed):  # one of the outcomes lists nothing
        return False
    items = [item for item in items if item != NONE]
    return (
        met
        and all(any(one_of(given, item) for options in listed for given in options) for item in items)
        and all(any(one_of(given, item) for given in options for item in items) for options in listed if options)
    )


def _with_names(item: Item, state: State) -> Item:
    """`item` with the features of the board, told by one of their places, under their own names."""
    if item.kind == "feature":
        return Item.feature(_own_name(item.parts[0], state))
    if item.kind == "figure" and item.parts[2]:
        colour, figure, place, *marks = item.parts
        return Item("figure", (colour, figure, _own_name(place, state), *marks))
    if item.kind in ("move", "either"):
        return Item(
            item.kind, tuple(_with_names(part, state) if isinstance(part, Item) else part for part in item.parts)
        )
    return item


def _own_name(ident: str, state: State) -> str:
    """The id of the feature that has a place by this id."""
    if not state.has_board or ident in state.features:
        return ident
    try:
        return state.feature(ident).id
    except LookupError:  # a place off all tiles, in which nobody has stood yet
        return ident


def _choices(items: list[Item]) -> list[Item]:
    return [one for item in items for one in (item.parts if item.kind == "either" else (item,))]


def _same_set(given: tuple[Item, ...], expected: list[Item], one_of: Same) -> bool:
    return all(any(one_of(g, e) for e in expected) for g in given) and all(
        any(one_of(g, e) for g in given) for e in expected
    )


def _items_met(found: Ruling, items: list[Item], one_of: Same) -> bool:
    """``9`` and ``blue`` must be the answer; of ``2 red meeples, 1 ghost`` each must be in it, and none means 0."""
    for item in items:
        if any(one_of(given, item) and _unit_fits(found, given, item) for given in found.options):
            continue
        if item.kind == "count" and item.parts[0] == 0 and not _counts(found, item):
            continue
        number = item.kind == "number" or (item.kind == "count" and item.parts[1:] == ("", "point"))
        if number and len(found.points) == 1 and [*found.points.values()] == [item.parts[0]]:
            continue
        return False
    return bool(items) and (items[0].kind == "count" or len(items) >= len(found.options))


def _unit_fits(found: Ruling, given: Item, item: Item) -> bool:
    """Whether a bare number is one of what is expected: of tiles where tiles are asked for, else of points."""
    return given.kind != "number" or item.kind != "count" or (item.parts[2] == "tile") == (found.topic == "tiles")


def _counts(found: Ruling, item: Item) -> bool:
    return any(
        o.kind == "count" and o.parts[2] == item.parts[2] and (not item.parts[1] or o.parts[1] == item.parts[1])
        for o in found.options
    )

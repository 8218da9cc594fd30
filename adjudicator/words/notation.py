"""Items and answers as pieces of the language, for whoever prints them: as they are typed, or inside a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.model.ruling import Item, Missing, Ruling
from adjudicator.words.lexicon import is_name
from adjudicator.words.saying import (
    carrying,
    joined,
    own,
    place,
    player,
    said,
    square,
    text,
    things,
    tile,
    verb,
    word,
)
from adjudicator.words.tokens import Said, Token
from adjudicator.words.vocabulary import vocabulary

_AT = {"cell": "at", "corner": "on"}
_TOWARDS = {"moves": "to", "places": "in"}
"""The little word between what a verb takes and a feature, where it is not "on"."""


def item(one: Item) -> list[Said]:
    """One Item as the language writes it."""
    kind, parts = one.kind, one.parts
    if kind == "count":
        return [things(parts[2], parts[0], parts[1])]
    if kind == "player":
        return [player(str(parts[0]))]
    if kind == "word":
        return [word(str(parts[0]))]
    if kind == "noun":
        return [word(parts[1], parts[0])]
    if kind == "expansion":
        return [Token("title", str(parts[0]))]
    if kind == "figure":
        return _figure(*parts)
    if kind == "cell":
        return [square(*parts)]
    if kind == "corner":
        return said("corner", square(*parts))
    if kind == "placement":
        return said(tile(*parts[:2]), "at", square(*parts[2:]))
    if kind == "copies":
        return said(parts[0], tile(parts[1]))
    if kind == "either":
        return joined(map(item, parts), Token("keyword", "or"))
    if kind == "move":
        return move(parts)
    return said(*(_value(part) for part in parts))


def _value(value: Any) -> list[Said]:
    """One value of a record."""
    if isinstance(value, Item):
        return item(value)
    if isinstance(value, str):
        return place(value)
    if isinstance(value, (tuple, list, set, frozenset)):
        return joined(map(_value, value))
    if isinstance(value, bool):
        return said("yes" if value else "no")
    return [text(str(value))]


def _figure(colour: str, figure: str, feature: str = "", marks: Iterable[tuple[str, int]] = ()) -> list[Said]:
    whole = carrying(things(figure, None, colour), marks)
    return said(whole, "on", place(feature)) if feature else whole


def move(parts: tuple[Any, ...]) -> list[Said]:
    """A move, its verb as behind "may"."""
    ident, rest = str(parts[0]), parts[1:]
    found: list[Said] = [verb(ident, True) if vocabulary().has("verb", ident) else word(ident)]
    thing = placed = with_figure = False
    for index, part in enumerate(rest):
        if isinstance(part, Item) and part.kind == "marks":
            continue  # said with its figure
        carried = next((p.parts for p in rest[index + 1 : index + 2] if isinstance(p, Item) and p.kind == "marks"), ())
        somewhere = isinstance(part, Item) and part.kind in ("feature", "corner", "cell")
        beside = thing and not placed and isinstance(part, Item) and part.kind == "count" and ident == "moves"
        if (somewhere and placed) or beside:
            found += said("to")
        elif somewhere and thing:
            way = _TOWARDS.get(ident, "on") if not with_figure else "on"
            found += said("to" if part.kind == "cell" and ident == "moves" else _AT.get(part.kind, way))
        elif index and _is_placement(part) and _is_placement(rest[index - 1]):
            found += said("and")  # the halves of one tile
        with_figure = with_figure or beside
        thing, placed = True, placed or somewhere
        if isinstance(part, Item) and part.kind == "count" and part.parts[0] == 1:
            found += _figure(part.parts[1], part.parts[2], "", carried)
        else:
            found += _value(part)
    return found


def _is_placement(part: Any) -> bool:
    return isinstance(part, Item) and part.kind == "placement"


def _asked(one: Missing) -> list[Said]:
    """A fact that is asked for, and the name it is asked for where that is one word."""
    whose = said("for", own(one.whose)) if is_name(one.whose) else []
    return [Token("text", one.phrase), *whose]


def expectation(found: Ruling) -> list[Said]:
    """An answer in the words of an expectation: ``red 12, black 0``, ``exactly Toulouse, M``."""
    if found.verdict == "undetermined":
        return said("asks", joined(dict.fromkeys(tuple(_asked(one)) for one in found.missing)))
    if found.possible:
        return said(found.verdict, _possible(found))
    if found.verdict not in ("scored", "options"):
        return said(found.verdict)
    if found.verdict == "scored":
        return joined(said(player(who), number) for who, number in found.points.items()) or said("nobody")
    if not found.options:
        return said("none")
    listed = joined(map(item, found.options))
    if found.choice:
        return said("one_of", listed)
    if found.ordered:
        return said("in_order", listed)
    return listed if all(one.kind in ("number", "count") for one in found.options) else said("exactly", listed)


def _possible(found: Ruling) -> list[Said]:
    """The outcomes of an open question: ``2 or 3``, ``red 2 or 3, blue 5``, ``yes or no``."""
    either = Token("keyword", "or")
    if found.options:
        *several, last = map(item, found.options)
        return said(joined(several), "or", last) if several else last
    if all(one.verdict == "scored" for one in found.possible):
        players = dict.fromkeys(who for one in found.possible for who in one.points)
        numbers = {who: sorted({one.points.get(who, 0) for one in found.possible}) for who in players}
        return joined(said(player(who), joined(map(said, some), either)) for who, some in numbers.items())
    if all(one.verdict in ("yes", "no") for one in found.possible):
        return joined(map(said, dict.fromkeys(one.verdict for one in found.possible)), either)
    return []

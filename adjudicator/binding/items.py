"""Items of an answer as a text writes them: what an expectation lists, and what a question mentions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from adjudicator.binding.reader import FigurePhrase, Reader, counted
from adjudicator.binding.tiles import TileNames
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.fold import fold
from adjudicator.words.lexicon import lexicon

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face


class Names(Protocol):
    """Who knows what the names in a text stand for, such as a position."""

    tiles: TileNames

    def resolve(self, ref: Ref, /) -> str:
        """The id of the feature that is pointed at. Raises Mistake."""

    def known_name(self, name: str, /) -> str | None:
        """The id of the feature that goes by a name; None for no such name."""


def read_item(words: Sequence[Word], names: Names, lang: str) -> Item:
    """The item that the words of one clause mean here. Raises Mistake."""
    reader = Reader(words, lang)
    first = read_one(reader, names)
    choices = [first]
    while reader.keyword("or"):
        choices.append(read_one(reader, names))
    reader.end("comma")
    return first if len(choices) == 1 else Item.either(*choices)


def read_one(reader: Reader, names: Names) -> Item:
    """One item, taken from the reader. Raises Mistake."""
    start = reader.at
    found = counted(reader)
    if isinstance(found, FigurePhrase):
        if found.counted and (found.place is not None or found.marks):  # answers count figures, or tell them apart
            reader.at = start
            reader.fail("figure", ("figure",))
        if found.place is not None or found.marks:
            place = names.resolve(found.place) if found.place is not None else ""
            return Item.figure(found.colour, found.figure, place, found.marks)
        return Item.count(found.number, found.colour, found.figure)
    if isinstance(found, Item):
        return found
    if reader.peek("verb"):
        word = reader.next
        if len(reader.words) == 1 and word is not None:  # a word alone, whatever it is: "score", "places"
            reader.at += 1
            meanings = tuple(Item.word(i) for i in dict.fromkeys(ident for _, ident in word.roles))
            return meanings[0] if len(meanings) == 1 else Item.either(*meanings)
        return _move(reader, names)
    if reader.peek("keyword") == "corner":
        reader.at += 1
        cell = reader.coord()
        if cell is None:
            reader.fail("coord")
        return Item.corner(cell)
    cell = reader.coord()
    if cell is not None:
        return Item.cell(cell)
    word = reader.next
    colour = reader.role("colour")
    if colour is not None:
        named = word is not None and not (word.type != "STRING" and ("colour", colour) in _meanings(reader, word))
        ident = names.known_name(word.text) if named and word is not None else None
        # A player and a feature of one name: the answer lists either players or features.
        return Item.player(colour) if ident is None else Item.either(Item.player(colour), Item.feature(ident))
    placement = _placement(reader, names)
    if placement is not None:
        return placement
    if reader.peek("kind") is None:
        word = reader.next
        for role in ("topic", "name", "unit", "figure", "flag"):
            ident = reader.role(role)
            if ident is not None:
                return Item.word(ident)
        if word is not None and reader.keyword("nothing", "draw", "none"):
            return Item.word(word.id("keyword") or word.text)
    return Item.feature(names.resolve(reader.ref()))


def _meanings(reader: Reader, word: Word) -> tuple[tuple[str, str], ...]:
    return lexicon(reader.lang).phrases.get(fold(word.text), ())


def _placement(reader: Reader, names: Names) -> Item | None:
    """``V@90 at (1,0)``: a tile name with a square behind it."""
    words, at = reader.words, reader.at
    ahead = at + 1
    if ahead < len(words) and words[ahead].type == "TURNED":
        ahead += 1
    if ahead < len(words) and words[ahead].id("keyword") == "at":
        ahead += 1
    elif ahead == at + 1:
        return None
    if ahead >= len(words) or words[ahead].type != "COORD" or (words[at].roles and words[at].id("kind")):
        return None
    face, turns, _ = names.tiles.read(reader)
    reader.keyword("at")
    cell = reader.coord()
    if cell is None:
        reader.fail("coord")
    return placement(face, turns or 0, cell[0], cell[1])


def placement(face: Face, turns: int, x: int, y: int) -> Item:
    """The item of a tile on a square, turned no further than it must be to look the same."""
    lowest = turns
    if turns not in face.distinct_turns:
        from adjudicator.geometry.face import looks

        look = looks(face, turns)
        lowest = next((t for t in face.distinct_turns if looks(face, t) == look), turns)
    name = face.letter if face.letter and not face.garden else face.id
    return Item.placement(name, lowest, x, y)


def _move(reader: Reader, names: Names) -> Item:
    """``puts meeple on R1``: a verb with what it is done to and where."""
    verb = reader.role("verb") or ""
    parts: list[Item] = []
    while not reader.done and reader.peek("keyword") != "or":
        if reader.keyword("on", "in", "at", "to", "by", "from"):
            continue
        if parts and parts[-1].kind == "placement" and reader.keyword("and"):
            continue  # the halves of one tile
        if reader.keyword("nothing"):
            parts.append(Item.word("nothing"))
            continue
        own = reader.peek("kind") if verb == "places" else None
        if own is not None and not parts:  # a tile that is not drawn goes by its building
            reader.at += 1
            parts.append(Item.count(1, "", own))
            continue
        thing = reader.peek("unit") if verb == "puts" and not parts else None
        if thing is not None:
            reader.at += 1
            parts.append(Item.count(1, "", thing))
            continue
        figure = reader.figure()
        if figure is not None and figure.cell is not None:
            reader.at -= 1
            reader.fail("place")
        if figure is not None:
            parts.append(Item.count(figure.number, figure.colour, figure.figure))
            parts += [Item.marks(*figure.marks)] if figure.marks else []
            if figure.place is not None:
                parts.append(Item.feature(names.resolve(figure.place)))
            continue
        parts.append(read_one(reader, names))
    return Item.move(verb, *parts) if parts else Item.word(verb)


class Mention(NamedTuple):
    """A word of a question for choices that narrows down what is listed."""

    figure: str
    """The id of the figure that it names; "" for none."""
    name: str
    """The name that it is; "" for a word of the language."""
    span: Span


def mention(word: Word) -> Mention:
    """What a word mentions."""
    plain = not word.roles and word.type in ("ATOM", "STRING")
    return Mention(word.id("figure") or "", word.text if plain else "", word.span)

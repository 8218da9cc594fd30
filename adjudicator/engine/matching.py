"""Reading the items of an expectation, and telling whether two items are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.binding.reader import FigurePhrase, Reader, counted, unknown_name
from adjudicator.engine.pointing import marks_item
from adjudicator.engine.state import State
from adjudicator.model.ruling import Item
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import fold, lexicon

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face


NUMBERED = ("tile", "point", "score")
"""What a bare number in an answer may be a number of."""


def read_item(words: list[Word], state: State, lang: str) -> Item:
    """The item that the words of one clause mean here. Raises Mistake."""
    reader = Reader(words, lang)
    first = read_one(reader, state)
    choices = [first]
    while reader.keyword("or"):
        choices.append(read_one(reader, state))
    reader.end("comma")
    return first if len(choices) == 1 else Item.either(*choices)


def read_one(reader: Reader, state: State) -> Item:
    """One item, taken from the reader. Raises Mistake."""
    start = reader.at
    found = counted(reader)
    if isinstance(found, FigurePhrase):
        if found.counted and (found.place is not None or found.marks):  # answers count figures, or tell them apart
            reader.at = start
            reader.fail("figure", ("figure",))
        if found.place is not None:
            return _figure(found, state.resolve(found.place), state)
        if found.marks:
            return Item.figure(found.colour, found.figure, "", found.marks)
        return Item.count(found.number, found.colour, found.figure)
    if isinstance(found, Item):
        return found
    if reader.peek("verb"):
        word = reader.next
        if len(reader.words) == 1 and word is not None:  # a word alone, whatever it is: "score", "places"
            reader.at += 1
            meanings = tuple(Item.word(i) for i in dict.fromkeys(ident for _, ident in word.roles))
            return meanings[0] if len(meanings) == 1 else Item.either(*meanings)
        return _move(reader, state)
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
        ident = state.known_name(word.text) if named and word is not None else None
        # A player and a feature of one name: the answer lists either players or features.
        return Item.player(colour) if ident is None else Item.either(Item.player(colour), Item.feature(ident))
    placement = _placement(reader, state)
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
    return Item.feature(state.resolve(reader.ref()))


def _meanings(reader: Reader, word: Word) -> tuple[tuple[str, str], ...]:
    return lexicon(reader.lang).phrases.get(fold(word.text), ())


def _placement(reader: Reader, state: State) -> Item | None:
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
    face, turns, _ = state.tiles.read(reader)
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


def _move(reader: Reader, state: State) -> Item:
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
                parts.append(Item.feature(state.resolve(figure.place)))
            continue
        parts.append(read_one(reader, state))
    return Item.move(verb, *parts) if parts else Item.word(verb)


def _figure(phrase: FigurePhrase, place: str, state: State) -> Item:
    """A figure where it stands, with what tells it from its like there, as answers name it; with all that the phrase
    says where no such figure is there."""
    there = state.feature(place).occupants if phrase.marks else ()
    like = [o for o in there if o.figure == phrase.figure and phrase.colour in ("", o.owner)]
    meant = next((o for o in like if all(o.mark(mark) == number for mark, number in phrase.marks)), None)
    if meant is None:
        return Item.figure(phrase.colour, phrase.figure, place, phrase.marks)
    marks = marks_item(meant, there)
    return Item.figure(phrase.colour, phrase.figure, place, marks.parts if marks is not None else ())


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
        return any(isinstance(p, Item) and same(p, expected, owner) for p in given.parts[1:])
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
        return given.parts[0] in _called(expected.parts[0])
    return given == expected


def _coloured(colour: str, expected: str, owner: str | None) -> bool:
    """Whether what an answer tells with a `colour`, or without one as its `owner`'s, has that which is expected."""
    return not expected or (colour or (expected if owner is None else owner)) == expected


def _called(ident: str) -> tuple[str, ...]:
    """What a place that goes by a fixed name is called in any language; () for what is no such name."""
    return tuple(lexicon(lang).say("name", ident) for lang in codes() if lexicon(lang).has("name", ident))


def _deed_same(given: tuple[Any, ...], expected: tuple[Any, ...], owner: str | None) -> bool:
    """Whether two moves are the same; what a figure carries matters only where both say it."""
    if len(given) != len(expected):
        given, expected = _without_carried(given), _without_carried(expected)
    return _parts_same(given, expected, owner)


def _without_carried(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part for part in parts if not (isinstance(part, Item) and part.kind in ("text", "marks")))


def _parts_same(given: tuple[Any, ...], expected: tuple[Any, ...], owner: str | None) -> bool:
    return len(given) == len(expected) and all(
        same(g, e, owner) if isinstance(g, Item) and isinstance(e, Item) else g == e
        for g, e in zip(given, expected, strict=True)
    )


def mentions(item: Item, word: Word, state: State) -> bool:
    """Whether a move uses the figure, feature or tile that `word` names; True for words that name none."""
    figure = word.id("figure")
    parts = [p for p in item.parts if isinstance(p, Item)]
    if any(p.kind == "placement" for p in parts):
        return True  # the tile has been read already
    if figure is not None:
        return any(p.kind == "count" and p.parts[2] == figure for p in parts)
    if not word.roles and word.type in ("ATOM", "STRING"):
        ident = state.known_name(word.text)
        if ident is not None:
            return any(p.kind == "feature" and p.parts[0] == ident for p in parts)
        raise unknown_name(word.text, word.span, state.features)
    return True

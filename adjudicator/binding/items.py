"""Items of an answer as a text writes them: what an expectation lists, and what a question mentions.

They are read in two steps. The first needs no position: it takes every word and notes what it is read as. What stands
for something that only a position knows is an item of a kind of its own:

- ``ref``: a feature, by a `Ref`; a figure has one in the place of its feature
- ``tile``: a tile on a square, by its `TileName`
- ``named``: a player by the name that the text gives, which may be that of a feature as well
- ``meanings``: a word alone that means several things, any of which will do

The second, `in_position`, tells what they mean.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple, NoReturn, Protocol

from adjudicator.binding.reader import OWN_LINE, POINTS, READ, FigurePhrase, Mistake, Reader, counted
from adjudicator.binding.tiles import TileName, TileNames, read_tile_name
from adjudicator.errors import Problem
from adjudicator.geometry.face import Face, looks, name_of
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Move, Ref
from adjudicator.model.span import Span
from adjudicator.syntax.diagnose import stray
from adjudicator.syntax.lexer import Word
from adjudicator.words.fold import fold
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

LITTLE = ("on", "in", "at", "to", "by", "from")
"""Little words inside a move."""
WORDS = ("topic", "name", "unit", "figure", "flag")
"""Roles of the words that an answer may list which is no feature."""
THINGS = (*WORDS, "symbol")
"""The same with what no answer lists and other texts name."""


class Context(NamedTuple):
    """What tells which of its meanings a word that stands alone has, where it is written again."""

    phases: bool = False
    """Whether phases of a turn are asked for, which go by their verbs."""
    in_play: Container[str] = ()
    """The expansions that the text uses."""


ANYWHERE = Context()


# ---- reading
def read_item(words: Sequence[Word], lang: str, context: Context = ANYWHERE) -> Item:
    """The item that the words of one clause say. Raises Mistake."""
    reader = _ItemReader(words, lang)
    first = reader.item()
    choices = [first]
    while reader.keyword("or"):
        choices.append(reader.item())
    if not reader.done:
        reader.stuck()
    if len(words) == 1:
        _choose(words[0], context)
    return Item.either(*choices)


def read_things(words: list[Word], lang: str) -> None:
    """Notes what the words are read as that make no line of their own: a list of things, with little words between."""
    clauses: list[list[Word]] = [[]]
    for word in words:
        if word.type == "_COMMA":
            clauses.append([])
        else:
            clauses[-1].append(word)
    for clause in clauses:
        reader = _ItemReader(clause, lang)
        reader.roles = THINGS
        try:
            while not reader.done:
                if not reader.keyword(*LITTLE, "for", "with", "or", "and"):
                    reader.item()
        except Mistake:
            pass  # a name of several words
        if len(clause) == 1:
            _choose(clause[0], ANYWHERE)


def _choose(word: Word, context: Context) -> None:
    """Notes what a word that stands alone is read as: a verb as a phase of a turn where these are asked for, else as
    what it names besides; a word for things of several expansions as that of one in play.
    """
    verb = word.id("verb")
    named = [one for one in word.roles if one[0] in THINGS]
    if verb is None:
        known = [one for one in named if vocabulary().owner(*one) in context.in_play]
        if len(named) > len(known) == 1:
            word.sense = known[0]
        return
    meant = [(role, ident) for role in THINGS if (ident := word.id(role)) is not None]
    word.sense = meant[0] if meant and not (context.phases and meant[0][0] != "topic") else ("verb", verb)


class _ItemReader(Reader):
    """Takes the items of one clause."""

    __slots__ = ("roles",)

    def __init__(self, words: Sequence[Word], lang: str) -> None:
        super().__init__(words, lang)
        self.roles: Sequence[str] = WORDS
        """Roles of the words that may stand for themselves."""

    def item(self) -> Item:
        """The item that comes next. Raises Mistake."""
        start = self.at
        found = counted(self)
        if isinstance(found, FigurePhrase):
            if found.counted and (found.place is not None or found.marks):  # answers count figures, or tell them apart
                self.at = start
                self.fail("figure", ("figure",))
            self.only_told(found, start)
            if found.place is not None or found.marks:
                marks = (found.marks,) if found.marks else ()
                return Item("figure", (found.colour, found.figure, found.place or "", *marks))
            return self.any_meaning(Item.count(found.number, found.colour, found.figure), found.figure)
        if isinstance(found, Item):
            return found
        if self.peek("verb"):
            return self.move() if len(self.words) > 1 else self.alone()
        if self.keyword("corner"):
            return Item.corner(self.square())
        cell = self.coord()
        if cell is not None:
            return Item.cell(cell)
        word = self.next
        number = self.number(0, POINTS)
        if number is not None:
            return Item("copies", (number, read_tile_name(self)))
        colour = self.role("colour")
        if colour is not None and word is not None:
            said = word.type != "STRING" and ("colour", colour) in lexicon(self.lang).phrases.get(fold(word.text), ())
            return Item.player(colour) if said else Item("named", (colour, word.text))
        return self.placement() or self.word() or Item("ref", (self.ref(),))

    def stuck(self) -> NoReturn:
        """Complains of what no item goes on with; of a misspelt word before it, where one was taken for a name. Raises
        Mistake.
        """
        misspelt = stray(self.words[: self.at], self.lang, READ)
        if misspelt is None:
            self.fail("comma")
        word, meant = misspelt
        raise Mistake(Problem("unknown-feature", word.span, {"word": word.text}, meant))

    def only_told(self, figure: FigurePhrase, start: int) -> None:
        """Refuses what no answer says of a `figure`, whose words begin at `start`: its name, and a square. Raises
        Mistake.
        """
        for at in range(start, self.at) if self.roles is WORDS else ():
            word = self.words[at]
            named = figure.label and word.id("keyword") == "called"
            if named or (word.type == "COORD" and word.value == figure.cell):
                what = (Item("expected", ("comma",)),)
                raise Mistake(Problem("unexpected-word", word.span, {"word": word.text, "expected": what}))

    def word(self) -> Item | None:
        """A word that stands for itself; None where none comes next, or one for a feature."""
        if self.peek("kind") is not None:
            return None
        for role in self.roles:
            ident = self.role(role)
            if ident is not None:
                return self.any_meaning(Item.word(ident), ident)
        keyword = self.keyword("nothing", "draw", "none")
        return Item.word(keyword) if keyword is not None else None

    def any_meaning(self, first: Item, ident: str) -> Item:
        """What the word for `ident` was read as `first`; any of its meanings where it stands alone and names other
        things, too.
        """
        if len(self.words) > 1:
            return first
        others = dict.fromkeys(also for role, also in self.words[0].roles if role in self.roles and also != ident)
        return Item("meanings", (first, *map(Item.word, others))) if others else first

    def alone(self) -> Item:
        """A word alone, whatever it is: "score", "places"."""
        word = self.words[self.at]
        self.at += 1
        meanings = tuple(Item.word(i) for i in dict.fromkeys(ident for _, ident in word.roles))
        return meanings[0] if len(meanings) == 1 else Item("meanings", meanings)

    def square(self) -> Cell:
        """The square that has to come next. Raises Mistake."""
        cell = self.coord()
        if cell is None:
            self.fail("coord")
        return cell

    def placement(self) -> Item | None:
        """``V@90 at (1,0)``: a tile name with a square behind it."""
        words, at = self.words, self.at
        ahead = at + 1
        if ahead < len(words) and words[ahead].type == "TURNED":
            ahead += 1
        if ahead < len(words) and words[ahead].id("keyword") == "at":
            ahead += 1
        elif ahead == at + 1:
            return None
        if ahead >= len(words) or words[ahead].type != "COORD" or (words[at].roles and words[at].id("kind")):
            return None
        tile = read_tile_name(self)
        self.keyword("at")
        return Item("tile", (tile, self.square()))

    def move(self) -> Item:
        """``puts meeple on R1``: a verb with what it is done to and where."""
        verb = self.role("verb") or ""
        parts: list[Item] = []
        while not self.done and self.peek("keyword") != "or":
            if self.keyword(*LITTLE):
                continue
            if parts and parts[-1].kind == "tile" and self.keyword("and"):
                continue  # the halves of one tile
            if self.keyword("nothing"):
                parts.append(Item.word("nothing"))
                continue
            # A tile that is not drawn goes by its building.
            role = {"places": "kind", "puts": "unit"}.get(verb) if not parts else None
            thing = self.role(role) if role is not None else None
            if thing is not None:
                parts.append(Item.count(1, "", thing))
                continue
            start = self.at
            figure = self.figure()
            if figure is not None and figure.cell is not None:
                self.at -= 1
                self.fail("place")
            if figure is not None:
                self.only_told(figure, start)
                parts.append(Item.count(figure.number, figure.colour, figure.figure))
                parts += [Item.marks(*figure.marks)] if figure.marks else []
                parts += [Item("ref", (figure.place,))] if figure.place is not None else []
                continue
            parts.append(self.item())
        return Item.move(verb, *parts) if parts else Item.word(verb)


# ---- in a position
class Names(Protocol):
    """Who knows what the names in a text stand for, such as a position."""

    tiles: TileNames

    def resolve(self, ref: Ref, /) -> str:
        """The id of the feature that is pointed at. Raises Mistake."""

    def known_name(self, name: str, /) -> str | None:
        """The id of the feature that goes by a name; None for no such name."""


def in_position(item: Item, names: Names) -> Item:
    """What an item that was read means in a position. Raises Mistake."""
    kind, parts = item
    if kind == "ref":
        return Item.feature(names.resolve(parts[0]))
    if kind == "tile":
        tile, (x, y) = parts
        face, turns = names.tiles.lying(tile)
        return placement(face, turns or 0, x, y)
    if kind == "copies" and isinstance(parts[1], TileName):
        return Item.copies(parts[0], name_of(names.tiles.lying(parts[1])[0]))
    if kind == "named":
        colour, name = parts
        ident = names.known_name(name)
        # A player and a feature of one name: the answer lists either players or features.
        return Item.player(colour) if ident is None else Item.either(Item.player(colour), Item.feature(ident))
    if kind == "figure":
        colour, figure, place, *marks = parts
        return Item(kind, (colour, figure, names.resolve(place) if isinstance(place, Ref) else place, *marks))
    if kind in ("either", "meanings", "move"):
        inner = tuple(in_position(part, names) if isinstance(part, Item) else part for part in parts)
        return Item("either" if kind == "meanings" else kind, inner)
    return item


def refs(item: Item) -> Iterator[Ref]:
    """The features that an item names, as they are written."""
    for part in item.parts:
        if isinstance(part, Ref):
            yield part
        elif isinstance(part, Item):
            yield from refs(part)


def placement(face: Face, turns: int, x: int, y: int) -> Item:
    """The item of a tile on a square, turned no further than it must be to look the same."""
    lowest = turns
    if turns not in face.distinct_turns:
        look = looks(face, turns)
        lowest = next((t for t in face.distinct_turns if looks(face, t) == look), turns)
    return Item.placement(name_of(face), lowest, x, y)


# ---- what a question mentions
class Mention(NamedTuple):
    """A word of a question for choices that narrows down what is listed."""

    figure: str
    """The id of the figure that it names; "" for none."""
    name: str
    """The name that it is; "" for a word of the language."""
    span: Span


class Wanted(NamedTuple):
    """What a question for choices names besides its verb."""

    places: tuple[Item, ...]
    """Corners, and features by their kind, side and square."""
    mentions: tuple[Mention, ...]
    """Its other words."""


def read_wanted(move: Move, lang: str) -> Wanted:
    """What the words of a question for choices name. Raises Mistake."""
    reader = Reader(move.words, lang, move.span)
    places: list[Item] = []
    mentions: list[Mention] = []
    while not reader.done:
        laid = move.verb == "places"  # what is named is the tile
        if not laid and reader.keyword("corner"):
            cell = reader.coord()
            places += [Item.corner(cell)] if cell is not None else []
        elif not laid and reader.peek("kind") and (reader.at or not reader.peek("unit") or reader.peek("side", 1)):
            # what comes first and has no side is a thing, not where it goes
            places.append(Item("ref", (reader.ref(),)))
        elif not reader.keyword("on", "at", "in", "to"):
            mentions.append(_mention(reader.words[reader.at]))
            reader.at += 1
    return Wanted(tuple(places), tuple(mentions))


def _mention(word: Word) -> Mention:
    """What a word mentions. Raises Mistake for one that begins a line of its own."""
    if word.id("keyword") in OWN_LINE and len(word.roles) == 1:
        raise Mistake(Problem("own-line", word.span, {"word": word.text}))
    plain = not word.roles and word.type in ("ATOM", "STRING")
    return Mention(word.id("figure") or "", word.text if plain else "", word.span)

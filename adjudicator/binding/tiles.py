"""Tile names and tile sentences of a scenario to faces."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem
from adjudicator.geometry.catalogue import Named, refusal
from adjudicator.model.span import NOWHERE, Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import language
from adjudicator.words.lexicon import fold, lexicon

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face

QUARTER = 90
FULL = 360


class TileName(NamedTuple):
    """A tile as a text names it, and how it is turned."""

    ident: str
    """The id of the building by whose word it goes, which it has in any language; else the name as it is written."""
    text: str
    """The name as it is written."""
    span: Span
    degrees: int | None = None
    """By how much it is turned clockwise, as it is written; None where that is not said."""
    turned: str = ""
    """That as it is written."""
    turned_span: Span = NOWHERE


def tile_name(word: Word, turned: Word | None) -> TileName:
    """The name that a word is, and what is said of how the tile is turned."""
    ident = word.id("kind") or word.text
    if turned is None:
        return TileName(ident, word.text, word.span)
    return TileName(ident, word.text, word.span, int(turned.value), turned.text, turned.span)


def read_tile_name(reader: Reader, own: Container[str] = ()) -> TileName:
    """Takes ``V@90``, ``rfrf``, ``BA/RCr``, ``tile MIST1``, one of a text's `own`. Raises Mistake for no name."""
    reader.keyword("tile")
    word = reader.next
    if word is not None and word.text in language(reader.lang).articles and reader.at + 1 < len(reader.words):
        reader.at += 1  # "a tille": what is wrong is the word behind the article
        word = reader.next
    if word is None or word.type not in ("ATOM", "STRING", "KIND", "VERB"):
        reader.fail("tile")
    return tile_name(*reader.tile(own))


class TileNames:
    """Finds the face behind a name, in the expansions in play and among a scenario's own tiles."""

    def __init__(self, in_play: frozenset[str], own: Mapping[str, Face], lang: str) -> None:
        self.in_play = in_play
        self.own = own
        self.lang = lang
        self._found: dict[str, tuple[Face, int | None]] = {}

    def _face_of(self, named: TileName) -> tuple[Face, int | None]:
        """The face, and how it lies where the name says so (quarter turns). Raises Mistake."""
        known = self._found.get(named.text)
        if known is not None:
            return known
        # One of the text goes by its name as it was given, whatever that means elsewhere.
        name = named.text if named.text in self.own else named.ident
        found = catalogue().find(name, self.in_play, self.own)
        if not isinstance(found, Named):
            problem = refusal(found, named.span)
            words = lexicon(self.lang)
            roles = [role for role, _ in words.phrases.get(fold(named.text), ())]
            if "figure" in roles and problem.code == "unknown-tile":  # tiles are placed, figures put
                problem = problem._replace(suggestions=(f"{words.say('verb', 'puts')} {named.text}",))
            raise Mistake(problem)
        self._found[named.text] = (found.face, found.turns)
        return self._found[named.text]

    def knows(self, name: str) -> bool:
        """Whether a name is that of a tile which may be used here."""
        try:
            self._face_of(TileName(name, name, NOWHERE))
        except Mistake:
            return False
        return True

    def read(self, reader: Reader) -> tuple[Face, int | None, Span]:
        """Takes the name of a tile: its face, its quarter turns, None when not said, and the place. Raises Mistake."""
        named = read_tile_name(reader, self.own)
        span = named.span
        whole = span if named.degrees is None else Span(span.line, span.column, named.turned_span.end_column)
        return *self.lying(named), whole

    def lying(self, named: TileName) -> tuple[Face, int | None]:
        """The face that a name stands for and its quarter turns, None where it does not say them. Raises Mistake."""
        face, turns = self._face_of(named)
        degrees = named.degrees
        if degrees is None:
            return face, turns
        if degrees % QUARTER or abs(degrees) > FULL:  # of 990 nobody means what is left of it
            raise Mistake(Problem("turn-degrees", named.turned_span, {"word": named.turned}))
        if turns is not None:
            raise Mistake(Problem("turned-twice", named.turned_span, {"word": named.text}))
        return face, degrees // QUARTER % 4

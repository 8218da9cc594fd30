"""Tile names and tile sentences of a scenario to faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.errors import Problem
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import language
from adjudicator.words.lexicon import lexicon

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face

QUARTER = 90
FULL = 360


class TileNames:
    """Finds the face behind a name, in the expansions in play and among a scenario's own tiles."""

    def __init__(self, in_play: frozenset[str], own: Mapping[str, Face], lang: str) -> None:
        self.in_play = in_play
        self.own = own
        self.lang = lang
        self._found: dict[str, tuple[Face, int | None]] = {}

    def face_of(self, word: Word) -> tuple[Face, int | None]:
        """The face, and how it lies where the name says so (quarter turns). Raises Mistake."""
        known = self._found.get(word.text)
        if known is not None:
            return known
        from adjudicator.binding.tile_files import catalogue  # a sketch needs no tiles
        from adjudicator.geometry.catalogue import Named, refusal

        # A tile that goes by the name of its building has it in either language, one of the text as it was given.
        name = word.text if word.text in self.own else word.id("kind") or word.text
        found = catalogue().find(name, self.in_play, self.own)
        if not isinstance(found, Named):
            problem = refusal(found, word.span)
            if word.id("figure") and problem.code == "unknown-tile":  # tiles are placed, figures put
                problem = problem._replace(suggestions=(f"{lexicon(self.lang).say('verb', 'puts')} {word.text}",))
            raise Mistake(problem)
        self._found[word.text] = (found.face, found.turns)
        return self._found[word.text]

    def knows(self, word: Word) -> bool:
        """Whether a word names a tile that may be used here."""
        try:
            self.face_of(word)
        except Mistake:
            return False
        return True

    def read(self, reader: Reader) -> tuple[Face, int | None, Span]:
        """Takes ``V@90``, ``rfrf``, ``BA/RCr``, ``tile MIST1``: face and turns as `take`, and the place."""
        reader.keyword("tile")
        first = reader.at
        face, turns = self.take(reader)
        span, last = reader.words[first].span, reader.words[reader.at - 1]
        return face, turns, span if last.type != "TURNED" else Span(span.line, span.column, last.end_column)

    def take(self, reader: Reader) -> tuple[Face, int | None]:
        """The face and its quarter turns, None when not said. Raises Mistake."""
        reader.keyword("tile")
        word = reader.next
        if word is not None and word.text in language(self.lang).articles and reader.at + 1 < len(reader.words):
            reader.at += 1  # "a tille": what is wrong is the word behind the article
            word = reader.next
        if word is None or word.type not in ("ATOM", "STRING", "KIND", "VERB"):
            reader.fail("tile")
        return self.lying(*reader.tile(self.own))

    def lying(self, word: Word, turned: Word | None) -> tuple[Face, int | None]:
        """The face that a word names and its quarter turns, None where neither the name nor `turned` says them. Raises
        Mistake.
        """
        face, turns = self.face_of(word)
        if turned is None:
            return face, turns
        degrees = int(turned.value)
        if degrees % QUARTER or abs(degrees) > FULL:  # of 990 nobody means what is left of it
            raise Mistake(Problem("turn-degrees", turned.span, {"word": turned.text}))
        if turns is not None:
            raise Mistake(Problem("turned-twice", turned.span, {"word": word.text}))
        return face, degrees // QUARTER % 4

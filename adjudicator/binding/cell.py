"""Figures inside the cell of a grid: ``V:rmr`` is a red meeple on the road, ``U:rmfN+bmr`` two figures.

Each is three letters, whose it is, which figure, on what it stands, and a side in capitals only where the tile has two
such places. What it stands on is left out where the tile has one place for the figure. The letters are data of the
words (``letter``); what a language has none for is written below the grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from adjudicator.binding.reader import Mistake
from adjudicator.errors import Problem
from adjudicator.geometry.face import HALVES, INSIDE, SIDES, Segment
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref, Stand
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import Lexicon, lexicon
from adjudicator.words.tokens import BETWEEN, Code
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face

_SHAPE = re.compile(r"([^\W\d_A-Z])([^\W\d_A-Z])([^\W\d_A-Z])?([A-Z]{1,2}|I{1,3}|IV)?")
_ONLY = {"city-only": ("city",), "field-only": ("field",)}
"""Traits of figures that stand on one kind of feature."""


def codes_of(text: str, words: Lexicon) -> list[Code] | None:
    """What the letters behind the colon of a cell say, None where one of them says nothing."""
    found = [_code(part, words) for part in text.split(BETWEEN)]
    return [one for one in found if one is not None] if None not in found else None


def _code(part: str, words: Lexicon) -> Code | None:
    match = _SHAPE.fullmatch(part)
    if match is None:
        return None
    colour, figure, kind, side = match.groups()
    letters = words.letters
    if colour not in letters["colour"] or figure not in letters["figure"] or (kind and kind not in letters["kind"]):
        return None
    known = side if side in INSIDE else words.sides.get(side or "", "")
    if side and not known:
        return None
    kinds = tuple(letters["kind"][kind]) if kind else ()
    return Code(letters["colour"][colour][0], letters["figure"][figure][0], kinds, known)


class Figures:
    """Reads the figures of cells; `players` are the colours at the table, none where that is not said."""

    def __init__(self, lang: str, in_play: frozenset[str], players: Sequence[str]) -> None:
        self.words = lexicon(lang)
        self.in_play = in_play
        self.players = players

    def read(self, word: Word, face: Face, turns: int, cell: Cell) -> list[Stand]:
        """The figures that `word` puts on a tile as it lies. Raises Mistake."""
        found: list[Stand] = []
        column = word.column
        for part in word.text.split(BETWEEN):
            span = Span(word.line, column, column + max(1, len(part)))
            column += len(part) + len(BETWEEN)
            found.append(self._one(part, face, turns, cell, span))
        return found

    def _one(self, part: str, face: Face, turns: int, cell: Cell, span: Span) -> Stand:
        match = _SHAPE.fullmatch(part)
        if match is None:
            raise Mistake(Problem("cell-shape", span, {"word": part or BETWEEN, "example": self._example(face, turns)}))
        colour, figure, kind, side = match.groups()
        if self._colour(colour) is None:
            known = self.players or self._letter_ids("colour")
            raise Mistake(Problem("cell-colour", span, {"letter": colour, "letters": self._listed("colour", known)}))
        figures = self._figures()
        meant = self.words.letters["figure"].get(figure, [""])[0]
        if meant not in figures:
            raise Mistake(Problem("cell-figure", span, {"letter": figure, "letters": self._listed("figure", figures)}))
        place = self._place(meant, kind, side, face.turned(turns).segments, colour + figure, span)
        owner = self._colour(colour) or ""
        ref = Ref("", place.kind, self._side(place, side, face.turned(turns).segments), cell, span)
        return Stand(owner, meant, 1, ref, cell, (), "", span)

    def _colour(self, letter: str) -> str | None:
        colour = self.words.letters["colour"].get(letter, [None])[0]
        return colour if colour in self.players or not self.players else None

    def _figures(self) -> list[str]:
        """The figures in play that have a letter."""
        return [one for one in self._letter_ids("figure") if vocabulary().owner("figure", one) in ("", *self.in_play)]

    def _letter_ids(self, role: str) -> list[str]:
        return [ident for meant in self.words.letters[role].values() for ident in meant]

    def _listed(self, role: str, idents: Iterable[str]) -> tuple[Item, ...]:
        return tuple(
            Item("text", (letter, Item("noun", (role, ident))))
            for ident in idents
            if (letter := self.words.letter(role, ident))
        )

    def _place(
        self, figure: str, kind: str, side: str, segments: tuple[Segment, ...], owner: str, span: Span
    ) -> Segment:
        """The piece of the tile that the letters behind colour and figure tell. Raises Mistake."""
        places = [one for one in segments if self.words.letter("kind", one.kind)]
        fitting = places
        if kind:
            fitting = [one for one in places if one.kind in self.words.letters["kind"].get(kind, ())]
        else:
            for trait in vocabulary().figure_traits(figure):
                fitting = [one for one in fitting if _may(trait, one.kind)]
        if side:
            ident = side if side in INSIDE else self.words.sides.get(side, "?")
            fitting = [one for one in fitting if _at(one, ident, segments)]
        if len(fitting) == 1:
            return fitting[0]
        offered = tuple(owner + self._tail(one, segments) for one in fitting or places)
        raise Mistake(Problem("cell-place", span, {"word": f"{owner}{kind or ''}{side or ''}"}, offered))

    def _tail(self, place: Segment, segments: tuple[Segment, ...]) -> str:
        """The letters that tell a place of a tile: its kind, and a side where there are two."""
        side = self._side(place, "", segments)
        return self.words.letter("kind", place.kind) + (
            side if side in INSIDE or not side else self.words.say("side", side)
        )

    def _side(self, place: Segment, given: str, segments: tuple[Segment, ...]) -> str:
        """The id of the side that tells `place`: as given, else the first that does, "" where none is needed."""
        if given:
            return given if given in INSIDE else self.words.sides.get(given, "")
        like = [one for one in segments if one.kind == place.kind]
        if len(like) == 1:
            return ""
        whole = [side for side in SIDES if [one for one in like if _at(one, side, segments)] == [place]]
        halves = [side for side in HALVES if _at(place, side, segments)]
        inside = [side for side in INSIDE if _at(place, side, segments)]
        return next(iter((*whole, *halves, *inside)), "")

    def _example(self, face: Face, turns: int) -> str:
        """Letters that would do on a tile."""
        segments = face.turned(turns).segments
        place = next((one for one in segments if self.words.letter("kind", one.kind)), None)
        colour = next(iter(self.players or self._letter_ids("colour")))
        usual = max(self._figures(), key=vocabulary().supply)
        figure = self.words.letter("figure", usual)
        return self.words.letter("colour", colour) + figure + (self._tail(place, segments) if place else "")


def _may(trait: str, kind: str) -> bool:
    """Whether a figure with a trait may stand on a kind of feature, as far as its name is about that."""
    if trait == "monastic-only":
        return "monastic" in vocabulary().kind_traits(kind)
    return kind in _ONLY.get(trait, (kind,))


def _at(place: Segment, side: str, segments: tuple[Segment, ...]) -> bool:
    """Whether a piece of a tile is at a side, or half of one, or is the one of several inside that goes by `side`."""
    if side in INSIDE:
        inside = [one for one in segments if one.kind == place.kind and not one.sides and not one.halves]
        return place in inside and inside.index(place) == INSIDE.index(side)
    if side in HALVES:
        return HALVES.index(side) in place.halves
    at = SIDES.index(side) if side in SIDES else -9
    return at in place.sides or not {2 * at, 2 * at + 1}.isdisjoint(place.halves)

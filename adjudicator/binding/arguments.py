"""What a clause says, typed: the slots of its form, by name. Who acts on a clause never sees its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeVar

from adjudicator.binding import forms
from adjudicator.binding.reader import FigurePhrase, Mistake, Reader, is_name, unknown_name
from adjudicator.binding.sketch import read_touches
from adjudicator.binding.tiles import TileNames, tile_name
from adjudicator.errors import Problem
from adjudicator.model.position import Cell, Occupant, Touch
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ask, Effect, Move, Ref
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import lexicon

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face

T = TypeVar("T")
FIGURE = ("figure",)
FIGURES = ("standing", "figure")
"""The slots of a figure that stands where it says, or anywhere."""


class Args:
    """The arguments of a move, an effect or a question.

    A slot that is left empty gives None, or nothing at all; what cannot be done without is asked of `figure`.
    """

    __slots__ = ("_called", "_lang", "_match", "span")

    def __init__(
        self, match: forms.Match | None, lang: str, span: Span, called: Callable[[str], Occupant | None] | None = None
    ) -> None:
        self._match = match
        self._lang = lang
        self._called = called
        self.span = span
        """Where the clause stands, for what it leaves out."""

    def figure(self, *names: str) -> FigurePhrase:
        """The figure that is named. Raises Mistake where none is."""
        found = self.any_figure(*names)
        if found is None:
            Reader(self._match.words if self._match is not None else (), self._lang, self.span).fail("figure", FIGURE)
        return found

    def figures(self) -> tuple[FigurePhrase, ...]:
        """All figures that are said, where one stands first."""
        return tuple(one for name in FIGURES for one in self._all(name, FigurePhrase))

    def called(self, *names: str) -> Ref | None:
        """A bare name where a figure may stand: that of a figure, or of a feature."""
        figures = (one for name in names or FIGURES for one in self._all(name, FigurePhrase))
        return next((Ref(name=one.label, span=one.span) for one in figures if not one.figure), None)

    def alone(self) -> FigurePhrase:
        """The same for a figure of which there is one: it is not counted. Raises Mistake."""
        found = self.figure()
        if found.counted:
            self.refuse("standing", "figure")
        return found

    def taken(self) -> FigurePhrase:
        """The figure that is said, or goes by a name, standing where ``from`` says if nothing else says it. Raises
        Mistake, also where both do.
        """
        found = self.standing()
        if found.place is None:
            return found._replace(place=self.place("from"))
        if self.has("from"):
            self.refuse("from", "line-end")
        return found

    def standing(self, *names: str, place: str = "") -> FigurePhrase:
        """The figure that is said, or goes by a name, of those that stand somewhere; a bare name may have been taken
        for that of a `place`. Raises Mistake where none is.
        """
        return self._named(*names, place=place) or self.figure(*names)

    def _named(self, *names: str, place: str = "") -> FigurePhrase | None:
        """The figure behind a bare name; None where a figure is said. Raises Mistake for a name that none has."""
        if self._called is None or self.any_figure(*names) is not None:
            return None
        ref = self.called(*names)
        if ref is None and place:
            there = self.place(place)
            ref = there if there is not None and not there.kind and self._called(there.name) is not None else None
        if ref is None:
            return None
        one = self._called(ref.name)
        if one is None:
            raise unknown_name(ref.name, ref.span, ())
        return FigurePhrase(1, one.owner, one.figure, (), one.label, None, None, ref.span, False)

    def any_figure(self, *names: str) -> FigurePhrase | None:
        """The figure that is said, if one is; a bare name, which may be a figure's, is left to who knows names."""
        return next((one for name in names or FIGURES for one in self._all(name, FigurePhrase) if one.figure), None)

    def place(self, *names: str) -> Ref | None:
        """The feature that one of these slots names, of the first that is filled; None too for what is no feature."""
        return next((one for name in names or ("place",) for one in self.places(name)), None)

    def has(self, name: str) -> bool:
        """Whether anything fills a slot of this name."""
        return bool(self._first(name))

    def places(self, name: str = "place") -> tuple[Ref, ...]:
        """All features that slots of this name do."""
        return tuple(ref for slot in self._slots() if slot.name == name and (ref := self._ref(slot)) is not None)

    def square(self, name: str = "square") -> Cell | None:
        """The square (x, y)."""
        found = self._value(name)
        return (int(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) == 2 else None

    def number(self, name: str = "number") -> int | None:
        """The number."""
        return next(iter(self._all(name, int)), None)

    def number_said(self, mark: str) -> int:
        """How many of something a figure that is named carries; 1 where no figure says it."""
        carried = [dict(one.marks).get(mark) for name in FIGURES for one in self._all(name, FigurePhrase)]
        return next((number for number in carried if number is not None), 1)

    def ident(self, name: str) -> str | None:
        """The id of the word, or the name, that fills a slot."""
        return next(iter(self._all(name, str)), None)

    def roles(self, name: str) -> tuple[tuple[str, str], ...]:
        """All that the one word in a slot may name: pairs (role, id); none for an empty slot, and for several words."""
        words = self._first(name)
        return words[0].roles if len(words) == 1 else ()

    def tile(self, names: TileNames, name: str = "tile") -> tuple[Face, int | None] | None:
        """The face of a tile and how it lies, in quarter turns clockwise, None where that is not said. Raises Mistake
        for one that has none of the `names`.
        """
        return next(iter(self.tiles(names, name)), None)

    def tiles(self, names: TileNames, name: str = "tile") -> tuple[tuple[Face, int | None], ...]:
        """The same for every tile that is named, in the order of the text."""
        match = self._match
        slots = [match.words[slot.at : slot.end] for slot in match.slots if slot.name == name] if match else ()
        return tuple(names.lying(tile_name(words[0], words[1] if len(words) > 1 else None)) for words in slots)

    def squares(self, name: str = "square") -> tuple[Cell, ...]:
        """The squares (x, y) that slots of this name name, in the order of the text."""
        return tuple((int(x), int(y)) for x, y in self._all(name, tuple))

    def typed(self, name: str) -> str:
        """What was typed into a slot."""
        return self._match.typed(name) if self._match is not None else ""

    def idents(self, name: str) -> tuple[str, ...]:
        """The ids of all words that fill slots of this name, in the order of the text."""
        return self._all(name, str)

    def counts(self, name: str = "count") -> tuple[tuple[int, str], ...]:
        """The numbers of what is counted, each with the id of its word, in the order of the text."""
        return tuple((int(one[0]), str(one[1])) for one in self._all(name, tuple))

    def all_places(self) -> tuple[Ref, ...]:
        """Every feature that is named, where a figure stands among them, in the order of the text."""
        found: list[Ref] = []
        for slot in self._slots():
            ref = slot.value.place if isinstance(slot.value, FigurePhrase) else self._ref(slot)
            if ref is not None:
                found.append(ref)
        return tuple(found)

    def touches(self) -> tuple[Touch, ...]:
        """The cities that a new field touches, as they are written. Raises Mistake."""
        return read_touches(Reader(self._words("touch"), self._lang, self.span)) if self._value("touch") else ()

    def player(self) -> str | None:
        """The colour of the player who is named."""
        return self.ident("player")

    def says(self, ident: str, role: str = "keyword") -> bool:
        """Whether one of the words of the form was written, such as ``it`` or ``unit:prisoner``."""
        return self._match is not None and self._match.says(ident, role)

    def where(self, name: str) -> Span:
        """Where a slot is filled; the place of the clause for an empty one."""
        return (self._match.span(name) if self._match is not None else None) or self.span

    def refuse(self, name: str, expected: str, *meant: str) -> NoReturn:
        """Complains of what fills a slot, and says what may be `meant`: `expected` is a phrase id of the table
        ``expected``. Raises Mistake.
        """
        typed = self.typed(name)
        if not typed:
            reader = Reader(self._match.words if self._match is not None else (), self._lang, self.span)
            reader.at = len(reader.words)
            reader.fail(expected)
        what = (Item("expected", (expected,)),)
        raise Mistake(Problem("unexpected-word", self.where(name), {"word": typed, "expected": what}, meant))

    def word(self, role: str, ident: str) -> str:
        """An id as the language of the clause prints it, for what may have been meant."""
        return lexicon(self._lang).say(role, ident)

    def meant(self, name: str, role: str) -> tuple[str, ...]:
        """What may be meant by a name where a word in `role` belongs."""
        return lexicon(self._lang).words_for(name, (role,))

    def only_places(self, name: str = "place") -> None:
        """Complains of a word in slots of this name that names no feature, such as ``ghost``. Raises Mistake."""
        for slot in self._slots():
            if slot.name == name and self._match is not None and self._ref(slot) is None:
                word = self._match.words[slot.at]
                what = (Item("expected", ("place",)),)
                raise Mistake(Problem("unexpected-word", word.span, {"word": word.text, "expected": what}))

    @property
    def filled(self) -> bool:
        """Whether any slot is."""
        return bool(self._slots())

    @property
    def empty(self) -> bool:
        """Whether nothing was said."""
        return self._match is None or not self._match.words

    def _slots(self) -> tuple[forms.Filled, ...]:
        return self._match.slots if self._match is not None else ()

    def _ref(self, slot: forms.Filled) -> Ref | None:
        """The feature that a slot names; a word for a place such as Leipzig may be the name of one."""
        if isinstance(slot.value, Ref):
            return slot.value
        if self._match is not None and slot.end == slot.at + 1 and isinstance(slot.value, str):
            word = self._match.words[slot.at]
            return Ref(name=word.text, span=word.span) if is_name(word) else None
        return None

    def _words(self, name: str) -> Sequence[Word]:
        """The words from the first slot of that name to the end of the last."""
        match = self._match
        filled = [slot for slot in match.slots if slot.name == name] if match is not None else []
        return match.words[filled[0].at : filled[-1].end] if match is not None and filled else ()

    def _first(self, name: str) -> Sequence[Word]:
        """The words of the first slot of that name."""
        if self._match is not None:
            for slot in self._match.slots:
                if slot.name == name:
                    return self._match.words[slot.at : slot.end]
        return ()

    def _value(self, name: str) -> object:
        return self._match.get(name) if self._match is not None else None

    def _all(self, name: str, kind: type[T]) -> tuple[T, ...]:
        found = self._match.all(name) if self._match is not None else ()
        return tuple(one for one in found if isinstance(one, kind))


def named_first(clause: Move | Effect | Ask) -> str:
    """What a clause names first: the id of a kind of feature or of a unit, else what was typed; "" for nothing."""
    word = clause.words[0] if clause.words else None
    return "" if word is None else word.id("kind") or word.id("unit") or word.text


def expected_first(clause: Move | Effect, lang: str, expected: str, roles: tuple[str, ...] = ()) -> NoReturn:
    """Complains of the first word of a clause: `expected` is a phrase id of the table ``expected``, by a word in one of
    `roles`. Raises Mistake.
    """
    Reader(clause.words, lang, clause.span).fail(expected, roles)


def arguments(
    clause: Move | Effect | Ask,
    lang: str,
    *,
    choices: bool = False,
    called: Callable[[str], Occupant | None] | None = None,
) -> Args:
    """The arguments of a clause in a language; of a question for `choices` any may be left out. `called` knows the
    figures by their names. Raises Mistake for a word that has no place in any form.
    """
    if isinstance(clause, Move):
        return Args(forms.of_move(clause, lang, partial=choices), lang, clause.span, called)
    if isinstance(clause, Effect):
        return Args(forms.of_effect(clause, lang), lang, clause.span)
    return Args(forms.of_topic(clause, lang), lang, clause.span, called)

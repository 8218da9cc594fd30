"""What may be written in a line that is there, where what a position leaves out cannot be said by a line of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from adjudicator.binding.answers import words_in
from adjudicator.binding.steps import written
from adjudicator.model.ruling import Change
from adjudicator.model.scenario import Effect, Move, Step
from adjudicator.model.span import NOWHERE, Span
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import lexicon


class _Part(NamedTuple):
    """Some words of a line."""

    span: Span
    text: str
    whole: bool
    """Whether they stand on one line of the text."""


class Lines:
    """The lines up to a question, for whoever looks for the words that are to be others.

    A form of the data says which: those ``of`` an ``effect`` of a tile, a ``name``, the ``place`` of a figure, the
    ``words`` of a verb, or those ``meant``; ``turn`` is in front of the turn, and what is not there goes ``behind`` a
    move of a verb.
    """

    def __init__(self, steps: Iterable[Step], at: Span, lang: str) -> None:
        self._lang = lang
        self._steps = [one for one in steps if (one.span.line, one.span.column) <= (at.line, at.column)]
        asked = [*self._steps[-1].ask.moves] if self._steps and self._steps[-1].ask is not None else []
        made = [move for step in self._steps for move in step.moves]
        self._moves = [*asked, *reversed(made)]
        """Those of the question, then those that were made, the last first."""

    def change(self, form: Mapping[str, str], new: str, meant: Span) -> Change | None:
        """`new` at the place that a form of the data says; None where nothing like it is written."""
        find: Mapping[str, Callable[[str, Span], _Part | None]] = {
            "effect": self._effect, "name": self._name, "place": self._place, "words": self._words,
            "meant": self._meant, "turn": self._turn, "end": self._nothing,
        }  # fmt: skip
        of, _, ident = form["of"].partition(" ")
        part = find[of](ident, meant)
        if part is None and "old" in form and meant != NOWHERE:  # words of the position, which no move has
            part = _Part(meant, words_in(form["old"], self._lang), True)
        if part is None and "behind" in form:
            part = self._end(form["behind"])
            move = self._latest(form["behind"])
            if of == "effect" and move is not None:
                new = f", {new}" if move.effects else f"that {new}"
        return Change(part.span, part.text, new) if part is not None and part.whole else None

    def _latest(self, verb: str) -> Move | None:
        return next((move for move in self._moves if move.verb == verb), None)

    def _effect(self, ident: str, _meant: Span) -> _Part | None:
        """What a tile does, by its id, and by the name behind it where that is said, too."""
        wanted, _, name = ident.partition(" ")
        for effect in (effect for move in self._moves for effect in move.effects):
            ids = {role[1] for word in effect.words for role in word.roles}
            if effect.effect == wanted and (not name or name in ids):
                return self._of_effect(effect)
        return None

    def _of_effect(self, effect: Effect) -> _Part:
        said = lexicon(self._lang).say("effect", effect.effect)
        text = " ".join(filter(None, (said, written(effect.words, self._lang))))
        end = effect.words[-1] if effect.words else None
        if end is None:
            return _Part(effect.span, text, True)
        return _Part(effect.span._replace(end_column=end.end_column), text, end.line == effect.span.line)

    def _name(self, ident: str, _: Span) -> _Part | None:
        """The word of a move that names that."""
        return next((self._part([w]) for move in self._moves for w in move.words if w.id("name") == ident), None)

    def _place(self, _ident: str, _: Span) -> _Part | None:
        """What stands behind ``on`` or ``to`` in the latest move."""
        for move in self._moves[:1]:
            at = [number for number, word in enumerate(move.words) if word.id("keyword") in ("on", "to")]
            if at and move.words[at[-1] + 1 :]:
                return self._part(move.words[at[-1] + 1 :])
        return None

    def _words(self, verb: str, _: Span) -> _Part | None:
        move = self._latest(verb)
        return self._part(move.words) if move is not None and move.words else None

    def _meant(self, _: str, meant: Span) -> _Part | None:
        words = [
            word
            for move in self._moves
            for words in (move.words, *(effect.words for effect in move.effects))
            for word in words
            if word.line == meant.line and meant.column <= word.column and word.end_column <= meant.end_column
        ]
        return self._part(words) if words else None

    def _turn(self, _ident: str, _: Span) -> _Part | None:
        """The place in front of the turn that is going on."""
        turn = next((one.span for one in reversed(self._steps) if one.kind == "turn"), None)
        return _Part(turn._replace(end_column=turn.column), "", True) if turn is not None else None

    def _nothing(self, _ident: str, _: Span) -> _Part | None:
        return None

    def _end(self, verb: str) -> _Part | None:
        """The place behind the latest move of a verb."""
        move = self._latest(verb)
        if move is None or not move.words:
            return None
        last = self._of_effect(move.effects[-1]) if move.effects else self._part(move.words)
        return last._replace(span=last.span._replace(column=last.span.end_column))

    def _part(self, words: list[Word]) -> _Part:
        first, last = words[0], words[-1]
        span = Span(first.line, first.column, last.end_column)
        return _Part(span, written(words, self._lang), first.line == last.line)

"""What may be written in a line that is there, where what a position leaves out cannot be said by a line of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adjudicator.binding import spots
from adjudicator.binding.answers import words_in
from adjudicator.binding.spots import Spot
from adjudicator.model.ruling import Change
from adjudicator.model.scenario import Move, Step
from adjudicator.model.span import NOWHERE, Span


class Lines:
    """The lines up to a question, for whoever looks for the words that are to be others.

    A form of the data says which: those ``of`` an ``effect`` of a tile, a ``name``, the ``place`` of a figure, the
    ``words`` of a verb, or those ``meant``; ``turn`` is in front of the turn, ``more`` behind what a tile does to the
    feature that is asked `about`, and what is not there goes ``behind`` a move of a verb.
    """

    def __init__(self, steps: Iterable[Step], at: Span, lang: str, about: str) -> None:
        self._lang = lang
        self._about = about
        self._steps = [one for one in steps if (one.span.line, one.span.column) <= (at.line, at.column)]
        asked = [*self._steps[-1].ask.moves] if self._steps and self._steps[-1].ask is not None else []
        made = [move for step in self._steps for move in step.moves]
        self._moves = [*asked, *reversed(made)]
        """Those of the question, then those that were made, the last first."""

    def change(self, form: Mapping[str, str], new: str, meant: Span) -> Change | None:
        """`new` at the place that a form of the data says; None where nothing like it is written."""
        find: Mapping[str, Callable[[str, Span], Spot | None]] = {
            "effect": self._effect, "name": self._name, "place": self._place, "words": self._words,
            "meant": self._meant, "turn": self._turn, "end": self._nothing,
            "more": self._more,
        }  # fmt: skip
        of, _, ident = form["of"].partition(" ")
        part = find[of](ident, meant)
        if part is None and "old" in form and meant != NOWHERE:  # words of the position, which no move has
            part = Spot(meant, words_in(form["old"], self._lang), True)
        if part is None and "behind" in form:
            part = self._end(form["behind"])
            move = self._latest(form["behind"])
            if of == "effect" and move is not None:
                new = f", {new}" if move.effects else f"that {new}"
        return Change(part.span, part.text, new) if part is not None and part.whole else None

    def at_end_of(self, turn: int, line: str) -> Change | None:
        """`line` as one of its own at the end of a turn, given by its place among the turns, from 1; None where nothing
        comes behind that turn.
        """
        begun = [at for at, one in enumerate(self._steps) if one.kind == "turn"]
        behind = self._steps[begun[turn - 1] + 1 :] if turn <= len(begun) else ()
        ended = next((one.span for one in behind if one.kind in ("turn", "later", "final")), None)
        return Change(ended._replace(end_column=ended.column), "", line) if ended is not None else None

    def _latest(self, verb: str) -> Move | None:
        return next((move for move in self._moves if move.verb == verb), None)

    def _effect(self, ident: str, _meant: Span) -> Spot | None:
        """What a tile does, by its id, and by the name behind it where that is said, too."""
        wanted, _, name = ident.partition(" ")
        effects = (one for move in self._moves for one in move.effects if one.effect == wanted)
        return next((spots.of_effect(one, self._lang) for one in effects if not name or spots.does(one, name)), None)

    def _name(self, ident: str, _: Span) -> Spot | None:
        """The word of a move that names that."""
        found = (spots.of_name(move, ident, self._lang) for move in self._moves)
        return next((one for one in found if one is not None), None)

    def _place(self, _ident: str, _: Span) -> Spot | None:
        """What stands behind ``on`` or ``to`` in the latest move."""
        return spots.of_place(self._moves[0], self._lang) if self._moves else None

    def _words(self, verb: str, _: Span) -> Spot | None:
        move = self._latest(verb)
        return spots.of_words(move, self._lang) if move is not None else None

    def _meant(self, _: str, meant: Span) -> Spot | None:
        return spots.within(self._moves, meant, self._lang)

    def _turn(self, _ident: str, _: Span) -> Spot | None:
        """The place in front of the turn that is going on."""
        turn = next((one.span for one in reversed(self._steps) if one.kind == "turn"), None)
        return Spot(turn._replace(end_column=turn.column), "", True) if turn is not None else None

    def _more(self, _ident: str, _: Span) -> Spot | None:
        """The place behind what a tile does to the feature, where that is the first which it does that to."""
        effects = (one for move in self._moves for one in move.effects if spots.does_first(one, self._about))
        return next((_behind(spots.of_effect(one, self._lang)) for one in effects), None)

    def _nothing(self, _ident: str, _: Span) -> Spot | None:
        return None

    def _end(self, verb: str) -> Spot | None:
        """The place behind the latest move of a verb."""
        move = self._latest(verb)
        words = spots.of_words(move, self._lang) if move is not None else None
        if move is None or words is None:
            return None
        last = spots.of_effect(move.effects[-1], self._lang) if move.effects else words
        return _behind(last)


def _behind(spot: Spot) -> Spot:
    return spot._replace(span=spot.span._replace(column=spot.span.end_column))

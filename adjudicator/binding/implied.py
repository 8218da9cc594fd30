"""Which expansions are in play: those after ``use``, and those whose words a scenario uses."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.reader import FigurePhrase
from adjudicator.binding.steps import named_words
from adjudicator.model.scenario import Step
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import fold
from adjudicator.words.vocabulary import vocabulary

BRINGING = ("kind", "figure", "unit", "flag")
"""Roles of words in moves and questions that bring their expansion into play."""


PLACED = ("on", "in", "from", "to", "at")
"""Little words before a place."""


def _name_alone(word: Word) -> bool:
    return word.type != "STRING" and all(role == "name" for role, _ in word.roles)


class InPlay:
    """The expansions in play, more as more is read."""

    def __init__(self) -> None:
        self._words = vocabulary()
        self.expansions: set[str] = set(self._words.always())
        """Their ids."""

    def by(self, role: str, ident: str) -> None:
        """A word brings its expansion into play. Raises LookupError for an unknown one."""
        owner = self._words.owner(role, ident)
        if owner:
            self.expansions.add(owner)

    def by_clauses(self, clauses: Iterable[Iterable[Word]], roles: tuple[str, ...]) -> None:
        """So do all words of `clauses` that can be read in one of `roles`."""
        for clause in clauses:
            for word in clause:
                for role in roles:
                    ident = word.id(role)
                    if ident is not None:
                        self.by(role, ident)

    def by_things(self, idents: Iterable[str]) -> None:
        """So does what a player has or a figure carries."""
        for ident in idents:
            roles = [role for role in ("figure", "kind", "unit", "flag") if self._words.has(role, ident)]
            if len(roles) < 2 or self.expansions.isdisjoint(self._words.owner(role, ident) for role in roles):
                for role in roles[:1]:  # nothing more is brought by a word that an expansion in play has
                    self.by(role, ident)

    def by_figure(self, phrase: FigurePhrase) -> None:
        """So do a figure and what it carries."""
        self.by_things((phrase.figure, *(mark for mark, _ in phrase.marks)))

    def by_steps(self, steps: list[Step], given: frozenset[str]) -> dict[str, Step]:
        """So do moves and questions, by what they name; a word of `given`, folded, is a name that the text gave.

        The expansions that moves brought first come back, each with its step.
        """
        brought: dict[str, Step] = {}
        for step in (*(s for s in steps if s.ask is None), *(s for s in steps if s.ask is not None)):
            before = frozenset(self.expansions)
            self._by_step(step, given)
            if step.ask is None:
                brought.update(dict.fromkeys(self.expansions - before, step))
        return brought

    def _by_step(self, step: Step, given: frozenset[str]) -> None:
        for word in named_words((step,)):
            if word.id("name") and fold(word.text) in given:
                continue  # a place that the position tells of, whatever else the word may mean
            for role, ident in word.roles:
                if role in BRINGING:
                    self.by(role, ident)
        if step.ask is not None and self._words.has("topic", step.ask.topic):
            self.by("topic", step.ask.topic)
        for move in (*step.moves, *(step.ask.moves if step.ask is not None else ())):
            self.by("verb", move.verb)
            for before, word in zip(move.words, move.words[1:], strict=False):
                name = word.id("name")
                by = before.id("keyword") == "by"  # what a move is made by, such as a festival, or its place
                place = before.id("keyword") in PLACED and _name_alone(word) and fold(word.text) not in given
                if name is not None and (by or place):
                    self.by("name", name)
                elif by and (symbol := word.id("symbol")) is not None:
                    self.by("symbol", symbol)
            for effect in move.effects:
                self.by("effect", effect.effect)
                self.by_clauses((effect.words,), ("symbol",))

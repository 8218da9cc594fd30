"""What can be wrong with a move: it cannot be read, it may not be made, or something has to be known first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import Problem, Problems
from adjudicator.report import prose
from adjudicator.report.problems import rendered
from adjudicator.report.style import Style
from adjudicator.words.languages import fallback
from adjudicator.words.say import sentence, speech

if TYPE_CHECKING:
    from adjudicator.api.move import Move
    from adjudicator.model.ruling import Missing


class InvalidMove(Problems):
    """It is no move: a word, a tile or a place in it is not known, or could be several."""

    def __init__(self, items: tuple[Problem, ...], text: str = "", language: str = "") -> None:
        super().__init__(items, text, language)
        self.rules: tuple[str, ...] = tuple(dict.fromkeys(rule for one in items for rule in one.rules))
        """The ids of the rules behind it."""

    def __str__(self) -> str:
        """What is wrong with its place, the nearest thing meant and the rule, in the language of the game."""
        return rendered(self.items, self.text, speech(self.language or fallback()), Style())


class IllegalMove(InvalidMove):
    """It is a move, and the rules forbid it here; `rules` are those that do."""

    def __init__(
        self, items: tuple[Problem, ...], text: str = "", language: str = "", legal: tuple[Move, ...] = ()
    ) -> None:
        super().__init__(items, text, language)
        self.legal = legal
        """Like moves that might be made instead, the nearest first."""


class MissingFact(InvalidMove):
    """The position does not say something that has to be known first."""

    def __init__(
        self, items: tuple[Problem, ...], text: str = "", language: str = "", missing: tuple[Missing, ...] = ()
    ) -> None:
        super().__init__(items, text, language)
        self.missing = missing
        """What that is; `say` of each has the lines that answer it (`Game.with_line`), `instead` the changes in the
        lines of the game, or in the line that was to be played as its last one (`Game.with_change`)."""

    def __str__(self) -> str:
        """Each question, with the lines that answer it, in the language of the game."""
        said = speech(self.language or fallback())
        parts = ((sentence(said.missing(one)), prose.answers([one], said)) for one in self.missing)
        return "\n".join(f"{question} {lines}".rstrip() for question, lines in parts)

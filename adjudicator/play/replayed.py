"""What came of a record that was played through: its turns, its claims, what was wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.binding.moves import as_typed
from adjudicator.engine.readings import Taken
from adjudicator.engine.rulings import running
from adjudicator.errors import Problem
from adjudicator.model.ruling import Answer, Finding, Item, Line, Missing
from adjudicator.model.scenario import Move, Scenario
from adjudicator.model.span import Span

LISTED = 12
"""Legal moves that stand beside an illegal one, at most."""


class TurnRecord(NamedTuple):
    """What one turn, or the final scoring, brought."""

    number: int
    """0 for the final scoring."""
    player: str
    """Colour; "" for the final scoring."""
    kind: str
    """What kind of turn, where it is not an ordinary one: a topic id."""
    lines: tuple[Line, ...]
    kinds: Mapping[str, str]
    """The kind of each feature that scored, by id."""
    totals: Mapping[str, int]
    """Every player's score at its end."""
    findings: tuple[Finding, ...]
    missing: tuple[Missing, ...]
    """Facts that the position lacks and no turn before did (for the final scoring: all); totals leave them out."""
    span: Span
    moves: tuple[Move, ...] = ()
    """What was played."""
    lang: str = ""
    """The language in which it was typed."""
    named: Mapping[str, str] = {}
    """What the features that scored are called by the tile that was placed, by id, where they lie on it."""

    @property
    def move(self) -> str:
        """What was played, as a line of a game says it: a tile and its figure, further moves behind commas."""
        moves = [as_typed(move, self.lang) for move in self.moves]
        short = 2 if len(moves) > 1 and moves[0].endswith(")") else 1
        return ", ".join([" ".join(moves[:short]), *moves[short:]])

    def gained(self) -> dict[str, int]:
        """Points of the turn by colour."""
        return running(self.lines)


class Claimed(NamedTuple):
    """A claim with the turn it is about."""

    turn: int
    """The number of the turn; 0 for the end of the game."""
    place: int
    """Where that turn stands among the turns of the game, from 0; the final scoring stands behind them all."""
    answer: Answer
    points: Mapping[str, int]
    """What is claimed, by colour."""


class Legal(NamedTuple):
    """What might have been done in the place of an illegal move."""

    turn: int
    problem: Problem
    options: tuple[Item, ...]
    """At most `LISTED` of them."""
    number: int
    """How many there are."""


class Replayed(NamedTuple):
    """A whole record."""

    scenario: Scenario
    start: Mapping[str, int]
    """Scores the position began with."""
    turns: tuple[TurnRecord, ...]
    final: TurnRecord | None
    """The final scoring; None where the record breaks off at a mistake."""
    ended: bool
    """Whether the record says that the game ended; else `final` is what it would bring now."""
    claims: tuple[Claimed, ...]
    """In the order of the turns."""
    illegal: tuple[Legal, ...]
    problems: tuple[Problem, ...]
    """What ended the replay, or all that was passed over."""
    asked: tuple[tuple[int, Answer], ...] = ()
    """Questions with an expectation and the turn going on at each (0 for none), in the order of the text."""
    possible: tuple[Replayed, ...] = ()
    """The same record by every way to read what the rules leave open, this one among them, where they differ."""

    open_by: tuple[str, ...] = ()
    """The rules that lead to one or another of them."""
    adopted: tuple[str, ...] = ()
    """The rules of what they leave open and a move has settled, which only one reading allows."""
    meant: Taken = ()
    """Which figures it was played with where the record may mean several."""

    def every(self) -> tuple[Replayed, ...]:
        """The record by every way to read what is open."""
        return self.possible or (self,)

    def may_total(self, player: str) -> tuple[int, ...]:
        """Every total that a player may have at the end, in order."""
        return tuple(sorted({one.totals()[player] for one in self.every()}))

    def totals(self) -> Mapping[str, int]:
        """Everybody's score at the end."""
        if self.final is not None:
            return self.final.totals
        return self.turns[-1].totals if self.turns else self.start

    def winners(self) -> tuple[str, ...]:
        """Who has the highest total; several where they tie, nobody where no player is known."""
        totals = self.totals()
        return tuple(player for player, points in totals.items() if points == max(totals.values()))

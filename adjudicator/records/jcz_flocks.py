"""Shepherds in a saved game: it says when a token was drawn and when a flock was scored, and not what a token shows.

What the events after a draw tell is said: a shepherd that acts again later has drawn sheep, one that is put anew
though nothing else has sent it home a wolf. How many sheep it were is said where an assertion leaves one answer. What
stays unknown is left out of the record, which asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from adjudicator.words.saying import said, things, verb
from adjudicator.words.tokens import Said

LARGEST = 4
"""The most sheep that a token shows."""
SHEEP, WOLF = (said(verb("pulls"), things(token)) for token in ("sheep", "wolf"))
UNTOLD = "a token of the shepherd: which one the file does not tell"
"""What stands for a draw of which nothing is known."""
PUT, DRAW, SCORE = "put", "draw", "score"


class Deed(NamedTuple):
    """Something that a shepherd did."""

    kind: str
    """`PUT`, `DRAW` or `SCORE`."""
    player: int
    line: int
    """The number of the line of the record that says it, from 0."""


class Flocks:
    """What shepherds did, in the order of the events."""

    def __init__(self) -> None:
        self._deeds: list[Deed] = []

    def add(self, kind: str, player: int, line: int) -> None:
        """Notes what the shepherd of a player did, and at which line of the record."""
        self._deeds.append(Deed(kind, player, line))

    def moves(
        self, asserted: Mapping[int, list[int]], refused: Callable[[Mapping[int, list[Said]], int], bool]
    ) -> dict[int, list[Said]]:
        """The moves that say the tokens, by their lines; those of which nothing is known are left out.

        `asserted` are the points that each player is said to have got for flocks; `refused` tells whether a line cannot
        be played below some moves.
        """
        told = {deed.line: self._number(at, asserted) for at, deed in enumerate(self._deeds) if deed.kind == DRAW}
        moves = {line: move for line, move in told.items() if move}
        for at, deed in enumerate(self._deeds):
            before = self._before(at, DRAW) if deed.kind == PUT else None
            if before is not None and before.line not in moves and refused(moves, deed.line):
                moves[before.line] = WOLF
        return moves

    def _number(self, at: int, asserted: Mapping[int, list[int]]) -> list[Said]:
        """The move of a draw as far as what the same shepherd did later tells it; empty where nothing does."""
        player = self._deeds[at].player
        later = next((one for one in self._deeds[at + 1 :] if one.player == player), None)
        if later is None or later.kind == PUT:
            return []
        scored = [number for number, one in enumerate(self._deeds) if (one.kind, one.player) == (SCORE, player)]
        points = asserted.get(player, [])
        if len(scored) != 1 or len(points) != 1 or any(one.player != player for one in self._deeds[: scored[0]]):
            return SHEEP
        own = self._deeds[: scored[0]]
        put = max((number for number, one in enumerate(own) if one.kind == PUT), default=0)
        draws = sum(one.kind == DRAW for one in own[put:])
        if not put <= at < scored[0] or not 0 < points[0] <= LARGEST * draws:
            return SHEEP
        each = points[0] // draws
        alone = draws == 1 or points[0] in (draws, LARGEST * draws)
        return said(verb("pulls"), things("sheep", each)) if alone else SHEEP

    def _before(self, at: int, kind: str) -> Deed | None:
        """The last thing that the same shepherd did before, if it was of that kind."""
        player = self._deeds[at].player
        last = next((one for one in reversed(self._deeds[:at]) if one.player == player), None)
        return last if last is not None and last.kind == kind else None

"""Games played at random by what the rules allow: for trying a house rule, and for programs that learn."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.api.errors import InvalidMove, MissingFact
from adjudicator.api.game import DRAWS, EDITION, Game
from adjudicator.api.move import Move

COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
TRIES = 300
"""So many moves that led nowhere are taken back; then the rules ask for what is not among the options."""
IDLE = 0.15
"""How often a player puts nothing where something might be put."""


def random_game(
    chance: random.Random,
    *,
    expansions: Sequence[str] = (),
    players: int = 2,
    edition: str = EDITION,
    options: Mapping[str, str | int] | None = None,
    tiles: int | None = None,
    title: str = "Game",
) -> Game:
    """A whole game, to its final scoring; the same for the same state of `chance`.

    `tiles` are drawn, or all of the boxes. The tiles are those whose faces are published; a move that needs to be told
    more than the options say, such as which card a gift is, is not made. Raises Problems for boxes that cannot be
    played, MissingFact where the rules ask for what no record says.
    """
    said: dict[str, Any] = {
        "expansions": expansions, "players": COLOURS[:players], "edition": edition, "options": options, "title": title,
    }  # fmt: skip
    box = Game.new(**said, stock=0).remaining
    bag = [tile for tile, number in box.items() for _ in range(number)]
    chance.shuffle(bag)
    del bag[: 0 if tiles is None else -tiles]
    game = Game.new(**said, stock=len(bag))
    return _Walk(game, bag, chance).to_the_end()


class _Walk:
    """A game on its way to the end. What cannot be told to its end is taken back."""

    def __init__(self, game: Game, bag: list[str], chance: random.Random) -> None:
        self.game, self.bag, self.chance = game, bag, chance
        self.made: list[str] = []
        """For each move the tile that it drew, "" for none."""
        self.closed: list[set[str]] = [set()]
        """For each moment the moves that lead nowhere."""
        self.tries = 0

    def to_the_end(self) -> Game:
        while not self.game.over:
            self._step()
        return self.game

    def _step(self) -> None:
        """One move of those that are listed; where none can be made, the last is taken back."""
        game, closed = self.game, self.closed[-1]
        lack: MissingFact | None = None
        try:
            options = game.options()
        except MissingFact as error:
            options, lack = [], error
        if closed:
            options = [move for move in options if move.text not in closed]
        while options:
            move = _chosen(options, self.chance)
            tile = self.bag[-1] if move.verb == DRAWS and self.bag else ""
            try:
                game.draw(tile) if tile else game.play(move)
            except InvalidMove as error:
                options.remove(move)
                lack = error if isinstance(error, MissingFact) else lack
                continue
            if not game.lacking:
                if tile:
                    self.bag.pop()
                self.made.append(tile)
                self.closed.append(set())
                return
            game.undo()
            options.remove(move)
        self.tries += 1
        if not self.made or self.tries > TRIES:
            raise lack or RuntimeError(game.text)
        self._back()

    def _back(self) -> None:
        """Takes the last move back, which is not made again."""
        tile = self.made.pop()
        self.closed.pop()
        move = self.game.undo()
        self.closed[-1].add(DRAWS if tile else move.text)
        if tile:
            self.bag.append(tile)


def _chosen(options: Sequence[Move], chance: random.Random) -> Move:
    """A draw before all else; a figure rather than none; else any."""
    for move in options:
        if move.verb == DRAWS:
            return move
    idle = options[-1] if options[-1].idle else None
    if idle is not None and len(options) > 1:
        return idle if chance.random() < IDLE else chance.choice(options[:-1])
    return chance.choice(options)


def row(game: Game, **said: Any) -> dict[str, Any]:
    """A finished game as one line of an archive: what was `said` of it, how it came out, and its text."""
    scores = game.scores
    best = max(scores.values(), default=0)
    return {
        **said,
        "players": list(game.players),
        "scores": scores,
        "winners": [player for player, points in scores.items() if points == best],
        "text": game.text,
    }

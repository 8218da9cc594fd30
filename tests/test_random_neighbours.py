"""Whole games with the neighbours' boxes, played at random: every turn's totals are those of the plain reckoning.

``RANDOM_GAMES=500 pytest tests/test_random_neighbours.py`` plays so many; ``RANDOM_GAMES_FROM=1000`` others.
"""

from __future__ import annotations

import pytest
from checked_games import reckoned, replayed
from plain_neighbours import PlainNeighbours
from random_neighbours import neighbouring_game
from test_random_games import games


@pytest.mark.parametrize(("seed", "tiles"), games(12))
def test_the_points_of_every_turn_are_those_reckoned_anew(seed: int, tiles: int) -> None:
    """What is offered can be typed, the record replays, and after every turn the totals are those reckoned anew."""
    game = neighbouring_game(seed, tiles)
    played = replayed(game.text)
    assert not played.problems, (played.problems, game.text)
    assert played.final is not None
    for turn, plain in reckoned(game, (*played.turns, played.final), PlainNeighbours):
        if turn.missing or plain.shaky:
            break  # what follows rests on what nobody said, or on an order of points that no rule tells
        assert {player: turn.totals[player] for player in game.players} == plain.totals, (turn.number, game.text)

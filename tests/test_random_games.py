"""Whole games played at random by the program's own options: they replay, and every step is reckoned anew.

``RANDOM_GAMES=500 pytest tests/test_random_games.py`` plays so many instead of the few of an ordinary run;
``RANDOM_GAMES_FROM=1000`` begins with another seed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any

import everyday
import pytest
from checked_games import (
    judged_game,
    numbered,
    recoloured,
    replayed,
    rows_of_totals,
    rows_played_on,
    spoiled,
    turned,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import COLOURS, EXPANSIONS, random_game

from adjudicator import adjudicate, formatted
from adjudicator.errors import Problems

GAMES = int(os.environ.get("RANDOM_GAMES", "0"))
FIRST = int(os.environ.get("RANDOM_GAMES_FROM", "0"))
SMALL = 4
"""Tiles of a small game."""


def seeds(many: int) -> Sequence[int]:
    """The seeds of an ordinary run, others each day of the week, or those of a long one."""
    return range(FIRST, FIRST + (GAMES or many)) if GAMES or FIRST else everyday.seeds(-(-many // 7), many)


def games(many: int) -> list[Any]:
    """Seeds and numbers of tiles: whole games (0), and every day a small one."""
    whole = [pytest.param(seed, 0, marks=pytest.mark.long) for seed in seeds(many)]
    return [*whole, pytest.param(seeds(many)[0], SMALL, id=f"{seeds(many)[0]}-small")]


@pytest.mark.parametrize(("seed", "tiles"), games(30))
def test_the_judge_comes_to_the_same(seed: int, tiles: int) -> None:
    """What is offered, listed and due at every step, who stands where, and the points of every turn are those of a
    plain reckoning, by each edition; what is not offered is refused with a rule; the record replays without a problem.
    """
    judged_game(seed, tiles)


@pytest.mark.parametrize(("seed", "tiles"), games(8))
def test_a_record_is_laid_out_once_and_in_both_languages(seed: int, tiles: int) -> None:
    """Laid out again it stays as it is, and read in French it gives the same points."""
    game = random_game(seed, tiles)
    once = formatted(game.text)
    assert formatted(once) == once
    french = formatted(once, "fr")
    assert formatted(french, "fr") == french
    totals = dict(replayed(game.text).totals())
    assert dict(replayed(once).totals()) == totals
    assert dict(replayed(french).totals()) == totals
    assert dict(replayed(formatted(french, "en")).totals()) == totals


@pytest.mark.parametrize(("seed", "tiles"), games(8))
def test_a_turn_in_one_line_is_the_turn_in_moves(seed: int, tiles: int) -> None:
    """Told in one line a turn where one line tells it, with a claim at the end, the game is the same."""
    game = random_game(seed, tiles)
    played = replayed(game.text)
    claim = ", ".join(f"{player} {points}" for player, points in played.totals().items() if points >= 0)
    told = replayed(f"{numbered(game)}claim {claim}\n")
    assert not told.problems, (told.problems, numbered(game))
    assert [dict(turn.totals) for turn in told.turns] == [dict(turn.totals) for turn in played.turns]
    assert all(one.answer.met for one in told.claims)


@pytest.mark.parametrize(("seed", "tiles"), games(8))
def test_other_colours_and_a_turned_table_change_no_points(seed: int, tiles: int) -> None:
    """Each player gets the same points under another colour, and on a table turned by a quarter."""
    game = random_game(seed, tiles)
    totals = [dict(turn.totals) for turn in replayed(game.text).turns]
    colours = dict(zip(COLOURS, random.Random(seed).sample(COLOURS, len(COLOURS)), strict=True))
    others = [dict(turn.totals) for turn in replayed(recoloured(game, colours)).turns]
    assert others == [{colours[player]: points for player, points in turn.items()} for turn in totals]
    assert [dict(turn.totals) for turn in replayed(turned(game)).turns] == totals, game.text


@pytest.mark.parametrize(("seed", "tiles"), games(10))
def test_the_position_after_a_turn_is_played_on_as_the_game_was(seed: int, tiles: int) -> None:
    """The position at the end of some turn, and the turns after it, bring what the whole game brought."""
    game = random_game(seed, tiles)
    played = replayed(game.text)
    number = random.Random(seed).randrange(1, len(played.turns))
    found = rows_played_on(game, number)
    assert found == rows_of_totals(played, number), (number, game.text)


@pytest.mark.parametrize(("seed", "tiles"), games(6))
def test_a_spoiled_record_gets_a_ruling_or_a_problem(seed: int, tiles: int) -> None:
    """Lines and words that are lost, doubled or swapped are told; nothing else comes of them."""
    chance = random.Random(seed)
    game = random_game(seed, tiles)
    for _ in range(everyday.sized(20, 5)):
        text = spoiled(chance, game.text)
        try:
            outcome = adjudicate(f"{text}ask total {game.players[0]}")
        except Problems as found:
            assert found.items
            continue
        assert outcome.problems or outcome.answers, text
        if not outcome.problems:
            replayed(text)


@given(st.integers(0, 2**32), st.lists(st.sampled_from(EXPANSIONS), unique=True))
@settings(max_examples=GAMES or everyday.sized(12, 2))
def test_any_game_ends_with_a_final_scoring(seed: int, use: list[str]) -> None:
    """Whatever is played together, the record has an end."""
    game = random_game(seed, tiles=everyday.sized(8, SMALL), use=use)
    played = replayed(game.text)
    assert played.final is not None and played.ended and not played.problems, game.text

"""A random game through the library, every placement and option listed at every turn, against replaying its record.

    python benchmarks/random_game.py [--rounds N]

The game: two players, the 72 tiles of the base game, farmers and the abbot. At each turn all legal placements of the
drawn tile are listed and one is played, then all options, and one of these. The aim: at most 25 ms on a quiet machine.
The baseline in the same run is the replay of the bound record of each of these games, which lists nothing.
"""

from __future__ import annotations

import random
import time
from itertools import count

from question import bound
from startup import arguments, medians

from adjudicator import Game
from adjudicator.play.replay import Replay

AIM = 25.0
GAMES = 8


def played(seed: int) -> tuple[Game, int]:
    """The game of a seed, and how many moves were listed in it."""
    chance = random.Random(seed)
    game = Game.new(players=("red", "blue"))
    bag = [tile for tile, number in game.remaining.items() for _ in range(number)]
    chance.shuffle(bag)
    listed = 0
    for tile in bag:
        places = game.placements(tile)
        listed += len(places)
        if places:
            options = game.play(chance.choice(places)).options()
            listed += len(options)
            game.play(chance.choice(options))
    game.play("final")
    return game, listed


def main() -> None:
    rounds = arguments(__doc__, 40).parse_args().rounds
    games = [played(seed) for seed in range(GAMES)]
    scenarios = [bound(game.text) for game, _ in games]
    for (game, _), scenario in zip(games, scenarios, strict=True):
        found = Replay(scenario, "en").whole()
        if found.problems or dict(found.totals()) != game.scores:
            raise SystemExit(f"the record of a game is settled otherwise: {found.problems or found.totals()}")
    ours, theirs = count(), count()
    library, replay = medians(
        lambda: played(next(ours) % GAMES),
        lambda: Replay(scenarios[next(theirs) % GAMES], "en").whole(),
        rounds,
        time.process_time,
    )
    listed = sum(number for _, number in games) / GAMES
    print(f"{GAMES} games of 72 tiles, {listed:.0f} moves listed in each")
    print(f"a game through the library     {library * 1000:8.2f} ms (aim: at most {AIM:.0f} on a quiet machine)")
    print(f"its record replayed            {replay * 1000:8.2f} ms")
    print(f"ratio {library / replay:.2f}, median of {rounds} rounds")


if __name__ == "__main__":
    main()

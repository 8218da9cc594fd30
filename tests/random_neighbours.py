"""Random games with dragon and fairy, towers, festivals, crop circles, the circus and German monasteries."""

from __future__ import annotations

import random
from collections.abc import Sequence

from random_games import EXPANSIONS, Game, Player, Table, subset
from random_tiles import printed

NEIGHBOURS = (
    "festival", "princess-and-dragon", "tower", "german-monasteries", "under-the-big-top", "crop-circles",
)  # fmt: skip
"""Boxes that bring tiles of their own, each with something to do."""
LATER = ("move dragon", "reveal", "add ", "remove ")
"""What comes when the figures have been put: the dragon's flight, the circus, the circles."""
TOKENS = (7,) + (6,) * 2 + (5,) * 3 + (4,) * 5 + (3,) * 4 + (1,)
BARE = ("draws", "rolls", "pulls", "unwrap gift")
"""What is completed by chance when it is done."""
SHARE = 3
"""The tiles of the neighbours are drawn so many times as often as others."""


class Neighbouring(Player):
    """Plays with the neighbours."""

    def __init__(
        self, chance: random.Random, use: Sequence[str], players: int, tiles: int, table: type[Table] = Table
    ) -> None:
        super().__init__(chance, use, players, tiles, table)
        self.tokens = list(TOKENS)
        self.revealed = 0
        """The tiles with a circus that had been placed when one was looked for last."""

    def filled(self, stack: list[str]) -> list[str]:
        pool = [tile.name for name in self.use if name in NEIGHBOURS for tile in printed(name)]
        share = SHARE / (SHARE + 2)
        return [self.chance.choice(pool) if pool and self.chance.random() < share else name for name in stack]

    def now(self, found: list[str]) -> list[str]:
        early = [one for one in found if not one.startswith(LATER)]
        return [
            one
            for one in early
            if one in ("draws", "rolls", "pulls", "unwrap gift")
            or one.startswith(("place ", "discards"))
            or self.plainly(one)
        ]

    def tend(self) -> None:
        super().tend()
        self.fly()

    def fly(self) -> None:
        """The dragon, a tile at a time, as long as somebody may move it."""
        if "princess-and-dragon" not in self.use:
            return
        while any([self.taken(player, "move dragon") for player in self.others(0)]):
            pass

    def move_wagons(self) -> None:
        super().move_wagons()
        placed = self.circus_tiles()
        if len(placed) > max(1, self.revealed):
            self.reveal()
        self.revealed = len(placed)
        if "crop-circles" in self.use:
            action = self.chance.choice(("add ", "remove "))
            for player in self.others(1):
                self.taken(player, action)

    def others(self, first: int) -> list[str]:
        """The players clockwise, from the active one or, with 1, from who is on the left, the active one last."""
        at = self.colours.index(self.table.player) + first
        return [*self.colours[at:], *self.colours[:at]]

    def taken(self, player: str, action: str) -> bool:
        """Whether a player had something of the kind to do, which is done."""
        ways = [one for one in self.table.listed(f"options {player}") if one.startswith(action)]
        if ways:
            self.table.does(f"{player} {self.chance.choice(ways)}")
        return bool(ways)

    def reveal(self) -> None:
        self.table.does(f"reveal {self.tokens.pop(self.chance.randrange(len(self.tokens)))}")

    def before_the_end(self) -> None:
        if self.circus_tiles():
            self.reveal()

    def circus_tiles(self) -> list[str]:
        """The tiles with a circus that have been placed."""
        if "under-the-big-top" not in self.use:
            return []
        words = {tile.name: tile.text for tile in printed("under-the-big-top")}
        named = [line.split()[1].partition("@")[0] for line in self.table.lines if line.startswith("  place ")]
        return [name for name in named if "circus" in words.get(name, "")]


def neighbouring_game(seed: int, tiles: int = 0) -> Game:
    """The game of a seed, of so many tiles or 12 to 24: one to three of the neighbours with some of the others."""
    chance = random.Random(f"neighbours {seed}")
    use = [*subset(chance, EXPANSIONS, 4), *chance.sample(NEIGHBOURS, chance.randint(1, 3))]
    if "river" in use:
        use.remove("river")
    if "princess-and-dragon" in use and "hills-and-sheep" in use:  # whether the dragon eats a shepherd is left open
        use.remove("hills-and-sheep")
    return Neighbouring(chance, use, chance.randint(2, 5), tiles or chance.randint(12, 24)).play()

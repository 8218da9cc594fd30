"""Random games with bridges and castles, flying machines, German castles and cathedrals, and the second River."""

from __future__ import annotations

import random

from random_games import Game, Player, subset
from random_tiles import Sentence, printed

BUILDERS = ("bridges-castles-bazaars", "flying-machines", "german-castles", "german-cathedrals", "river-2")
"""Boxes that build over tiles, lead figures elsewhere, or bring tiles nobody else has."""
WITH_FACES = ("bridges-castles-bazaars", "flying-machines")
BESIDES = ("inns-and-cathedrals", "abbey-and-mayor", "phantom", "hills-and-sheep", "gifts", "peasant-revolts")
"""What such a game may be played with besides."""
CAPS = ("BA/C", "BA/RCr")
"""Tiles with a semicircular city: two of them make the small city of a castle."""
TRIED = 12
"""Places of a cap that are tried, at most."""
SHARE = 0.5
"""How many of the tiles are of the boxes themselves."""
BUILT = 0.5
"""How often a player builds what may be built."""
LEFT, RIGHT = "LEFT", "RIGHT"
CATHEDRALS = (
    Sentence("KA", ("german cathedral", "road N", "road E", "road S",
                    "field NL SR WL WR", "field NR EL", "field ER SL")),
    Sentence("KB", ("german cathedral", "road N", "road E", "road S", "road W",
                    "field NL WR", "field NR EL", "field ER SL", "field SR WL")),
)  # fmt: skip
HALVES = (
    Sentence(LEFT, ("german castle", "road S", "field N W E SL SR")),
    Sentence(RIGHT, ("german castle", "city N", "field E S W")),
)


class Building(Player):
    """Plays with the builders' boxes."""

    def own_tiles(self) -> list[Sentence]:
        found = super().own_tiles()
        return [*found, *CATHEDRALS] if "german-cathedrals" in self.use else found

    def tiles_aside(self) -> list[Sentence]:
        return [*HALVES] if "german-castles" in self.use else []

    def filled(self, stack: list[str]) -> list[str]:
        inns = "inns-and-cathedrals" in self.use
        printed_ones = [tile for name in WITH_FACES if name in self.use for tile in printed(name)]
        pool = [tile.name for tile in printed_ones if inns or " inn" not in tile.text]
        pool += [tile.name for tile in CATHEDRALS if "german-cathedrals" in self.use]
        pool += [*CAPS] * 4 if "bridges-castles-bazaars" in self.use else []
        return [self.chance.choice(pool) if pool and self.chance.random() < SHARE else name for name in stack]

    def tight(self, places: list[str]) -> str:
        """A place; of a cap one that closes a city, where there is one and a castle may come of it."""
        state = self.table.run.state
        if self.hand and self.hand[-1] in CAPS and self.chance.random() < 0.7:
            kept, closing = len(self.table.lines), []
            for one in self.chance.sample(places, min(TRIED, len(places))):  # every trial is a tile out of the box
                self.table.run.state = state.copy(tiles=True)
                self.table.does(one)
                if any(item.startswith("build castle") for item in self.table.listed(f"options {self.table.player}")):
                    closing.append(one)
                del self.table.lines[kept:]
                self.table.run.state = state
            if closing:
                return self.chance.choice(closing)
        return super().tight(places)

    def now(self, found: list[str]) -> list[str]:
        """A bridge or castle now and then; of the ways to lay a castle tile one."""
        builds = [one for one in found if one.startswith("build ")]
        doubles = [one for one in found if one.startswith("place german castle ")]
        others = [one for one in found if one not in builds and one not in doubles]
        if doubles and self.chance.random() < 0.3:
            return [self.chance.choice(doubles)]
        if "draws" in found:  # a bridge serves the tile that has been drawn, or one that lies
            builds = []
        if builds and self.chance.random() < BUILT:
            return [self.chance.choice(builds)]
        return others


def building_game(seed: int, tiles: int = 0) -> Game:
    """The game of a seed, of so many tiles or 12 to 24: one to three of the builders' boxes with some of the others."""
    chance = random.Random(f"builders {seed}")
    use = [*subset(chance, BESIDES, 2), *chance.sample(BUILDERS, chance.randint(1, 3))]
    inns = "inns-and-cathedrals"
    if "german-cathedrals" in use:  # what an inn adds there is left open
        use = [name for name in use if name not in (inns, "river-2")]
    elif "river-2" in use and inns not in use:  # it has one
        use.insert(0, inns)
    return Building(chance, use, chance.randint(2, 5), tiles or chance.randint(12, 24)).play()

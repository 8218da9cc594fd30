"""Tiles for random games: the catalogue's in words, and tiles of a record's own for sets whose faces are not public."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import adjudicator

START = (
    "tile NW: road W, field WR N E, field WL S, ruin, start square NW",
    "tile NE: road N, field NR E S, field NL W, ruin, start square NE, mist E",
    "tile SE: road E, field ER S W, field EL N, ruin, start square SE",
    "tile SW: road S, field SR W N, field SL E, ruin, start square SW",
)
"""A start tile of four squares of the record's own: nobody has published the printed one."""


class Sentence(NamedTuple):
    """A tile in words."""

    name: str
    clauses: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"tile {self.name}: {', '.join(self.clauses)}"

    @property
    def free_sides(self) -> list[str]:
        """The sides that are no city."""
        cities = {word for clause in self.clauses if clause.startswith("city") for word in clause.split()}
        return [side for side in "NESW" if side not in cities]


@cache
def printed(expansion: str) -> tuple[Sentence, ...]:
    """The tiles of the catalogue that an expansion brings, in words."""
    file = Path(adjudicator.__file__).parent / "expansions" / expansion.replace("-", "_") / "tiles.carc"
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("tile ") and ": abbey" not in line:
            name, _, clauses = line.removeprefix("tile ").partition(": ")
            kept = tuple(clause for clause in clauses.split(", ") if not clause.startswith("letter "))
            found.append(Sentence(name, kept))
    return tuple(found)


def own_tile(chance: random.Random, name: str, use: Sequence[str]) -> Sentence:
    """A printed tile with what the tiles of `use` bear besides."""
    clauses = list(chance.choice(printed("base")).clauses)
    free = Sentence(name, tuple(clauses)).free_sides
    if "inns-and-cathedrals" in use and chance.random() < 0.3:
        clauses = [f"{clause} inn" if clause.startswith("road") else clause for clause in clauses]
    if "ghosts-castles-cemeteries" in use:
        kind = chance.choice(("haunted castle", "cemetery", "monastery"))
        clauses = [clause.replace("monastery", kind) for clause in clauses]
        clauses += [f"mist {side}" for side in free if chance.random() < 0.4]
    if "anniversary-20" in use and chance.random() < 0.5:
        clauses.append(f"arrow {chance.choice('NESW')} {chance.choice(('add', 'place', 'extra'))}")
    if "peasant-revolts" in use and chance.random() < 0.4:
        clauses.append(f"revolt {chance.choice(('city', 'road', 'monastery'))}")
    if "hills-and-sheep" in use and chance.random() < 0.6:
        clauses.append(chance.choice(("hill", "vineyard")))
    return Sentence(name, tuple(clauses))

"""How the tiles of a game at random lie in their stack: ``stack.toml`` of the expansions.

It says which tiles come first, last or not at all, and describes tiles that stand in for those of a box whose faces
nobody has published, in the stack or held by the players. It names figures that stay in the supply, because what they
do is not played yet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from adjudicator import faults, store
from adjudicator.faults import ANY
from adjudicator.model.position import Cell

FILE = "stack.toml"
_SHAPE = {
    "described-by": str, "name": str, "tiles": [str], "held": [[str]], "first": [str], "last": str, "aside": [str],
    "aside-without": {ANY: [str]}, "start": [{"square!": [int], "tile!": str}],
}  # fmt: skip


class Stack(NamedTuple):
    """The tiles of a game before its first turn."""

    tiles: tuple[str, ...]
    """Names, in the order in which they are drawn."""
    described: Mapping[str, str]
    """Sentences of the tiles of the game's own, by name."""
    board: Mapping[Cell, str] | None
    """The tiles of its own that lie on the table at the start; None for the usual start tile."""
    by: tuple[str, ...]
    """The rules that say what is known of the tiles that others stand in for."""


def shuffled(chance: Random, use: Collection[str], box: Mapping[str, int], number: int | None) -> Stack:
    """The stack of a game with the expansions of the ids `use`: `box` has the known tiles that are left, `number` of
    all are drawn, or every one.
    """
    said = [*_of(use)]
    aside = tuple(name for one in said for name in one.get("aside", ()))
    for one in said:
        for other, names in one.get("aside-without", {}).items():
            aside += () if other in use else tuple(names)
    first = tuple(name for one in said for name in one.get("first", ()))
    last = [one["last"] for one in said if "last" in one][-1:]
    described: dict[str, str] = {}
    land = [tile for tile, count in box.items() if not _in_set(tile, aside) for _ in range(count)]
    flows = [tile for tile in land if _in_set(tile, first) and tile not in last]
    land = [tile for tile in land if not _in_set(tile, first)]
    board: dict[Cell, str] | None = None
    for one in said:
        for at, sentence in enumerate(one.get("tiles", ()), 1):
            described[f"{one['name']}{at}"] = sentence
            land.append(f"{one['name']}{at}")
    laid = next((one for one in said if "start" in one), None)
    if laid is not None and not first:  # the spring takes the place of every other start tile
        board = {}
        for at, square in enumerate(laid["start"], 1):
            name = f"{laid['name']}-start-{at}"
            x, y = square["square"]
            described[name], board[x, y] = square["tile"], name
    held: set[str] = set()
    for one in said:
        if "held" in one:
            named = {f"{one['name']}{at}": sentence for at, sentence in enumerate(chance.choice(one["held"]), 1)}
            described.update(named)
            held.update(named)
    chance.shuffle(land)
    chance.shuffle(flows)
    tiles = [*flows, *last, *land][:number]
    kept = {*tiles, *(board or {}).values(), *held}
    described = {name: sentence for name, sentence in described.items() if name in kept}
    by = tuple(one["described-by"] for one in said if "described-by" in one)
    return Stack(tuple(tiles), described, board, by)


def check(use: Collection[str]) -> None:
    """Reads what every one of the expansions says, so that what is wrong in it is told."""
    for _ in _of(use):
        pass


def _of(use: Collection[str]) -> Iterator[Mapping[str, Any]]:
    """What the expansions say, those of the ids `use`, in their order."""
    for ident in sorted(use):
        said = faults.read(store.expansion_folder(ident) / FILE, _SHAPE)
        if said:
            yield said


def _in_set(tile: str, sets: tuple[str, ...]) -> bool:
    """Whether a tile is one of `sets`: ids of tiles, or what stands before their stroke."""
    return tile in sets or tile.partition("/")[0].partition(".")[0] in sets

"""Games played at random with one box of the base game, and reckoned by hand: what the notations are written from."""

from __future__ import annotations

import random
from typing import NamedTuple

from plain_table import PlainGame
from strategies import FACES, MEEPLES, START

from adjudicator.binding.tile_files import catalogue
from adjudicator.geometry.face import Face
from adjudicator.geometry.fit import placements
from adjudicator.geometry.ground import Ground

LETTERS = {face.letter: face for face in FACES if face.letter}
BOX = catalogue().sets("base")["base"]
COLOURS = ("red", "blue", "yellow", "green", "black", "purple")
"""In the order in which imported players get them."""


class Put(NamedTuple):
    """A meeple on a piece of the tile just laid."""

    kind: str
    sides: frozenset[int]
    halves: frozenset[int]


class Turn(NamedTuple):
    """One turn of a game."""

    player: int
    face: Face
    turns: int
    cell: tuple[int, int]
    """y to the south."""
    put: Put | None
    points: dict[int, int]
    """What it brought, by player."""
    left: tuple[int, ...]
    """Meeples that everybody has left after it."""


class Game(NamedTuple):
    """A legal game and its totals before the final scoring."""

    start: int
    """Quarter turns of the start tile."""
    turns: list[Turn]
    totals: list[int]
    final: list[int]


def play(seed: int, players: int = 2, tiles: int = 30, start: int = 1, kinds: tuple[str, ...] = ()) -> Game:
    """A legal game with at most so many tiles; figures only on features of `kinds`, if any are said."""
    chance = random.Random(seed)
    pack = [face for face in LETTERS.values() for _ in range(BOX[face.id])]
    pack.remove(START)
    chance.shuffle(pack)
    colours = COLOURS[:players]
    ground, plain = Ground(), PlainGame(colours)
    ground.place(0, 0, START, start)
    plain.table.lay(0, 0, START, start)
    turns: list[Turn] = []
    for face in pack[:tiles]:
        places = sorted(placements(ground, face), key=lambda place: -ground.neighbours(*place[:2]))
        if not places:
            continue
        x, y, way = chance.choice(places[:4])
        way = chance.choice([t for t in range(4) if face.turned(t).edges == face.turned(way).edges])
        ground.place(x, y, face, way)
        plain.table.lay(x, y, face, way)
        player = len(turns) % players
        free = [piece for piece in plain.free((x, y)) if not kinds or plain.table.piece(piece).kind in kinds]
        put = None
        if free and plain.out(colours[player], "meeple") < MEEPLES and chance.random() < 0.8:
            piece = chance.choice(free)
            plain.stands[piece] = (colours[player], "meeple")
            lying = plain.table.piece(piece)
            put = Put(lying.kind, lying.sides, lying.halves)
        before = dict(plain.totals)
        plain.end_turn((x, y))
        points = {at: plain.totals[who] - before[who] for at, who in enumerate(colours)}
        left = tuple(MEEPLES - plain.out(who, "meeple") for who in colours)
        gained = {at: number for at, number in points.items() if number}
        turns.append(Turn(player, face, way, (x, y), put, gained, left))
    totals = [plain.totals[who] for who in colours]
    final = plain.final()
    return Game(start, turns, totals, [final[who] for who in colours])

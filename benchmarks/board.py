"""A finished table: tiles laid and every feature derived, against a plain scan of the same tiles.

    python benchmarks/board.py [--rounds N] [--tiles N]

The aims: 72 tiles in well under 3 ms (of the 4 ms that the whole count may take); a tile of a table of 100,000 costs
at most 1.5 times a tile of 1,000; at most 4 KB of memory a tile.
"""

from __future__ import annotations

import random
import tracemalloc

from startup import arguments, medians

from adjudicator.binding.tile_files import catalogue
from adjudicator.geometry.face import Face
from adjudicator.geometry.fit import placements
from adjudicator.geometry.ground import Ground

IN_PLAY = frozenset(["base"])
Tiles = list[tuple[int, int, Face, int]]
"""x, y, face and quarter turns of each tile, in the order of laying."""


def finished(seed: int) -> Tiles:
    """A whole game of the base tiles, each laid at one of the places where it fits."""
    chance = random.Random(seed)
    faces = catalogue().faces(IN_PLAY)
    counts = catalogue().sets("base")["base"]
    start = next(face for face in faces.values() if face.letter == "D")
    bag = [faces[name] for name, number in counts.items() for _ in range(number)]
    bag.remove(start)
    chance.shuffle(bag)
    ground = Ground()
    ground.place(0, 0, start)
    tiles: Tiles = [(0, 0, start, 0)]
    for face in bag:
        places = placements(ground, face)
        if places:
            x, y, turns = chance.choice(places)
            ground.place(x, y, face, turns)
            tiles.append((x, y, face, turns))
    return tiles


def wide(count: int, seed: int) -> Tiles:
    """A square of `count` tiles that fit, laid row by row."""
    chance = random.Random(seed)
    lays = [(face, turns) for face in catalogue().faces(IN_PLAY).values() for turns in face.distinct_turns]
    fitting: dict[tuple[str, str], list[tuple[Face, int]]] = {}
    width = int(count**0.5) + 1
    above = [""] * width
    tiles: Tiles = []
    left = ""
    for number in range(count):
        y, x = divmod(number, width)
        left = left if x else ""
        key = (above[x], left)
        if key not in fitting:
            fitting[key] = [
                (face, turns)
                for face, turns in lays
                if face.turned(turns).edges[0] in (above[x] or "cfr") and face.turned(turns).edges[3] in (left or "cfr")
            ]
        face, turns = chance.choice(fitting[key])
        edges = face.turned(turns).edges
        above[x], left = edges[2], edges[1]
        tiles.append((x, y, face, turns))
    return tiles


def build(tiles: Tiles) -> Ground:
    """The table of `tiles`."""
    ground = Ground()
    for x, y, face, turns in tiles:
        ground.place(x, y, face, turns)
    return ground


def derive(ground: Ground) -> list[tuple[object, ...]]:
    """Every feature: kind, tiles, what it carries, whether it is complete; for fields their complete cities."""
    found: list[tuple[object, ...]] = []
    complete: dict[int, bool | None] = {}
    fields = []
    for root in ground.features():
        kind = ground.kind(root)
        if kind == "field":
            fields.append(root)
        else:
            complete[root] = ground.complete(root)
            found.append((kind, ground.tiles(root), ground.marks(root), complete[root]))
    for root in fields:
        cities = sum(1 for city in ground.cities_touched(root) if complete[city])
        found.append(("field", ground.tiles(root), ground.marks(root), cities))
    return found


def scan(tiles: Tiles) -> int:
    """A plain look at the same tiles: each square found, each side held against its neighbour's."""
    lying = {(x, y): face.turned(turns).edges for x, y, face, turns in tiles}
    matching = 0
    for (x, y), edges in lying.items():
        for side, beside in enumerate(((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))):
            other = lying.get(beside)
            if other is not None and other[side ^ 2] == edges[side]:
                matching += 1
    return matching


def main() -> None:
    parser = arguments(__doc__, 30)
    parser.add_argument("--tiles", type=int, default=100_000, help="tiles of the large table (%(default)s)")
    chosen = parser.parse_args()

    tiles = finished(1)
    ours, baseline = medians(lambda: derive(build(tiles)), lambda: scan(tiles), chosen.rounds)
    print(f"{len(tiles)} tiles laid, features derived {ours * 1000:8.2f} ms (aim: well under 3)")
    print(f"plain scan of the same tiles     {baseline * 1000:8.2f} ms")
    print(f"ratio {ours / baseline:.1f}, median of {chosen.rounds} rounds")

    # As many tiles on both sides, so that caches and collector meet the same load: many small tables or a large one.
    small, large = wide(1000, 1), wide(chosen.tiles, 1)
    times = max(1, chosen.tiles // 1000)
    few = max(3, chosen.rounds // 10)
    ours, baseline = medians(
        lambda: derive(build(large)), lambda: [derive(build(small)) for _ in range(times)] and None, few
    )
    ratio = (ours / len(large)) / (baseline / (1000 * times))
    print(f"a tile of {len(large):>7} {ours / len(large) * 1e6:8.2f} us")
    print(f"a tile of    1000 {baseline / (1000 * times) * 1e6:8.2f} us")
    print(f"ratio {ratio:.2f} (aim: at most 1.5), median of {few} rounds")

    tracemalloc.start()
    ground = build(large)
    memory = tracemalloc.get_traced_memory()[0] / len(ground)
    tracemalloc.stop()
    print(f"memory a tile {memory:8.0f} bytes (aim: at most 4096)")


if __name__ == "__main__":
    main()

"""``ask wagon red`` on a large table: every feature within reach and every near miss, in both editions.

    python benchmarks/wagon.py [--rounds N] [--tiles N]

The wagon stands on the completed feature of the table with the most tiles. The aim: under 10 ms on 100 tiles.
"""

from __future__ import annotations

from board import Tiles, build
from question import board, measure

KINDS = ("city", "road")


def written(tiles: Tiles) -> str:
    """The board with red's wagon on its largest completed city or road."""
    ground = build(tiles)
    done = [root for root in ground.features() if ground.kind(root) in KINDS and ground.complete(root)]
    largest = max(done, key=ground.tiles)
    place, _, square = ground.label(largest).partition(" at ")
    return "\n".join([*board(tiles), f"{square} red: wagon on {place}", "ask wagon red"])


if __name__ == "__main__":
    measure(__doc__, written, "wagon-move", ("C2", "C1"))

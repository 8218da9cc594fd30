"""``ask barn red`` on a large table: every corner with the reason why a barn may stand there or not.

    python benchmarks/barn.py [--rounds N] [--tiles N]

The aim: under 10 ms on 100 tiles.
"""

from __future__ import annotations

from board import Tiles
from question import board, measure


def written(tiles: Tiles) -> str:
    """The board, and the question; outside a turn every corner of the table is looked at."""
    return "\n".join([*board(tiles), "ask barn red"])


if __name__ == "__main__":
    measure(__doc__, written)

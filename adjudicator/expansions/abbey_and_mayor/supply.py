"""What a player has on the board and in hand together, against what the game gives each (AM-16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.state import State
from adjudicator.model.ruling import Item, Value


def held_too(state: State, figure: str, standing: Mapping[str, int], owned: int) -> Iterator[dict[str, Value]]:
    """What to tell of each player who has more of a figure than `owned` only with those in hand.

    `standing` is how many stand on the board, by colour.
    """
    for player, hand in state.hands.items():
        there, here = standing.get(player, 0), (hand.items or {}).get(figure, 0)
        if there <= owned < there + here and not hand.unchecked:
            yield {"player": Item("player", (player,)), "number": there + here, "owned": owned}

"""Floors, captures and ransoms of a written game, and the names of the figures that are held as prisoners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.binding.clause import ids_in
from adjudicator.engine.state import State
from adjudicator.model.scenario import Move
from adjudicator.records.figures import Standing, names_it

FLOOR = "floor"
MOVES = ("captures", "ransoms")
"""The verbs of events that stand here."""


def floor_on(move: Move) -> bool:
    """Whether a move adds a floor to a tower."""
    return move.verb == "puts" and FLOOR in ids_in(move, "name")


class Prisoners:
    """Who is held, by the names that the file gives figures."""

    def __init__(self) -> None:
        self.held: dict[str, Standing] = {}

    def captured(self, name: str, figures: dict[str, Standing], state: State, player: str) -> str:
        """Notes a capture; the name of the figure that comes back in exchange, "" for none."""
        taken = figures.pop(name)
        if taken.owner != player:
            self.held[name] = taken
        return next((one for one in self.freed(state) if one != name), "")

    def freed(self, state: State) -> list[str]:
        """Takes out whoever is held no more, by the hands of the players."""
        left = [(colour, figure) for hand in state.hands.values() for _, colour, figure in hand.captives]
        gone: list[str] = []
        for name, one in reversed(list(self.held.items())):
            if (one.owner, one.figure) in left:
                left.remove((one.owner, one.figure))
            else:
                gone.append(name)
                del self.held[name]
        return gone

    def ransomed(self, move: Move) -> str:
        """The name of a prisoner of the player who buys one back; "" for none."""
        own = [name for name, one in self.held.items() if one.owner == move.player]
        return next((name for name in own if names_it(move, self.held[name].figure)), "")


def capture(name: str, pointer: Mapping[str, Any]) -> dict[str, Any]:
    """The payload of a capture."""
    return {"pointer": {"featurePointer": dict(pointer), "meepleId": name}}

"""Floors, captures and ransoms of a written game, and the names of the figures that are held as prisoners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.binding.clause import ids_in
from adjudicator.engine.state import State
from adjudicator.model.scenario import Move
from adjudicator.records.figures import Standing

FLOOR = "floor"
MOVES = ("captures", "ransoms")
"""The verbs of events that stand here."""


def floor_on(move: Move) -> bool:
    """Whether a move adds a floor to a tower."""
    return move.verb == "puts" and FLOOR in ids_in(move, "name")


class Prisoner(NamedTuple):
    """A figure that somebody holds."""

    holder: str
    figure: Standing


class Prisoners:
    """Who is held, by the names that the file gives figures, in the order of their capture."""

    def __init__(self) -> None:
        self.held: dict[str, Prisoner] = {}

    def captured(self, name: str, figures: dict[str, Standing], state: State, player: str) -> str:
        """Notes a capture; the name of the figure that comes back in exchange, "" for none."""
        taken = figures.pop(name)
        if taken.owner != player:
            self.held[name] = Prisoner(player, taken)
        return next((one for one in self.freed(state) if one != name), "")

    def freed(self, state: State) -> list[str]:
        """Takes out whoever is held no more, by the hands of the players: of several alike the one held longest."""
        left = [(holder, colour, figure) for holder, hand in state.hands.items() for _, colour, figure in hand.captives]
        gone: list[str] = []
        for name, one in reversed(list(self.held.items())):
            held = (one.holder, one.figure.owner, one.figure.figure)
            if held in left:
                left.remove(held)
            else:
                gone.append(name)
                del self.held[name]
        return gone


def capture(name: str, pointer: Mapping[str, Any]) -> dict[str, Any]:
    """The payload of a capture."""
    return {"pointer": {"featurePointer": dict(pointer), "meepleId": name}}

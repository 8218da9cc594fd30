"""Tiles that players own, the abbeys, in a written game: when the other program offers them, and who declines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudicator.engine.state import State
from adjudicator.geometry.squares import at_sides
from adjudicator.model.scenario import Scenario
from adjudicator.records.names import names


class Begun(NamedTuple):
    """The beginning of a turn, or the end of the game."""

    player: str
    """"" for the end."""
    events: int
    """The number of events before it."""
    drawn: int
    """The number of tiles drawn before it."""
    offered: frozenset[str]
    """Who has an abbey and finds a hole for it."""
    again: bool
    """Whether the turn before has brought its player a second part."""


class Abbeys:
    """The abbeys of all players."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        self._begun: list[Begun] = []

    def given(self, scenario: Scenario, players: Sequence[str]) -> None:
        """Notes how many abbeys everybody begins with."""
        owned = names()["own_tiles"]
        written = [names()["written"].get(one, {}).get("elements", {}) for one in scenario.setup.expansions]
        played = sum(any(own in elements for elements in written) for own in owned)
        for player in players:
            items = scenario.hands[player].items if player in scenario.hands else None
            self._left[player] = sum(items.get(own, 0) for own in owned) if items is not None else played

    def placed(self, player: str) -> None:
        """Notes that a player has placed one."""
        self._left[player] -= 1

    def begins(self, player: str, state: State, events: int, drawn: int, again: bool) -> None:
        """Notes the beginning of a turn, or of the end ("" for its player)."""
        offered = frozenset(one for one, left in self._left.items() if left > 0) if any(self._left.values()) else None
        if offered and not any(all(state.lay(there) for there in at_sides(cell)) for cell in state.empty_squares()):
            offered = None
        self._begun.append(Begun(player, events, drawn, offered or frozenset(), again))

    def offered(self, player: str) -> bool:
        """Whether a player is offered his abbey at the beginning of the turn that goes on."""
        return bool(self._begun) and player in self._begun[-1].offered

    def decline(self, events: list[dict[str, Any]], players: Sequence[str]) -> None:
        """Adds who declines behind the last tile: everybody is offered his abbey once, from the next player to the one
        who placed that tile, who may do so in the second part of his turn before.
        """
        drawn = self._begun[-1].drawn
        behind = [one for one in self._begun if one.drawn == drawn]
        last = self._begun[len(self._begun) - len(behind) - 1].player if len(behind) < len(self._begun) else ""
        if not last:
            return
        added: list[tuple[int, list[tuple[str, str]]]] = []
        current, first = last, behind[0]
        if first.again and first.player != last and last in first.offered:
            added.append((first.events, [("PASS", last), ("COMMIT", last)]))
        for one in behind:
            if one.again and one.player == current:
                continue
            passed = []
            while True:
                current = players[(players.index(current) + 1) % len(players)]
                if current == one.player:
                    break
                if current in one.offered:
                    passed.append(("PASS", current))
                if current == last:
                    break
            added.append((one.events, passed))
        for at, passed in reversed(added):
            events[at:at] = [_event(kind, players.index(player)) for kind, player in passed]


def _event(kind: str, player: int) -> dict[str, Any]:
    return {"type": kind, "payload": {}, "player": player}

"""Positions of the base game that cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.base.putting import MEEPLE
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE, Span
from adjudicator.rulebook.loader import rule, value


def supply(state: State) -> Iterator[Problem]:
    """No player has more than 7 meeples on the board and in the supply together (BASE-03)."""
    owned = value("BASE-03", "supply")
    counts: dict[str, int] = {}
    where: dict[str, Span] = {}
    for feature in state.occupied():
        for occupant in feature.occupants:
            if occupant.figure == MEEPLE and occupant.owner:
                counts[occupant.owner] = counts.get(occupant.owner, 0) + 1
                if counts[occupant.owner] == owned + 1:
                    where[occupant.owner] = occupant.span
    for player, hand in state.hands.items():
        if hand.items and MEEPLE in hand.items:
            counts[player] = counts.get(player, 0) + hand.items[MEEPLE]
    for player, number in counts.items():
        if number > owned and not state.hand(player).unchecked:
            span = where.get(player) or _any_span(state, player)
            values = {"player": Item("player", (player,)), "number": number, "owned": owned}
            yield Problem("beyond-supply", span, values, (), ("BASE-03",))


def _any_span(state: State, player: str) -> Span:
    return next((o.span for f in state.occupied() for o in f.occupants if o.owner == player), NOWHERE)


def standing(state: State) -> Iterator[Problem]:
    """A plain meeple stands on roads, cities, monasteries and fields only (BASE-14)."""
    forbidden = rule("BASE-14").forbidden
    for feature in state.occupied():
        if feature.kind not in forbidden:
            continue
        for occupant in feature.occupants:
            if occupant.figure == MEEPLE:
                values = {"feature": feature.id, "kind": Item("noun", ("kind", feature.kind))}
                yield Problem("may-not-stand", occupant.span, values, (), ("BASE-14",))


CHECKS = (supply, standing)

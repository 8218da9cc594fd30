"""What players have of a figure, on the board and in the supply."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE, Span


def beyond_supply(state: State, figure: str, owned: int, rule: str) -> Iterator[Problem]:
    """A problem by `rule` for each player who would have more than `owned` of a figure.

    It points at the first one too many; where the supply makes it too many, at a figure of that player.
    """
    counts: dict[str, int] = {}
    where: dict[str, Span] = {}
    for feature in state.occupied():
        for occupant in feature.occupants:
            if occupant.figure == figure and occupant.owner:
                counts[occupant.owner] = counts.get(occupant.owner, 0) + 1
                if counts[occupant.owner] <= owned + 1:
                    where[occupant.owner] = occupant.span
    for player, hand in state.hands.items():
        counts[player] = counts.get(player, 0) + (hand.items or {}).get(figure, 0)
    for player, number in counts.items():
        if number > owned and not state.hand(player).unchecked:
            figures = Item("count", (number, "", figure))
            values = {"player": Item("player", (player,)), "figures": figures, "owned": owned}
            yield Problem("beyond-supply", where.get(player) or _any_span(state, player), values, (), (rule,))


def _any_span(state: State, player: str) -> Span:
    return next((o.span for f in state.occupied() for o in f.occupants if o.owner == player), NOWHERE)

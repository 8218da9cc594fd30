"""The order in which players act by a crop circle: from the left of the active one, who comes last (NB-94)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.model.ruling import Finding, Item


def in_turn(case: Case, player: str, done: list[str], left: list[str]) -> Iterator[Finding]:
    """Whether nobody who comes later is `done` already, and nobody who comes before is `left` to act.

    Raises Undetermined where the order is not told and matters.
    """
    others = [one for one in (*done, *left) if one != player]
    if not others:
        return
    order = clockwise(case, (player, *others))
    values = {"player": Item.player(player), "players": tuple(Item.player(one) for one in order)}
    late = [one for one in done if order.index(one) > order.index(player)]
    yield Finding("NB-94", not late, "circle-order", values)
    early = tuple(Item.player(one) for one in left if order.index(one) < order.index(player))
    if early:
        yield Finding("NB-94", False, "circle-order-before", {**values, "players": early})


def clockwise(case: Case, needed: tuple[str, ...]) -> list[str]:
    """The players in the order in which they act. Raises Undetermined where nobody said how they sit."""
    players, turn = case.state.players, case.state.turn
    active = turn.player if turn is not None else ""
    rest = [*dict.fromkeys(one for one in needed if one != active)]
    if len(rest) > 1 and not case.state.setup.ordered:
        case.lack("players")
    if active not in players or any(one not in players for one in needed):
        return [*rest, active]
    return [*case.state.in_turn_after(active)]

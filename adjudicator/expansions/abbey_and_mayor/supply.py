"""Where mayors, barns and wagons never stand, and how many of them each player has (AM-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Occupant
from adjudicator.model.ruling import Item, Value
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value


def checked(state: State, figure: str, forbidden: Callable[[str], str]) -> Iterator[Problem]:
    """Each figure on a kind of feature for which `forbidden` gives a rule ("" for none), and each player with more of
    them on the board and in hand than the game gives (AM-16).
    """
    owned = value("AM-16", f"{figure}s")
    standing: dict[str, list[Occupant]] = {player: [] for player in state.hands}
    for feature in state.occupied():
        for one in feature.occupants:
            if one.figure == figure:
                standing.setdefault(one.owner, []).append(one)
                broken = forbidden(feature.kind)
                if broken:
                    values = {"feature": feature.id, "kind": Item("noun", ("kind", feature.kind))}
                    yield Problem("may-not-stand", one.span, values, (), (broken,))
    for player, there in standing.items():
        hand = state.hand(player)
        number = len(there) + (hand.items or {}).get(figure, 0)
        if number > owned and not hand.unchecked:
            told: dict[str, Value] = {"player": Item("player", (player,)), "number": number, "owned": owned}
            span = there[owned].span if len(there) > owned else NOWHERE
            yield Problem(f"{figure}s-beyond-supply", span, told, (), ("AM-16",))

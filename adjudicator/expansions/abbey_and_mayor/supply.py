"""Where mayors, barns and wagons never stand, and how many of them each player has (AM-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value


def checked(state: State, figure: str, forbidden: Callable[[str], str]) -> Iterator[Problem]:
    """Each figure on a kind of feature for which `forbidden` gives a rule ("" for none), and each player with more of
    them on the board and in hand than the game gives (AM-16).
    """
    for feature in state.occupied():
        for one in feature.occupants:
            if one.figure == figure and (broken := forbidden(feature.kind)):
                values = {"feature": feature.id, "kind": Item.noun("kind", feature.kind)}
                yield Problem("may-not-stand", one.span, values, (), (broken,))
    yield from beyond_supply(state, figure, value("AM-16", f"{figure}s"), "AM-16")

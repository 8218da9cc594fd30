"""The large meeple: a meeple that counts double in a majority (NB-06)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE, Span
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.lexicon import lexicon

LARGE = "large-meeple"


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """2, whatever it stands on (NB-06)."""
    power = value("NB-06", "strength")
    player, shown = Item("player", (occupant.owner,)), Item("feature", (feature.id,))
    case.find("NB-06", "large-meeple-counts", player=player, feature=shown, strength=power)
    return power


def place(case: Case, put: Putting) -> Finding | None:
    """A large meeple goes where a meeple may (NB-06), so where a meeple has a role (BASE-14)."""
    kind = put.feature.kind
    if put.figure != LARGE:
        return None
    values = {"feature": Item("feature", (put.feature.id,)), "kind": Item("noun", ("kind", kind))}
    if kind in rule("BASE-14").allowed:
        return Finding("NB-06", True, "large-like-meeple", values)
    if kind in rule("BASE-14").forbidden:
        return Finding("NB-06", False, "large-like-meeple", values)
    return None


def supply(state: State) -> Iterator[Problem]:
    """No player has more large meeples on the board and in the supply together than the game gives him."""
    owned = lexicon("en").supply(LARGE)
    counts: dict[str, int] = {}
    where: dict[str, Span] = {}
    for feature in state.occupied():
        for occupant in feature.occupants:
            if occupant.figure == LARGE:
                counts[occupant.owner] = counts.get(occupant.owner, 0) + 1
                where[occupant.owner] = occupant.span
    for player, hand in state.hands.items():
        counts[player] = counts.get(player, 0) + (hand.items or {}).get(LARGE, 0)
    for player, number in counts.items():
        if number > owned and not state.hand(player).unchecked:
            values = {"player": Item("player", (player,)), "number": number, "owned": owned}
            yield Problem("large-meeples-beyond-supply", where.get(player, NOWHERE), values, (), ("NB-06",))


CHECKS = (supply,)

"""Where and when the phantom is put, and what it counts for."""

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

PHANTOM = "phantom"
MEEPLE = "meeple"


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """1, like a meeple (NB-22)."""
    power = value("NB-22", "strength")
    player, shown = Item("player", (occupant.owner,)), Item("feature", (feature.id,))
    case.find("NB-22", "phantom-counts", player=player, feature=shown, strength=power)
    return power


def besides(case: Case, put: Putting) -> Finding | None:
    """The phantom may follow the one figure or action of the phase (NB-20), and nothing may follow it."""
    turn = case.state.turn
    if put.figure != PHANTOM or turn is None or turn.figures > 1:
        return None
    return Finding("NB-20", True, "phantom-besides", {"player": Item("player", (put.player,))})


def place(case: Case, put: Putting) -> Finding | None:
    """The phantom goes where a meeple may go at that moment, so not beside the first meeple (NB-21)."""
    if put.figure != PHANTOM:
        return None
    turn = case.state.turn
    values = {"feature": Item("feature", (put.feature.id,))}
    if turn is None or not (turn.figures or turn.deeds):
        case.find("NB-20", "phantom-alone", player=Item("player", (put.player,)))
    if put.feature.kind in rule("BASE-14").forbidden:
        return Finding("NB-21", False, "phantom-no-place", values)
    if not put.means and any(MEEPLE in case.game.figure_traits(o.figure) for o in put.feature.occupants):
        return Finding("NB-21", False, "phantom-like-meeple", values)
    return Finding("NB-21", True, "phantom-like-meeple", values)


def supply(state: State) -> Iterator[Problem]:
    """No player has more phantoms on the board and in the supply together than the game gives him."""
    owned = lexicon("en").supply(PHANTOM)
    counts: dict[str, int] = {}
    where: dict[str, Span] = {}
    for feature in state.occupied():
        for occupant in feature.occupants:
            if occupant.figure == PHANTOM:
                counts[occupant.owner] = counts.get(occupant.owner, 0) + 1
                where[occupant.owner] = occupant.span
    for player, hand in state.hands.items():
        counts[player] = counts.get(player, 0) + (hand.items or {}).get(PHANTOM, 0)
    for player, number in counts.items():
        if number > owned and not state.hand(player).unchecked:
            values = {"player": Item("player", (player,)), "number": number, "owned": owned}
            yield Problem("phantoms-beyond-supply", where.get(player, NOWHERE), values, (), ("NB-20",))


CHECKS = (supply,)

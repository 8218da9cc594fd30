"""How many bridges and castles a player has left (NB-48)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Hand
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

CASTLE = "castle"
BRIDGE = "bridge"
FEW = 4
"""With so many players at most everybody has the larger number."""


def _each(players: int) -> int:
    return value("NB-48", "players_2_to_4" if players <= FEW else "players_5_to_6")


def _names_unit(hand: Hand, unit: str) -> bool:
    """Whether it was said how many a player has: where the thing or any figure was named."""
    words = vocabulary()
    return hand.items is not None and (unit in hand.items or any(words.has("figure", item) for item in hand.items))


def in_hand(case: Case, player: str, unit: str) -> Finding:
    """Whether a player has a bridge or castle left (NB-48). Raises Undetermined where the number of players decides."""
    state, hand = case.state, case.state.hand(player)
    values = {"player": Item.player(player), "thing": Item.noun("unit", unit)}
    if hand.unchecked:
        return Finding("NB-48", True, "one-left", values)
    if _names_unit(hand, unit):
        return Finding("NB-48", (hand.items or {}).get(unit, 0) > 0, "one-left", values)
    used = hand.aside.get(unit, 0)
    most, least = _each(1), _each(FEW + 1)
    if least <= used < most and not state.setup.ordered:
        case.lack("players")
    each = _each(len(state.players)) if state.setup.ordered else most
    return Finding("NB-48", used < each, "one-left", values)


def use(case: Case, player: str, unit: str) -> None:
    """Takes a bridge or castle out of a player's supply."""
    state, hand = case.state, case.state.hand(player)
    if _names_unit(hand, unit):
        state.give(player, unit, -1)
    else:  # what the player holds was not told: what is gone from it is known all the same
        state.hands[player] = hand._replace(aside={**hand.aside, unit: hand.aside.get(unit, 0) + 1})


def prepared(case: Case) -> Iterable[Item]:
    """Bridges and castles for each player, by the number of players (NB-48). Raises Undetermined without it."""
    if not case.state.setup.ordered:
        case.lack("players")
    number = _each(len(case.state.players))
    each = [Item.count(number, "", unit) for unit in (BRIDGE, CASTLE)]
    case.find("NB-48", "bridges-castles-each", things=tuple(each), players=len(case.state.players))
    return each


def beyond(state: State) -> Iterator[Problem]:
    """Nobody has more bridges or castles than he was given (NB-48)."""
    each = _each(len(state.players)) if state.setup.ordered else _each(1)
    lords: dict[str, int] = {}
    for feature in state.occupied():
        if feature.kind == CASTLE:
            for owner in {o.owner for o in feature.occupants}:
                lords[owner] = lords.get(owner, 0) + 1
    for player, hand in state.hands.items():
        for unit, standing in ((BRIDGE, 0), (CASTLE, lords.get(player, 0))):
            number = (hand.items or {}).get(unit, 0) + standing
            if number > each and not hand.unchecked:
                figures = Item.count(number, "", unit)
                values = {"player": Item.player(player), "figures": figures, "owned": each}
                yield Problem("beyond-supply", hand.span, values, (), ("NB-48",))

"""The large meeple: a meeple that counts double in a majority (NB-06)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

LARGE = "large-meeple"


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """2, whatever it stands on (NB-06)."""
    power = value("NB-06", "strength")
    player, item = Item.player(occupant.owner), Item.feature(feature.id)
    case.find("NB-06", "large-meeple-counts", player=player, feature=item, strength=power)
    return power


def supply(state: State) -> Iterator[Problem]:
    """No player has more large meeples on the board and in the supply together than the game gives him."""
    return beyond_supply(state, LARGE, vocabulary().supply(LARGE), "NB-06")


CHECKS = (supply,)

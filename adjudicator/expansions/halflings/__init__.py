"""Halflings: half a tile of one's own instead of one that is drawn (NB-108 to NB-111)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion, Scoring, Start, Tiles, Turns, later
from adjudicator.engine.phases import Beside
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.halflings.counting import HALFLING, checked, recount
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value


def prepared(case: Case) -> Iterator[Item]:
    """The halflings each player draws (NB-108)."""
    number = value("NB-108", "per_player")
    case.find("NB-108", "halflings-each", number=number)
    yield Item.count(number, "", HALFLING)


def supply(state: State) -> Iterator[Problem]:
    """No player has more halflings than each begins with (NB-108)."""
    each = value("NB-108", "per_player")
    for player, hand in state.hands.items():
        number = (hand.items or {}).get(HALFLING, 0)
        if number > each and not hand.unchecked:
            values = {"player": Item.player(player), "number": number, "owned": each}
            yield Problem("halflings-beyond-supply", NOWHERE, values, (), ("NB-108",))


EXPANSION = Expansion(
    "halflings",
    start=Start(ready=(prepared,), checks=(supply, checked)),
    tiles=Tiles(own=later(f"{__name__}.placing", "TILES", HALFLING)),
    scoring=Scoring(recount=(recount,)),
    turns=Turns(beside=(Beside(HALFLING, "NB-109", "places", "instead"),)),
)

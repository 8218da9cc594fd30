"""The Tower: floors, captures, prisoners and ransoms (NB-33 to NB-39)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Asks, Expansion, Kind, May, Start, Turns, Way, later
from adjudicator.engine.phases import Beside
from adjudicator.expansions.tower.closing import GUESTS, after_floor, closes, never, nothing, on_top, standing
from adjudicator.expansions.tower.floors import FLOOR, TOWER, at_start
from adjudicator.expansions.tower.prisoners import holding
from adjudicator.model.ruling import Item


def floors_at_start(case: Case) -> Iterator[Item]:
    """The floors each player begins with (NB-39). Raises Undetermined where the number of players is not said."""
    if not case.state.setup.ordered:
        case.lack("players")
    number = at_start(case.state)
    case.find("NB-39", "floors-each", number is not None, players=len(case.state.players), number=number or 0)
    if number is not None:
        yield Item.count(number, "", FLOOR)


EXPANSION = Expansion(
    "tower",
    kinds={TOWER: Kind(worth=nothing, measure=never)},
    start=Start(ready=(floors_at_start,), checks=(standing, holding)),
    may=May(put=(closes, after_floor), put_by_means=(Way(how=on_top, rule="NB-38"),), guests=GUESTS),
    turns=Turns(beside=(Beside(FLOOR, "NB-33", "puts", "instead"), Beside("ransoms", "NB-37"))),
    asks=Asks(
        verbs={
            **later(f"{__name__}.capture", "VERBS", "captures"),
            **later(f"{__name__}.prisoners", "VERBS", "ransoms"),
        },
        figure_verbs=later(f"{__name__}.floors", "VERBS", f"puts {FLOOR}"),
    ),
)

"""Hills & Sheep: hills that break ties, vineyards beside monasteries, shepherds (NB-56 to NB-62, NB-113, NB-120)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Figure, May, Scoring, Start, Turns, Way
from adjudicator.engine.phases import Beside, Moment, Phase, unsure
from adjudicator.expansions.hills_and_sheep.hills import higher
from adjudicator.expansions.hills_and_sheep.shepherds import flocks, place, strength, supply
from adjudicator.expansions.hills_and_sheep.vineyards import vineyards

EXPANSION = Expansion(
    "hills-and-sheep",
    figures={"shepherd": Figure(owned="NB-60", strength=strength)},
    start=Start(checks=(supply,)),
    scoring=Scoring(bonus=(vineyards,), tiebreak=(Way(how=higher, rule="NB-56"),), besides=(flocks,)),
    may=May(put=(place,)),
    turns=Turns(
        phases=(Phase("shepherd", "NB-61", Moment.AFTER_PUT, waits=unsure),),
        beside=(Beside("shepherd", "NB-60", "puts"),),
    ),
)

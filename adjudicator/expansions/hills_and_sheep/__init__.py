"""Hills & Sheep: hills that break ties, vineyards beside monasteries, shepherds (NB-56 to NB-62, NB-113, NB-120)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.hills_and_sheep.hills import higher
from adjudicator.expansions.hills_and_sheep.shepherds import flocks, place, strength, supply
from adjudicator.expansions.hills_and_sheep.vineyards import vineyards

EXPANSION = Expansion(
    "hills-and-sheep",
    owned={"shepherd": "NB-60"},
    amend=(vineyards,),
    tiebreak=(higher,),
    strength={"shepherd": strength},
    putting=(place,),
    scorings=(flocks,),
    checks=(supply,),
)

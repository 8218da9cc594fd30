"""The Flying Machines: a meeple that flies as far as the die says (NB-88 to NB-93)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.flying_machines.landing import GUESTS, by_flight, lands, must_land, saying, unfinished
from adjudicator.expansions.flying_machines.machine import ROLLS

EXPANSION = Expansion(
    "flying-machines",
    verbs=later(f"{__name__}.rolling", "VERBS", ROLLS),
    by_means=(by_flight,),
    putting=(lands,),
    provisos=(("puts", must_land),),
    guests=GUESTS,
    sayings=(saying,),
    before_scoring=(unfinished,),
)

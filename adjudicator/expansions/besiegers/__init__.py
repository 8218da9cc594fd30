"""The Besiegers: besieged cities, and knights who flee from them (NB-101 to NB-107)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.besiegers.cities import field_factor, siege
from adjudicator.expansions.besiegers.closing import after_escape, no_protection

EXPANSION = Expansion(
    "besiegers",
    amend=(siege,),
    city_factor=(field_factor,),
    putting=(after_escape,),
    provisos=(("protects", no_protection),),
    verbs=later(f"{__name__}.escape", "VERBS", "escapes"),
)

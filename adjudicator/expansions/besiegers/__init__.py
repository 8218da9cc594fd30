"""The Besiegers: besieged cities, and knights who flee from them (NB-101 to NB-107)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, Proviso, Scoring, Way, later
from adjudicator.expansions.besiegers.cities import besieged, field_factor, siege
from adjudicator.expansions.besiegers.closing import after_escape, no_protection

EXPANSION = Expansion(
    "besiegers",
    scoring=Scoring(
        rates=(Way(how=siege, kinds=("city",), when=besieged, over=("inns-and-cathedrals",), rule="NB-101"),),
        city_factor=(field_factor,),
    ),
    may=May(put=(after_escape,), provisos=(Proviso("protects", no_protection),)),
    asks=Asks(verbs=later(f"{__name__}.escape", "VERBS", "escapes")),
)

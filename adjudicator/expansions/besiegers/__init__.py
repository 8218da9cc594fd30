"""The Besiegers: besieged cities, and knights who flee from them (NB-101 to NB-107)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, Proviso, Scoring, Way, later
from adjudicator.expansions.besiegers.cities import after_escape, besieged, field_factor, no_protection, siege

EXPANSION = Expansion(
    "besiegers",
    scoring=Scoring(
        rates=(Way(how=siege, kinds=("city",), when=besieged, over=("inns-and-cathedrals",), rule="NB-101"),),
        city_factor=(field_factor,),
    ),
    may=May(put=(after_escape,), provisos=(Proviso("protects", no_protection),)),
    asks=Asks(verbs=later(f"{__name__}.escape", "VERBS", "escapes")),
)

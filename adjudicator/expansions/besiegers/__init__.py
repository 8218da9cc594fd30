"""The Besiegers: besieged cities, and knights who flee from them (NB-101 to NB-107)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, Proviso, Scoring, Start, Turns, Way, later
from adjudicator.engine.phases import Moment, Phase
from adjudicator.expansions.besiegers.cities import (
    ESCAPES,
    after_escape,
    checks,
    field_factor,
    known_besieged,
    may_come,
    no_protection,
    siege,
)

EXPANSION = Expansion(
    "besiegers",
    start=Start(checks=(checks,)),
    scoring=Scoring(
        rates=(Way(how=siege, kinds=("city",), when=known_besieged, over=("inns-and-cathedrals",), rule="NB-101"),),
        city_factor=(field_factor,),
    ),
    may=May(put=(after_escape,), provisos=(Proviso("protects", no_protection),)),
    turns=Turns(phases=(Phase(ESCAPES, "NB-104", Moment.END, waits=may_come),)),
    asks=Asks(verbs=later(f"{__name__}.escape", "VERBS", "escapes")),
)

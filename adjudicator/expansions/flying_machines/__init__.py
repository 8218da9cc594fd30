"""The Flying Machines: a meeple that flies as far as the die says (NB-88 to NB-93)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, On, Proviso, Tells, Turns, Way, later
from adjudicator.engine.phases import Beside
from adjudicator.expansions.flying_machines.landing import (
    GUESTS,
    by_flight,
    in_the_air,
    lands,
    must_land,
    saying,
    unfinished,
)
from adjudicator.expansions.flying_machines.machine import ROLLS

EXPANSION = Expansion(
    "flying-machines",
    may=May(
        put_by_means=(Way(how=by_flight, rule="NB-88", over=("princess-and-dragon", "tower", "under-the-big-top")),),
        put=(lands,),
        provisos=(Proviso("puts", must_land),),
        guests=GUESTS,
    ),
    on=On(before_scoring=(unfinished,)),
    turns=Turns(beside=(Beside(ROLLS, "NB-88", "puts", "instead", in_the_air),)),
    asks=Asks(verbs=later(f"{__name__}.rolling", "VERBS", ROLLS)),
    tells=Tells(sayings=(saying,)),
)

"""Crop Circles: a fourth phase in which everybody adds a meeple or takes one back (NB-94 to NB-97)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, On, Scoring, Tells, Turns, later
from adjudicator.engine.phases import Moment, Phase
from adjudicator.expansions.crop_circles.circle import (
    ADDS,
    CIRCLE,
    REMOVES,
    appears,
    at_the_end,
    next_turn,
    phase_over,
    waits,
)
from adjudicator.expansions.crop_circles.land import nobody_on_it, parts

EXPANSION = Expansion(
    "crop-circles",
    scoring=Scoring(final=(at_the_end,)),
    may=May(put=(phase_over,)),
    on=On(placed=(appears,), turn_begins=(next_turn,)),
    turns=Turns(phases=(Phase(CIRCLE, "NB-94", Moment.AFTER, waits=waits),)),
    asks=Asks(verbs=later(f"{__name__}.acting", "VERBS", ADDS, REMOVES)),
    tells=Tells(sayings=(nobody_on_it,), looks=(parts,)),
)

"""Crop Circles: a fourth phase in which everybody adds a meeple or takes one back (NB-94 to NB-97)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, On, Scoring, Tells, later
from adjudicator.expansions.crop_circles.circle import ADDS, REMOVES, appears, at_the_end, next_turn, phase_over
from adjudicator.expansions.crop_circles.land import nobody_on_it, parts

EXPANSION = Expansion(
    "crop-circles",
    scoring=Scoring(final=(at_the_end,)),
    may=May(put=(phase_over,)),
    on=On(placed=(appears,), turn_begins=(next_turn,)),
    asks=Asks(verbs=later(f"{__name__}.acting", "VERBS", ADDS, REMOVES)),
    tells=Tells(sayings=(nobody_on_it,), looks=(parts,)),
)

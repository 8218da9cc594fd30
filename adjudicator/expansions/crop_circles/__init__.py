"""Crop Circles: a fourth phase in which everybody adds a meeple or takes one back (NB-94 to NB-97)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.crop_circles.circle import ADDS, REMOVES, appears, at_the_end, next_turn, phase_over
from adjudicator.expansions.crop_circles.land import nobody_on_it, parts

EXPANSION = Expansion(
    "crop-circles",
    verbs=later(f"{__name__}.acting", "VERBS", ADDS, REMOVES),
    placed=(appears,),
    putting=(phase_over,),
    turn_begins=(next_turn,),
    final=(at_the_end,),
    sayings=(nobody_on_it,),
    looks=(parts,),
)

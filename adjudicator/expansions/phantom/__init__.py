"""The Phantom: a second meeple in the same turn (NB-20 to NB-22)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.phantom.second_meeple import CHECKS, besides, place, strength

EXPANSION = Expansion(
    "phantom",
    owned={"phantom": "NB-22"},
    strength={"phantom": strength},
    putting=(place,),
    extra_figure=(besides,),
    checks=CHECKS,
)

"""The Phantom: a second meeple in the same turn (NB-20 to NB-22, NB-24, NB-121)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.phantom.second_meeple import CHECKS, CONDITIONS, besides, strength

EXPANSION = Expansion(
    "phantom",
    cites={"as-meeple-phantom": "NB-21"},
    owned={"phantom": "NB-22"},
    strength={"phantom": strength},
    putting=CONDITIONS,
    extra_figure=(besides,),
    checks=CHECKS,
)

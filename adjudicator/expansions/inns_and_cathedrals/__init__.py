"""Inns & Cathedrals: inns, cathedrals and the large meeple (NB-01 to NB-07, NB-119)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.inns_and_cathedrals.large_meeple import CHECKS, strength
from adjudicator.expansions.inns_and_cathedrals.values import carried, cathedrals, inns

EXPANSION = Expansion(
    "inns-and-cathedrals",
    cites={"as-meeple-large-meeple": "NB-06"},
    owned={"large-meeple": "NB-06"},
    amend=(inns, cathedrals),
    strength={"large-meeple": strength},
    checks=(*CHECKS, carried),
)

"""Inns & Cathedrals: inns, cathedrals and the large meeple (NB-01 to NB-07, NB-119)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Figure, Scoring, Start
from adjudicator.expansions.inns_and_cathedrals.large_meeple import CHECKS, strength
from adjudicator.expansions.inns_and_cathedrals.values import carried, cathedrals, inns

EXPANSION = Expansion(
    "inns-and-cathedrals",
    figures={"large-meeple": Figure(as_meeple="NB-06", owned="NB-06", strength=strength)},
    start=Start(checks=(*CHECKS, carried)),
    scoring=Scoring(amend=(inns, cathedrals)),
)

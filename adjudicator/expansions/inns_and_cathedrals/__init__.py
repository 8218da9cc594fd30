"""Inns & Cathedrals: inns, cathedrals and the large meeple (NB-01 to NB-07, NB-119)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Figure, Scoring, Start, Tells, Way
from adjudicator.expansions.inns_and_cathedrals.large_meeple import CHECKS, strength
from adjudicator.expansions.inns_and_cathedrals.values import (
    beside,
    carried,
    cathedrals,
    inns,
    with_cathedral,
    with_inn,
)

EXPANSION = Expansion(
    "inns-and-cathedrals",
    figures={"large-meeple": Figure(as_meeple="NB-06", owned="NB-06", strength=strength)},
    start=Start(checks=(*CHECKS, carried)),
    scoring=Scoring(
        rates=(
            Way(how=inns, kinds=("road",), when=with_inn, rule="NB-01"),
            Way(how=cathedrals, kinds=("city",), when=with_cathedral, rule="NB-04"),
        )
    ),
    tells=Tells(looks=(beside,)),
)

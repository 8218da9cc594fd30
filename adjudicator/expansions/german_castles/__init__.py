"""Castles in Germany: castle tiles of two squares, their lords, what they bring roads and cities (NB-81 to NB-87)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.german_castles.castle import CASTLE, checks, lord, measured, one_tile, told, worth
from adjudicator.expansions.german_castles.counting import bonus, counted_as_one, surrounded
from adjudicator.expansions.german_castles.supply import beyond, leftover, prepared

EXPANSION = Expansion(
    "german-castles",
    whole={CASTLE: "NB-84"},
    worth={CASTLE: worth},
    measures={CASTLE: measured},
    amend=(bonus,),
    recount=(counted_as_one,),
    putting=(lord,),
    own_tiles=later(f"{__name__}.placing", "TILES", CASTLE),
    one_tile=(one_tile,),
    placed=(surrounded,),
    told=(told,),
    checks=(checks, beyond),
    setup=(prepared,),
    after_last=(leftover,),
)

"""Bridges, Castles & Bazaars: castles on small cities, bridges over tiles (NB-48 to NB-55)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Worth, later
from adjudicator.expansions.bridges_castles_bazaars.bridges import beside_it, lies_as, over_tiles, sketched
from adjudicator.expansions.bridges_castles_bazaars.castles import lord, settle, small
from adjudicator.expansions.bridges_castles_bazaars.supplies import beyond, prepared
from adjudicator.expansions.bridges_castles_bazaars.vicinity import scorings
from adjudicator.rulebook.loader import value

EXPANSION = Expansion(
    "bridges-castles-bazaars",
    settle=(settle,),
    putting=(lord,),
    placing=(beside_it,),
    lies_as=(lies_as,),
    verbs=later(f"{__name__}.building", "VERBS", "builds"),
    setup=(prepared,),
    checks=(small, beyond),
    scorings=(scorings,),
    city_like={"castle": Worth("castles", 1, value("NB-53", "points") - value("BASE-38", "per_city"), "NB-53")},
    placed=(sketched,),
    looks=(over_tiles,),
)

"""Cathedrals in Germany: roads that lead to a cathedral, and archbishops on it (NB-76 to NB-80)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.german_cathedrals.archbishop import CONDITIONS, closed_by_roads, on_board, told, worth
from adjudicator.expansions.german_cathedrals.roads import CATHEDRAL, checks, counted_again, to_cathedral

EXPANSION = Expansion(
    "german-cathedrals",
    whole={CATHEDRAL: "NB-79"},
    worth={CATHEDRAL: worth},
    amend=(to_cathedral,),
    recount=(counted_again,),
    measures={CATHEDRAL: on_board},
    placed=(closed_by_roads,),
    putting=CONDITIONS,
    told=(told,),
    checks=(checks,),
)

"""Cathedrals in Germany: roads that lead to a cathedral, and archbishops on it (NB-76 to NB-80)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Kind, May, On, Scoring, Start, Way
from adjudicator.expansions.german_cathedrals.archbishop import (
    CONDITIONS,
    closed_by_roads,
    complete_by_roads,
    on_board,
    roads_told,
    worth,
)
from adjudicator.expansions.german_cathedrals.roads import (
    CATHEDRAL,
    ROAD,
    checks,
    counted_again,
    leads_there,
    to_cathedral,
)

EXPANSION = Expansion(
    "german-cathedrals",
    kinds={CATHEDRAL: Kind(whole="NB-79", worth=worth, measure=on_board)},
    start=Start(features=(complete_by_roads,), checks=(checks,)),
    scoring=Scoring(
        rates=(Way(how=to_cathedral, kinds=(ROAD,), when=leads_there, over=("inns-and-cathedrals",), rule="NB-77"),),
        recount=(counted_again,),
    ),
    may=May(put=CONDITIONS),
    on=On(placed=(closed_by_roads,), before_scoring=(roads_told,)),
)

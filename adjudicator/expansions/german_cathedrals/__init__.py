"""Cathedrals in Germany: roads that lead to a cathedral, and archbishops on it (NB-76 to NB-80)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Kind, May, On, Scoring, Start
from adjudicator.expansions.german_cathedrals.archbishop import CONDITIONS, closed_by_roads, on_board, told, worth
from adjudicator.expansions.german_cathedrals.roads import CATHEDRAL, checks, counted_again, to_cathedral

EXPANSION = Expansion(
    "german-cathedrals",
    kinds={CATHEDRAL: Kind(whole="NB-79", worth=worth, measure=on_board)},
    start=Start(features=(told,), checks=(checks,)),
    scoring=Scoring(amend=(to_cathedral,), recount=(counted_again,)),
    may=May(put=CONDITIONS),
    on=On(placed=(closed_by_roads,)),
)

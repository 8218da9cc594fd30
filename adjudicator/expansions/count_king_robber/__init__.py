"""Count, King & Robber: the City of Carcassonne, king and robber baron, shrines (NB-40 to NB-47, NB-114, 117, 118)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.count_king_robber.beside import SHRINE
from adjudicator.expansions.count_king_robber.carcassonne import (
    LIKE_A_CITY,
    checks,
    for_fields,
    no_points,
    phase_over,
    told,
    which,
)
from adjudicator.expansions.count_king_robber.crowns import awarded, one_holder, points
from adjudicator.expansions.count_king_robber.crowns import told as told_crowns
from adjudicator.expansions.count_king_robber.quarters import COUNT, PLACES
from adjudicator.expansions.count_king_robber.right import scoring_begins
from adjudicator.expansions.count_king_robber.shrines import PLACING, decided, lost, monk, worth

EXPANSION = Expansion(
    "count-king-robber",
    whole={SHRINE: "NB-46"},
    worth={SHRINE: worth},
    settle=(no_points,),
    putting=(monk, phase_over, which),
    placing=PLACING,
    figure_verbs={
        **later(f"{__name__}.entering", "VERBS", *(f"puts {place}" for place in PLACES)),
        **later(f"{__name__}.moving", "VERBS", *(f"moves {word}" for word in (*PLACES, COUNT))),
    },
    topics=later(f"{__name__}.crowns", "TOPICS", "king", "robber-baron"),
    before_scoring=(scoring_begins,),
    aftermath=(decided, awarded),
    scorings=(lost,),
    final=(points,),
    city_like=LIKE_A_CITY,
    told=(told, told_crowns),
    checks=(checks, one_holder),
    traps=(for_fields,),
)

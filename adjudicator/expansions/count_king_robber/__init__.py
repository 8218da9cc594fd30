"""Count, King & Robber: the City of Carcassonne, king and robber baron, shrines (NB-40 to NB-47, NB-114, 117, 118)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, Kind, May, On, Scoring, Start, Tells, Turns, Way, later
from adjudicator.engine.phases import Beside, Moment, Phase, unsure
from adjudicator.expansions.count_king_robber.carcassonne import (
    LIKE_A_CITY,
    areas,
    checks,
    for_fields,
    no_points,
    phase_over,
    seized,
)
from adjudicator.expansions.count_king_robber.crowns import awarded, during, held, name_of_baron, one_holder, points
from adjudicator.expansions.count_king_robber.quarters import COUNT, PLACES, QUARTER
from adjudicator.expansions.count_king_robber.right import scoring_begins
from adjudicator.expansions.count_king_robber.shrines import PLACING, SHRINE, decided, lost, monk, worth

EXPANSION = Expansion(
    "count-king-robber",
    kinds={SHRINE: Kind(whole="NB-46", worth=worth), QUARTER: Kind(as_city=LIKE_A_CITY)},
    start=Start(features=(areas, name_of_baron), checks=(checks, one_holder)),
    scoring=Scoring(
        settle=(Way(how=no_points, kinds=(QUARTER,), rule="NB-41"),), besides=(lost, during), final=(points,)
    ),
    may=May(put=(monk, phase_over), place=PLACING, be_taken=(seized,)),
    on=On(before_scoring=(scoring_begins, held), completed=(decided, awarded)),
    turns=Turns(
        phases=(Phase("carcassonne", "NB-40", Moment.SCORED, waits=unsure),),
        beside=(
            Beside("quarter", "NB-41", "score"),
            Beside("king", "NB-44", "score"),
            Beside("robber-baron", "NB-45", "score"),
        ),
    ),
    asks=Asks(
        figure_verbs={
            **later(f"{__name__}.entering", "VERBS", *(f"puts {place}" for place in PLACES)),
            **later(f"{__name__}.moving", "VERBS", *(f"moves {word}" for word in (*PLACES, COUNT))),
        },
        topics=later(f"{__name__}.crowns", "TOPICS", "king", "robber-baron"),
    ),
    tells=Tells(traps=(for_fields,)),
)

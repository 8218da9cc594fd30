"""Traders & Builders: goods, the builder and the pig (NB-08 to NB-14)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Figure, May, On, Scoring, Start, Tells, Turns, Way
from adjudicator.engine.phases import Beside, Moment, Phase
from adjudicator.expansions.traders_and_builders.goods import goods_points, goods_tokens, take_goods, whose_goods
from adjudicator.expansions.traders_and_builders.special import (
    CHECKS,
    CONDITIONS,
    SECOND_PART,
    builder_home,
    double_turn,
    extends,
    figure_is_no_meeple,
    no_strength,
    part_to_come,
    pig_bonus,
)

EXPANSION = Expansion(
    "traders-and-builders",
    figures={
        "builder": Figure(instead="NB-10", alone="NB-13", owned="NB-10", strength=no_strength),
        "pig": Figure(instead="NB-14", alone="NB-14", owned="NB-14", strength=no_strength),
    },
    start=Start(checks=(*CHECKS, goods_tokens)),
    scoring=Scoring(final=(goods_points,), city_bonus=(pig_bonus,)),
    may=May(put=CONDITIONS),
    on=On(completed=(take_goods, builder_home), placed=(extends,)),
    turns=Turns(
        follows=(Way(how=double_turn, rule="NB-11"),),
        phases=(Phase(SECOND_PART, "NB-11", Moment.NEXT, waits=part_to_come),),
        beside=(
            Beside("builder", "NB-10", "puts"),
            Beside("pig", "NB-14", "puts"),
            *(Beside(token, "NB-08", "score") for token in ("wine", "grain", "cloth")),
        ),
    ),
    tells=Tells(traps=(figure_is_no_meeple, whose_goods)),
)

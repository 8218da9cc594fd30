"""Traders & Builders: goods, the builder and the pig (NB-08 to NB-14)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.traders_and_builders.goods import goods_points, goods_tokens, take_goods, whose_goods
from adjudicator.expansions.traders_and_builders.special import (
    CHECKS,
    CONDITIONS,
    double_turn,
    extends,
    figure_is_no_meeple,
    no_strength,
    pig_bonus,
)

EXPANSION = Expansion(
    "traders-and-builders",
    cites={"alone-builder": "NB-13", "alone-pig": "NB-14"},
    owned={"builder": "NB-10", "pig": "NB-14"},
    strength={"builder": no_strength, "pig": no_strength},
    putting=CONDITIONS,
    checks=(*CHECKS, goods_tokens),
    aftermath=(take_goods,),
    final=(goods_points,),
    follows=(double_turn,),
    placed=(extends,),
    city_bonus=(pig_bonus,),
    traps=(figure_is_no_meeple, whose_goods),
)

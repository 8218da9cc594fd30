"""The base game, with farmers: BASE-01 to BASE-50."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.base import feature_questions, outcomes, turn_questions
from adjudicator.expansions.base.checks import CHECKS
from adjudicator.expansions.base.fields import settle_field
from adjudicator.expansions.base.ground import on_the_tiles
from adjudicator.expansions.base.laying import EFFECTS
from adjudicator.expansions.base.putting import CONDITIONS
from adjudicator.expansions.base.values import city, field_closed, monastery, road, tile_twice
from adjudicator.expansions.base.verbs import VERBS

EXPANSION = Expansion(
    "base",
    start="BA/RCr",
    cites={
        "most": "BASE-20",
        "fewer": "BASE-20",
        "tie": "BASE-21",
        "shared": "BASE-18",
        "unoccupied": "BASE-22",
        "return": "BASE-23",
        "each-on-its-own": "BASE-19",
        "optional": "BASE-08",
    },
    whole={"road": "BASE-25", "city": "BASE-28", "monastery": "BASE-32", "field": "BASE-37"},
    owned={"meeple": "BASE-03"},
    worth={"road": road, "city": city, "monastery": monastery},
    settle=(settle_field,),
    strength={"meeple": lambda case, occupant, feature: 1},
    putting=CONDITIONS,
    verbs=VERBS,
    effects=EFFECTS,
    topics={**feature_questions.TOPICS, **outcomes.TOPICS, **turn_questions.TOPICS},
    checks=CHECKS,
    traps=(tile_twice, field_closed, on_the_tiles),
)

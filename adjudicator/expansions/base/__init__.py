"""The base game, with farmers: BASE-01 to BASE-50."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, at_first_call, later
from adjudicator.expansions.base.checks import CHECKS
from adjudicator.expansions.base.values import city, field, field_closed, monastery, on_a_board, road, tile_twice

CONDITIONS = ("role", "unoccupied", "not_done", "on_placed_tile", "one_a_turn", "supply")

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
        "city-once": "BASE-39",
        "field-touches": "BASE-41",
    },
    whole={"road": "BASE-25", "city": "BASE-28", "monastery": "BASE-32", "field": "BASE-37"},
    owned={"meeple": "BASE-03"},
    worth={"road": road, "city": city, "monastery": monastery},
    settle=(field,),
    strength={"meeple": lambda case, occupant, feature: 1},
    putting=at_first_call(f"{__name__}.putting", *CONDITIONS),
    verbs={
        **later(f"{__name__}.drawing", "VERBS", "draws", "discards"),
        **later(f"{__name__}.placing", "VERBS", "places"),
        **later(f"{__name__}.putting_moves", "VERBS", "puts"),
    },
    effects=later(f"{__name__}.laying", "EFFECTS", "extends", "completes", "joins", "starts", "touches", "shows"),
    topics={
        **later(f"{__name__}.feature_questions", "TOPICS", "score", "complete", "tiles", "majority"),
        **later(f"{__name__}.outcomes", "TOPICS", "points", "total", "track", "returned", "hand"),
        **later(f"{__name__}.outcomes", "TOPICS", "gained", "stock", "final"),
        **later(f"{__name__}.turn_questions", "TOPICS", "steps", "to-come", "setup", "order", "next"),
        **later(f"{__name__}.turn_questions", "TOPICS", "placements", "options"),
    },
    checks=CHECKS,
    traps=(tile_twice, field_closed, on_a_board),
)

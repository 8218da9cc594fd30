"""The base game, with farmers: BASE-01 to BASE-50."""

from __future__ import annotations

from adjudicator.engine.expansion import (
    Asks,
    Expansion,
    Figure,
    Kind,
    May,
    On,
    Scoring,
    Start,
    StartTile,
    Tells,
    Way,
    later,
)
from adjudicator.expansions.base.checks import CHECKS
from adjudicator.expansions.base.putting import CONDITIONS
from adjudicator.expansions.base.surroundings import add_surroundings, counted_around
from adjudicator.expansions.base.values import city, field, field_closed, monastery, on_a_board, road, tile_twice

EXPANSION = Expansion(
    "base",
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
        "start": "BASE-04",
        "edges": "BASE-10",
        "supply": "BASE-17",
        "end": "BASE-43",
        "surrounded": "BASE-33",
        "not-surrounded": "BASE-47",
        "no-feature": "NB-116",
    },
    figures={"meeple": Figure(owned="BASE-03", strength=1)},
    kinds={
        "road": Kind(whole="BASE-25", worth=road),
        "city": Kind(whole="BASE-28", worth=city),
        "monastery": Kind(whole="BASE-32", worth=monastery),
        "field": Kind(whole="BASE-37"),
    },
    start=Start(tiles=(StartTile("BA/RCr", "BASE-04"),), features=(add_surroundings,), checks=CHECKS),
    scoring=Scoring(settle=(Way(how=field, kinds=("field",), rule="BASE-38"),)),
    may=May(put=CONDITIONS),
    on=On(before_scoring=(counted_around,)),
    asks=Asks(
        verbs={
            **later(f"{__name__}.drawing", "VERBS", "draws", "discards"),
            **later(f"{__name__}.placing", "VERBS", "places"),
            **later(f"{__name__}.putting_moves", "VERBS", "puts"),
        },
        effects=later(f"{__name__}.laying", "EFFECTS", "extends", "completes", "joins", "starts", "touches", "shows"),
        topics={
            **later(f"{__name__}.feature_questions", "TOPICS", "score", "complete", "tiles", "majority"),
            **later(f"{__name__}.outcomes", "TOPICS", "points", "total", "track", "returned", "hand"),
            **later(f"{__name__}.outcomes", "TOPICS", "gained", "stock", "final", "winner"),
            **later(f"{__name__}.turn_questions", "TOPICS", "steps", "to-come", "setup", "order", "next"),
            **later(f"{__name__}.turn_questions", "TOPICS", "placements", "options"),
            **later(f"{__name__}.box_questions", "TOPICS", "left", "fits"),
        },
        offers=later(f"{__name__}.turn_questions", "OFFERS", "placements", "options"),
    ),
    tells=Tells(traps=(tile_twice, field_closed, on_a_board)),
)

"""The Princess & the Dragon: volcano, dragon, fairy, magic portal and princess (NB-25 to NB-32)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, On, Scoring, Start, Tells, Turns, Way, later
from adjudicator.engine.phases import Beside, Moment, Phase
from adjudicator.expansions.princess_and_dragon.afterwards import CONDITIONS, flight_to_come, unfinished
from adjudicator.expansions.princess_and_dragon.fairy_points import at_start, when_scored
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, FAIRY, beside_dragon, checks, locate_both
from adjudicator.expansions.princess_and_dragon.portal import GUESTS, by_portal, nothing_on_it, through_portal
from adjudicator.expansions.princess_and_dragon.volcano import dragon_comes, not_on_volcano

EXPANSION = Expansion(
    "princess-and-dragon",
    start=Start(features=(locate_both,), checks=(checks,)),
    scoring=Scoring(charges=(when_scored,)),
    may=May(
        stand=(beside_dragon,),
        put=(not_on_volcano, through_portal, *CONDITIONS),
        put_by_means=(Way(how=by_portal, rule="NB-31"),),
        guests=GUESTS,
    ),
    on=On(placed=(dragon_comes,), turn_begins=(at_start,), before_scoring=(unfinished,)),
    turns=Turns(
        phases=(
            Phase(FAIRY, "NB-29", Moment.BEGIN),
            Phase(DRAGON, "NB-26", Moment.AFTER_PUT, waits=flight_to_come),
        ),
        beside=(
            Beside("volcano", "NB-25", "places"),
            Beside("portal", "NB-31", "puts"),
            Beside(FAIRY, "NB-28", "puts", "instead"),
            Beside("seduces", "NB-32", "puts", "instead"),
        ),
    ),
    asks=Asks(
        verbs=later(f"{__name__}.princess", "VERBS", "seduces"),
        figure_verbs={
            **later(f"{__name__}.dragon", "VERBS", f"moves {DRAGON}"),
            **later(f"{__name__}.eaten", "VERBS", f"captures {DRAGON}", f"removes {DRAGON}"),
            **later(f"{__name__}.fairy", "VERBS", f"moves {FAIRY}"),
        },
    ),
    tells=Tells(sayings=(nothing_on_it,)),
)

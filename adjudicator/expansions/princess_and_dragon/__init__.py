"""The Princess & the Dragon: volcano, dragon, fairy, magic portal and princess (NB-25 to NB-32)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.princess_and_dragon.afterwards import CONDITIONS, unfinished
from adjudicator.expansions.princess_and_dragon.fairy_points import at_start, when_scored
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, FAIRY, checks, told
from adjudicator.expansions.princess_and_dragon.portal import GUESTS, by_portal, nothing_on_it, through_portal
from adjudicator.expansions.princess_and_dragon.volcano import dragon_comes, not_on_volcano

EXPANSION = Expansion(
    "princess-and-dragon",
    verbs=later(f"{__name__}.princess", "VERBS", "seduces"),
    figure_verbs={
        **later(f"{__name__}.dragon", "VERBS", f"moves {DRAGON}"),
        **later(f"{__name__}.eaten", "VERBS", f"captures {DRAGON}", f"removes {DRAGON}"),
        **later(f"{__name__}.fairy", "VERBS", f"moves {FAIRY}"),
    },
    placed=(dragon_comes,),
    putting=(not_on_volcano, through_portal, *CONDITIONS),
    by_means=(by_portal,),
    guests=GUESTS,
    turn_begins=(at_start,),
    before_scoring=(unfinished,),
    charges=(when_scored,),
    sayings=(nothing_on_it,),
    told=(told,),
    checks=(checks,),
)

"""Under the Big Top: the big top, acrobats and the ringmaster (NB-63 to NB-69)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, Figure, Kind, May, On, Scoring, Start, Turns, Way, later
from adjudicator.engine.phases import Beside, Moment, Phase
from adjudicator.expansions.under_the_big_top.acrobats import CHECKS as OF_PYRAMIDS
from adjudicator.expansions.under_the_big_top.acrobats import (
    CONDITIONS,
    GUESTS,
    PYRAMID,
    RINGMASTER,
    by_acrobat,
    counted,
    full_on_board,
    joined,
    pyramid,
    told_full,
    unsettled,
)
from adjudicator.expansions.under_the_big_top.big_top import (
    BIG_TOP,
    circus_scored,
    circus_to_come,
    last_token,
    locate_big_top,
)
from adjudicator.expansions.under_the_big_top.big_top import CHECKS as OF_TOKENS
from adjudicator.expansions.under_the_big_top.ringmaster import CHECKS as OF_RINGMASTERS
from adjudicator.expansions.under_the_big_top.ringmaster import bonus, strength

EXPANSION = Expansion(
    "under-the-big-top",
    figures={RINGMASTER: Figure(as_meeple="NB-69", owned="NB-69", strength=strength)},
    kinds={PYRAMID: Kind(whole="NB-67", worth=unsettled, measure=full_on_board)},
    start=Start(features=(locate_big_top, told_full), checks=(*OF_PYRAMIDS, *OF_TOKENS, *OF_RINGMASTERS)),
    scoring=Scoring(
        charges=(bonus,),
        settle=(Way(how=pyramid, kinds=(PYRAMID,), rule="NB-68"),),
        besides=(circus_scored,),
        final=(last_token,),
    ),
    may=May(put_by_means=(Way(how=by_acrobat, rule="NB-67"),), guests=GUESTS, put=CONDITIONS),
    on=On(put=(joined,), turn_begins=(counted,), before_scoring=(counted,)),
    turns=Turns(
        phases=(Phase(BIG_TOP, "NB-63", Moment.AFTER, waits=circus_to_come),),
        beside=(Beside("acrobat", "NB-67", "puts"), Beside("scores", "NB-68", "puts", "instead")),
    ),
    asks=Asks(
        verbs={
            **later(f"{__name__}.tokens", "VERBS", "reveals"),
            **later(f"{__name__}.pyramid_scored", "VERBS", "scores"),
        }
    ),
)

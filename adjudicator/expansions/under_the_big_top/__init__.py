"""Under the Big Top: the big top, acrobats and the ringmaster (NB-63 to NB-69)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.under_the_big_top.acrobats import CHECKS as OF_PYRAMIDS
from adjudicator.expansions.under_the_big_top.acrobats import (
    CONDITIONS,
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
from adjudicator.expansions.under_the_big_top.big_top import CHECKS as OF_TOKENS
from adjudicator.expansions.under_the_big_top.big_top import circus_scored, last_token, told
from adjudicator.expansions.under_the_big_top.ringmaster import CHECKS as OF_RINGMASTERS
from adjudicator.expansions.under_the_big_top.ringmaster import bonus, strength

EXPANSION = Expansion(
    "under-the-big-top",
    cites={f"as-meeple-{RINGMASTER}": "NB-69"},
    owned={RINGMASTER: "NB-69"},
    strength={RINGMASTER: strength},
    charges=(bonus,),
    whole={PYRAMID: "NB-67"},
    worth={PYRAMID: unsettled},
    settle=(pyramid,),
    measures={PYRAMID: full_on_board},
    by_means=(by_acrobat,),
    putting=CONDITIONS,
    figure_put=(joined,),
    verbs={
        **later(f"{__name__}.tokens", "VERBS", "reveals"),
        **later(f"{__name__}.pyramid_scored", "VERBS", "scores"),
    },
    turn_begins=(counted,),
    before_scoring=(counted,),
    scorings=(circus_scored,),
    final=(last_token,),
    told=(told, told_full),
    checks=(*OF_PYRAMIDS, *OF_TOKENS, *OF_RINGMASTERS),
)

"""The Peasant Revolts: what a drawn revolt tile does, and protection against it (REVOLT-01 to REVOLT-63)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, On, Proviso, Scoring, Start, Tells, Turns, later
from adjudicator.engine.phases import Beside, Moment, Phase
from adjudicator.expansions.peasant_revolts.deck import in_stock, ready, too_many
from adjudicator.expansions.peasant_revolts.paying import CONDITIONS, PAID_ANYHOW, pay
from adjudicator.expansions.peasant_revolts.revolt import (
    EVENTS,
    break_out,
    known_revolt,
    known_when_placed,
    plays_symbols,
    returned,
    still_unknown,
    unplaceable,
    unsure,
)
from adjudicator.expansions.peasant_revolts.scoring import counts_like_any, goes_home, impossible, moving
from adjudicator.expansions.peasant_revolts.terms import PROTECTED
from adjudicator.expansions.peasant_revolts.wanted import scoring_begins

EXPANSION = Expansion(
    "peasant-revolts",
    start=Start(ready=(ready,), stock=(in_stock,), checks=(impossible, too_many)),
    may=May(
        put=CONDITIONS,
        keep=frozenset({PROTECTED}),
        provisos=(
            Proviso("draws", known_revolt),
            Proviso("places", known_when_placed),
            Proviso("discards", unplaceable),
            Proviso("moves", moving),
        ),
    ),
    on=On(
        drawn={event: break_out for event in EVENTS},
        returned=(returned,),
        unsure=(unsure,),
        put=(pay,),
        before_scoring=(scoring_begins,),
        completed=(goes_home,),
    ),
    turns=Turns(
        phases=(Phase("revolt", "REVOLT-07", Moment.DRAWN, played=plays_symbols, waits=still_unknown),),
        beside=(Beside("protects", "REVOLT-37", "puts"),),
    ),
    scoring=Scoring(below=PAID_ANYHOW),
    asks=Asks(
        verbs=later(f"{__name__}.protecting", "VERBS", "protects"),
        topics=later(f"{__name__}.asked", "TOPICS", "revolt", "reached", "protected"),
    ),
    tells=Tells(traps=(counts_like_any,)),
)

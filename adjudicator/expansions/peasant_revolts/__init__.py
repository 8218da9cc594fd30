"""The Peasant Revolts: what a drawn revolt tile does, and protection against it (REVOLT-01 to REVOLT-63)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.peasant_revolts.deck import in_stock, ready, too_many
from adjudicator.expansions.peasant_revolts.paying import CONDITIONS, pay
from adjudicator.expansions.peasant_revolts.revolt import EVENTS, break_out, known_revolt, unplaceable
from adjudicator.expansions.peasant_revolts.scoring import counts_like_any, goes_home, impossible
from adjudicator.expansions.peasant_revolts.terms import PROTECTED
from adjudicator.expansions.peasant_revolts.wagon import moving

EXPANSION = Expansion(
    "peasant-revolts",
    drawn={event: break_out for event in EVENTS},
    putting=CONDITIONS,
    figure_put=(pay,),
    kept=(PROTECTED,),
    verbs=later(f"{__name__}.protecting", "VERBS", "protects"),
    provisos=(("draws", known_revolt), ("discards", unplaceable), ("moves", moving)),
    topics=later(f"{__name__}.asked", "TOPICS", "revolt", "reached", "protected"),
    setup=(ready,),
    stocked=(in_stock,),
    checks=(impossible, too_many),
    traps=(counts_like_any,),
    aftermath=(goes_home,),
)

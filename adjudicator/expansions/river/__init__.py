"""The River: how it lies, what it parts and who may stand beside it (NB-15 to NB-18, NB-112)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.river.banks import banks, field_of_two_banks, flows_past, worth_nothing
from adjudicator.expansions.river.course import begun, course
from adjudicator.expansions.river.standing import CHECKS, CONDITIONS, on_the_river

EXPANSION = Expansion(
    "river",
    start="RI/s",
    setup=(begun,),
    worth={"river": worth_nothing},
    putting=(*CONDITIONS, field_of_two_banks),
    sayings=(on_the_river,),
    placing=(course,),
    checks=CHECKS,
    traps=(flows_past, banks),
)

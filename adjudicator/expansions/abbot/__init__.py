"""The Abbot: gardens, and a figure that may be called back (BASE-51 to BASE-61)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.abbot.gardens import CHECKS, CONDITIONS, final_abbot, garden

EXPANSION = Expansion(
    "abbot",
    whole={"garden": "BASE-55"},
    owned={"abbot": "BASE-51"},
    worth={"garden": garden},
    amend=(final_abbot,),
    strength={"abbot": lambda case, occupant, feature: 1},
    putting=CONDITIONS,
    verbs=later(f"{__name__}.calling_back", "VERBS", "takes-back"),
    checks=CHECKS,
)

"""The Abbot: gardens, and a figure that may be called back (BASE-51 to BASE-61)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, Figure, Kind, May, Start, Tells, Turns, later
from adjudicator.engine.phases import Beside
from adjudicator.expansions.abbot.gardens import CHECKS, CONDITIONS, final_abbot, garden

EXPANSION = Expansion(
    "abbot",
    cites={"abbot-place": "BASE-53", "garden-vineyards": "BASE-60"},
    figures={"abbot": Figure(owned="BASE-51", strength=1)},
    kinds={"garden": Kind(whole="BASE-55", worth=garden)},
    start=Start(checks=CHECKS),
    tells=Tells(looks=(final_abbot,)),
    may=May(put=CONDITIONS),
    turns=Turns(beside=(Beside("takes-back", "BASE-56", "puts", "instead"),)),
    asks=Asks(verbs=later(f"{__name__}.calling_back", "VERBS", "takes-back")),
)

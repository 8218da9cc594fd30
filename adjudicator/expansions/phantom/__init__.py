"""The Phantom: a second meeple in the same turn (NB-20 to NB-24, NB-121, NB-123)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Figure, May, Start, Turns
from adjudicator.engine.phases import Beside
from adjudicator.expansions.phantom.second_meeple import CHECKS, CONDITIONS, besides, strength

EXPANSION = Expansion(
    "phantom",
    figures={"phantom": Figure(as_meeple="NB-21", owned="NB-22", strength=strength)},
    start=Start(checks=CHECKS),
    turns=Turns(beside=(Beside("phantom", "NB-20", "puts"),)),
    may=May(put=CONDITIONS, put_besides=(besides,)),
)

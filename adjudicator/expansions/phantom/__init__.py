"""The Phantom: a second meeple in the same turn (NB-20 to NB-24, NB-121, NB-123)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Figure, May, Start
from adjudicator.expansions.phantom.second_meeple import CHECKS, CONDITIONS, besides, strength

EXPANSION = Expansion(
    "phantom",
    figures={"phantom": Figure(as_meeple="NB-21", owned="NB-22", strength=strength)},
    start=Start(checks=CHECKS),
    may=May(put=CONDITIONS, put_besides=(besides,)),
)

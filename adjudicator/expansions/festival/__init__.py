"""The Festival: with a festival tile a figure of one's own comes back from the board (NB-98 to NB-100, NB-115)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, later
from adjudicator.expansions.festival.besides import after_festival, no_fairy, nothing_on_it
from adjudicator.rulebook.loader import rule

ABBOT = "abbot"
"""Who is called back at any time, for points: by a festival only where that is said."""

EXPANSION = Expansion(
    "festival",
    figure_verbs=later(
        f"{__name__}.taking_back",
        "VERBS",
        "takes-back festival",
        *(f"takes-back {figure}" for figure in rule("NB-98").allowed if figure != ABBOT),
    ),
    putting=(after_festival,),
    provisos=(("moves", no_fairy),),
    sayings=(nothing_on_it,),
)

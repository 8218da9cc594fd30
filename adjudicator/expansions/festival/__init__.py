"""The Festival: with a festival tile a figure of one's own comes back from the board (NB-98 to NB-100, NB-115)."""

from __future__ import annotations

from adjudicator.engine.expansion import Asks, Expansion, May, Proviso, Tells, Turns, later
from adjudicator.engine.phases import Beside
from adjudicator.expansions.festival.besides import after_festival, no_fairy, nothing_on_it
from adjudicator.words.vocabulary import vocabulary

ABBOT = "abbot"
"""Who is called back at any time, for points: by a festival only where that is said."""
OWN = frozenset(("meeple", "special", "helper"))
"""Traits of the figures that belong to players."""
_FIGURES = (f for f in vocabulary().ids("figure") if f != ABBOT and OWN.intersection(vocabulary().figure_traits(f)))

EXPANSION = Expansion(
    "festival",
    may=May(put=(after_festival,), provisos=(Proviso("moves", no_fairy),)),
    turns=Turns(beside=(Beside("takes-back", "NB-98", "puts", "instead"),)),
    asks=Asks(
        figure_verbs=later(
            f"{__name__}.taking_back",
            "VERBS",
            "takes-back festival",
            *(f"takes-back {figure}" for figure in _FIGURES),
        )
    ),
    tells=Tells(sayings=(nothing_on_it,)),
)

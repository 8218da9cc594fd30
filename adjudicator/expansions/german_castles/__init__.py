"""Castles in Germany: castle tiles of two squares, their lords, what they bring roads and cities (NB-81 to NB-87)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Kind, May, On, Scoring, Start, Tiles, Turns, later
from adjudicator.engine.phases import Beside
from adjudicator.expansions.german_castles.castle import (
    CASTLE,
    checks,
    counted_around,
    lord,
    measured,
    one_tile,
    put_halves_together,
    worth,
)
from adjudicator.expansions.german_castles.counting import bonus, counted_as_one, surrounded
from adjudicator.expansions.german_castles.supply import beyond, leftover, prepared

EXPANSION = Expansion(
    "german-castles",
    kinds={CASTLE: Kind(whole="NB-84", worth=worth, measure=measured)},
    start=Start(features=(put_halves_together,), checks=(checks, beyond), ready=(prepared,)),
    tiles=Tiles(own=later(f"{__name__}.placing", "TILES", CASTLE), spans=(one_tile,)),
    scoring=Scoring(bonus=(bonus,), recount=(counted_as_one,)),
    may=May(put=(lord,)),
    on=On(placed=(surrounded,), before_scoring=(counted_around,)),
    turns=Turns(after_last=(leftover,), beside=(Beside(CASTLE, "NB-82", "places", "instead"),)),
)

"""Bridges, Castles & Bazaars: castles on small cities, bridges over tiles, bazaars (NB-48 to NB-55, NB-137)."""

from __future__ import annotations

from adjudicator.engine.expansion import (
    Asks,
    Expansion,
    Kind,
    May,
    On,
    Proviso,
    Scoring,
    Start,
    Tells,
    Tiles,
    Turns,
    Way,
    Worth,
    later,
)
from adjudicator.engine.phases import Beside, Moment, Phase
from adjudicator.expansions.bridges_castles_bazaars.bazaars import BAZAAR, not_played, sets_off_auction
from adjudicator.expansions.bridges_castles_bazaars.bridges import (
    beside_it,
    lies_as,
    over_tiles,
    sketched,
    unfinished,
    waits,
)
from adjudicator.expansions.bridges_castles_bazaars.castles import first_of, lord, seized, settle, small
from adjudicator.expansions.bridges_castles_bazaars.supplies import beyond, prepared
from adjudicator.expansions.bridges_castles_bazaars.vicinity import scorings
from adjudicator.rulebook.loader import value

EXPANSION = Expansion(
    "bridges-castles-bazaars",
    kinds={"castle": Kind(as_city=Worth("castles", 1, value("NB-53", "more"), "NB-53"))},
    start=Start(ready=(prepared,), checks=(small, first_of, beyond)),
    tiles=Tiles(lies_as=(Way(how=lies_as, rule="NB-54"),)),
    scoring=Scoring(settle=(Way(how=settle, kinds=("castle",), rule="NB-52"),), besides=(scorings,)),
    may=May(
        put=(lord,),
        place=(beside_it,),
        be_taken=(seized,),
        provisos=(Proviso("discards", waits), Proviso("passes", waits)),
    ),
    on=On(placed=(sketched,), before_scoring=(unfinished,)),
    turns=Turns(
        makes_room={"builds": "NB-54"},
        phases=(Phase(BAZAAR, "NB-137", Moment.END, waits=sets_off_auction),),
        follows=(Way(how=not_played, rule="NB-137"),),
        beside=(Beside("bridge", "NB-54", "places"), Beside("castle", "NB-49", "score", "instead")),
    ),
    asks=Asks(verbs=later(f"{__name__}.building", "VERBS", "builds")),
    tells=Tells(looks=(over_tiles,)),
)

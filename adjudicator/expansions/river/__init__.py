"""The River: how it lies, what it parts and who may stand beside it (NB-15 to NB-18, NB-112)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Kind, May, Start, StartTile, Tells, Tiles
from adjudicator.expansions.river.banks import banks, field_of_two_banks, flows_past, parted, worth_nothing
from adjudicator.expansions.river.course import begun, course
from adjudicator.expansions.river.standing import CHECKS, CONDITIONS, on_the_river

EXPANSION = Expansion(
    "river",
    kinds={"river": Kind(worth=worth_nothing)},
    start=Start(
        tiles=(StartTile("RI/s", "NB-15", over=("base", "ghosts-castles-cemeteries")),), ready=(begun,), checks=CHECKS
    ),
    tiles=Tiles(agreed=(parted,)),
    may=May(put=(*CONDITIONS, field_of_two_banks), place=(course,)),
    tells=Tells(sayings=(on_the_river,), traps=(flows_past, banks)),
)

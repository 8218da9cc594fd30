"""Ghosts, Castles & Cemeteries: mist, ghosts, guards, cemeteries, haunted castles (GCC-01 to GCC-123), by module."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.ghosts_castles_cemeteries import (
    attachment,
    castles,
    cemeteries,
    ghosts,
    ghosts_carried,
    guards,
    mist,
    mist_cover,
    penalties,
    start_tile,
)

PARTS = (attachment, castles, cemeteries, ghosts, ghosts_carried, guards, mist, mist_cover, penalties, start_tile)
EXPANSION = Expansion.merged("ghosts-castles-cemeteries", (part.PART for part in PARTS))

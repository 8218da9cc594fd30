"""Ghosts, Castles & Cemeteries: mist, ghosts, guards, cemeteries, haunted castles (GCC-01 to GCC-123), by module."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from adjudicator.engine.expansion import Expansion

PARTS = (
    "castles", "cemeteries", "ghosts", "ghosts_carried", "guards", "mist", "mist_cover", "penalties", "start_tile",
)  # fmt: skip
"""The modules with a ``PART``: what the expansion brings, put together from these."""

EXPANSION = Expansion.merged(
    "ghosts-castles-cemeteries",
    (import_module(f"{__name__}.{found.name}").PART for found in iter_modules(__path__) if found.name in PARTS),
)

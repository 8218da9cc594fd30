"""The 20th Anniversary Expansion: tiles with arrows, and what activating one allows (ANN-01 to ANN-48)."""

from __future__ import annotations

from importlib import import_module

from adjudicator.engine.expansion import Expansion

PARTS = ("symbols", "asked", "figures", "extra_turn", "tiles")
"""The modules with a ``PART``: what the expansion brings, put together from these."""

EXPANSION = Expansion.merged("anniversary-20", (import_module(f"{__name__}.{part}").PART for part in PARTS))

"""The Gifts: who receives a card, when it may be opened, and what each card does (GIFT-01 to GIFT-78)."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from adjudicator.engine.expansion import Expansion

PARTS = ("cards", "deck", "receiving", "unwrapping")
"""The modules with a ``PART``: what the expansion brings, put together from these."""

EXPANSION = Expansion.merged(
    "gifts",
    (
        import_module(f"{__name__}.{found.name}").PART
        for found in iter_modules(__path__)
        if found.name in PARTS or found.name.startswith("card_")
    ),
)

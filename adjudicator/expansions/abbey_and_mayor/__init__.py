"""Abbey & Mayor: the abbey tile, the mayor, the barn and the wagon (AM-01 to AM-166), a module each."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from adjudicator.engine.expansion import Expansion

PARTS = ("abbey", "barn", "mayor", "wagon")
"""The modules with a ``PART``: what the expansion brings, put together from these."""

EXPANSION = Expansion.merged(
    "abbey-and-mayor",
    (import_module(f"{__name__}.{found.name}").PART for found in iter_modules(__path__) if found.name in PARTS),
)

"""The 20th Anniversary Expansion: tiles with arrows, and what activating one allows (ANN-01 to ANN-48)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.anniversary_20 import asked, extra_turn, figures, symbols, tiles

EXPANSION = Expansion.merged("anniversary-20", (symbols.PART, asked.PART, figures.PART, extra_turn.PART, tiles.PART))

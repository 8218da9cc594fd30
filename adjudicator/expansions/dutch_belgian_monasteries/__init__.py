"""Dutch & Belgian Monasteries: special monasteries, by the rules of the German ones (NB-70 to NB-75)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion

EXPANSION = Expansion("dutch-belgian-monasteries", along=("german-monasteries",))

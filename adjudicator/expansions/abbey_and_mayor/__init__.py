"""Abbey & Mayor: the abbey tile, the mayor, the barn and the wagon (AM-01 to AM-166), a module each."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.abbey_and_mayor import abbey, barn, mayor, wagon

EXPANSION = Expansion.merged("abbey-and-mayor", (abbey.PART, barn.PART, mayor.PART, wagon.PART))

"""German Monasteries: on a special monastery a meeple is a monk or, on its side, an abbot (NB-70 to NB-75).

The Dutch, Belgian and Japanese buildings follow the same rules.
"""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.german_monasteries.lines import told_anew
from adjudicator.expansions.german_monasteries.positions import CONDITIONS, PROVISOS
from adjudicator.expansions.german_monasteries.worth import SPECIAL, as_on_any, groups, settle, stays

EXPANSION = Expansion(
    "german-monasteries",
    whole=dict.fromkeys(SPECIAL, "BASE-32"),
    worth=dict.fromkeys(SPECIAL, as_on_any),
    settle=(settle,),
    stays=(stays,),
    groups=dict.fromkeys(SPECIAL, groups),
    placed=(told_anew,),
    putting=CONDITIONS,
    provisos=PROVISOS,
)

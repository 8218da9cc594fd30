"""German Monasteries: on a special monastery a meeple is a monk or, on its side, an abbot (NB-70 to NB-75).

The Dutch, Belgian and Japanese buildings follow the same rules.
"""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion, Kind, May, On, Scoring, Way
from adjudicator.expansions.german_monasteries.lines import told_anew
from adjudicator.expansions.german_monasteries.positions import CONDITIONS, PROVISOS
from adjudicator.expansions.german_monasteries.worth import SPECIAL, as_on_any, groups, settle, stays, with_abbots

EXPANSION = Expansion(
    "german-monasteries",
    kinds=dict.fromkeys(SPECIAL, Kind(whole="BASE-32", worth=as_on_any, groups=groups, stays=stays)),
    scoring=Scoring(settle=(Way(how=settle, kinds=SPECIAL, when=with_abbots, rule="NB-75"),)),
    may=May(put=CONDITIONS, provisos=PROVISOS),
    on=On(placed=(told_anew,)),
)

"""Hills & Sheep: hills that break ties, vineyards beside monasteries, shepherds (NB-56 to NB-62, NB-113, NB-120,
NB-128, NB-129)."""

from __future__ import annotations

from adjudicator.engine.expansion import (
    Asks,
    Expansion,
    Figure,
    May,
    On,
    Proviso,
    Scoring,
    Start,
    Tells,
    Turns,
    Way,
    later,
)
from adjudicator.engine.phases import Beside, Moment, Phase
from adjudicator.expansions.hills_and_sheep.bag import checks, in_fields
from adjudicator.expansions.hills_and_sheep.flocks import (
    closed_flocks,
    phase_over,
    to_come,
    token_due,
    token_first,
    unfinished,
    unread,
)
from adjudicator.expansions.hills_and_sheep.hills import higher
from adjudicator.expansions.hills_and_sheep.shepherds import place, strength, supply
from adjudicator.expansions.hills_and_sheep.vineyards import vineyards

WAITING = ("puts", "takes-back", "protects", "escapes", "moves", "seduces", "rolls", "scores", "captures", "builds")
"""What waits until a shepherd that was put has drawn its token."""

EXPANSION = Expansion(
    "hills-and-sheep",
    figures={"shepherd": Figure(owned="NB-60", instead="NB-60", strength=strength)},
    start=Start(checks=(supply, in_fields, checks)),
    scoring=Scoring(bonus=(vineyards,), tiebreak=(Way(how=higher, rule="NB-56"),), besides=(closed_flocks,)),
    may=May(
        put=(place, phase_over),
        provisos=tuple(Proviso(verb, token_first) for verb in WAITING),
    ),
    on=On(before_scoring=(unfinished,)),
    turns=Turns(
        phases=(Phase("shepherd", "NB-61", Moment.AFTER_PUT, waits=to_come),),
        beside=(Beside("shepherd", "NB-60", "puts", waits=token_due),),
    ),
    asks=Asks(verbs=later(f"{__name__}.tending", "VERBS", "pulls", "gathers")),
    tells=Tells(unsaid=(unread,)),
)

"""Castles built from tokens beside cemeteries and haunted castles that are completed (GCC-96, 98, 108, 111).

Their own expansion scores them where it has code; without it the few things that the rules here say are enough.
"""

from __future__ import annotations

from typing import Any

from adjudicator.engine.case import Case
from adjudicator.engine.majority import lack_code, majority
from adjudicator.engine.scoring import lines_for, worth
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import GHOST
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import near
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line

CASTLE = "castle"
MAYOR = "mayor"
TRIGGERS = {"cemetery": "GCC-108", "haunted-castle": "GCC-111"}
"""What sets such a castle off here, with the rule that says so."""


def scorings(case: Case) -> tuple[list[Line], list[Occupant]]:
    """What castles get by the features that this turn completed near them, each by one of them.

    Raises Undetermined where several could set one off, or one that only its own expansion can tell of.
    """
    turn = case.state.turn
    lines: list[Line] = []
    home: list[Occupant] = []
    if turn is None or case.game.owner("kind", CASTLE) in case.game.ids:
        return lines, home
    for castle in [f for f in case.state.occupied() if f.kind == CASTLE]:
        done = [case.state.feature(ident) for ident in turn.completed if ident in near(case.state, castle.id)]
        triggers = [feature for feature in done if feature.kind in TRIGGERS]
        if triggers and len(done) == 1:
            lines += _paid(case, castle, triggers[0])
            case.state.clear(castle.id)
            home += castle.occupants
        elif triggers:
            names = tuple(Item("feature", (feature.id,)) for feature in done)
            case.lack("haunted-which", castle, features=names)
        elif done:
            lack_code(case, "kind", CASTLE)
    return lines, home


def _paid(case: Case, castle: Feature, trigger: Feature) -> list[Line]:
    """The points of the feature that set the castle off, whatever its own figures lose by ghosts (GCC-98)."""
    values: dict[str, Any] = {"castle": Item("feature", (castle.id,)), "feature": Item("feature", (trigger.id,))}
    case.find(TRIGGERS[trigger.kind], "haunted-set-off", **values)
    case.find("GCC-110", "haunted-other-kind", feature=values["castle"])
    for one in castle.occupants:
        if one.figure == MAYOR and one.mark(GHOST):
            case.find("GCC-96", "haunted-mayor-castle", False, player=Item("player", (one.owner,)), **values)
    leaders = majority(case, castle, [o._replace(marks=()) for o in castle.occupants]).leaders
    lines = lines_for(leaders, castle.id, worth(case, trigger, False))
    if trigger.kind == "cemetery":
        return [line._replace(rule="GCC-108") for line in lines]
    case.find("GCC-98", "haunted-whole-value", **values)
    return lines

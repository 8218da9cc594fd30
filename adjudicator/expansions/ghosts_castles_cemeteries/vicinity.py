"""Castles built from tokens beside what is completed: what ghosts, cemeteries and haunted castles mean to them.

Their own expansion finds out what sets one off and who gets the points (GCC-96, 98, 108, 110, 111).
"""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import GHOST
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item, Line, Value
from adjudicator.rulebook.loader import value

CASTLE = "castle"
MAYOR = "mayor"
COST = "ghosts"
"""The item of what ghosts take from those who score."""
TRIGGERS = {"cemetery": "GCC-108", "haunted-castle": "GCC-111"}
"""What sets such a castle off here, with the rule that says so."""


def set_off(case: Case, castle: Feature, trigger: Feature, lines: list[Line]) -> list[Line] | None:
    """The points of a castle, whatever the figures on the feature that sets it off lose by ghosts (GCC-98)."""
    values: dict[str, Value] = {"castle": Item.feature(castle.id), "feature": Item.feature(trigger.id)}
    for one in castle.occupants:
        if one.figure == MAYOR and one.mark(GHOST):
            case.find("GCC-96", "haunted-mayor-castle", False, player=Item.player(one.owner), **values)
    rule = TRIGGERS.get(trigger.kind)
    if rule is None:
        if not any(line.feature == trigger.id and line.item == COST for line in case.state.lines):
            return None
        case.find("GCC-98", "haunted-whole-value", **values)
        return lines
    case.find(rule, "haunted-set-off", **values)
    case.find("GCC-110", "haunted-other-kind", feature=values["castle"])
    if trigger.kind == "cemetery":
        return [*(line._replace(rule=rule) for line in lines), *_for_nothing(case, castle, lines)]
    case.find("GCC-98", "haunted-whole-value", **values)
    return lines


def _for_nothing(case: Case, castle: Feature, lines: list[Line]) -> list[Line]:
    """What the ghosts of a lord cost when a cemetery makes the castle score 0 points.

    It scores 0 points, says one rule (GCC-108); ghosts count in every scoring, says another (GCC-81): that is open.
    """
    haunted = {line.player: 0 for line in lines}
    for one in castle.occupants:
        if one.owner in haunted and one.figure != MAYOR:
            haunted[one.owner] += one.mark(GHOST)
    if not any(haunted.values()):
        return []
    case.find("GCC-108", "haunted-lord-cemetery", castle=Item.feature(castle.id))
    if case.read("open", "haunted-lord-cemetery", spared="GCC-108", pays=("GCC-37", "GCC-81")) == "spared":
        return []
    each = value("GCC-37", "per_ghost")
    return [Line(player, castle.id, "ghosts", number, each, "GCC-37") for player, number in haunted.items() if number]

"""What the dragon, towers, princesses and besiegers may do with a mayor or a wagon (AM-117, AM-145 to 147, AM-155)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule

CAPTURES = "captures"
DRAGON = "dragon"
FREED = ("mayor", "wagon")
BARN = "barn"
FESTIVAL = "festival"


def taken(case: Case, feature: Feature, occupant: Occupant, by: str) -> Finding | None:
    """What becomes of mayor, wagon and barn where dragon, princess, tower or festival takes figures off the board."""
    values = {"figure": Item.noun("figure", occupant.figure), "feature": Item.feature(feature.id)}
    if occupant.figure == BARN:
        if by == FESTIVAL:
            case.find("AM-63", "barn-festival-only")
            return Finding("AM-140", True, "barn-festival", {})
        if by == CAPTURES:
            return Finding("AM-126", False, "barn-captured", {})
        return Finding("AM-122", False, "barn-dragon", {}) if by == DRAGON else None
    if occupant.figure not in FREED:
        return None
    if by == "seduces":
        return Finding("AM-146", feature.kind == "city", "mayor-seduced", values)
    if by not in (DRAGON, CAPTURES):
        return None
    if by == CAPTURES and occupant.figure == "mayor" and case.option("mayor-safe-from-tower") == "true":
        return Finding("AM-160", False, "mayor-safe", values)
    if occupant.figure == "wagon" and case.option("wagon-safe-from-capture") == "true":
        return Finding("AM-161", False, "wagon-safe-from-dragon" if by == DRAGON else "mayor-safe", values)
    if by == DRAGON:
        return Finding("AM-145", True, "wagon-eaten", values)
    return Finding("AM-147", True, "mayor-captured", values)


def escapes(case: Case, deed: Deed) -> Iterator[Finding]:
    """Out of a besieged city a mayor or wagon may flee (AM-155), through an abbey too (AM-117)."""
    if not deed.place:
        return
    values = {"figure": Item.noun("figure", deed.figure), "feature": Item.feature(deed.place)}
    if deed.figure in rule("AM-155").allowed:
        yield Finding("AM-155", True, "mayor-escapes", values)
    if deed.through and case.state.feature(deed.through).kind == "abbey":
        yield Finding("AM-117", True, "mayor-through-abbey", values)

"""The ringmaster: a meeple that counts circus and acrobat spaces when its feature is scored."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.under_the_big_top.acrobats import PYRAMID, RINGMASTER
from adjudicator.expansions.under_the_big_top.big_top import CIRCUS
from adjudicator.geometry.squares import patch
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line, Value
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

UNSCORED = "unscored-incomplete"
"""The trait of kinds of feature that are not scored unless they are complete."""


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """1, like a meeple (NB-69)."""
    player, item = Item.player(occupant.owner), Item.feature(feature.id)
    case.find("NB-69", "ringmaster-counts", player=player, feature=item)
    return value("NB-69", "strength")


def bonus(
    case: Case,
    feature: Feature,
    scorers: tuple[str, ...],
    figures: tuple[Occupant, ...],
    at_end: bool,
    alone: bool,
) -> list[Line]:
    """2 points a circus and acrobat space on its tile and the 8 around, with or without the majority (NB-69)."""
    lines: list[Line] = []
    if alone or (UNSCORED in case.game.kind_traits(feature.kind) and not feature.complete):
        return lines
    for one in figures:
        if one.figure != RINGMASTER or not one.owner:
            continue
        number = _spaces(case, feature, one)
        values: dict[str, Value] = {"player": Item.player(one.owner), "feature": Item.feature(feature.id)}
        case.find("NB-69", "ringmaster-spaces", number=number, **values)
        if one.owner not in scorers:
            case.find("NB-69", "ringmaster-anyway", **values)
        if number:
            lines.append(Line(one.owner, feature.id, "circus-spaces", number, value("NB-69", "per_space"), "NB-69"))
    return lines


def _spaces(case: Case, feature: Feature, one: Occupant) -> int:
    """The spaces around a ringmaster. Raises Undetermined where neither board nor ``near`` line tells them."""
    there = case.state.around((feature, one), patch)
    if not there.whole:
        case.lack("near-ringmaster", feature, player=Item.player(one.owner))
    return there.number(CIRCUS, PYRAMID)


def supply(state: State) -> Iterator[Problem]:
    """Each player has one ringmaster."""
    return beyond_supply(state, RINGMASTER, vocabulary().supply(RINGMASTER), "NB-69")


CHECKS = (supply,)

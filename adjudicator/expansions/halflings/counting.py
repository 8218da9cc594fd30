"""How many tiles halflings are: by squares, or each of them one (NB-111)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item

HALFLING = "halfling"
PAIR = "halfling-pair"
"""Two halflings of a feature that share a square; among its tiles each square is said once."""
SIZE = "halfling-size"
WHOLE = "whole-tile"


def recount(case: Case, feature: Feature) -> int:
    """What a feature counts more than its squares: the second halfling of a square where each is a tile (NB-111).

    Raises Undetermined where it is not told how many of them share a square, and that matters.
    """
    number = feature.marks.get(HALFLING, 0)
    if not number or feature.kind == "field":
        return 0
    item, halflings = Item.feature(feature.id), Item.count(number, "", HALFLING)
    if case.option(SIZE) != WHOLE:
        case.find("NB-111", "halfling-space", feature=item, halflings=halflings)
        return 0
    if number > 1 and PAIR not in feature.marks:
        case.lack("halfling-pairs", feature)
    pairs = feature.marks.get(PAIR, 0)
    if pairs and "monastic" in case.game.kind_traits(feature.kind):
        case.find("NB-111", "halfling-monastery", feature=item)
        return pairs if case.read("open", "halfling-monastery", once="NB-111", twice="NB-111") == "twice" else 0
    case.find("NB-111", "halfling-whole", feature=item, halflings=halflings, number=pairs)
    return pairs


def checked(state: State) -> Iterator[Problem]:
    """No more pairs than there are halflings for, nor more squares of them than tiles (NB-111)."""
    for feature in state.features.values():
        number, pairs = feature.marks.get(HALFLING, 0), feature.marks.get(PAIR, 0)
        values = {"feature": feature.id, "number": Item.count(number, "", HALFLING)}
        if 2 * pairs > number:
            yield Problem("halfling-pairs", feature.span, values, (), ("NB-111",))
        elif PAIR in feature.marks and feature.tiles is not None and number - pairs > feature.tiles:
            yield Problem("halfling-squares", feature.span, values, (), ("NB-111",))

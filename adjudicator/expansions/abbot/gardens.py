"""Gardens, and where an abbot may stand."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.vocabulary import vocabulary

ABBOT = "abbot"
GARDEN = "garden"
MONASTIC = "monastic"
"""The trait of kinds that a monk or an abbot stands on."""


def garden(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """9 points when surrounded (BASE-55), else 1 for its tile and 1 for each around it (BASE-59)."""
    if feature.complete is None and feature.tiles is None:
        case.tiles(feature)
    complete = case.complete(feature)
    item = Item.feature(feature.id)
    case.find("BASE-55", "garden-surrounded", complete, feature=item)
    if feature.id not in case.state.features:
        case.find("BASE-52", "garden-printed", feature=item)
    if complete:
        return [Worth("surrounded", 1, value("BASE-55", "points"), "BASE-55")]
    return by_tile(case.tiles(feature), "BASE-59")


def by_tile(tiles: int, ident: str) -> list[Worth]:
    """1 point for the own tile and 1 for each around it, by the rule `ident`."""
    return [
        Worth("own-tile", 1, value(ident, "own_tile"), ident),
        Worth("tiles-around", tiles - 1, value(ident, "per_surrounding_tile"), ident),
    ]


def final_abbot(case: Case, feature: Feature, asked: str) -> None:
    """An abbot on an incomplete monastery is worth what the monastery is (BASE-59)."""
    if asked != "points" or feature.kind != "monastery" or feature.complete is not False:
        return
    if any(o.figure == ABBOT for o in feature.occupants):
        case.find("BASE-59", "abbot-at-end", feature=Item.feature(feature.id))


def abbot_place(case: Case, put: Putting) -> Finding | None:
    """An abbot goes on a monastery or a garden only (BASE-53)."""
    if put.figure != ABBOT:
        return None
    kind = put.feature.kind
    values = {"feature": Item.feature(put.feature.id), "kind": Item.noun("kind", kind)}
    if kind in rule("BASE-53").allowed:
        return Finding("BASE-53", True, "abbot-place", values)
    if kind in rule("BASE-53").forbidden or MONASTIC not in case.game.kind_traits(kind):
        return Finding("BASE-53", False, "abbot-place", values)
    return None


def garden_only_abbot(case: Case, put: Putting) -> Finding | None:
    """Only an abbot may be on a garden (BASE-54)."""
    if put.feature.kind != GARDEN:
        return None
    values = {"feature": Item.feature(put.feature.id), "figure": Item.noun("figure", put.figure)}
    return Finding("BASE-54", put.figure in rule("BASE-54").allowed, "garden-only-abbot", values)


def not_after_calling(case: Case, put: Putting) -> Finding | None:
    """Calling the abbot back uses up the phase (BASE-57), but for what an expansion allows besides."""
    turn = case.state.turn
    if turn is None or not case.did("takes-back"):
        return None
    extra = case.game.besides(case, put)
    return extra or Finding("BASE-57", False, "called-back", {"player": Item.player(put.player)})


def standing(state: State) -> Iterator[Problem]:
    """Abbots stand on monasteries and gardens only, gardens bear abbots only; each player has one."""
    forbidden = rule("BASE-53").forbidden
    words = vocabulary()

    def bears_none(kind: str) -> bool:
        traits = words.kind_traits(kind)
        return kind in forbidden or (MONASTIC not in traits and "area" not in traits)

    yield from beyond_supply(state, ABBOT, value("BASE-51", "abbots"), "BASE-51")
    for feature in state.occupied():
        for occupant in feature.occupants:
            values = {"feature": feature.id, "kind": Item.noun("kind", feature.kind)}
            if occupant.figure == ABBOT:
                if bears_none(feature.kind):
                    yield Problem("may-not-stand", occupant.span, values, (), ("BASE-53",))
            elif feature.kind == GARDEN and "meeple" in words.figure_traits(occupant.figure):
                yield Problem("may-not-stand", occupant.span, values, (), ("BASE-54",))


CONDITIONS = (abbot_place, garden_only_abbot, not_after_calling)
CHECKS = (standing,)

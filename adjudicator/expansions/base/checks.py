"""Positions of the base game that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from adjudicator.binding.called import fixed_names
from adjudicator.engine.game import game
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.base.values import FARMER, FARMERS, FIELD, MEEPLE, NO_FARMERS
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.vocabulary import vocabulary

CITY, COAT = "city", "coat"


def supply(state: State) -> Iterator[Problem]:
    """No player has more than 7 meeples on the board and in the supply together (BASE-03)."""
    return beyond_supply(state, MEEPLE, value("BASE-03", "supply"), "BASE-03")


def standing(state: State) -> Iterator[Problem]:
    """A meeple, and what goes where it goes, stands on roads, cities, monasteries and fields only (BASE-14)."""
    forbidden, words = rule("BASE-14").forbidden, vocabulary()
    for feature in state.occupied():
        if feature.kind not in forbidden:
            continue
        for occupant in feature.occupants:
            if FARMER in words.figure_traits(occupant.figure):
                values = {"feature": feature.id, "kind": Item.noun("kind", feature.kind)}
                yield Problem("may-not-stand", occupant.span, values, (), ("BASE-14",))


def no_farmers(state: State) -> Iterator[Problem]:
    """No farmer lies on a field where the table plays without them (BASE-62)."""
    if state.setup.options.get(FARMERS) != NO_FARMERS:
        return
    words = vocabulary()
    for feature in state.occupied():
        for occupant in feature.occupants if feature.kind == FIELD else ():
            if FARMER in words.figure_traits(occupant.figure):
                yield Problem("no-farmers", occupant.span, {"feature": feature.id}, (), ("BASE-62",))


def below_zero(state: State) -> Iterator[Problem]:
    """Nobody is below 0 where nothing in play takes points away (BASE-07)."""
    in_play = state.setup.expansions
    if not in_play.isdisjoint(rule("BASE-07").needs) or game(in_play).missing:
        return
    for player, hand in state.hands.items():
        if hand.score is not None and hand.score < 0:
            values = {"player": Item.player(player), "number": hand.score}
            yield Problem("below-zero", hand.span, values, (), ("BASE-07",))


def facts(state: State) -> Iterator[Problem]:
    """Coats of arms lie in cities (BASE-29), fields are never complete (BASE-37) and touch cities only (BASE-41)."""
    own = _other_kinds()
    for feature in state.features.values():
        values = {"feature": feature.id}
        if feature.marks.get(COAT) and feature.kind in own:
            yield Problem("coat-elsewhere", feature.span, values, (), ("BASE-29",))
        if feature.kind == FIELD and feature.complete is not None:
            yield Problem("field-complete", feature.span, values, (), ("BASE-37",))
        for touch in feature.touches or ():
            other = state.features.get(touch.city)
            if other is not None and other.kind in own and not _city_off_the_tiles(other):
                yield Problem("touches-no-city", touch.span, {**values, "other": other.id}, (), ("BASE-41",))


def _city_off_the_tiles(feature: Feature) -> bool:
    """Whether a place off the tiles goes by the name of a city."""
    traits = (vocabulary().traits("name", name) for name in fixed_names(feature.id))
    return feature.kind == "area" and any("city" in named for named in traits)


@cache
def _other_kinds() -> frozenset[str]:
    """The kinds of feature of the base game but cities."""
    words = vocabulary()
    return frozenset(kind for kind in words.ids("kind") if words.owner("kind", kind) == "base") - {CITY}


CHECKS = (supply, standing, no_farmers, below_zero, facts)

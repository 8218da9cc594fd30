"""Protected meeples when features are scored, wagons that move on from there, and positions that cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.peasant_revolts.terms import (
    KEEPS,
    MEEPLE,
    PROTECTED,
    WAGON,
    can_be_struck,
    figure_items,
    player_item,
)
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule
from adjudicator.words.vocabulary import vocabulary


def counts_like_any(case: Case, feature: Feature, at_end: bool) -> None:
    """A protected meeple counts like any other, in the game (REVOLT-30) and at its end (REVOLT-34)."""
    laid = figure_items((feature.id, o) for o in feature.occupants if o.mark(PROTECTED))
    if laid:
        case.find("REVOLT-34" if at_end else "REVOLT-30", "protected-counts", figures=laid)


def goes_home(case: Case, feature: Feature) -> None:
    """Scored, a protected meeple goes home like any other (REVOLT-31); of a wagon its owner has yet to decide."""
    laid = figure_items((feature.id, o) for o in feature.occupants if o.mark(PROTECTED) and o.figure != WAGON)
    if laid:
        case.find("REVOLT-31", "protected-home", figures=laid)


def impossible(state: State) -> Iterator[Problem]:
    """Nobody protects a farmer (REVOLT-27), and nothing but meeples (REVOLT-24).

    A farmer that was protected elsewhere is possible where something moves meeples into fields.
    """
    movers = {ident for rule_id in KEEPS.values() for ident in rule(rule_id).needs} - {"markets-of-leipzig"}
    words = vocabulary()
    for feature in state.occupied():
        farmers = "field" in words.kind_traits(feature.kind)
        for one in feature.occupants:
            if not one.mark(PROTECTED):
                continue
            values = {"player": player_item(one.owner), "feature": feature.id}
            if not one.owner or MEEPLE not in words.figure_traits(one.figure):
                figure = Item.noun("figure", one.figure)
                yield Problem("protected-no-meeple", one.span, {"figure": figure}, (), ("REVOLT-24",))
            elif farmers and not movers.intersection(state.setup.expansions):
                yield Problem("protected-farmer", one.span, values, (), ("REVOLT-27",))


def moving(case: Case, deed: Deed) -> Iterator[Finding]:
    """A protected wagon that moves on stays protected (REVOLT-41), wherever it goes (REVOLT-42).

    It was not in the supply (REVOLT-33).
    """
    if deed.figure != WAGON or not deed.place or not _protected_wagon(case, deed.player):
        return
    values = {"player": player_item(deed.player), "feature": Item.feature(deed.place)}
    yield Finding("REVOLT-41", True, "wagon-stays-protected", values)
    yield Finding("REVOLT-33", True, "wagon-not-in-supply", values)
    if can_be_struck(case, case.state.feature(deed.place)) is False:
        yield Finding("REVOLT-42", True, "wagon-protected-anywhere", values)


def _protected_wagon(case: Case, player: str) -> bool:
    turn = case.state.turn
    standing = [o for feature in case.state.occupied() for o in feature.occupants]
    standing += [o for _, o in turn.sent] if turn is not None else []
    return any(o.owner == player and o.figure == WAGON and o.mark(PROTECTED) for o in standing)

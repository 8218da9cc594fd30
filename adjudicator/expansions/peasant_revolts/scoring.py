"""Protected meeples when features are scored, and positions that cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.peasant_revolts.terms import KEEPS, MEEPLE, PROTECTED, WAGON, figure_items, player_item
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
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
            told = {"player": player_item(one.owner), "feature": feature.id}
            if not one.owner or MEEPLE not in words.figure_traits(one.figure):
                figure = Item.noun("figure", one.figure)
                yield Problem("protected-no-meeple", one.span, {"figure": figure}, (), ("REVOLT-24",))
            elif farmers and not movers.intersection(state.setup.expansions):
                yield Problem("protected-farmer", one.span, told, (), ("REVOLT-27",))

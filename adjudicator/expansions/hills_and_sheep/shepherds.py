"""Shepherds: where they go, and that they count for no majority."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import Putting
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.hills_and_sheep.bag import SHEPHERD
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.words.vocabulary import vocabulary

PASSED = "nothing"
"""The deed of who puts nothing: the phase is over."""


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """Nothing: a shepherd is no farmer, and a flock that was not scored gives nothing (NB-62)."""
    case.find("NB-62", "shepherd-no-farmer", False, feature=Item.feature(feature.id))
    return 0


def place(case: Case, put: Putting) -> Finding | None:
    """Into a field without another shepherd, instead of a meeple; farmers do not matter (NB-60)."""
    if put.figure != SHEPHERD:
        return None
    turn = case.state.turn
    values = {"feature": Item.feature(put.feature.id), "player": Item.player(put.player)}
    if put.feature.kind != "field":
        return Finding("NB-60", False, "shepherd-in-field", values)
    if any(o.figure == SHEPHERD for o in case.figures(put.feature)):
        return Finding("NB-60", False, "shepherd-alone", values)
    if turn is not None and (turn.player != put.player or case.did(PASSED)):
        return Finding("NB-60", False, "shepherd-instead", values)
    if turn is not None and case.recall(Act):
        return case.game.besides(case, put) or Finding("NB-60", False, "shepherd-instead", values)
    return Finding("NB-60", True, "shepherd-alone", values)


def supply(state: State) -> Iterator[Problem]:
    """Each player has one shepherd (NB-60)."""
    return beyond_supply(state, SHEPHERD, vocabulary().supply(SHEPHERD), "NB-60")

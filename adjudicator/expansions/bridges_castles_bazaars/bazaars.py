"""Bazaars: the auction behind the turn, which is told and not played."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.printed import shows

BAZAAR = "bazaar"


def sets_off_auction(case: Case) -> bool | None:
    """Whether an auction comes at the end of the turn (NB-137); None before a tile lies."""
    turn = case.state.turn
    return bool(shows(case, BAZAAR)) if turn is not None and turn.placed else None


def not_played(case: Case) -> None:
    """Warns that the auction is not played, where somebody asks who plays next (NB-137)."""
    if sets_off_auction(case):
        case.warn("auction-not-played", "NB-137")

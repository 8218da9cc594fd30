"""A protected wagon that moves on after its feature has been scored (REVOLT-41, REVOLT-42)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.expansions.peasant_revolts.terms import PROTECTED, WAGON, common_kind, player_item
from adjudicator.model.ruling import Finding, Item


def moving(case: Case, deed: Deed) -> Iterator[Finding]:
    """It keeps its protection (REVOLT-41), wherever it goes (REVOLT-42), since it was not in the supply (REVOLT-33)."""
    if deed.figure != WAGON or not deed.place or not _protected_wagon(case, deed.player):
        return
    values = {"player": player_item(deed.player), "feature": Item.feature(deed.place)}
    yield Finding("REVOLT-41", True, "wagon-stays-protected", values)
    yield Finding("REVOLT-33", True, "wagon-not-in-supply", values)
    if not common_kind(case.state.feature(deed.place)):
        yield Finding("REVOLT-42", True, "wagon-protected-anywhere", values)


def _protected_wagon(case: Case, player: str) -> bool:
    turn = case.state.turn
    standing = [o for feature in case.state.occupied() for o in feature.occupants]
    standing += [o for _, o in turn.sent] if turn is not None else []
    return any(o.owner == player and o.figure == WAGON and o.mark(PROTECTED) for o in standing)

"""A protected wagon that moves on after its feature has been scored (REVOLT-41, REVOLT-42)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action
from adjudicator.expansions.peasant_revolts.terms import PROTECTED, WAGON, common_kind, player_item
from adjudicator.model.ruling import Finding, Item


def moving(case: Case, action: Action) -> Iterator[Finding]:
    """It keeps its protection (REVOLT-41), wherever it goes (REVOLT-42), since it was not in the supply (REVOLT-33)."""
    counts = [part.parts[2] for part in action.item.parts if isinstance(part, Item) and part.kind == "count"]
    where = [part for part in action.item.parts if isinstance(part, Item) and part.kind == "feature"]
    if counts != [WAGON] or not where or not _protected_wagon(case, action.move.player):
        return
    values = {"player": player_item(action.move.player), "feature": where[0]}
    yield Finding("REVOLT-41", True, "wagon-stays-protected", values)
    yield Finding("REVOLT-33", True, "wagon-not-in-supply", values)
    if not common_kind(case.state.feature(where[0].parts[0])):
        yield Finding("REVOLT-42", True, "wagon-protected-anywhere", values)


def _protected_wagon(case: Case, player: str) -> bool:
    turn = case.state.turn
    standing = [o for feature in case.state.occupied() for o in feature.occupants]
    standing += [o for _, o in turn.sent] if turn is not None else []
    return any(o.owner == player and o.figure == WAGON and o.mark(PROTECTED) for o in standing)

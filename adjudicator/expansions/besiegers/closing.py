"""What can no longer be done in the turn once a knight has fled."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting
from adjudicator.model.ruling import Finding, Item

ESCAPES = "escapes"


def after_escape(case: Case, put: Putting) -> Finding | None:
    """The escape is at the end of the turn (NB-104), so no figure is put after it."""
    turn = case.state.turn
    if turn is None or not case.did(ESCAPES):
        return None
    return Finding("NB-104", False, "put-after-escape", {"player": Item.player(put.player)})


def no_protection(case: Case, deed: Deed) -> Iterator[Finding]:
    """Nor is a meeple protected against revolts after it (NB-104)."""
    turn = case.state.turn
    if turn is not None and case.did(ESCAPES):
        yield Finding("NB-104", False, "protect-after-escape", {"player": Item.player(deed.player)})

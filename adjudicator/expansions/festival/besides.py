"""What else may be done in a turn with a festival, and that nothing stands on it (NB-98, NB-115)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move

FESTIVAL = "festival"
"""The symbol, the name behind ``by``, and the deed of who has taken a figure back."""
FAIRY = "fairy"


def after_festival(case: Case, put: Putting) -> Finding | None:
    """Taking a figure back comes instead of placing one (NB-98), but for what goes besides any action (NB-115)."""
    turn = case.state.turn
    if turn is None or not case.did(FESTIVAL):
        return None
    player = {"player": Item.player(put.player)}
    extra = case.game.besides(case, put)
    if extra is None or not extra.holds:
        return Finding("NB-98", False, "festival-instead", player)
    case.note(extra)
    return Finding("NB-115", True, "festival-besides", player)


def no_fairy(case: Case, deed: Deed) -> Iterator[Finding]:
    """The fairy stays where it is in a turn in which a festival was used (NB-115)."""
    turn = case.state.turn
    if turn is None or not case.did(FESTIVAL) or deed.figure != FAIRY:
        return
    yield Finding("NB-115", False, "festival-no-fairy", {"player": Item.player(deed.player)})


def nothing_on_it(case: Case, move: Move) -> Finding | None:
    """Nothing can be placed on the festival itself (NB-115)."""
    if move.verb != "puts":
        return None
    for one in case.names_in(move):
        if one.id("symbol") == FESTIVAL and one.behind in ("on", "in", "at") and one.feature is None:
            return Finding("NB-115", False, "festival-no-place", {})
    return None

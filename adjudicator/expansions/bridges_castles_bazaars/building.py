"""Building: ``builds castle on T``, ``builds bridge from N to S at (1,0)`` (NB-48, NB-49, NB-54)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Verb
from adjudicator.expansions.bridges_castles_bazaars.bridge_moves import (
    Bridge,
    apply_bridge,
    bridge_choices,
    check_bridge,
    read_bridge,
)
from adjudicator.expansions.bridges_castles_bazaars.castle_moves import (
    Castle,
    apply_castle,
    castle_choices,
    check_castle,
    read_castle,
)
from adjudicator.expansions.bridges_castles_bazaars.supplies import BRIDGE, CASTLE
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move


def read(case: Case, move: Move) -> Action[Bridge | Castle]:
    """What is built, and where. Raises Mistake."""
    args = case.args(move)
    return read_bridge(case, move, args) if args.says(BRIDGE, "unit") else read_castle(case, move, args)


def check(case: Case, action: Action[Bridge | Castle]) -> list[Finding]:
    """Every condition of the castle or the bridge. Raises Undetermined."""
    data = action.data
    if isinstance(data, Bridge):
        found = check_bridge(case, action.holding(data))
    else:
        found = check_castle(case, action.holding(data))
    return sorted(found, key=lambda finding: finding.holds)


def apply(case: Case, action: Action[Bridge | Castle]) -> None:
    """Builds it."""
    data = action.data
    if isinstance(data, Bridge):
        apply_bridge(case, action.holding(data))
    else:
        apply_castle(case, action.holding(data))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Bridge | Castle]]:
    """Every small city, and every way for a bridge over the placed tile and the tiles beside it."""
    wanted = {one.id("unit") for one in case.names_in(asked)} if asked is not None else set()
    if BRIDGE not in wanted:
        yield from castle_choices(case, player)
    if CASTLE not in wanted:
        yield from bridge_choices(case, player)


def must(case: Case, action: Action[Bridge | Castle]) -> Finding:
    """Nobody has to build."""
    rule = "NB-54" if isinstance(action.data, Bridge) else "NB-49"
    return Finding(rule, False, "may-build", {"player": Item.player(action.move.player)})


VERBS = {"builds": Verb(read, check, apply, choices, must)}

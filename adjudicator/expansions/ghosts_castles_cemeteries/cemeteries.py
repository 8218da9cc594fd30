"""Cemeteries: who keeps one, when it is complete, the guard it gives (GCC-48 to GCC-58, GCC-106 to GCC-108)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed, Gained
from adjudicator.engine.expansion import Expansion, Kind, May, On, Putting, Start, Tells, Worth
from adjudicator.engine.majority import majority
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.guards import GUARD, aside, gain
from adjudicator.expansions.ghosts_castles_cemeteries.occupiers import (
    beyond_tiles,
    laid_like_any,
    occupier,
    standing,
)
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.rulebook.loader import value

CEMETERY = "cemetery"
FAIRY = "fairy"


def _item(feature: Feature) -> Item:
    return Item.feature(feature.id)


# ---- what it is worth
def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """No points, complete (GCC-53) or not (GCC-57)."""
    complete = case.complete(feature)
    case.find("GCC-52", "surrounded", complete, feature=_item(feature))
    if complete:
        return [Worth("cemetery-itself", 1, value("GCC-53", "points"), "GCC-53")]
    return [Worth("cemetery-itself", 1, value("GCC-57", "points"), "GCC-57")]


def with_fairy(case: Case, feature: Feature, at_end: bool) -> None:
    """A keeper with the fairy has its points when the cemetery is completed, and none at the end (GCC-107)."""
    if feature.kind == CEMETERY and any(one.mark(FAIRY) for one in feature.occupants):
        case.find("GCC-107", "cemetery-fairy", case.complete(feature), feature=_item(feature))


# ---- the guard
def gives_guard(case: Case, feature: Feature) -> None:
    """Whoever keeps a completed cemetery takes a guard that is set aside (GCC-53), while there is one (GCC-55)."""
    if feature.kind != CEMETERY or not feature.occupants:
        return
    bare = tuple(o._replace(marks=()) for o in feature.occupants)
    for player in majority(case, feature, bare).leaders:
        values: dict[str, Value] = {"player": Item.player(player), "feature": _item(feature)}
        left = aside(case.state, player)
        if left is None:
            left = value("GCC-18", "set_aside")
            case.warn("guard-aside-unsaid", "GCC-18", player=values["player"], number=left)
        if left == 0:
            case.find("GCC-55", "cemetery-no-guard", False, **values)
        else:
            gain(case.state, player, left)
            case.remember(Gained(player, GUARD, value("GCC-53", "guard_meeples")))
            case.find("GCC-53", "cemetery-gives-guard", left=left - 1, **values)
        case.find("GCC-54", "cemetery-keeper-home", **values)


# ---- who may keep it
def place(case: Case, put: Putting) -> Finding | None:
    """Meeple and guard (GCC-51), and the other figures of GCC-106."""
    return occupier(put, "GCC-51", "GCC-106") if put.feature.kind == CEMETERY else None


def placing(case: Case, deed: Deed) -> Iterable[Finding]:
    """A cemetery tile is placed like any other (GCC-48)."""
    return laid_like_any(case, deed, CEMETERY, "GCC-48")


def checks(state: State) -> Iterator[Problem]:
    """Who cannot stand on one (GCC-106), and that there are 5 (GCC-06)."""
    yield from standing(state, CEMETERY, "GCC-106")
    yield from beyond_tiles(state, CEMETERY, "cemeteries")


PART = Expansion(
    "ghosts-castles-cemeteries",
    kinds={CEMETERY: Kind(whole="GCC-52", worth=worth)},
    start=Start(checks=(checks,)),
    may=May(put=(place,), place=(placing,)),
    on=On(completed=(gives_guard,)),
    tells=Tells(traps=(with_fairy,)),
)

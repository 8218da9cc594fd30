"""Ghosts on figures and in the supply: how many there are, and where there can be none (GCC-09, GCC-19, GCC-73)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.called import fixed_names
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion, On, Start
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.guards import GUARD
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import rule, value

GHOST = "ghost"
AWAY = frozenset({"quarter", "wheel", "carcassonne", "leipzig", "bookbinders-quarter"})
"""Where no ghost reaches a meeple (GCC-73): kinds of features, and names of areas."""
SPECIAL_PLACES = frozenset({"tower", "castle", "bathhouse", "vodyanoy", "solovei-razboynik"})
"""Where one does, though it is no common feature (GCC-72)."""


# ---- where
def lies_in(feature: Feature, places: frozenset[str]) -> bool:
    """Whether a feature is one of these places: by its kind, an area by its name in any language."""
    if feature.kind != "area":
        return feature.kind in places
    return not fixed_names(feature.id).isdisjoint(places)


# ---- the supply
def attached(state: State) -> int:
    """Ghosts on figures."""
    return sum(o.mark(GHOST) for feature in state.occupied() for o in feature.occupants)


def supply(state: State) -> int:
    """Ghosts in the general supply: as said, else all that no figure carries (GCC-19)."""
    said = state.stock.get(GHOST)
    return said if said is not None else max(0, value("GCC-19", "ghosts") - attached(state))


def stocked(case: Case) -> dict[str, int]:
    """The ghosts that are left where the whole table is seen (GCC-19); a sketch has to say it."""
    if not case.state.whole:
        return {}
    case.find("GCC-19", "ghosts-left", number=attached(case.state))
    return {GHOST: supply(case.state)}


# ---- what cannot be
def on_features(state: State) -> Iterator[Problem]:
    """Ghosts are attached to meeples, not to features (GCC-50), and belong to nobody (GCC-19)."""
    for feature in state.features.values():
        if feature.marks.get(GHOST):
            yield Problem("ghost-on-feature", feature.span, {"feature": feature.id}, (), ("GCC-50",))
    for player, hand in state.hands.items():
        if (hand.items or {}).get(GHOST) or hand.aside.get(GHOST):
            yield Problem("ghost-in-hand", NOWHERE, {"player": Item.player(player)}, (), ("GCC-19",))


def told_with_tile(case: Case) -> None:
    """The same of what is told with a placed tile. Raises Mistake."""
    turn = case.state.turn
    if turn is None:
        return
    for ident in (*turn.touched, *turn.around):
        feature = case.state.features.get(ident)
        if feature is not None and feature.marks.get(GHOST):
            telling = (e for e in turn.effects if any(one.id("unit") == GHOST for one in case.names_in(e)))
            span = next((effect.span for effect in telling), feature.span)
            raise Mistake(Problem("ghost-on-feature", span, {"feature": ident}, (), ("GCC-50",)))


def carried(state: State) -> Iterator[Problem]:
    """No ghost on a guard or a special figure, none in the places of GCC-73, never three on one meeple, 15 in all."""
    third = value("GCC-34", "ghosts")
    number = state.stock.get(GHOST, 0)
    span = NOWHERE
    for feature in state.occupied():
        for occupant in feature.occupants:
            ghosts = occupant.mark(GHOST)
            if not ghosts:
                continue
            number += ghosts
            span = occupant.span
            values = {
                "figure": Item.noun("figure", occupant.figure), "number": ghosts, "feature": feature.id,
                "most": third - 1,
            }  # fmt: skip
            if occupant.figure == GUARD:
                yield Problem("ghost-on-guard", span, values, (), ("GCC-44",))
            elif occupant.figure in rule("GCC-78").forbidden:
                yield Problem("ghost-on-special", span, values, (), ("GCC-78",))
            elif lies_in(feature, AWAY):
                yield Problem("ghost-in-place", span, values, (), ("GCC-73",))
            elif ghosts >= third:
                yield Problem("ghosts-on-one", span, values, (), ("GCC-34",))
    if number > value("GCC-09", "ghosts"):
        values = {"number": number, "owned": value("GCC-09", "ghosts")}
        yield Problem("ghosts-in-all", span, values, (), ("GCC-09",))


PART = Expansion(
    "ghosts-castles-cemeteries",
    start=Start(stock=(stocked,), checks=(on_features, carried)),
    on=On(placed=(told_with_tile,)),
)

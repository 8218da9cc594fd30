"""A wagon, the features it may think of, and the conditions that decide (AM-79, AM-80, AM-82, AM-83, AM-89)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.majority import lack_code
from adjudicator.engine.memory import Scope, remembered
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Ref
from adjudicator.rulebook import loader

WAGON = "wagon"
MAYOR = "mayor"
CASTLE = "castle"
MOVE = "wagon-move"
THROUGH = "wagon-travels-through"
UNMOVED = ("castle", "area")
"""Traits of what a wagon may never move to."""


@remembered(Scope.PART)
class WagonMoved(NamedTuple):
    """A player has moved on or taken back a wagon whose feature was scored."""

    owner: str


class Standing(NamedTuple):
    """A wagon and the feature it stands on, or stood on until that was scored in this turn."""

    occupant: Occupant
    home: Feature
    sent: bool
    """Whether the scoring has sent it home already."""


class Spot(NamedTuple):
    """A feature that a wagon may think of."""

    feature: Feature
    within: bool
    sections: tuple[int, ...] = ()
    """On a board: its segments within reach."""


def place_of(case: Case, spot: Spot) -> str:
    """What a feature is called as a place to go to: by a section within reach where its own name tells another."""
    ground, ident = case.state.ground, spot.feature.id
    if ground is None or not spot.sections or ident in case.state.features:
        return ident
    oldest = ground.root(spot.sections[0])
    return ident if oldest in spot.sections or ident != ground.label(oldest) else ground.label(spot.sections[0])


def wagon_of(case: Case, player: str) -> Standing | None:
    """The wagon of `player` on a feature, or the one that the scoring of this turn sent home; None for neither."""
    for feature in case.state.occupied():
        for occupant in feature.occupants:
            if occupant.owner == player and occupant.figure == WAGON:
                return Standing(occupant, feature, False)
    turn = case.state.turn
    for ident, occupant in turn.sent if turn is not None else ():
        if occupant.owner == player and occupant.figure == WAGON:
            return Standing(occupant, case.state.feature(ident), True)
    return None


def wagon_at(case: Case, owner: str, place: Ref | None) -> Standing | None:
    """The wagon of a player; None where it stands elsewhere than said."""
    wagon = wagon_of(case, owner)
    if wagon is None or place is None or case.state.resolve(place) == wagon.home.id:
        return wagon
    return None


def travels_through(case: Case) -> bool:
    """Whether the house rule AM-159 is in force."""
    return case.state.setup.options.get(THROUGH) == "true"


def by_connection(case: Case) -> bool:
    """Whether the first edition's reach is in force (AM-104); a sketch tells but one of the two as a rule."""
    state = case.state
    if state.ground is None and {"near", "same-tile"} - {link.kind for link in state.links}:
        return (state.setup.options.get(MOVE) or loader.in_force(MOVE, state.setup.edition)) == "C1"
    return case.option(MOVE) == "C1"


# ---- what decides
def meeples(case: Case, feature: Feature) -> tuple[Occupant, ...]:
    """The meeples on a feature, whoever owns them."""
    return tuple(o for o in feature.occupants if "meeple" in case.game.figure_traits(o.figure))


def kind_finding(case: Case, feature: Feature) -> Finding | None:
    """Why a wagon never stands there: a field, a garden, a short road, a castle; None where it may."""
    traits = case.game.kind_traits(feature.kind)
    values = {"feature": Item("feature", (feature.id,)), "kind": Item("noun", ("kind", feature.kind))}
    if "field" in traits:
        return Finding("AM-89", False, "wagon-field", values)
    if feature.kind in loader.rule("AM-79").forbidden:
        return Finding("AM-79", False, "wagon-kind", values)
    if "tower" in traits:
        return Finding("AM-148", False, "wagon-kind", values)
    if any(trait in traits for trait in UNMOVED):
        return Finding("AM-79", False, "wagon-kind", values)
    if "completable" not in traits:
        return Finding("AM-82", False, "wagon-kind", values)
    if is_short_road(case, feature):
        return Finding("AM-95", False, "wagon-short-road", values)
    return None


def is_short_road(case: Case, feature: Feature) -> bool:
    """Whether a road leaves its tile on no side, so that no meeple can be placed on it."""
    ground = case.state.ground
    if feature.kind != "road" or ground is None or feature.id in case.state.features:
        return False
    return not ground.piece(ground.root(case.state.segment_of(feature.id))).sides


def conditions(case: Case, wagon: Standing, spot: Spot) -> list[Finding]:
    """Every condition for the wagon to go there: kind, reach, incomplete, unoccupied. Raises Undetermined."""
    feature = spot.feature
    refused = kind_finding(case, feature)
    if refused is not None:
        return [refused]
    shown: dict[str, Value] = {"feature": Item("feature", (feature.id,))}
    found = [_reach(case, wagon, spot)]
    if "special" in case.game.kind_traits(feature.kind):
        kind = Item("noun", ("kind", feature.kind))
        found.append(Finding("AM-80", True, "wagon-place", {**shown, "kind": kind}))
    there = meeples(case, feature)
    if feature.complete:
        found.append(Finding("AM-82", False, "wagon-complete", shown))
    if there:
        figures = tuple(Item("figure", (o.owner, o.figure, o.place)) for o in there)
        found.append(Finding("AM-82", False, "wagon-occupied", {**shown, "figures": figures}))
        if all(o.figure == MAYOR for o in there) and not feature.marks.get("coat"):
            found.append(Finding("AM-54", False, "mayor-zero-occupies", shown))
    elif spot.within and not feature.complete:
        case.complete(feature)
        case.figures(feature)
        found.append(Finding("AM-82", True, "wagon-may-go", shown))
    return found


def obstacles(case: Case, wagon: Standing, spot: Spot) -> list[str]:
    """What keeps the wagon away by the rules of which there are examples: ``reach``, ``complete``, ``occupied``; ""
    for anything else."""
    feature, there = spot.feature, meeples(case, spot.feature)
    if kind_finding(case, feature) is not None:
        return [""]
    found: list[str] = []
    if not spot.within:
        found.append("" if wagon.home.kind == CASTLE or travels_through(case) or by_connection(case) else "reach")
    if feature.complete:
        found.append("complete")
    if there:
        weak = all(o.figure == MAYOR for o in there) and not feature.marks.get("coat")
        found += ["occupied", ""] if weak else ["occupied"]
    return found


def _reach(case: Case, wagon: Standing, spot: Spot) -> Finding:
    values: dict[str, Value] = {
        "feature": Item("feature", (spot.feature.id,)), "player": Item("player", (wagon.occupant.owner,)),
        "home": Item("feature", (wagon.home.id,)),
    }  # fmt: skip
    if wagon.home.kind == CASTLE:
        return Finding("AM-152", spot.within, "wagon-reach-castle", values)
    if travels_through(case):
        return Finding("AM-159", spot.within, "wagon-reach-through", values)
    if by_connection(case):
        return Finding("AM-104" if spot.within else "AM-106", spot.within, "wagon-reach-joined", values)
    ground = case.state.ground
    if spot.sections and ground is not None:
        sections = tuple(Item("feature", (ground.label(s),)) for s in spot.sections)
        if sections != (values["feature"],):
            values["sections"] = sections
            return Finding("AM-83", True, "wagon-reach-sections", values)
    return Finding("AM-83", spot.within, "wagon-reach", values)


def known_home(case: Case, wagon: Standing) -> None:
    """Gives up on a wagon on a feature whose expansion's word no code knows how to weigh. Raises Undetermined."""
    if "completable" not in case.game.kind_traits(wagon.home.kind) and wagon.home.kind != CASTLE:
        lack_code(case, "kind", wagon.home.kind)

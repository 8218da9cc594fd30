"""What a siege does: to the worth of a city and of the fields around, and to a turn in which a knight has fled."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting, Rate, Worth
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value

BESIEGED = "besieged"
BESIEGERS = "besiegers"
ESCAPES = "escapes"
CATHEDRAL = "cathedral"
"""What a siege lowers: other summands of a city are not its own."""


def besieged(case: Case, city: Feature) -> bool:
    """Whether a besieger tile belongs to `city`, as it is said or as its tiles show."""
    if city.kind != "city":
        return False
    if BESIEGED in city.flags or city.marks.get(BESIEGED) or city.marks.get(BESIEGERS):
        return True
    return any(tile.shows(BESIEGED) or tile.shows(BESIEGERS) for tile in case.state.tiles_of(city))


def known_besieged(case: Case, city: Feature) -> bool:
    """The same where points hang on it: of a city that is told in words, and of which nothing is said, it is supposed
    that it is not (NB-101).
    """
    known = besieged(case, city)
    if not known and city.kind == "city" and case.state.is_told(city):
        case.suppose("NB-101", "not-besieged", city=Item.feature(city.id))
    return known


def siege(case: Case, feature: Feature, at_end: bool) -> Rate:
    """1 point a tile and coat, 2 with a cathedral (NB-101); nothing for an incomplete city (NB-102)."""
    item = Item.feature(feature.id)
    if not feature.complete:
        case.find("NB-102", "besieged-at-end", feature=item)
        nothing = value("NB-102", "points")
        return Rate("NB-102", nothing, nothing, all=True)
    case.find("NB-101", "besieged", feature=item)
    if feature.marks.get(CATHEDRAL):
        case.find("NB-101", "besieged-cathedral", feature=item)
        each = value("NB-101", "with_cathedral")
        return Rate("NB-101", each, each)
    return Rate("NB-101", value("NB-101", "per_tile"), value("NB-101", "per_coat"))


def field_factor(case: Case, field: Feature, city: str) -> Worth | None:
    """A besieged city counts once more for every field that touches it (NB-103)."""
    if not known_besieged(case, case.state.feature(city)):
        return None
    case.find("NB-103", "besieged-for-fields", city=Item.feature(city), feature=Item.feature(field.id))
    once_more = value("NB-103", "times") - 1
    return Worth("besieged-city", once_more, 0, "NB-103")


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


def may_come(case: Case) -> bool | None:
    """Whether a knight of the player may still escape in this turn; None before the tile lies."""
    turn = case.state.turn
    if turn is None or not turn.placed:
        return None
    from adjudicator.expansions.besiegers.escape import check, choices  # which rests on this module

    return any(all(f.holds for f in check(case, one)) for one in choices(case, turn.player))


def checks(state: State) -> Iterator[Problem]:
    """Besiegers lie at cities (NB-101): of any other feature they say nothing."""
    for feature in state.features.values():
        if BESIEGED in feature.flags and feature.kind != "city":
            yield Problem("besieged-cities", feature.span, {"feature": feature.id}, (), ("NB-101",))

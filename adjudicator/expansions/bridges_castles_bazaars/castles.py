"""Castles: who is lord of one, what it gives in the end, and what a small city is (NB-49, NB-52)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.majority import Majority
from adjudicator.engine.scoring import lines_for
from adjudicator.engine.state import State
from adjudicator.engine.tiles import Part
from adjudicator.errors import Problem
from adjudicator.expansions.bridges_castles_bazaars.supplies import CASTLE
from adjudicator.expansions.bridges_castles_bazaars.vicinity import FIRST, lords, paid, told_by
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.rulebook.loader import rule, value

TILES = value("NB-49", "tiles")
DRAGON = "dragon"
"""What takes figures off the table without their owner's will."""


def is_small(state: State, city: Feature) -> bool:
    """Whether a city lies on two semicircular tiles; of a sketched one of two tiles that is supposed."""
    parts = state.parts_of(city)
    return city.tiles == TILES and (not parts or _two_semicircles(parts))


def _two_semicircles(parts: list[Part]) -> bool:
    return len(parts) == TILES and all(_semicircle(part) for part in parts)


def _semicircle(part: Part) -> bool:
    lay = part.tile.lay
    return lay is not None and len(part.sides) == 1 and lay.face.id not in rule("NB-49").forbidden


def small(state: State) -> Iterator[Problem]:
    """A castle that is said to lie on the board covers a small city (NB-49)."""
    for feature in state.features.values():
        parts = state.parts_of(feature) if feature.kind == CASTLE else []
        if parts and not _two_semicircles(parts):
            yield Problem("castle-no-small-city", feature.span, {"feature": feature.id}, (), ("NB-49",))


def first_of(state: State) -> Iterator[Problem]:
    """What is said to have been completed first near a castle needs a castle that is said to be complete (NB-51)."""
    castles = any(feature.kind == CASTLE and feature.complete for feature in state.features.values())
    for feature in state.features.values():
        if FIRST in feature.flags and (not castles or not feature.complete):
            yield Problem("castle-first", feature.span, {"feature": feature.id}, (), ("NB-51",))


def seized(case: Case, feature: Feature, occupant: Occupant, means: str) -> Finding | None:
    """Whether the dragon eats the lord of a castle no rule says (NB-125)."""
    if feature.kind == CASTLE and means == DRAGON:
        eaten = case.doubt("open", "NB-125", "dragon-and-lord", feature=Item.feature(feature.id))
        return None if eaten.holds else eaten
    return None


def lord(case: Case, put: Putting) -> Finding | None:
    """Nobody is put on a castle, whatever brings him: its lord is who was in the small city (NB-49)."""
    guest = not put.means and (put.figure, CASTLE) in case.game.may.guests
    if put.feature.kind != CASTLE or guest:
        return None
    return Finding("NB-49", False, "castle-lord-only", {"feature": Item.feature(put.feature.id)})


def settle(case: Case, feature: Feature, at_end: bool) -> list[Line]:
    """The points of a castle: those of the feature that this turn completed beside it, else 0 at the end (NB-52).

    Raises Undetermined where it is said to be complete, and nothing complete is said to lie near it.
    """
    turn = case.state.turn
    if turn is not None and not turn.closed and (lines := paid(case, feature)) is not None:
        return lines
    if feature.complete:
        return told_by(case, feature)
    lead: Majority = lords(case, feature)
    case.find("NB-52", "castle-unscored", feature=Item.feature(feature.id))
    return lines_for(lead.leaders, feature.id, [Worth("castle-unscored", 1, value("NB-52", "points"), "NB-52")])

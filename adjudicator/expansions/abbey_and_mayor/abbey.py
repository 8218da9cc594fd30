"""The abbey tile: what it is worth, who may stand on it, what it closes, and the faces of the land tiles."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import (
    Asks,
    Expansion,
    Kind,
    May,
    On,
    Putting,
    Scoring,
    Start,
    Tells,
    Tiles,
    Turns,
    Way,
    Worth,
    later,
)
from adjudicator.engine.phases import Beside
from adjudicator.engine.state import State
from adjudicator.engine.tiles import Part
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.land_tiles import apart, on_land_tiles
from adjudicator.expansions.abbey_and_mayor.shrines import beside_abbeys, challenged
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import rule, value

ABBEY = "abbey"
TILE = "AM/A"
GOODS = ("wine", "grain", "cloth")


def laid_now(case: Case) -> Feature | None:
    """The abbey that was placed in this turn."""
    turn = case.state.turn
    for ident in turn.touched if turn is not None and turn.placed else ():
        feature = case.state.feature(ident)
        if feature.kind == ABBEY:
            return feature
    return None


def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """9 points when surrounded, else 1 for its tile and 1 for each around it, like a monastery (AM-37)."""
    if feature.complete is None and feature.tiles is None:
        case.tiles(feature)
    complete = case.complete(feature)
    case.find("AM-37", "surrounded", complete, feature=_item(feature))
    if complete:
        return [Worth("surrounded", 1, value("AM-37", "points"), "AM-37")]
    tiles = case.tiles(feature)
    return [
        Worth("own-tile", 1, value("AM-37", "own_tile"), "AM-37"),
        Worth("tiles-around", tiles - 1, value("AM-37", "per_surrounding_tile"), "AM-37"),
    ]


# ---- figures
def monk(case: Case, put: Putting) -> Finding | None:
    """Who may be a monk on an abbey (AM-30, AM-110)."""
    if put.feature.kind != ABBEY:
        return None
    values = {"feature": _item(put.feature), "figure": Item.noun("figure", put.figure)}
    if put.figure == "meeple":
        return Finding("AM-30", True, "abbey-monk", values)
    known = "guard-meeple" if put.figure == "guard" else put.figure
    if known in rule("AM-110").forbidden:
        return Finding("AM-110", False, "abbey-no-monk", values)
    return Finding("AM-110", True, "abbey-monk", values) if known in rule("AM-110").allowed else None


def only_monk(case: Case, put: Putting) -> Finding | None:
    """In the turn of an abbey a meeple goes on the abbey or nowhere (AM-31)."""
    abbey = laid_now(case)
    if abbey is None or put.means or put.feature.id == abbey.id:
        return None
    return Finding("AM-31", False, "abbey-only-monk", {"abbey": _item(abbey), "feature": _item(put.feature)})


# ---- what it closes
def closed(case: Case, feature: Feature, asked: str) -> None:
    """Notes that an abbey closes a road or city without being part of it, and parts a field (AM-32 to AM-36)."""
    if feature.kind == "field" or asked == "majority":
        if asked == "points":
            _parted(case, feature)
        return
    beside = feature.kind in ("road", "city") and feature.complete
    if beside and (_by_turn(case, feature) or _abbeys_at(case, feature)):
        item = _item(feature)
        if asked != "tiles":
            case.find("AM-32", "abbey-closes", feature=item)
        if asked != "complete":
            case.find("AM-34", "abbey-no-part", feature=item)
            if feature.kind == "road":
                case.find("AM-36", "abbey-no-part-example", feature=item)


def _by_turn(case: Case, feature: Feature) -> bool:
    turn = case.state.turn
    return turn is not None and feature.id in turn.completed and laid_now(case) is not None


def _abbeys_at(case: Case, feature: Feature) -> list[Part]:
    """The abbeys that a feature runs against, as far as tiles show it."""
    parts = case.state.parts_of(feature)
    return [there for part in parts for side in part.sides for there in part.beyond(side) if there.kind == ABBEY]


def _parted(case: Case, field: Feature) -> None:
    """A field at the border of an abbey does not touch the cities at its other borders through it (AM-35)."""
    touched = {touch.city for touch in field.touches or ()}
    for abbey in _abbeys_at(case, field):
        for side in range(4):
            for part in abbey.beyond(side):
                if part.kind == "city" and side ^ 2 in part.sides and part.feature not in touched:
                    values = {"feature": _item(field), "city": Item.feature(part.feature)}
                    case.find("AM-35", "abbey-parts", False, **values)


def goods(case: Case, feature: Feature) -> None:
    """The goods of a city that an abbey completes go to who placed it (AM-112)."""
    turn = case.state.turn
    if turn is not None and laid_now(case) is not None and any(feature.marks.get(unit) for unit in GOODS):
        case.find("AM-112", "abbey-goods", feature=_item(feature), player=Item.player(turn.player))


def no_double_turn(case: Case) -> tuple[str, str] | None:
    """An abbey extends no feature, so it wakes no builder (AM-111)."""
    turn = case.state.turn
    if turn is not None and laid_now(case) is not None:
        for ident in turn.completed:
            feature = case.state.feature(ident)
            if any(o.figure == "builder" and o.owner == turn.player for o in feature.occupants):
                case.find("AM-111", "abbey-no-builder", False, feature=_item(feature))
    return None


def leftover(case: Case) -> Iterable[str]:
    """Players who still place their abbey after the last tile (AM-25, AM-26); with nothing to place nobody does."""
    if case.state.stock.get("tile") != 0:
        return ()
    from adjudicator.expansions.abbey_and_mayor.abbey_placing import still_to_place  # which rests on this module

    return still_to_place(case)


def still_owed(case: Case) -> Iterable[Finding]:
    """Who has to place an abbey before the game may end (AM-25)."""
    if case.state.stock.get("tile") != 0:
        return ()
    from adjudicator.expansions.abbey_and_mayor.abbey_placing import owed  # which rests on this module

    return owed(case)


def begins(case: Case) -> None:
    """Counts the turns behind the last tile (AM-26)."""
    if case.state.stock.get("tile") == 0:
        from adjudicator.expansions.abbey_and_mayor.abbey_placing import round_begins  # which rests on this module

        round_begins(case)


def asked_for(case: Case) -> tuple[list[Line], list[Occupant]]:
    """An abbey with a monk, placed in this turn, must tell how many tiles lie around it. Raises Undetermined."""
    abbey = laid_now(case)
    if abbey is not None and abbey.occupants and abbey.complete is None:
        case.tiles(abbey)
    return [], []


def prepared(case: Case) -> Iterable[Item]:
    """An abbey for each player (AM-14); the land tiles go among the others (AM-15, AM-164)."""
    each = Item.count(value("AM-14", "abbeys"), "", ABBEY)
    case.find("AM-14", "abbey-each", abbeys=each)
    land, abbeys = value("AM-164", "land_tiles"), value("AM-164", "abbeys")
    case.find("AM-164", "abbey-tiles-in-all", land=land, abbeys=Item.count(abbeys, "", ABBEY))
    case.find("AM-15", "abbey-land-shuffled", land=land)
    return [each]


def fits(case: Case, deed: Deed) -> Iterable[Finding]:
    """The land tiles are placed like those of the base game (AM-05)."""
    if deed.face is not None and deed.face.id.startswith("AM/"):
        yield Finding("AM-05", True, "abbey-land-tile", {})


def supply(state: State) -> Iterable[Problem]:
    """No player holds more abbeys than each begins with (AM-14)."""
    each = value("AM-14", "abbeys")
    for player, hand in state.hands.items():
        number = (hand.items or {}).get(ABBEY, 0)
        if number > each and not hand.unchecked:
            values = {"player": Item.player(player), "number": number, "owned": each}
            yield Problem("abbeys-beyond-supply", NOWHERE, values, (), ("AM-14",))


def _item(feature: Feature) -> Item:
    return Item.feature(feature.id)


PART = Expansion(
    "abbey-and-mayor",
    kinds={ABBEY: Kind(whole="AM-37", monastery="AM-30", worth=worth)},
    start=Start(ready=(prepared,), checks=(supply,)),
    tiles=Tiles(own=later("adjudicator.expansions.abbey_and_mayor.abbey_placing", "TILES", ABBEY, TILE)),
    scoring=Scoring(besides=(asked_for,)),
    may=May(put=(monk, only_monk, apart), place=(fits, beside_abbeys)),
    on=On(turn_begins=(begins,), completed=(goods, challenged)),
    turns=Turns(
        follows=(Way(how=no_double_turn, rule="AM-111"),),
        after_last=(leftover,),
        owed=(still_owed,),
        beside=(Beside(ABBEY, "AM-18", "places", "instead"),),
    ),
    asks=Asks(topics=later("adjudicator.expansions.abbey_and_mayor.abbey_placing", "TOPICS", ABBEY)),
    tells=Tells(looks=(closed, on_land_tiles)),
)

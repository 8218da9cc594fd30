"""Road Sweeper: an incomplete road is scored and emptied (GIFT-16 to GIFT-18, GIFT-33, GIFT-34, GIFT-64 to GIFT-68)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Expansion, May, Putting
from adjudicator.engine.majority import majority, require_code
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.rulings import running
from adjudicator.engine.scoring import charged, lines_for, look, note_majority, worth, worth_as
from adjudicator.expansions.gifts.card_places import (
    Place,
    complete_yet,
    is_meeple,
    keep_incomplete,
    place_of,
    read_place,
)
from adjudicator.expansions.gifts.unwrapping import Card, Use
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.model.scenario import Move
from adjudicator.play.turns import helpers_home, send_home

ROAD = "road"


def read(case: Case, move: Move, args: Args) -> Use[Place]:
    """``on R1``. Raises Mistake."""
    place = read_place(case, args)
    return _use(move.player, place)


@remembered(Scope.PART)
class Swept(NamedTuple):
    """A road that the card has left empty."""

    road: Item


def _use(player: str, place: Place) -> Use[Place]:
    return Use(player, place, (place.item,))


def check(case: Case, use: Use[Place]) -> list[Finding]:
    """Any incomplete road (GIFT-16, GIFT-33), with a meeple of one's own there or not (GIFT-17)."""
    place = use.data
    road, details = place.feature, {"feature": place.item}
    if road is None or road.kind != ROAD:
        return [Finding("GIFT-16", False, "card-a-road", details)]
    if complete_yet(case, road):
        return [Finding("GIFT-16", False, "card-road-incomplete", details)]
    found = [
        Finding("GIFT-16", True, "card-road-incomplete", details),
        Finding("GIFT-33", True, "card-any-road", details),
    ]
    if not any(o.owner == use.player for o in road.occupants):
        found.append(Finding("GIFT-17", True, "card-need-not-be-there", {"player": Item.player(use.player), **details}))
    if not road.occupants and "empty" in road.flags:
        found.append(Finding("GIFT-60", True, "card-nobody-to-score", details))
    return found


def apply(case: Case, use: Use[Place]) -> None:
    """Scores the road as at the end of the game (GIFT-33, GIFT-64) and sends its meeples home (GIFT-18, GIFT-66)."""
    place = use.data
    state, turn = case.state, case.state.turn
    if place.feature is None or turn is None:
        return
    keep_incomplete(case, place.feature)
    road = state.feature(place.feature.id)
    lines: tuple[Line, ...] = ()
    try:
        if not road.occupants:
            if "empty" not in road.flags:
                case.lack("figures", road)
            return
        case.find("GIFT-33", "card-worth-as-at-end", feature=place.item)
        lines = tuple(_points(case, road))
        own = lines_for(majority(case, road).leaders, road.id, worth_as(case.apart(), ROAD, road, True))
        if [*lines] != own or road.marks or any(o.marks for o in road.occupants):
            worths = running(line for line in lines if line.points >= 0)  # what takes points says so itself
            unpaid = (player for player, points in worths.items() if points <= 0)
            case.against(unpaid, "GIFT-34", "card-road-of-others", feature=place.item)
        case.find("GIFT-64", "card-majority-scores", feature=place.item)
        state.score(lines)
    except Undetermined as lack:
        state.unknown += lack.missing  # the road is swept all the same; who asks for points is told what is missing
    home = _home(case, use.player, road)
    for gone in home:
        state.change(road.id, gone, None)
    send_home(case, home)
    home += helpers_home(case)
    if not state.feature(road.id).occupants:
        case.find("GIFT-65", "card-road-swept", feature=place.item)
        case.remember(Swept(place.item))
    now = state.turn or turn
    state.turn = now._replace(lines=(*now.lines, *lines), home=(*now.home, *home))


def _points(case: Case, road: Feature) -> list[Line]:
    """The worth of the road at the end of the game; what its figures cost is that of a scoring during the game."""
    for mark in (*road.marks, *road.flags):
        require_code(case, mark)
    look(case, road, "points")
    for trap in case.game.tells.traps:
        trap(case, road, True)
    summands = worth(case, road, True)
    lead = majority(case, road)
    note_majority(case, road, lead)
    lines = lines_for(lead.leaders, road.id, summands)
    return [*lines, *charged(case, road, lead.leaders, road.occupants, False)]


def _home(case: Case, player: str, road: Feature) -> list[Occupant]:
    """Everybody's meeples (GIFT-18, GIFT-66); one of the player by the outdated wording (GIFT-68)."""
    item = Item.feature(road.id)
    meeples = [o for o in road.occupants if o.owner and is_meeple(case, o.figure)]
    if case.option("road-sweeper-returns") == "own":
        own = [o for o in meeples if o.owner == player][:1]
        case.find("GIFT-68", "card-own-meeple-home", bool(own), feature=item)
        return own
    case.find("GIFT-18", "card-all-home", feature=item)
    if len({o.owner for o in meeples}) > 1:
        case.find("GIFT-66", "card-minority-home", feature=item)
    return meeples


def choices(case: Case, player: str) -> Iterable[Use[Place]]:
    """Every road."""
    for feature in list(case.state.all_features()):
        if feature.kind == ROAD:
            yield _use(player, place_of(case, feature))


def occupied_again(case: Case, put: Putting) -> Finding | None:
    """Notes that a road swept in this turn is empty and may be occupied again (GIFT-65, GIFT-67)."""
    road = Item.feature(put.feature.id)
    if Swept(road) not in case.recall(Swept):
        return None
    case.find("GIFT-67", "card-road-again", feature=road)
    return Finding("GIFT-65", True, "card-road-swept", {"feature": road})


CARD = Card("GIFT-16", read, check, apply, choices)
PART = Expansion("gifts", may=May(put=(occupied_again,)))

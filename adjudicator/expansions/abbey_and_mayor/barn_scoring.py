"""What a barn brings: farmers scored and sent home, points for its owner at the end (AM-62, AM-66 to AM-76)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.binding.called import fixed_names
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Worth
from adjudicator.engine.fields import Cities, cities_at, city_lines
from adjudicator.engine.majority import majority, require_code
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.scoring import lines_for, note_majority
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line, Value
from adjudicator.rulebook.loader import value

BARN = "barn"
PIG = "pig"
PIG_HERD = "pig-herd"
CARCASSONNE = "carcassonne"
"""Its name, and the mark of the great city on its tiles."""
ALIKE = ("castle", "area")
"""Kinds that count as a complete city for a field with a barn: castles, and cities that lie off the tiles."""


@remembered(Scope.PART)
class BarnPut(NamedTuple):
    """A barn was put on a field, which scores in the scoring of this turn."""

    field: str


class Event(NamedTuple):
    """What makes a field with a barn score during the game."""

    rule: str
    """Points for each city."""
    pig: str
    table: str
    unsaid: tuple[str, ...]
    """Items of a sum of which the table does not say whether a siege doubles them."""


NOW, JOINED = "barn-this-turn", "farmers-connected"
TOLD = frozenset((NOW, JOINED))
"""States of a field that tell how a barn and farmers came together."""
PLACED = Event("AM-66", "AM-118", "AM-141", ("pig-herd",))
CONNECTED = Event("AM-72", "AM-119", "AM-142", ("pig", "pig-herd"))
LATE = Event("AM-130", "AM-119", "AM-142", ("pig", "pig-herd"))
"""A meeple that comes from Carcassonne at the end scores like one that is connected."""


def barns_on(feature: Feature) -> tuple[Occupant, ...]:
    """The barns of a field."""
    return tuple(o for o in feature.occupants if o.figure == BARN)


def farmers_on(case: Case, feature: Feature) -> tuple[Occupant, ...]:
    """Farmers of a field and the pigs with them: who a barn makes score and sends home; not barns nor shepherds."""
    farming = {"meeple", "helper"}
    return tuple(o for o in feature.occupants if o.owner and farming.intersection(case.game.figure_traits(o.figure)))


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """A barn is no meeple and counts for nothing in a majority (AM-17, AM-56)."""
    item = Item.feature(feature.id)
    case.find("AM-56", "barn-no-meeple", feature=item)
    case.find("AM-17", "barn-special", player=Item.player(occupant.owner))
    return 0


def placed_now(case: Case, field: Feature) -> bool:
    """Whether a barn was put on the field in the turn that is going on."""
    return BarnPut(field.id) in case.recall(BarnPut)


def _event(case: Case, field: Feature, at_end: bool = False) -> Event:
    """What has brought a barn and farmers together, who go home once they are scored (AM-69, AM-73). Those who are
    there at the end have come from Carcassonne, where that is played (AM-130).

    Raises Undetermined where neither the tile of this turn nor a move in it had anything to do with the field, and no
    line tells.
    """
    if placed_now(case, field):
        return PLACED
    turn = case.state.turn
    if turn is not None and field.id in turn.touched:
        return CONNECTED
    if field.flags.isdisjoint(TOLD):
        if at_end and case.game.owner("name", CARCASSONNE) in case.game.ids:
            case.find("AM-130", "barn-late-farmers", feature=Item.feature(field.id))
            return LATE
        if turn is not None and any(field.id == deed.place for deed in case.recall(Deed)):
            return CONNECTED
        case.lack("barn-how", field)
    return PLACED if NOW in field.flags else CONNECTED


def told(state: State) -> Iterator[Problem]:
    """How a barn and farmers came together is said of a field with both (AM-66, AM-72), and one way only."""
    for field in state.features.values():
        said = TOLD & field.flags
        if said and (len(said) > 1 or not barns_on(field)):
            yield Problem("barn-told", field.span, {"feature": field.id}, (), ("AM-66", "AM-72"))


# ---- during the game
def scorings(case: Case) -> tuple[list[Line], list[Occupant]]:
    """The fields that score in this turn because of a barn: the points, and the figures that go home."""
    lines: list[Line] = []
    home: list[Occupant] = []
    for field in list(case.state.occupied()):
        farmers = farmers_on(case, field)
        if field.kind != "field" or not barns_on(field):
            continue
        item = Item.feature(field.id)
        now = placed_now(case, field)
        if not farmers:
            if now:
                case.find("AM-66", "barn-nobody", False, feature=item)
                _nothing_now(case, field)
            continue
        event = _event(case, field)
        try:
            lines += scored(case, field, event)
        except Undetermined as lack:  # the farmers go home whatever they get
            case.leave_unpaid(lack)
        if now:
            case.find("AM-69", "barn-farmers-home", feature=item)
        else:
            case.find("AM-73", "barn-joined-home", feature=item)
        case.find("AM-62", "barn-stays", feature=item)
        if any(o.figure == PIG for o in farmers):
            case.find("AM-120", "barn-pig-home", feature=item)
        case.state.clear(field.id, [o for o in field.occupants if not any(o is f for f in farmers)])
        home += farmers
    return lines, home


def _nothing_now(case: Case, field: Feature) -> None:
    """A barn brings nothing before the end (AM-68)."""
    owners = dict.fromkeys(one.owner for one in barns_on(field))
    case.against(owners, "AM-68", "barn-nothing-now", feature=Item.feature(field.id))


def scored(case: Case, field: Feature, event: Event) -> list[Line]:
    """What the farmers of a field with a barn score now: 3 a city at the placing of the barn (AM-66), 1 at a
    connection (AM-72) and where they come from Carcassonne at the end (AM-130).

    Raises Undetermined for what the position does not say.
    """
    item = Item.feature(field.id)
    for mark in (*field.marks, *field.flags):
        require_code(case, mark)
    if event is PLACED:
        case.find("AM-66", "barn-placed", feature=item)
    elif event is CONNECTED:
        case.find("AM-72", "barn-connected", feature=item)
    _nothing_now(case, field)
    cities = cities_at(case, field, ALIKE)
    farmers = farmers_on(case, field)
    case.find("AM-56", "barn-no-meeple", feature=item)
    lead = majority(case, field, farmers)
    note_majority(case, field, lead)
    more = {"castle": Worth("barn-castles", 1, value("AM-136", "extra_per_castle"), "AM-136")}
    if event is PLACED and len(lead.leaders) == 1:
        case.find("AM-70", "barn-example-alone", player=Item.player(lead.leaders[0]), feature=item)
    elif event is CONNECTED and len(lead.leaders) > 1:
        players = tuple(Item.player(player) for player in lead.leaders)
        case.find("AM-74", "barn-example-tie", players=players, feature=item)
    lines: list[Line] = []
    for player in lead.leaders:
        own = city_lines(case, field, player, cities, value(event.rule, "per_city"), event.rule, more=more)
        sieges = sum(line.times for line in own if line.item == "besieged-city")
        unsaid = sieges * sum(line.each for line in own if line.item in event.unsaid)
        if unsaid:
            most = sum(line.points for line in own)
            told_of: dict[str, Value] = {
                "player": Item.player(player),
                "feature": item,
                "most": most,
                "least": most - unsaid,
            }
            if not case.option("barn-bonus-doubled"):  # a table that has agreed on it knows
                case.find(event.table, "barn-bonus-doubled", **told_of)
            if case.read("open", "barn-bonus-doubled", doubled=event.table, once=event.table) == "once":
                less = sum(line.each for line in own if line.item in event.unsaid)
                own = [one._replace(each=one.each - less) if one.item == "besieged-city" else one for one in own]
        lines += (one._replace(rule=event.pig) if one.item == PIG else one for one in own)
    for owner in dict.fromkeys(o.owner for o in farmers if o.figure == PIG):
        if owner in lead.leaders:
            case.find(event.pig, "barn-pig-helps", player=Item.player(owner), feature=item)
        else:
            case.remark(event.pig, "barn-pig-helps", False, player=Item.player(owner), feature=item)
    _guests(case, field, cities, event.table)
    return lines


def _guests(case: Case, field: Feature, cities: Cities, table: str) -> None:
    """Notes what changes the worth of the cities, and the table of the summary that says how much (AM-141 to 143)."""
    items = Item.feature(field.id)
    special = bool(cities.alike) or field.marks.get(PIG_HERD, 0) > 0
    special = special or any(o.figure == PIG for o in field.occupants)
    for city in cities.named:
        item = Item.feature(city)
        if any(factor(case, field, city) is not None for factor in case.game.scoring.city_factor):
            case.find("AM-138", "barn-besieged", city=item)
            special = True
        names = fixed_names(city)
        if CARCASSONNE in names or case.state.feature(city).marks.get(CARCASSONNE):
            case.find("AM-131", "barn-counts-city", city=item)
        elif "leipzig" in names:
            case.find("AM-139", "barn-counts-city", city=item)
    if special:
        case.find(table, "barn-table", feature=items)


# ---- at the end, and on a question
def with_barn(case: Case, field: Feature) -> bool:
    """Whether there is a barn on a field."""
    return bool(barns_on(field))


def settle(case: Case, field: Feature, at_end: bool) -> list[Line]:
    """The points of a field with a barn.

    The farmers score when the barn comes or they are connected to it; at the end every owner of a barn has 4 points a
    city besides (AM-75, AM-76). Raises Undetermined where nothing tells how farmers and barn came together.
    """
    if farmers_on(case, field):
        now = scored(case, field, _event(case, field, at_end))
        return now + at_the_end(case, field, barns_on(field)) if at_end else now
    if not at_end and placed_now(case, field):
        _nothing_now(case, field)
        return []
    return at_the_end(case, field, barns_on(field))


def at_the_end(case: Case, field: Feature, barns: tuple[Occupant, ...]) -> list[Line]:
    """4 points a complete city for each owner of a barn (AM-75), in full when there are several (AM-76)."""
    item = Item.feature(field.id)
    owners = tuple(dict.fromkeys(barn.owner for barn in barns))
    players = tuple(Item.player(owner) for owner in owners)
    case.find("AM-75", "barn-at-end", feature=item, players=players)
    if len(owners) > 1:
        case.find("AM-76", "barn-each-in-full", feature=item, players=players)
        case.find("AM-61", "barn-several", feature=item)
    cities = cities_at(case, field, ALIKE)
    castle = value("AM-143", "per_castle") - value("AM-143", "per_city")
    more = {"castle": Worth("barn-castles", 1, castle, "AM-143")}
    lines: list[Line] = []
    for owner in owners:
        lines += city_lines(
            case, field, owner, cities, value("AM-75", "per_city"), "AM-75", bonuses=False, more=more
        )  # fmt: skip
        lines += _pig_herd(case, field, owner, cities)
    _guests(case, field, cities, "AM-143")
    return lines


def _pig_herd(case: Case, field: Feature, owner: str, cities: Cities) -> list[Line]:
    """The pig-herd gives a barn nothing (AM-135), by a house rule 1 point a city (AM-163)."""
    if not field.marks.get(PIG_HERD):
        return []
    agreed = case.option("barn-pig-herd")
    if agreed == "false":
        case.find("AM-135", "barn-no-pig-herd", False, feature=Item.feature(field.id))
        return []
    if not agreed.isdigit():
        case.lack("barn-pig-herd", field)
    return lines_for((owner,), field.id, [Worth("barn-pig-herd", cities.number, int(agreed), "AM-163")])

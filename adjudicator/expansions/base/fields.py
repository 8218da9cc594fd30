"""Fields: three points a city, and how older editions counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.contest import way_for
from adjudicator.engine.expansion import Worth
from adjudicator.engine.fields import Cities, cities_at, city_lines, counted_again, may_count
from adjudicator.engine.majority import majority
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.scoring import lines_for, note_majority
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item, Line
from adjudicator.rulebook.loader import value


@remembered(Scope.GAME)
class CityPaid(NamedTuple):
    """A city that has paid the farmers around it, when the first of their fields was counted."""

    city: str


def settle_field(case: Case, field: Feature, at_end: bool) -> list[Line]:
    """The points of a field (BASE-38), by the farmer rules in force (BASE-42)."""
    item = Item.feature(field.id)
    if not at_end:
        case.find("BASE-37", "field-at-end", feature=item)
    if not field.occupants:
        case.find("BASE-38", "nobody-there", False, feature=item)
        return []
    cities = cities_at(case, field)
    rules = case.option("farmer-scoring")
    if rules == "first":
        return _city_by_city(case, field, cities, at_end)
    lead = majority(case, field)
    note_majority(case, field, lead)
    if rules == "second":
        return _once_a_player(case, field, cities, lead.leaders)
    if any(len(fields) > 1 for fields in _fields_at(case, cities).values()):
        case.find("BASE-40", "each-field-on-its-own", feature=item)
    each = value("BASE-38", "per_city")
    return [line for player in lead.leaders for line in city_lines(case, field, player, cities, each, "BASE-38")]


def _pays_otherwise(case: Case, field: Feature) -> bool:
    """Whether a field is counted by another expansion's rule, as one with a barn is: it pays for none of these."""
    way = way_for(case, case.game.scoring.settle, field)
    return way is not None and way.rule != "BASE-38"


def _fields_at(case: Case, cities: Cities, alone: bool = False) -> dict[str, list[Feature]]:
    """The occupied fields that touch each of the named cities, in the order in which they are told; with `alone` those
    that are counted by the farmer rules and no other.
    """
    found: dict[str, list[Feature]] = {city: [] for city in cities.named}
    for field in case.state.occupied():
        if field.kind == "field" and not (alone and _pays_otherwise(case, field)):
            for city in dict.fromkeys(touch.city for touch in field.touches or ()):
                if city in found:
                    found[city].append(field)
    return found


def _once_a_player(case: Case, field: Feature, cities: Cities, leaders: tuple[str, ...]) -> list[Line]:
    """The second rules: field by field, a city at most once for each player (BASE-42)."""
    each = value("BASE-42", "second_per_city")
    lines: list[Line] = []
    case.find("BASE-42", "farmers-second", feature=Item.feature(field.id))
    fields = _fields_at(case, cities, alone=True)
    _suppose_different(case, field)
    leading = {f.id: majority(case, f).leaders for there in fields.values() for f in there}
    for player in leaders:
        named = []
        for city, there in fields.items():
            earlier = next((f for f in there if player in leading[f.id]), field)
            if earlier.id == field.id:
                named.append(city)
        counted = Cities(tuple(named), cities.unnamed, _alike(case, named))
        lines += city_lines(case, field, player, counted, each, "BASE-42")
    return lines


def _suppose_different(case: Case, field: Feature) -> None:
    """Notes that cities told by their number alone are taken to lie at one field only (BASE-42)."""
    complete = {
        other.id: there
        for other in case.state.occupied()
        if other.kind == "field" and not _pays_otherwise(case, other)
        if (there := [touch for touch in other.touches or () if may_count(case, touch)])
    }
    if len({*complete, field.id}) > 1 and any(not touch.city for there in complete.values() for touch in there):
        case.suppose("BASE-42", "cities-different", features=tuple(map(Item.feature, complete)))


def _alike(case: Case, named: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How many of the named features only count as cities, by kind."""
    kinds = [case.state.feature(ident).kind for ident in named]
    return tuple((kind, kinds.count(kind)) for kind in dict.fromkeys(kinds) if case.game.kind(kind).as_city)


def _city_by_city(case: Case, field: Feature, cities: Cities, at_end: bool) -> list[Line]:
    """The first rules: each city pays whoever has most farmers on all the fields that touch it (BASE-42)."""
    each = value("BASE-42", "first_per_city")
    case.find("BASE-42", "farmers-first", feature=Item.feature(field.id))
    lines: list[Line] = []
    _suppose_different(case, field)
    for city, fields in _fields_at(case, cities, alone=True).items():
        if at_end and CityPaid(city) in case.recall(CityPaid):
            continue
        case.remember(CityPaid(city))
        farmers = [o for f in fields for o in f.occupants]
        lead = majority(case, field, farmers)
        note_majority(case, case.state.feature(city), lead)
        for player in lead.leaders:
            more = [bonus._replace(times=1) for f in fields for bonus in _bonuses(case, f, player)]
            like = [like for kind, _ in _alike(case, (city,)) if (like := case.game.kind(kind).as_city) is not None]
            paid = [Worth("cities", 1, each, "BASE-42"), *more]
            again = counted_again(case, fields[0], city, sum(one.each for one in paid))
            lines += lines_for((player,), city, [*paid, *like, *again])
    if cities.unnamed:
        lead = majority(case, field)
        note_majority(case, field, lead)
        for player in lead.leaders:
            lines += city_lines(case, field, player, Cities((), cities.unnamed), each, "BASE-42")
    return lines


def _bonuses(case: Case, field: Feature, player: str) -> list[Worth]:
    """What expansions add for each city of a field."""
    found = (bonus(case, field, player) for bonus in case.game.scoring.city_bonus)
    return [more for more in found if more is not None]

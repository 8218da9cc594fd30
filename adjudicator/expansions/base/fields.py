"""Fields: three points a city, and how older editions counted."""

from __future__ import annotations

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Worth
from adjudicator.engine.majority import majority, require_code
from adjudicator.engine.scoring import lines_for, told
from adjudicator.model.position import Feature
from adjudicator.model.record import Record
from adjudicator.model.ruling import Item, Line, Missing
from adjudicator.rulebook.loader import value


class Cities(Record):
    """The complete cities that a field touches."""

    named: tuple[str, ...]
    unnamed: int

    @property
    def number(self) -> int:
        return len(self.named) + self.unnamed


def settle_field(case: Case, field: Feature, at_end: bool) -> list[Line] | None:
    """The points of a field (BASE-38), by the farmer rules in force (BASE-42); None for other features."""
    if field.kind != "field":
        return None
    shown = Item("feature", (field.id,))
    if not at_end:
        case.find("BASE-37", "field-at-end", feature=shown)
    if not field.occupants:
        case.find("BASE-38", "nobody-there", False, feature=shown)
        return []
    cities = touched(case, field)
    rules = case.option("farmer-scoring")
    if rules == "first":
        return _city_by_city(case, field, cities, at_end)
    lead = majority(case, field)
    told(case, field, lead)
    if rules == "second":
        return _once_a_player(case, field, cities, lead.leaders)
    if any(len(fields) > 1 for fields in _fields_at(case, cities).values()):
        case.find("BASE-40", "each-field-on-its-own", feature=shown)
    return lines_for(lead.leaders, field.id, [Worth("cities", cities.number, value("BASE-38", "per_city"), "BASE-38")])


def touched(case: Case, field: Feature) -> Cities:
    """The complete cities at `field`, each once (BASE-39). Raises Undetermined for what the position does not say."""
    if field.touches is None:
        case.lack("touches", field)
    shown = Item("feature", (field.id,))
    missing: list[Missing] = []
    named: dict[str, None] = {}
    unnamed = 0
    for touch in field.touches:
        if touch.city:
            if touch.city in named:
                case.find("BASE-39", "city-once", feature=shown, city=Item("feature", (touch.city,)))
                continue
            city = case.state.feature(touch.city)
            if city.kind != "city":
                continue
            for flag in city.flags:  # what it carries does not matter to a field, the state it is in may
                require_code(case, flag)
            try:
                complete = case.complete(city)
            except Undetermined as lack:
                missing += lack.missing
                continue
            if complete:
                named[touch.city] = None
            else:
                case.find("BASE-39", "city-incomplete", False, city=Item("feature", (touch.city,)))
        elif touch.complete is None:
            missing.append(Missing("cities-complete", {"feature": field.id}, field.id, "cities-complete"))
        elif touch.complete:
            unnamed += touch.number
        else:
            case.find("BASE-39", "cities-incomplete", False, number=touch.number)
    if missing:
        raise Undetermined(*missing)
    if named or unnamed:
        counted = (
            *(Item("feature", (c,)) for c in named),
            *((Item("count", (unnamed, "", "city")),) if unnamed else ()),
        )
        case.find("BASE-41", "touches", feature=shown, cities=counted)
        case.find("BASE-39", "cities-once", feature=shown, number=len(named) + unnamed)
    elif not field.touches:
        case.find("BASE-41", "touches-none", False, feature=shown)
    return Cities(tuple(named), unnamed)


def _fields_at(case: Case, cities: Cities) -> dict[str, list[Feature]]:
    """The occupied fields that touch each of the named cities, in the order in which they are told."""
    found: dict[str, list[Feature]] = {city: [] for city in cities.named}
    for field in case.state.occupied():
        if field.kind == "field":
            for city in dict.fromkeys(touch.city for touch in field.touches or ()):
                if city in found:
                    found[city].append(field)
    return found


def _once_a_player(case: Case, field: Feature, cities: Cities, leaders: tuple[str, ...]) -> list[Line]:
    """The second rules: field by field, a city at most once for each player (BASE-42)."""
    each = value("BASE-42", "second_per_city")
    lines: list[Line] = []
    case.find("BASE-42", "farmers-second", feature=Item("feature", (field.id,)))
    fields = _fields_at(case, cities)
    leading = {f.id: majority(case, f).leaders for there in fields.values() for f in there}
    for player in leaders:
        number = cities.unnamed
        for there in fields.values():
            earlier = next((f for f in there if player in leading[f.id]), field)
            number += earlier.id == field.id
        lines += lines_for((player,), field.id, [Worth("cities", number, each, "BASE-42")])
    return lines


def _city_by_city(case: Case, field: Feature, cities: Cities, at_end: bool) -> list[Line]:
    """The first rules: each city pays whoever has most farmers on all the fields that touch it (BASE-42)."""
    each = value("BASE-42", "first_per_city")
    case.find("BASE-42", "farmers-first", feature=Item("feature", (field.id,)))
    lines: list[Line] = []
    for city, fields in _fields_at(case, cities).items():
        if at_end and fields[0].id != field.id:
            continue  # the city has paid when the first of its fields was counted
        farmers = [o for f in fields for o in f.occupants]
        lead = majority(case, field, farmers)
        told(case, case.state.feature(city), lead)
        lines += lines_for(lead.leaders, city, [Worth("cities", 1, each, "BASE-42")])
    if cities.unnamed:
        lead = majority(case, field)
        told(case, field, lead)
        lines += lines_for(lead.leaders, field.id, [Worth("cities", cities.unnamed, each, "BASE-42")])
    return lines

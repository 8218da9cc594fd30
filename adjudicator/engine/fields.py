"""Fields: the complete cities they touch, and what these are worth to a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.binding.called import fixed_names
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Worth
from adjudicator.engine.majority import lack_code, require_code
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.scoring import lines_for
from adjudicator.model.position import Feature, Touch
from adjudicator.model.ruling import Item, Line, Missing, Value


@remembered(Scope.GAME)
class Counted(NamedTuple):
    """A field whose cities may be the same ones: it was made of fields told by the number of their cities."""

    field: str


class Cities(NamedTuple):
    """The complete cities that a field touches."""

    named: tuple[str, ...]
    unnamed: int
    alike: tuple[tuple[str, int], ...] = ()
    """Of the named ones those that only count as cities, such as castles: kind and number."""

    @property
    def number(self) -> int:
        return len(self.named) + self.unnamed


def may_count(case: Case, touch: Touch) -> bool:
    """Whether a city that a field touches, or one of several without names, may be complete."""
    return (case.state.feature(touch.city).complete if touch.city else touch.complete) is not False


def cities_at(case: Case, field: Feature, also: tuple[str, ...] = ()) -> Cities:
    """The complete cities at `field`, each once; kinds that count as cities too, and those of `also`.

    Raises Undetermined for what the position does not say.
    """
    if field.touches is None:
        case.lack("touches", field)
    item = Item.feature(field.id)
    missing: list[Missing] = []
    named: dict[str, None] = {}
    unnamed = unsaid = 0
    alike: dict[str, int] = {}
    for touch in field.touches:
        if touch.city:
            if touch.city in named:
                case.find(case.game.rule("city-once"), "city-once", feature=item, city=Item.feature(touch.city))
                continue
            city = case.state.feature(touch.city)
            if city.kind != "city":
                if city.kind in also or case.game.kind(city.kind).as_city:
                    named[touch.city] = None
                    alike[city.kind] = alike.get(city.kind, 0) + 1
                elif case.game.owner("kind", city.kind) not in ("", *case.game.ids):
                    lack_code(case, "kind", city.kind)
                else:  # a city off the tiles: what it is to a field its own rules say
                    for name in fixed_names(city.id):
                        require_code(case, name)
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
                case.find(case.game.rule("city-once"), "city-incomplete", False, city=Item.feature(touch.city))
        elif touch.complete is None:
            unsaid += touch.number
        elif touch.complete:
            unnamed += touch.number
        else:
            case.find(case.game.rule("city-once"), "cities-incomplete", False, number=touch.number)
    if unsaid:
        values: dict[str, Value] = {"feature": field.id, "count": unsaid}
        missing.append(Missing("cities-complete", values, field.id, "cities-complete"))
    if missing:
        raise Undetermined(*missing)
    if unnamed and Counted(field.id) in case.recall(Counted):
        case.suppose(case.game.rule("city-once"), "cities-different", features=(item,))
    if named or unnamed:
        counted = (
            *(Item.feature(c) for c in named),
            *((Item.count(unnamed, "", "city"),) if unnamed else ()),
        )
        case.find(case.game.rule("field-touches"), "touches", feature=item, cities=counted)
        case.find(case.game.rule("city-once"), "cities-once", feature=item, number=len(named) + unnamed)
    elif not field.touches:
        case.find(case.game.rule("field-touches"), "touches-none", False, feature=item)
    return Cities(tuple(named), unnamed, tuple(alike.items()))


def city_lines(
    case: Case,
    field: Feature,
    player: str,
    cities: Cities,
    each: int,
    rule: str,
    *,
    bonuses: bool = True,
    more: Mapping[str, Worth] | None = None,
) -> list[Line]:
    """What the cities at a field give a player at `each` points a city by `rule`.

    What expansions add for each city (left out without `bonuses`) and how often a city counts is theirs to say.
    What a kind that counts as a city is worth more, `more` may say in the place of its expansion.
    """
    summands = [Worth("cities", cities.number, each, rule)]
    if bonuses:
        for bonus in case.game.scoring.city_bonus:
            extra = bonus(case, field, player)
            if extra is not None:
                summands.append(extra._replace(times=cities.number))
    whole = sum(summand.each for summand in summands)
    for kind, number in cities.alike:
        like = (more or {}).get(kind) or case.game.kind(kind).as_city
        if like is not None:
            summands.append(like._replace(times=number))
    summands += (again for city in cities.named for again in counted_again(case, field, city, whole))
    return lines_for((player,), field.id, summands)


def counted_again(case: Case, field: Feature, city: str, whole: int) -> list[Worth]:
    """What expansions count a city once more for, at what it is worth as a `whole`."""
    found = (factor(case, field, city) for factor in case.game.scoring.city_factor)
    return [again._replace(each=whole) for again in found if again is not None]

"""Synod: a meeple from the supply on an incomplete monastic building (GIFT-14, GIFT-15, GIFT-29 to GIFT-31)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Expansion, Putting
from adjudicator.engine.holdings import left_of
from adjudicator.expansions.gifts.card_places import (
    ABBOT,
    SPECIAL,
    Place,
    complete_yet,
    fairy_at,
    is_meeple,
    keep_incomplete,
    listed,
    place_of,
    read_as_abbot,
    said_place,
)
from adjudicator.expansions.gifts.unwrapping import Card, Use
from adjudicator.model.position import Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule

MEEPLE = "meeple"
SYNOD = "synod"
"""What brings the figure there, for those who say where figures may stand."""


class Joining(NamedTuple):
    place: Place
    figure: str
    marks: tuple[tuple[str, int], ...] = ()


def read(case: Case, move: Move, args: Args) -> Use[Joining]:
    """``on M``, ``large meeple on M``, ``meeple as abbot on M``. Raises Mistake."""
    phrase, place = args.any_figure("standing"), said_place(case, args)
    if place is None:
        args.refuse("place", "place")
    marks = dict(phrase.marks) if phrase is not None else {}
    if read_as_abbot(args):
        marks[ABBOT] = 1
    figure = phrase.figure if phrase is not None else _from_supply(case, move.player, place)
    return _use(move.player, Joining(place, figure, tuple(marks.items())))


def _from_supply(case: Case, player: str, place: Place) -> str:
    """The figure where none is named: a plain meeple, or what the supply holds instead. Raises Undetermined."""
    held = _held(case, player)
    if MEEPLE in held or not held:
        return MEEPLE
    fitting = [one for one in held if all(f.holds for f in _figure(case.apart(), player, Joining(place, one)))]
    if len(fitting) < 2:
        return next(iter(fitting), held[0])
    figures = tuple(Item.noun("figure", one) for one in fitting)
    return fitting[case.which("gift-figure", figures, feature=place.item)]


def _held(case: Case, player: str) -> list[str]:
    """The meeples of every kind that the supply of a player is said to hold."""
    items = case.state.hand(player).items or {}
    return sorted(f for f, number in items.items() if number > 0 and case.game.is_figure(f) and is_meeple(case, f))


def _use(player: str, joining: Joining) -> Use[Joining]:
    figure = () if joining.figure == MEEPLE else (Item.count(1, "", joining.figure),)
    deed = Deed(figure=joining.figure, place=str(joining.place.item.parts[0]), marks=joining.marks)
    return Use(player, joining, (*figure, joining.place.item), deed)


def check(case: Case, use: Use[Joining]) -> list[Finding]:
    """The building (GIFT-14, GIFT-29), whoever stands there (GIFT-15), the figure and where it comes from (GIFT-14)."""
    joining = use.data
    place = joining.place
    feature, details = place.feature, {"feature": place.item}
    if place.kind in rule("GIFT-29").forbidden:
        return [Finding("GIFT-29", False, "card-monastic", details)]
    if place.kind not in rule("GIFT-29").allowed or feature is None:
        return [Finding("GIFT-14", False, "card-monastic", details)]
    found = [Finding("GIFT-14" if place.kind == "monastery" else "GIFT-29", True, "card-monastic", details)]
    done = complete_yet(case, feature)
    found.append(Finding("GIFT-14", not done, "card-monastery-incomplete", details))
    occupied = bool(feature.occupants)
    there = "card-monastery-occupied" if occupied else "card-monastery-empty"
    found.append(Finding("GIFT-15", True, there, details, part="decides" if occupied else "explains"))
    found += _figure(case, use.player, joining)
    if fairy_at(case, feature):
        case.find("GIFT-30", "card-fairy-stays", feature=place.item)
    return sorted(found, key=lambda f: f.holds)


def _figure(case: Case, player: str, joining: Joining) -> list[Finding]:
    """A meeple from the supply that may stand on such a building at all; laid as an abbot on some (GIFT-31)."""
    place, feature = joining.place, joining.place.feature
    figure = {"figure": Item.noun("figure", joining.figure)}
    if feature is None:
        return []
    if not is_meeple(case, joining.figure):
        return [Finding("GIFT-14", False, "card-a-meeple", figure)]
    found: list[Finding] = []
    if any(mark == ABBOT for mark, _ in joining.marks):
        found.append(Finding("GIFT-31", place.kind in SPECIAL, "card-as-abbot", {"feature": place.item}))
    putting = Putting(player, joining.figure, feature, SYNOD, joining.marks)
    found += _as_placed(case, putting)
    if left_of(case, player, joining.figure) == 0:
        found.append(Finding("GIFT-14", False, "card-from-supply", {"player": Item.player(player)}))
    return found


def _as_placed(case: Case, putting: Putting) -> list[Finding]:
    """What placing such a figure there asks for. That a plain one may stand there goes without saying, and settles
    nothing: the card says where it goes.
    """
    plain = all(mark == ABBOT for mark, _ in putting.marks)

    def aside(one: Finding) -> Finding:
        return one.beside() if plain and one.holds else one

    apart = case.apart()
    conditions = [condition(apart, putting) for condition in case.game.may.put]
    case.note(*map(aside, apart.findings))
    return [aside(one) for one in conditions if one is not None]


def apply(case: Case, use: Use[Joining]) -> None:
    """Puts the meeple there; the one of step 2 is still to come (GIFT-26)."""
    joining = use.data
    feature = joining.place.feature
    if feature is None:
        return
    state = case.state
    keep_incomplete(case, feature)
    part = joining.place.part or next(iter(state.parts_of(feature)), None)
    one = Occupant(use.player, joining.figure, feature.id, joining.marks, "", state.square_of(feature))
    state.stand(feature.id, (one,), part.segment if part is not None else None)
    state.give(use.player, joining.figure, -1)
    for brings in case.game.on.put:
        brings(case, Putting(use.player, joining.figure, feature, SYNOD, joining.marks), one)
    player, figure = Item.player(use.player), Item.noun("figure", joining.figure)
    case.find("GIFT-14", "card-synod-put", player=player, figure=figure, feature=joining.place.item)


def choices(case: Case, player: str) -> Iterable[Use[Joining]]:
    """Every meeple of the player on every monastic building, gardens and German cathedrals too."""
    known = (*rule("GIFT-29").allowed, *rule("GIFT-29").forbidden)
    held = _held(case, player)
    for feature in list(case.state.all_features()):
        if listed(case, feature) in known:
            for figure in held or (MEEPLE,):
                yield _use(player, Joining(place_of(case, feature), figure))


def narrowed(case: Case, player: str, args: Args) -> Iterable[Use[Joining]]:
    """The same with every figure named."""
    for use in choices(case, player):
        joining = use.data
        yield use._replace(parts=(joining.place.item, Item.count(1, "", joining.figure)))


CARD = Card("GIFT-14", read, check, apply, choices, narrowed)
PART = Expansion("gifts")

"""The builder and the pig: figures that go beside a meeple of their owner and are none themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import PUTS, Arrival, Deed, LeftAlone
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.majority import majority
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.vocabulary import vocabulary

BUILDER = "builder"
PIG = "pig"
RULES = {BUILDER: "NB-10", PIG: "NB-14"}
"""The rule that makes each what it is."""
FIELD = ("field",)
SECOND_PART = "second-part"


def _places(figure: str) -> tuple[str, ...]:
    """Kinds of feature where a special figure may stand (NB-10, NB-14)."""
    return tuple(rule("NB-10").allowed) if figure == BUILDER else FIELD


def _accompanied(player: str, occupants: tuple[Occupant, ...]) -> bool:
    """Whether a meeple of the player is among the figures."""
    words = vocabulary()
    return any(o.owner == player and "meeple" in words.figure_traits(o.figure) for o in occupants)


def no_strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """A builder and a pig count for nothing in a majority (NB-10, NB-14)."""
    figure, player = Item.noun("figure", occupant.figure), Item.player(occupant.owner)
    item = Item.feature(feature.id)
    case.find(RULES[occupant.figure], "special-counts-nothing", figure=figure, player=player, feature=item)
    return 0


def figure_is_no_meeple(case: Case, feature: Feature, at_end: bool) -> None:
    """Warns where a builder or pig, taken for a meeple, would change who leads (NB-10, NB-14)."""
    special = [o for o in feature.occupants if o.figure in RULES]
    if not special:
        return
    lead = majority(case, feature)
    mistaken = dict(lead.strength)
    for occupant in special:
        mistaken[occupant.owner] = mistaken.get(occupant.owner, 0) + 1
    best = max(mistaken.values())
    if {player for player, power in mistaken.items() if power == best} == set(lead.leaders):
        return
    for occupant in special:
        figure, player = Item.noun("figure", occupant.figure), Item.player(occupant.owner)
        case.warn("special-no-meeple", RULES[occupant.figure], figure=figure, player=player)


# ---- where they may be put
def special_place(case: Case, put: Putting) -> Finding | None:
    """A builder goes on a road or city (NB-10), a pig on a field (NB-14)."""
    if put.figure not in RULES:
        return None
    kind = Item.noun("kind", put.feature.kind)
    values = {"figure": Item.noun("figure", put.figure), "feature": Item.feature(put.feature.id)}
    return Finding(
        RULES[put.figure], put.feature.kind in _places(put.figure), "special-place", {**values, "kind": kind}
    )


def special_beside_own(case: Case, put: Putting) -> Finding | None:
    """Only on a feature where the player has a meeple already (NB-10, NB-14)."""
    if put.figure not in RULES or put.feature.kind not in _places(put.figure):
        return None
    accompanied = _accompanied(put.player, case.figures(put.feature))
    figure, player = Item.noun("figure", put.figure), Item.player(put.player)
    item = Item.feature(put.feature.id)
    values = {"figure": figure, "player": player, "feature": item}
    return Finding(RULES[put.figure], accompanied, "special-beside-own", values)


def special_instead(case: Case, put: Putting) -> Finding | None:
    """Instead of a meeple, not besides (NB-10), by the one whose turn it is."""
    turn = case.state.turn
    if turn is None:
        return None
    player, figure = Item.player(put.player), Item.noun("figure", put.figure)
    if put.figure not in RULES:
        for deed in case.recall(Deed):
            if deed.verb == "puts" and deed.figure in RULES and deed.player == put.player:
                _say_put(case, deed.figure, put.player, deed.place)
        return None
    if turn.player != put.player:
        return Finding(RULES[put.figure], False, "not-your-turn", {"player": player})
    if case.did(PUTS) or case.did("nothing"):
        extra: Finding | None = case.game.besides(case, put)
        return extra or Finding(RULES[put.figure], False, "special-instead", {"player": player, "figure": figure})
    there = put.feature.kind in _places(put.figure) and put.feature.id in turn.touched
    if there and _accompanied(put.player, put.feature.occupants):
        _say_put(case, put.figure, put.player, put.feature.id)
    return None


def _say_put(case: Case, figure: str, player: str, feature: str) -> None:
    noun, item = Item.noun("figure", figure), Item.feature(feature)
    case.find(RULES[figure], "special-put", figure=noun, player=Item.player(player), feature=item)


# ---- the double turn
@remembered(Scope.PART)
class Extended(NamedTuple):
    """The features with the own builder that the tile of a turn has extended, by id."""

    features: tuple[str, ...]


def extends(case: Case) -> None:
    """Keeps which features the tile has extended while the own builder was there; it may be driven off (NB-11)."""
    turn = case.state.turn
    if turn is None:
        return
    found = [
        ident
        for ident in turn.touched
        if any((o.owner, o.figure) == (turn.player, BUILDER) for o in case.state.feature(ident).occupants)
    ]
    if found:
        case.remember(Extended(tuple(found)))


def part_to_come(case: Case) -> bool | None:
    """Whether a second part of the turn is still to come; None before the tile lies."""
    turn = case.state.turn
    return double_turn(case) is not None if turn is not None and turn.placed else None


def double_turn(case: Case) -> tuple[str, str] | None:
    """A tile that extends the feature of the own builder brings a second part (NB-11), but never a third (NB-12)."""
    turn = case.state.turn
    if turn is None or not turn.placed:
        return None
    player = Item.player(turn.player)
    extended = {ident for extended in case.recall(Extended) for ident in extended.features}
    for ident in turn.touched:
        item = Item.feature(ident)
        home = tuple(o for feature, o in turn.sent if feature == ident)
        there = any(o.owner == turn.player and o.figure == BUILDER for o in (*_there(case, ident), *home))
        if not there and ident not in extended:
            if LeftAlone(turn.player, BUILDER, ident) in case.recall(LeftAlone):
                case.conclude("NB-13", "builder-gone", False, player=player, feature=item)
            continue
        if ident not in extended and _put_now(case, turn.player, ident):
            case.conclude("NB-11", "builder-put-now", False, player=player, feature=item)
            continue
        if turn.kind == SECOND_PART:
            case.conclude("NB-12", "no-third-part", False, player=player, parts=value("NB-12", "max_parts"))
            return None
        case.find("NB-11", "extends-builder", player=player, feature=item)
        if ident in (*turn.completed, *turn.scored):
            case.find("NB-13", "double-turn-still-due", player=player, feature=item)
        return turn.player, SECOND_PART
    return None


def _there(case: Case, ident: str) -> tuple[Occupant, ...]:
    """The figures on a feature that the tile extends. Raises Undetermined where a builder may be among them."""
    feature = case.state.feature(ident)
    return case.figures(feature) if feature.kind in _places(BUILDER) else ()


def _put_now(case: Case, player: str, ident: str) -> bool:
    """Whether the builder on a feature came there after the tile of this turn."""
    put = ((one.owner, one.figure, one.place) for one, _ in case.recall(Arrival))
    return (player, BUILDER, ident) in put


# ---- the pig
def pig_bonus(case: Case, field: Feature, player: str) -> Worth | None:
    """1 point more a city for the owner of a pig who scores the field (NB-14)."""
    for occupant in field.occupants:
        if occupant.figure == PIG:
            owner, item = Item.player(occupant.owner), Item.feature(field.id)
            if occupant.owner != player:
                case.remark("NB-14", "pig-helps", False, player=owner, feature=item)
            else:
                case.find("NB-14", "pig-helps", player=owner, feature=item)
                return Worth("pig", 1, value("NB-14", "extra_per_city"), "NB-14")
    return None


def builder_home(case: Case, feature: Feature) -> None:
    """A builder goes home when its feature is scored (NB-13)."""
    for occupant in feature.occupants:
        if occupant.figure == BUILDER:
            item = Item.feature(feature.id)
            case.find("NB-13", "builder-home", player=Item.player(occupant.owner), feature=item)


# ---- positions that cannot be
def standing(state: State) -> Iterator[Problem]:
    """One of each a player, on its kind of feature, and never without a meeple of its owner (NB-10, NB-13, NB-14)."""
    for figure_id, rule_id in RULES.items():
        yield from beyond_supply(state, figure_id, vocabulary().supply(figure_id), rule_id)
    for feature in state.occupied():
        for occupant in feature.occupants:
            if occupant.figure not in RULES or not occupant.owner:
                continue
            ident = RULES[occupant.figure]
            figure, player = Item.noun("figure", occupant.figure), Item.player(occupant.owner)
            if feature.kind not in _places(occupant.figure):
                values = {"figure": figure, "kind": Item.noun("kind", feature.kind), "feature": feature.id}
                yield Problem("special-elsewhere", occupant.span, values, (), (ident,))
            elif not _accompanied(occupant.owner, feature.occupants):
                values = {"figure": figure, "player": player, "feature": feature.id}
                rules = ("NB-13",) if occupant.figure == BUILDER else ("NB-14",)
                yield Problem("special-alone", occupant.span, values, (), rules)


CONDITIONS = (special_place, special_beside_own, special_instead)
CHECKS = (standing,)

"""Goods: who takes the tokens of a completed city, and what they bring at the end."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Gained
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item, Line
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value

GOODS = ("wine", "grain", "cloth")


def _goods_of(feature: Feature) -> dict[str, int]:
    return {good: feature.marks[good] for good in GOODS if feature.marks.get(good)}


def take_goods(case: Case, feature: Feature) -> None:
    """The player whose tile completes a city takes its goods, whoever stands there (NB-08)."""
    turn = case.state.turn
    if turn is not None and feature.kind == "city":
        case.carried(feature, "NB-08", *GOODS)
    goods = _goods_of(feature) if feature.kind == "city" else {}
    if turn is None or not goods:
        return
    hand = case.state.hand(turn.player)
    items = dict(hand.items or {})
    for good, number in goods.items():
        items[good] = items.get(good, 0) + number
    case.state.hands[turn.player] = hand._replace(items=items)
    for good, number in goods.items():
        case.remember(Gained(turn.player, good, number))
    player, item = Item.player(turn.player), Item.feature(feature.id)
    counts = tuple(Item.count(number, "", good) for good, number in goods.items())
    case.find("NB-08", "takes-goods", player=player, feature=item, goods=counts)
    if not any(o.owner == turn.player for o in feature.occupants):
        case.find("NB-08", "goods-without-knight", player=player, feature=item)


def whose_goods(case: Case, feature: Feature, at_end: bool) -> None:
    """Goods in a city are no points, and go to whoever completes it rather than to its knights (NB-08)."""
    if feature.kind == "city" and _goods_of(feature):
        case.warn("goods-to-completer", "NB-08", feature=Item.feature(feature.id))


def goods_points(case: Case) -> list[Line]:
    """10 points for the most tokens of each kind, for everybody in a tie (NB-09)."""
    lines: list[Line] = []
    points = value("NB-09", "points_per_kind")
    for good in GOODS:
        held = {player: (hand.items or {}).get(good, 0) for player, hand in case.state.hands.items()}
        best = max(held.values(), default=0)
        if best <= 0:
            continue
        leaders = [player for player, number in held.items() if number == best]
        players = tuple(Item.player(player) for player in leaders)
        tokens = Item.count(best, "", good)
        if len(leaders) == 1:
            case.find("NB-09", "most-goods", player=players[0], tokens=tokens)
        else:
            case.find("NB-09", "goods-tie", players=players, tokens=tokens)
        item = {"wine": "most-wine", "grain": "most-grain"}.get(good, "most-cloth")
        lines += [Line(player, "", item, 1, points, "NB-09") for player in leaders]
    return lines


def goods_tokens(state: State) -> Iterator[Problem]:
    """There are 9 tokens of wine, 6 of grain and 5 of cloth in all (NB-09)."""
    for good in GOODS:
        held = sum((hand.items or {}).get(good, 0) for hand in state.hands.values())
        owned = value("NB-09", good)
        if held > owned:
            values = {"number": held, "owned": owned, "good": Item.noun("unit", good)}
            yield Problem("goods-beyond", NOWHERE, values, (), ("NB-09",))

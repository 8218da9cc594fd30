"""What each gift card does, by card id, and what the others say of what came by a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Expansion, May, Proviso
from adjudicator.expansions.gifts import card_cash_out, card_change_position, card_road_sweeper, card_synod, card_take_2
from adjudicator.expansions.gifts.unwrapping import Card
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value

CARDS: Mapping[str, Card] = {
    "synod": card_synod.CARD,
    "road-sweeper": card_road_sweeper.CARD,
    "cash-out": card_cash_out.CARD,
    "change-position": card_change_position.CARD,
    "take-2": card_take_2.CARD,
}


def protecting(case: Case, action: Action) -> Iterable[Finding]:
    """A meeple that a card has just put somewhere may be protected (GIFT-32, GIFT-47)."""
    turn, price = case.state.turn, getattr(action.data, "price", None)
    there = {feature for part in action.item.parts[1:] if isinstance(part, Item) for feature in _features(part)}
    for fact in turn.facts if turn is not None else ():
        if fact.phrase == "card-synod-put" and fact.values["feature"].parts[0] in there:
            if price in (None, value("GIFT-32", "price")):
                told = {"feature": fact.values["feature"], "number": value("GIFT-32", "price")}
                yield Finding("GIFT-32", True, "card-may-protect", told)
        elif fact.phrase == "card-raised" and fact.values["other"].parts[0] in there:
            if price in (None, value("GIFT-47", "price")):
                told = {"feature": fact.values["other"], "number": value("GIFT-47", "price")}
                yield Finding("GIFT-47", True, "card-may-protect", told)
        elif fact.phrase == "card-laid" and fact.values["other"].parts[0] in there:
            yield Finding("GIFT-47", True, "card-protect-farmer", {"feature": fact.values["other"]})


def _features(part: Item) -> tuple[str, ...]:
    if part.kind == "feature":
        return (str(part.parts[0]),)
    return (str(part.parts[2]),) if part.kind == "figure" else ()


PART = Expansion("gifts", may=May(provisos=(Proviso("protects", protecting),)))

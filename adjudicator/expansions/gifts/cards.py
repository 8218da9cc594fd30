"""What each gift card does, by card id, and what the others say of what came by a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Expansion
from adjudicator.expansions.gifts import card_cash_out, card_change_position, card_road_sweeper, card_synod, card_take_2
from adjudicator.expansions.gifts.unwrapping import Card
from adjudicator.model.ruling import Finding, Item

CARDS: Mapping[str, Card] = {
    "synod": card_synod.CARD,
    "road-sweeper": card_road_sweeper.CARD,
    "cash-out": card_cash_out.CARD,
    "change-position": card_change_position.CARD,
    "take-2": card_take_2.CARD,
}


def protecting(case: Case, action: Action) -> Iterable[Finding]:
    """A meeple that a card has just put somewhere may be protected (GIFT-32, GIFT-47)."""
    turn = case.state.turn
    there = {feature for part in action.item.parts[1:] if isinstance(part, Item) for feature in _features(part)}
    for fact in turn.facts if turn is not None else ():
        if fact.phrase == "card-synod-put" and fact.values["feature"].parts[0] in there:
            yield Finding("GIFT-32", True, "card-may-protect", {"feature": fact.values["feature"]})
        elif fact.phrase == "card-stands-up" and fact.values["other"].parts[0] in there:
            yield Finding("GIFT-47", True, "card-may-protect", {"feature": fact.values["other"]})
        elif fact.phrase == "card-lies-down" and fact.values["other"].parts[0] in there:
            yield Finding("GIFT-47", True, "card-protect-farmer", {"feature": fact.values["other"]})


def _features(part: Item) -> tuple[str, ...]:
    if part.kind == "feature":
        return (str(part.parts[0]),)
    return (str(part.parts[2]),) if part.kind == "figure" else ()


PART = Expansion("gifts", provisos=(("protects", protecting),))

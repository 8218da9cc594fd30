"""What each gift card does, by card id, and what the others say of what came by a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Expansion, May, Proviso
from adjudicator.expansions.gifts import card_cash_out, card_change_position, card_road_sweeper, card_synod, card_take_2
from adjudicator.expansions.gifts.unwrapping import AnyCard
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value

CARDS: Mapping[str, AnyCard] = {
    "synod": card_synod.CARD,
    "road-sweeper": card_road_sweeper.CARD,
    "cash-out": card_cash_out.CARD,
    "change-position": card_change_position.CARD,
    "take-2": card_take_2.CARD,
}
PROTECTED = {card_synod.SYNOD: "GIFT-32", card_change_position.MOVED: "GIFT-47"}
"""Cards that put a meeple where it may be protected, each with the rule that says so."""


def protecting(case: Case, deed: Deed) -> Iterable[Finding]:
    """A meeple that a card has just put somewhere may be protected (GIFT-32, GIFT-47)."""
    for used in case.recall(Deed):
        if used.verb != "unwraps" or not deed.place or used.place != deed.place:
            continue
        values = {"feature": Item.feature(deed.place)}
        if (
            used.means == card_change_position.MOVED
            and case.state.feature(deed.place).kind == card_change_position.FIELD
        ):
            yield Finding("GIFT-47", True, "card-protect-farmer", values)
        elif used.means in PROTECTED:
            rule_id = PROTECTED[used.means]
            price = value(rule_id, "price")
            if deed.price in (None, price):
                yield Finding(rule_id, True, "card-may-protect", {**values, "number": price})


PART = Expansion("gifts", may=May(provisos=(Proviso("protects", protecting),)))

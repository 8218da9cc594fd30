"""The Gifts: who receives a card, when it may be opened, and what each card does (GIFT-01 to GIFT-78)."""

from __future__ import annotations

from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.gifts import (
    card_change_position,
    card_road_sweeper,
    card_take_2,
    cards,
    deck,
    receiving,
    unwrapping,
)

PARTS = (card_change_position, card_road_sweeper, card_take_2, cards, deck, receiving, unwrapping)
EXPANSION = Expansion.merged("gifts", (part.PART for part in PARTS))

"""The gift cards: how many there are, who holds them, drawing one, and what they are worth at the end."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Gained
from adjudicator.engine.expansion import Expansion, Scoring, Start
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Hand
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import rule, value

GIFT = "gift"


def kinds() -> tuple[str, ...]:
    """The ids of the five kinds of card (GIFT-03)."""
    return tuple(rule("GIFT-03").allowed)


def gifts_of(hand: Hand) -> int:
    """The unopened gifts a player has, named ones too."""
    items = hand.items or {}
    return items.get(GIFT, 0) + sum(items.get(kind, 0) for kind in kinds())


def kinds_of(hand: Hand) -> tuple[str, ...]:
    """The kinds of the gifts whose faces the position tells, one for each card."""
    items = hand.items or {}
    faces = tuple(card for card in hand.cards if card in kinds())
    return (*faces, *(kind for kind in kinds() for _ in range(items.get(kind, 0))))


def draw_gift(case: Case, player: str) -> tuple[Finding, ...]:
    """Gives `player` the top card of the deck (GIFT-09), unless there is none (GIFT-11); returns what it notes.

    An empty deck is made up of the discards at this moment and no sooner (GIFT-10): of the 25 cards, those that lie
    unopened in front of nobody.
    """
    state = case.state
    left = state.stock.get(GIFT)
    discards = value("GIFT-03", "cards") - sum(gifts_of(hand) for hand in state.hands.values())
    item = Item.player(player)
    if not left and discards <= 0:
        return (case.find("GIFT-11", "gift-due-none-left", False, player=item),)
    renewed = (case.find("GIFT-10", "gift-due-reshuffle", number=discards),) if left == 0 else ()
    left = discards if left == 0 else left
    if left is not None:
        state.stock[GIFT] = left - 1
    hand = state.hand(player)
    items = dict(hand.items or {})
    items[GIFT] = items.get(GIFT, 0) + 1
    state.hands[player] = hand._replace(items=items)
    case.remember(Gained(player, GIFT, 1))
    return (*renewed, case.find("GIFT-09", "gift-due-card", player=item))


def discard(state: State, player: str, card: str) -> None:
    """Takes an opened card away, a hidden one for "". Where the hand is not told, there is nothing to take."""
    hand = state.hand(player)
    if hand.items is None:
        return
    items, cards = dict(hand.items), list(hand.cards)
    if 0 < gifts_of(hand) <= len(kinds_of(hand)):
        card = card or kinds_of(hand)[0]
    if items.get(card):
        items[card] -= 1
    else:
        items[GIFT] = max(0, items.get(GIFT, 0) - 1)
        if card in cards:
            cards.remove(card)
    state.hands[player] = hand._replace(items=items, cards=tuple(cards))


def unopened_points(case: Case) -> list[Line]:
    """2 points for each unopened gift at the end, whatever is on it (GIFT-28)."""
    lines: list[Line] = []
    for player, hand in case.state.hands.items():
        number = gifts_of(hand)
        if number:
            lines.append(Line(player, "", "unopened-gifts", number, value("GIFT-28", "points"), "GIFT-28"))
    return lines


def in_the_box(case: Case) -> list[Item]:
    """The deck as it lies ready: all 25 cards, 5 of each kind; nobody begins with one (GIFT-03, GIFT-04)."""
    case.find("GIFT-03", "gift-kinds", number=value("GIFT-03", "cards"), each=value("GIFT-03", "each_kind"))
    case.find("GIFT-04", "gift-deck")
    each = [Item.count(value("GIFT-03", "each_kind"), "", kind) for kind in kinds()]
    return [Item.count(value("GIFT-03", "cards"), "", GIFT), *each]


def all_known(state: State, kind: str) -> bool:
    """Whether every card of a kind is told to lie in front of somebody, so that no hidden one is of it (GIFT-03)."""
    return sum(kinds_of(hand).count(kind) for hand in state.hands.values()) >= value("GIFT-03", "each_kind")


def too_many(state: State) -> Iterator[Problem]:
    """There are 25 cards, 5 of each kind (GIFT-03)."""
    hands = state.hands.values()
    number, cards = sum(gifts_of(hand) for hand in hands) + state.stock.get(GIFT, 0), value("GIFT-03", "cards")
    if number > cards:
        yield Problem("gifts-beyond", NOWHERE, {"number": number, "owned": cards}, (), ("GIFT-03",))
    for kind in kinds():
        face_up = sum(kinds_of(hand).count(kind) for hand in hands)
        if face_up > value("GIFT-03", "each_kind"):
            values = {"number": face_up, "owned": value("GIFT-03", "each_kind"), "card": Item.noun("name", kind)}
            yield Problem("gift-kind-beyond", NOWHERE, values, (), ("GIFT-03",))


PART = Expansion(
    "gifts", start=Start(ready=(in_the_box,), checks=(too_many,)), scoring=Scoring(final=(unopened_points,))
)

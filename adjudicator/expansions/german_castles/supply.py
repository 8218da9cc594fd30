"""Castle tiles in hand, and the end of a game in which there are any left (NB-81, NB-83)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.german_castles.castle import CASTLE
from adjudicator.model.position import Hand
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

FEW = 3
"""With so many players at most everybody has the larger number."""


def _each(players: int) -> int:
    return value("NB-81", "players_2_to_3" if players <= FEW else "players_4_to_6")


def _names_castles(hand: Hand) -> bool:
    """Whether it was said how many castle tiles a player has: where one or any figure was named."""
    words = vocabulary()
    return hand.items is not None and (CASTLE in hand.items or any(words.has("figure", item) for item in hand.items))


def left(case: Case, player: str) -> int | None:
    """How many castle tiles a player has; None where that was not told."""
    hand = case.state.hand(player)
    return (hand.items or {}).get(CASTLE, 0) if _names_castles(hand) else None


def in_hand(case: Case, player: str) -> Finding:
    """Whether a player has a castle tile left (NB-81). Raises Undetermined where the number of players decides."""
    state, number = case.state, left(case, player)
    values = {"player": Item.player(player)}
    if state.hand(player).unchecked:
        return Finding("NB-81", True, "castle-tile-left", values)
    if number is not None:
        return Finding("NB-81", number > 0, "castle-tile-left", values)
    used = state.hand(player).aside.get(CASTLE, 0)
    if _each(FEW + 1) <= used < _each(1) and not state.setup.ordered:
        case.lack("players")
    each = _each(len(state.players)) if state.setup.ordered else _each(1)
    return Finding("NB-81", used < each, "castle-tile-left", values)


def use(case: Case, player: str) -> None:
    """Takes a castle tile out of a player's supply."""
    state, hand = case.state, case.state.hand(player)
    if _names_castles(hand):
        state.give(player, CASTLE, -1)
    else:  # what the player holds was not told: what is gone from it is known all the same
        state.hands[player] = hand._replace(aside={**hand.aside, CASTLE: hand.aside.get(CASTLE, 0) + 1})


def prepared(case: Case) -> Iterable[Item]:
    """Castle tiles for each player, by the number of players (NB-81). Raises Undetermined without it."""
    if not case.state.setup.ordered:
        case.lack("players")
    each = Item.count(_each(len(case.state.players)), "", CASTLE)
    case.find("NB-81", "castle-tiles-each", tiles=each, players=len(case.state.players))
    return [each]


def _might_place(case: Case, player: str) -> bool:
    """Whether a player has a castle tile that fits somewhere, as far as can be told."""
    own = case.game.own_tile(CASTLE)
    if not in_hand(case, player).holds or own is None or own.verb.choices is None:
        return False
    if not case.state.has_board:
        return True
    apart = case.apart()
    try:
        return any(
            all(condition.holds for condition in own.verb.check(apart, action))
            for action in own.verb.choices(apart, player, None)
        )
    except Undetermined:
        return True  # nobody said what his castle tile looks like


def leftover(case: Case) -> Iterable[str]:
    """The next player, where no land tile is left and a castle tile of his own is (NB-83); what others have left does
    not keep the game going. Nor does a turn in which nothing can be placed; whether one may place nothing who could
    place a castle tile is left open. Raises Undetermined where nobody said whether the next player has one.
    """
    state = case.state
    if state.stock.get("tile") != 0 or not state.setup.ordered:
        return
    last = state.turn.player if state.turn is not None else state.last_player
    if state.turn is not None and not state.turn.placed:
        if not _might_place(case, last):
            case.find("NB-83", "castle-tile-none-placed", player=Item.player(last))
            return  # neither a land tile nor a castle tile found a place, whatever anybody holds
        case.find("NB-83", "castle-tile-kept", player=Item.player(last))
        if case.read("open", "castle-tile-kept", ends="NB-83", goes_on=("NB-82", "NB-83")) == "ends":
            return
    follower = state.in_turn_after(last)[0]
    number = left(case, follower)
    item = Item.player(follower)
    if number is None and state.finished:
        return  # that the game is over has been said
    if number is None:
        case.lack("castle-tile-held", None, player=item)
    case.find("NB-83", "castle-tile-next", number > 0, player=item)
    if number:
        yield follower


def beyond(state: State) -> Iterator[Problem]:
    """Nobody has more castle tiles than he was given (NB-81)."""
    each = _each(len(state.players)) if state.setup.ordered else _each(1)
    for player, hand in state.hands.items():
        number = (hand.items or {}).get(CASTLE, 0)
        if number > each and not hand.unchecked:
            values = {
                "player": Item.player(player),
                "figures": Item.count(number, "", CASTLE),
                "owned": each,
            }
            yield Problem("beyond-supply", hand.span, values, (), ("NB-81",))

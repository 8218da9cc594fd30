"""Putting a meeple that is protected at once, and what protection costs (REVOLT-19, REVOLT-20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Arrival
from adjudicator.engine.expansion import Putting
from adjudicator.engine.holdings import suppose_score
from adjudicator.engine.memory import Scope, remembered
from adjudicator.expansions.peasant_revolts.revolt import Revolt
from adjudicator.expansions.peasant_revolts.terms import (
    MEANS,
    MEEPLE,
    PHANTOM,
    PROTECTED,
    WAGON,
    can_be_struck,
    feature_item,
    is_field,
    is_meeple,
    player_item,
    special_area,
)
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Value
from adjudicator.rulebook.loader import value

TWO = "REVOLT-24"
FOUR = "REVOLT-19"
ANY_WAY = "REVOLT-36"
PAID_ANYHOW = "REVOLT-20"


@remembered(Scope.PART)
class Paid(NamedTuple):
    """A meeple was protected in this turn."""

    rule: str
    """The rule behind the price."""


def has_paid_two(case: Case) -> bool:
    """Whether the 2-point protection has been used in this turn."""
    return Paid(TWO) in case.recall(Paid)


def has_paid(case: Case) -> bool:
    """Whether a meeple was protected in this turn."""
    return bool(case.recall(Paid))


def has_put(case: Case, player: str) -> bool:
    """Whether the player has put a meeple on the tile that was placed in this turn, whatever brought it there."""
    turn = case.state.turn
    placed = turn.cell if turn is not None else None
    return any(
        (not means or (placed is not None and one.cell == placed)) and one.owner == player and is_meeple(case, one)
        for one, means in case.recall(Arrival)
    )


def own_turn(case: Case, player: str) -> Finding | None:
    """Only whose turn it is protects (REVOLT-38); None where that holds or where there is no turn."""
    turn = case.state.turn
    if turn is None or turn.player == player:
        return None
    values = {"player": player_item(player), "active": player_item(turn.player)}
    return Finding("REVOLT-38", False, "protect-own-turn", values)


def charge(case: Case, player: str, feature: str, price: int, rule_id: str) -> None:
    """Takes the price off a player's score, below zero where need be (REVOLT-20)."""
    state = case.state
    if (state.hand(player).score or 0) < price:
        note_negative(case, player, price)
    line = Line(player, feature, "protection", 1, -price, rule_id)
    state.score((line,))
    case.remember(Paid(rule_id))
    if state.turn is not None:
        state.turn = state.turn._replace(lines=(*state.turn.lines, line))


def score_of(case: Case, player: str) -> int | None:
    """The score a player has: on a whole board 0 where none was said, in a sketch None."""
    score = case.state.hand(player).score
    return 0 if score is None and case.state.whole else score


def note_negative(case: Case, player: str, price: int) -> Finding | None:
    """Notes that a price may be paid without having the points (REVOLT-20).

    Where another expansion lets no total fall below a least, two rules meet and nobody says which one stands: then
    that is a condition.
    """
    number, shown_player = case.state.hand(player).score or 0, player_item(player)
    suppose_score(case, player)
    case.find("REVOLT-20", "protect-below-zero", player=shown_player, price=price, number=number)
    if case.state.least is None or number - price >= case.state.least[0]:
        return None
    least, rule_id = case.state.least
    values: dict[str, Value] = {"player": shown_player, "least": least}
    case.find(rule_id, "protect-below-least", **values)
    pays = (
        not case.state.held_up() or case.read("disputed", "protect-below-least", yes=PAID_ANYHOW, no=rule_id) == "yes"
    )
    return Finding(rule_id, pays, "protect-below-least", values)


def anywhere(case: Case, feature: Feature, figure: str, values: Mapping[str, Value]) -> Iterator[Finding]:
    """That a figure may be protected also where no revolt strikes (REVOLT-35), a wagon too (REVOLT-43), and where it is
    open whether one does.
    """
    strikable = can_be_struck(case, feature)
    if strikable is None:
        yield Finding("REVOLT-35", True, "protect-anywhere-open", dict(values))
    elif not strikable:
        yield Finding("REVOLT-35", True, "protect-anywhere", dict(values))
        if figure == WAGON:
            yield Finding("REVOLT-43", True, "protect-wagon-anywhere", dict(values))


# ---- puts protected meeple on R1
def protected_put(case: Case, put: Putting) -> Finding | None:
    """Whether a meeple may be put and protected at once: a meeple, in one's own turn, and no farmer."""
    if PROTECTED not in dict(put.marks):
        return None
    if MEEPLE not in case.game.figure_traits(put.figure):
        return Finding(FOUR, False, "protect-no-meeple", {"figure": Item.noun("figure", put.figure)})
    elsewhere = own_turn(case, put.player)
    if elsewhere is not None:
        return elsewhere
    values = {"player": player_item(put.player), "feature": feature_item(put.feature)}
    if is_field(case, put.feature):
        return Finding("REVOLT-27", False, "protect-farmer", values)
    price = value(FOUR, "price")
    score = score_of(case, put.player)
    if score is not None and score < price:
        below = note_negative(case, put.player, price)
        if below is not None and not below.holds:
            return below
    if put.means and has_paid_two(case):
        twice = case.doubt("open", TWO, "protect-twice", player=values["player"])
        if not twice.holds:
            return twice
    if put.figure == PHANTOM:
        case.find("REVOLT-58", "protect-phantom", player=values["player"])
    if put.means:
        case.find(ANY_WAY, "protect-any-way", price=value(ANY_WAY, "price"))
    if special_area(case, put.feature):
        figure = Item.noun("figure", put.figure)
        special = case.doubt("open", "REVOLT-35", "protect-special-area", figure=figure, **values)
        if not special.holds:
            return special
    else:
        case.note(*anywhere(case, put.feature, put.figure, values))
    return Finding(_paid_by(case, put), True, "protect-placed", {**values, "price": price})


def _paid_by(case: Case, put: Putting) -> str:
    """The rule behind the price, by the way the meeple came; what leaves Carcassonne is told of, not what enters it."""
    return ANY_WAY if special_area(case, put.feature) else MEANS.get(put.means, FOUR)


def not_after_two(case: Case, put: Putting) -> Finding | None:
    """Who has protected a meeple for 2 points puts none on the tile in that turn (REVOLT-24)."""
    meeple, turn = MEEPLE in case.game.figure_traits(put.figure), case.state.turn
    if not meeple or turn is None or turn.player != put.player:
        return None
    if put.means and (put.cell is None or put.cell != turn.cell):
        return None
    if not has_paid_two(case):
        return None
    return Finding(TWO, False, "protect-then-put", {"player": player_item(put.player)})


def pay(case: Case, put: Putting, occupant: Occupant) -> None:
    """Takes the price for a meeple that was put protected."""
    if occupant.mark(PROTECTED):
        rule_id = _paid_by(case, put)
        charge(case, put.player, put.feature.id, value(rule_id, "price"), rule_id)
        case.find("REVOLT-21", "protect-laid", feature=feature_item(put.feature), player=player_item(put.player))


def freed(case: Case, put: Putting) -> Finding | None:
    """A feature that the revolt of this turn has emptied is free again (REVOLT-10)."""
    left = {ident for revolt in case.recall(Revolt) for check in revolt.checks for ident, _ in check.home}
    if put.feature.id not in left or put.feature.occupants:
        return None
    return Finding("REVOLT-10", True, "revolt-freed", {"feature": Item.feature(put.feature.id)})


CONDITIONS = (protected_put, not_after_two, freed)

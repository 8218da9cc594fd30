"""When a meeple may be protected, and for how much (REVOLT-19 to REVOLT-27, REVOLT-35 to REVOLT-38)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Arrival
from adjudicator.expansions.peasant_revolts.paying import (
    FOUR,
    TWO,
    anywhere,
    has_paid,
    has_paid_two,
    has_put,
    note_negative,
    own_turn,
    score_of,
)
from adjudicator.expansions.peasant_revolts.terms import (
    MEEPLE,
    PHANTOM,
    PROTECTED,
    QUARTERS,
    WAGON,
    feature_item,
    is_field,
    player_item,
    special_area,
)
from adjudicator.expansions.peasant_revolts.wanted import (
    Wanted,
    came_before_scoring,
    came_by,
    is_fresh,
    is_put,
    paid_by,
)
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.rulebook.loader import value

EMPTY = "protect-with-empty-supply"


def price_of(case: Case, wanted: Wanted) -> int:
    """What protection costs: the price said, else the one for the way the meeple came."""
    turn = case.state.turn
    four, two = value(FOUR, "price"), value(TWO, "price")
    if wanted.price is not None:
        return wanted.price
    if came_by(case, wanted) or is_put(case, wanted.occupant):
        return four
    new = wanted.occupant is not None and is_fresh(case, wanted.occupant)
    phase = turn is not None and turn.placed and not turn.closed
    cheap = phase and not has_put(case, wanted.player) and not has_paid_two(case)
    return four if new and not cheap else two


def conditions(case: Case, wanted: Wanted) -> list[Finding]:
    """Every condition tried."""
    figure = {"figure": Item.noun("figure", wanted.figure), "player": player_item(wanted.owner)}
    if MEEPLE not in case.game.figure_traits(wanted.figure):
        rule_id = FOUR if price_of(case, wanted) == value(FOUR, "price") else TWO
        return [Finding(rule_id, False, "protect-no-meeple", figure)]
    found: list[Finding] = []
    other = own_turn(case, wanted.player)
    if other is not None:
        found.append(other)
        found += _others_rule(wanted)
    if wanted.owner != wanted.player:
        return [*found, Finding(TWO, False, "protect-not-yours", {"player": player_item(wanted.player)})]
    feature, one = wanted.feature, wanted.occupant
    if feature is None or one is None:
        return [*found, Finding(TWO, False, "protect-not-there", figure)]
    values: dict[str, Value] = {"player": player_item(wanted.player), "feature": feature_item(feature), **figure}
    if is_field(case, feature):
        return [*found, Finding("REVOLT-27", False, "protect-farmer", values)]
    if one.mark(PROTECTED):
        return [*found, Finding(TWO, False, "protect-already", values)]
    if special_area(case, feature):
        found.append(case.doubt("open", "REVOLT-35", "protect-special-area", **values))
    else:
        found += anywhere(case, feature, wanted.figure, values)
    if wanted.figure == PHANTOM:
        found.append(Finding("REVOLT-58", True, "protect-phantom", {"player": values["player"]}))
    if other is not None:
        return found
    price = price_of(case, wanted)
    if price == value(FOUR, "price"):
        found += _four(case, wanted, values)
    elif price == value(TWO, "price"):
        found += _two(case, wanted, values)
    else:
        prices = {"four": value(FOUR, "price"), "two": value(TWO, "price"), "number": price}
        found.append(Finding(FOUR, False, "protect-price-four", prices))
        found.append(Finding(TWO, False, "protect-price-two", prices))
    score = score_of(case, wanted.player)
    if score is not None and score < price and all(f.holds for f in found):
        below = note_negative(case, wanted.player, price)
        if below is not None:
            found.append(below)
    return found


def _others_rule(wanted: Wanted) -> list[Finding]:
    """What is said in particular of a wagon or a crop circle in the turn of another player."""
    values = {"player": player_item(wanted.player)}
    if wanted.means.startswith("crop-circle"):
        return [Finding("REVOLT-50", False, "protect-crop-circle-others", values)]
    if wanted.figure == WAGON:
        return [Finding("REVOLT-44", False, "protect-wagon-others", values)]
    return []


def _four(case: Case, wanted: Wanted, values: dict[str, Value]) -> list[Finding]:
    """For the meeple that was placed or moved in this turn, and only for that one (REVOLT-19, REVOLT-36)."""
    turn, one = case.state.turn, wanted.occupant
    rule_id = paid_by(case, wanted)
    details = {**values, "price": value(rule_id, "price")}
    if turn is not None and turn.closed and (is_put(case, one) or came_before_scoring(case, one)):
        return [Finding(rule_id, False, "protect-too-late", details)]
    if wanted.means or turn is None or (one is not None and is_fresh(case, one)):
        found = [Finding(rule_id, True, "protect-placed" if turn is not None else "protect-placed-supposed", details)]
        if rule_id != FOUR:
            found.append(Finding("REVOLT-36", True, "protect-any-way", {"price": value("REVOLT-36", "price")}))
        if wanted.means in QUARTERS:
            case.warn("protect-useless", "REVOLT-46")
        twice = case.doubt("open", TWO, "protect-twice", player=values["player"]) if has_paid_two(case) else None
        return [twice] if twice is not None and not twice.holds else found
    return [Finding(FOUR, False, "protect-only-that", details)]


def _two(case: Case, wanted: Wanted, values: dict[str, Value]) -> list[Finding]:
    """For one meeple that stands already, in phase 2 of a turn that puts none on the tile (REVOLT-24, REVOLT-37)."""
    turn = case.state.turn
    price = value(TWO, "price")
    details = {**values, "price": price}
    one = wanted.occupant
    if came_by(case, wanted) or any(o is one and means for o, means in case.recall(Arrival)):
        rule_id = paid_by(case, wanted)
        return [Finding(rule_id, False, "protect-four-not-two", {**details, "four": value(rule_id, "price")})]
    if turn is not None:
        if not turn.placed or turn.closed:
            found = [Finding("REVOLT-37", False, "protect-phase", details)]
            if turn.closed and one is not None and is_fresh(case, one) and not came_before_scoring(case, one):
                rule_id = paid_by(case, wanted)  # it moved on after the scoring
                dearer = {**details, "four": value(rule_id, "price")}
                found.insert(0, Finding(rule_id, False, "protect-four-not-two", dearer))
            return found
        if has_put(case, wanted.player):
            found = [Finding(TWO, False, "protect-has-put", details)]
            if is_put(case, wanted.occupant):
                found.append(Finding(FOUR, False, "protect-costs-four", {**details, "four": value(FOUR, "price")}))
            return found
        if has_paid_two(case):
            return [Finding(TWO, False, "protect-once", details)]
        case.find("REVOLT-37", "protect-phase", **details)
        if has_paid(case):
            twice = case.doubt("open", TWO, "protect-twice", player=values["player"])
            if not twice.holds:
                return [twice]
    found = [Finding(TWO, True, "protect-standing" if turn is not None else "protect-standing-supposed", details)]
    left = supply_of(case, wanted.player)
    if left == 0:
        if case.option(EMPTY) == "true":
            found.append(Finding("REVOLT-26", True, "protect-empty-supply", details))
        else:
            found.append(Finding("REVOLT-25", False, "protect-empty-supply", details))
    return found


def supply_of(case: Case, player: str) -> int | None:
    """How many meeples a player has in the supply, None where that is not known."""
    hand = case.state.hand(player)
    figures = [f for f in case.game.figures if MEEPLE in case.game.figure_traits(f)]
    if hand.items is not None and (not hand.items or any(case.game.is_figure(ident) for ident in hand.items)):
        return sum(hand.items.get(figure, 0) for figure in figures)
    if not case.state.whole or hand.unchecked:
        return None
    return sum(case.game.total_of(case.state, player, f) - case.state.figures_of(player, f) for f in figures)

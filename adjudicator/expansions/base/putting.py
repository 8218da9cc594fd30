"""Where a meeple may go."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.deed import PUTS, Deed
from adjudicator.engine.expansion import INCOMPLETE, SUPPLY, Putting
from adjudicator.engine.holdings import left_of
from adjudicator.expansions.base.values import FARMER, FARMERS, FIELD, MEEPLE, NO_FARMERS, on_a_board
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule

PASSED = "nothing"
"""The deed of ``puts nothing``: the phase is over."""


def _is_meeple(case: Case, figure: str) -> bool:
    return MEEPLE in case.game.figure_traits(figure)


def role(case: Case, put: Putting) -> Finding | None:
    """A meeple is a highwayman, knight, monk or farmer (BASE-14), and nothing else; no farmer where a table plays
    without them (BASE-62).

    Of another figure that goes where a meeple may, ``as_meeple`` is the rule that says so.
    """
    if FARMER not in case.game.figure_traits(put.figure):
        return None
    kind = put.feature.kind
    if kind == FIELD and case.house_rule(FARMERS) == NO_FARMERS:
        return Finding("BASE-62", False, "no-farmers", {"feature": _item(put)})
    allowed = kind in rule("BASE-14").allowed
    if not allowed and kind not in rule("BASE-14").forbidden:
        return None
    like = case.game.figure(put.figure).as_meeple
    if like:
        figure = Item.noun("figure", put.figure)
        return Finding(like, allowed, "role-like-meeple", {"feature": _item(put), "figure": figure})
    return Finding("BASE-14", allowed, "role" if allowed else "no-role", {"feature": _item(put)})


def unoccupied(case: Case, put: Putting) -> Finding | None:
    """The whole feature must bear no meeple of anybody (BASE-13); a field no farmer (BASE-35).

    Raises Undetermined where nobody said who stands there. A place off the tiles is no feature.
    """
    if not _is_meeple(case, put.figure) or put.means or "area" in case.game.kind_traits(put.feature.kind):
        return None
    others = [o for o in case.figures(put.feature) if _is_meeple(case, o.figure)]
    field = put.feature.kind == "field"
    on_a_board(case, put.feature, False)
    if put.feature.kind == "monastery":
        case.find("BASE-34", "stands-alone", feature=_item(put))
    if not others:
        return Finding("BASE-35" if field else "BASE-13", True, "free", {"feature": _item(put)})
    there: dict[tuple[str, str], int] = {}
    for o in others:
        there[o.owner, o.figure] = there.get((o.owner, o.figure), 0) + 1
    figures = tuple(Item.count(n, owner, figure) for (owner, figure), n in there.items())
    if field:
        case.find("BASE-35", "farmer-there", False, feature=_item(put))
    return Finding("BASE-13", False, "occupied", {"feature": _item(put), "figures": figures})


def on_placed_tile(case: Case, put: Putting) -> Finding | None:
    """Only on the tile placed in this turn (BASE-12); outside a turn the question supposes that it is."""
    if put.means:
        return None
    turn = case.state.turn
    values = {"feature": _item(put)}
    if turn is None:
        if put.feature.complete and "scored" not in put.feature.flags and not put.feature.occupants:
            case.lack("completed-now", put.feature)
        return Finding("BASE-12", True, "supposed-placed", values, "supposes")
    if not turn.placed:
        return Finding("BASE-08", False, "before-placing", values)
    laid = case.squares_laid()
    on_it = (put.cell is None or put.cell in laid) and put.feature.id in turn.touched
    squares = laid if on_it else (put.cell,) if put.cell is not None else ()
    part = case.state.part_on(put.feature, squares) if not case.quiet else None
    if part is not None:  # another part of the same feature may lie there
        values = {"feature": Item.feature(part.name)}
    return Finding("BASE-12", on_it, "on-placed-tile", values)


def not_done(case: Case, put: Putting) -> Finding | None:
    """A feature completed on an earlier turn can no longer be claimed (BASE-22); one completed now can (BASE-15)."""
    turn = case.state.turn
    values = {"feature": _item(put)}
    if turn is not None and put.feature.id in turn.completed:
        there = put.means or put.feature.id in turn.touched  # else BASE-12 keeps figures off what lies beside the tile
        if there and "meeple" not in case.game.figure_traits(put.figure):
            return Finding("BASE-15", True, "completed-special", {**values, "figure": Item.noun("figure", put.figure)})
        return Finding("BASE-15", True, "completed-now", values) if there else None
    completable = "completable" in case.game.kind_traits(put.feature.kind)
    if INCOMPLETE in put.waived:
        return None
    if put.feature.complete and completable and ("scored" in put.feature.flags or turn is not None):
        return Finding("BASE-22", False, "completed-before", values)
    return None


def one_a_turn(case: Case, put: Putting) -> Finding | None:
    """One meeple a turn (BASE-12), by the one whose turn it is, and what an expansion allows besides."""
    turn = case.state.turn
    if turn is None or not _is_meeple(case, put.figure):
        return None
    if turn.player != put.player:
        return Finding("BASE-12", False, "not-your-turn", {"player": Item.player(put.player)})
    if case.did(PASSED):
        return Finding("BASE-08", False, "phase-over", {"player": Item.player(put.player)})
    if case.did(PUTS):
        extra = case.game.besides(case, put)
        told = extra or _in_its_place(case)
        return told or Finding("BASE-12", False, "one-a-turn", {"player": Item.player(put.player)})
    return None


def _in_its_place(case: Case) -> Finding | None:
    """That what was put is no meeple and took the place of one, by the rule of that figure; None after a meeple."""
    put = [deed for deed in case.recall(Deed) if deed.verb == PUTS and case.game.is_figure(deed.figure)]
    if not put or any(_is_meeple(case, deed.figure) for deed in put):
        return None
    cited = case.game.figure(put[0].figure).instead
    values = {"player": Item.player(put[0].player), "figure": Item.noun("figure", put[0].figure)}
    return Finding(cited, False, "place-taken", values) if cited else None


def supply(case: Case, put: Putting) -> Finding | None:
    """A figure comes from the supply (BASE-17); what comes home in this turn's scoring is too late (BASE-16)."""
    left = None if SUPPLY in put.waived else left_of(case, put.player, put.figure)
    if left is None or left > 0:
        return None
    values = {"player": Item.player(put.player), "figure": Item.noun("figure", put.figure)}
    turn = case.state.turn
    rule_of_supply = case.game.held_by(put.figure)
    if rule_of_supply:
        number = Item.count(case.game.total_of(case.state, put.player, put.figure), "", put.figure)
        case.find(rule_of_supply, "owns", player=values["player"], figures=number)
    if turn is not None:
        for ident in turn.completed:
            if any(o.owner == put.player and o.figure == put.figure for o in case.state.feature(ident).occupants):
                case.find("BASE-16", "comes-home-later", False, **values)
    return Finding("BASE-17", False, "empty-supply", values)


def tile_of_others(case: Case, put: Putting) -> Finding | None:
    """What keeps figures off the tile, where something brings this one elsewhere than to the placed one."""
    if not put.means:
        return None
    squares = (put.cell,) if put.cell is not None else case.state.squares_of(put.feature)
    return next(iter(sorted(case.game.stands(case, put.feature, squares), key=lambda found: found.holds)), None)


def _item(put: Putting) -> Item:
    return Item.feature(put.feature.id)


CONDITIONS = (role, unoccupied, not_done, on_placed_tile, one_a_turn, supply, tile_of_others)

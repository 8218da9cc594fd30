"""When meeples may leave the City of Carcassonne: as a feature is scored, or at the end of the game (NB-41, NB-118)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.case import Case
from adjudicator.expansions.count_king_robber.quarters import FIELD, MARKET, Left
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Value

OPTION = "coc-final-scoring"
ANY = "any-district"


def now(case: Case, one: Occupant, target: Feature, quarter: str, values: Mapping[str, Value]) -> Iterator[Finding]:
    """Whether `target` is being scored, so that a meeple of `quarter` like `one` may go there. Raises Undetermined."""
    turn = case.state.turn
    if turn is None:
        yield _without_turn(case, target, quarter, values)
    elif turn.closed:
        yield Finding("NB-41", False, "leave-too-late", values)
    elif not turn.placed or not (target.id in turn.completed or _field_now(case, target, one)):
        yield Finding("NB-41", False, "leave-not-scored", values)
    else:
        if target.kind != FIELD and not case.figures(target):
            yield case.doubt("open", "NB-41", "leave-to-empty", feature=values["feature"])
        yield Finding("NB-41", True, "leave-now", values)


def _field_now(case: Case, field: Feature, one: Occupant) -> bool:
    """Whether the end of the turn scores a field, once the meeple stands there."""
    turn = case.state.turn
    if field.kind != FIELD or turn is None:
        return False
    state = case.state.copy()
    state.stand(field.id, (one,))
    probe = case.apart(state)
    return any(o is one for more in case.game.scoring.besides for o in more(probe)[1])


def _without_turn(case: Case, target: Feature, quarter: str, values: Mapping[str, Value]) -> Finding:
    if case.state.finished or case.state.stock.get("tile") == 0:
        return _at_the_end(case, target, quarter, values)
    if target.kind == FIELD:
        case.lack("leave-when", target)
    done = case.complete(target) and "scored" not in target.flags
    return Finding("NB-41", done, "leave-now" if done else "leave-not-scored", values)


def _at_the_end(case: Case, target: Feature, quarter: str, values: Mapping[str, Value]) -> Finding:
    """From the market into fields; from every quarter where the older rules hold (NB-118)."""
    if target.kind != FIELD and case.complete(target):
        return Finding("NB-41", False, "leave-not-scored", values)
    if quarter == MARKET:
        return Finding("NB-118", True, "leave-at-end", values)
    return Finding("NB-118", case.option(OPTION) == ANY, "leave-at-end", values)


def in_turn(case: Case, player: str, target: Feature) -> Iterator[Finding]:
    """Clockwise, the active player last: nobody who comes later has moved to the feature already (NB-41)."""
    others = [left.player for left in case.recall(Left) if left.feature == target.id and left.player != player]
    if not others:
        return
    order = clockwise(case, (player, *others))
    late = [other for other in others if order.index(other) > order.index(player)]
    players = tuple(Item.player(one) for one in order)
    yield Finding("NB-41", not late, "leave-in-turn", {"player": Item.player(player), "players": players})


def clockwise(case: Case, needed: tuple[str, ...]) -> list[str]:
    """The players from the left of the active one, who comes last. Raises Undetermined where nobody said."""
    players, turn = case.state.players, case.state.turn
    active = turn.player if turn is not None else ""
    rest = [p for p in needed if p != active]
    if len(set(rest)) > 1 and not case.state.setup.ordered:
        case.lack("players")
    if active not in players:
        return [*dict.fromkeys(rest), active]
    return [*case.state.in_turn_after(active)]

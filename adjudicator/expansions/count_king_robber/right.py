"""Whether the points of a turn open the City of Carcassonne to its player (NB-40, NB-117)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.majority import majority
from adjudicator.expansions.count_king_robber.quarters import Before
from adjudicator.model.ruling import Finding, Item, Line, Value

WORTH = ("tiles", "own-tile", "tiles-around", "surrounded", "cities")
"""What features are worth, as lines of points call it."""


def scoring_begins(case: Case) -> None:
    """Notes which points came before the scoring: no placed tile brought them."""
    turn = case.state.turn
    if turn is not None:
        case.remember(Before(len(turn.lines)))


def right(case: Case, after: Case, player: str) -> Iterator[Finding]:
    """Points of a scored feature for an opponent and none for the player himself (NB-40), by the placed tile (NB-117).

    `after` is the moment after the scoring.
    """
    turn = after.state.turn
    if turn is None:
        return
    begun = next((before.lines for before in after.recall(Before)), 0)
    early, late = turn.lines[:begun], turn.lines[begun:]
    values: dict[str, Value] = {"player": Item.player(player)}
    gains = _gains(late)
    others = dict.fromkeys(p for p, _ in gains if p != player)
    own = [feature for p, feature in gains if p == player]
    led = [feature for feature in own if _leads(case, feature, player)]
    if led:
        yield Finding("NB-40", False, "quarter-own-points", {**values, "features": _features(led)})
        return
    if not others:
        before = dict.fromkeys(line.player for line in early if line.points > 0 and line.player != player)
        if before:
            yield Finding("NB-117", False, "quarter-not-by-tile", {"players": _players(before)})
        yield Finding("NB-40", False, "quarter-nobody-scored", values)
        return
    opened = {**values, "players": _players(others)}
    if any(feature not in turn.scored for _, feature in gains):
        yield Finding("NB-117", True, "quarter-by-tile", {"players": opened["players"]})
    earlier = [feature for p, feature in _gains(one for one in early if one.item in WORTH) if p == player]
    if earlier:
        yield case.doubt("open", "NB-40", "quarter-points-before", **values, features=_features(earlier))
    if own:
        yield case.doubt("open", "NB-40", "quarter-points-besides", **values, features=_features(own))
    yield Finding("NB-40", True, "quarter-right", opened)


def _leads(case: Case, ident: str, player: str) -> bool:
    """Whether points of a feature are its own, rather than brought by something else that stands there."""
    turn = case.state.turn
    if turn is None or turn.closed or ident not in turn.completed:
        return True
    quiet = case.apart()
    return player in majority(quiet, case.state.feature(ident)).leaders


def _gains(lines: Iterable[Line]) -> list[tuple[str, str]]:
    """Who gets points of which feature, all summands together."""
    sums: dict[tuple[str, str], int] = {}
    for line in lines:
        if line.feature:
            sums[line.player, line.feature] = sums.get((line.player, line.feature), 0) + line.points
    return [key for key, points in sums.items() if points > 0]


def _players(players: Iterable[str]) -> tuple[Item, ...]:
    return tuple(Item.player(player) for player in players)


def _features(idents: Iterable[str]) -> tuple[Item, ...]:
    return tuple(Item.feature(ident) for ident in idents)

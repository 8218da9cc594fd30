"""What players have of a figure, on the board and in the supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.model.span import NOWHERE, Span


def left_of(case: Case, player: str, figure: str) -> int | None:
    """How many of a figure a player has in the supply, 0 at least; None where the position does not tell, or where it
    is not to be checked."""
    state = case.state
    hand = state.hand(player)
    if hand.unchecked:
        return None
    if hand.items is not None and any(case.game.is_figure(ident) for ident in hand.items):
        return max(0, hand.items.get(figure, 0))
    owned = case.game.total_of(state, player, figure)
    if not owned:
        return None
    seen = state.figures_of(player, figure)
    whole = state.whole
    return max(0, owned - seen) if whole or seen >= owned else None  # a sketch need not show every figure


def suppose_score(case: Case, player: str) -> None:
    """Notes that a score is counted from 0 where nobody said it, and not all that happened since the start is told."""
    hand = case.state.hand(player)
    if (hand.score is None or hand.from_zero) and not case.state.from_start:
        case.suppose(case.game.rule("start"), "score-not-said", player=Item.player(player), number=0)


def say_nothing(case: Case, players: Iterable[str], lines: Iterable[Line]) -> None:
    """Notes for whom of `players` nothing has been scored, where nothing else tells why."""
    scored = {*(line.player for line in lines), *(player for one in case.findings for player in one.losers)}
    for player in players:
        if player not in scored:
            values = {"player": Item.player(player)}
            case.note(Finding(case.game.rule("start"), True, "nothing-yet", values, "explains", (player,)))


def beyond_supply(state: State, figure: str, owned: int, rule: str) -> Iterator[Problem]:
    """A problem by `rule` for each player who would have more than `owned` of a figure.

    It points at the first one too many; where the supply makes it too many, at a figure of that player.
    """
    counts: dict[str, int] = {}
    where: dict[str, Span] = {}
    for feature in state.occupied():
        for occupant in feature.occupants:
            if occupant.figure == figure and occupant.owner:
                counts[occupant.owner] = counts.get(occupant.owner, 0) + 1
                if counts[occupant.owner] <= owned + 1:
                    where[occupant.owner] = occupant.span
    for player, hand in state.hands.items():
        counts[player] = counts.get(player, 0) + (hand.items or {}).get(figure, 0)
    for player, number in counts.items():
        if number > owned and not state.hand(player).unchecked:
            figures = Item.count(number, "", figure)
            values = {"player": Item.player(player), "figures": figures, "owned": owned}
            yield Problem("beyond-supply", where.get(player) or _any_span(state, player), values, (), (rule,))


def _any_span(state: State, player: str) -> Span:
    return next((o.span for f in state.occupied() for o in f.occupants if o.owner == player), NOWHERE)

"""The crop circle of a turn: which meeples it moves, who has acted, and who still has to (NB-94 to NB-96)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Putting
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.printed import shows
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Missing, Value
from adjudicator.rulebook.loader import rule

CIRCLE = "crop-circle"
ROLES = {"farmers": "field", "highwaymen": "road", "knights": "city"}
"""The kind of feature behind a role."""
CIRCLES = tuple(f"{CIRCLE}-{ROLES[pair.partition('-')[2]]}" for pair in rule("NB-96").allowed)
"""The three circles by what their meeples stand on: a rake for farmers, a club for highwaymen, a shield for knights."""
ADDS, REMOVES = "adds", "removes"
MEEPLE = "meeple"


@remembered(Scope.PART)
class Circle(NamedTuple):
    """The placed tile shows a crop circle."""

    kind: str
    """``road``, ``city`` or ``field``; "" where nobody said."""


@remembered(Scope.PART)
class Acted(NamedTuple):
    """A player has carried out the action of the circle."""

    player: str
    verb: str


def kind_of(symbol: str) -> str:
    """The kind of feature that a circle is about, "" for a circle of which no more is said."""
    return symbol.removeprefix(CIRCLE).removeprefix("-")


# ---- the turn
def appears(case: Case) -> None:
    """Notes that the tile just placed shows a crop circle."""
    found = next((symbol for symbol in (*CIRCLES, CIRCLE) if shows(case, symbol)), None)
    if found is not None:
        case.remember(Circle(kind_of(found)))


def circle_now(case: Case) -> Circle | None:
    """The crop circle of the turn, None where it has none."""
    return next(iter(case.recall(Circle)), None)


# ---- meeples
def meeples(case: Case, feature: Feature, player: str) -> list[Occupant]:
    """The meeples that a player has on a feature."""
    return [o for o in feature.occupants if o.owner == player and MEEPLE in case.game.figure_traits(o.figure)]


def concerned(case: Case, kind: str, player: str) -> list[Feature]:
    """The features of a kind where a player has a meeple."""
    return [f for f in case.state.occupied() if f.kind == kind and meeples(case, f, player)]


def supply(case: Case, player: str) -> int | None:
    """How many meeples a player has left, None where nobody said."""
    figures = [figure for figure in case.game.figures if MEEPLE in case.game.figure_traits(figure)]
    hand = case.state.hand(player)
    if hand.unchecked:
        return None
    if hand.items is not None and any(case.game.is_figure(ident) for ident in hand.items):
        return sum(hand.items.get(figure, 0) for figure in figures)
    if not case.state.whole:
        return None
    return sum(case.game.total_of(case.state, player, f) - case.state.figures_of(player, f) for f in figures)


# ---- what is left undone
def waits(case: Case) -> bool | None:
    """Whether the circle of the turn still acts; None before the tile lies."""
    turn, circle, done = case.state.turn, circle_now(case), case.recall(Acted)
    if turn is None or not turn.placed:
        return None
    return circle is not None and (
        not done or bool(undone(case, circle.kind, done[0].verb, [action.player for action in done]))
    )


def undone(case: Case, kind: str, verb: str, done: list[str], known: bool = False) -> list[str]:
    """The players who have a meeple that the circle concerns and have not acted.

    For adding, not those without a supply; those whose supply nobody told only where it need not be `known`.
    """
    players = dict.fromkeys(o.owner for f in case.state.occupied() for o in f.occupants if o.owner)
    left = [p for p in players if p not in done and concerned(case, kind, p)]
    if verb == ADDS or not verb:
        none = (0, None) if known else (0,) if verb else ()
        left = [p for p in left if not none or supply(case, p) not in none]
    return left


def waiting(case: Case) -> Missing | None:
    """What players still have to do by the circle of the turn that ended last, as a fact that is missing (NB-94)."""
    turn, circles = case.state.last_turn, case.state.recall_last(Circle)
    if turn is None or not circles:
        return None
    circle = circles[0]
    if not circle.kind and any(meeples(case, f, o.owner) for f in case.state.occupied() for o in f.occupants):
        return Missing("circle-kind", {}, "", "circle-kind")
    done = case.state.recall_last(Acted)
    chosen = done[0].verb if done else ""
    left = undone(case, circle.kind, chosen, [action.player for action in done])
    if not left:
        return None
    order = case.state.in_turn_after(turn.player)  # the active one comes last (NB-94)
    first = next((one for one in order if one in left), left[0])
    values: dict[str, Value] = {"who": Item.player(first)}
    places = _own_places(case, circle, first)
    if not chosen:
        values |= {"player": Item.player(turn.player), "places": places}
        return Missing("circle-choice", values, turn.player, "circle-choice")
    values |= {"players": tuple(map(Item.player, left)), f"{chosen}-at": places}
    return Missing("circle-undone", values, first, "circle-undone")


def _own_places(case: Case, circle: Circle, player: str) -> tuple[Item, ...]:
    """Where a player may act by a circle: the features of its kind with a meeple of that player."""
    found = (f for f in case.state.occupied() if f.kind == circle.kind and meeples(case, f, player))
    return tuple(Item.feature(f.id) for f in found)


def next_turn(case: Case) -> None:
    """Where the circle of the turn before has been left out, nothing that follows can be told."""
    missing = waiting(case)
    if missing is not None and missing not in case.state.unknown:
        case.state.unknown += (missing,)


def at_the_end(case: Case) -> list[Line]:
    """The same where the game ends with that turn. Raises Undetermined."""
    missing = waiting(case)
    if missing is not None:
        raise Undetermined(missing)
    return []


def phase_over(case: Case, put: Putting) -> Finding | None:
    """Once the circle acts the turn has been scored: nobody is put on the placed tile any more (NB-94)."""
    if put.means.startswith(CIRCLE) or not case.recall(Acted):
        return None
    return Finding("NB-94", False, "circle-phase-over", {"player": Item.player(put.player)})

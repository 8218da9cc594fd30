"""Tower floors: how high a tower is, what its player has left, and adding one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from adjudicator.binding.reader import LeftOut, Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Putting, Verb
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten
from adjudicator.rulebook.loader import rule

TOWER = "tower"
FLOOR = "floor"
RAISES = "puts-floor"
"""The deed of who has added a floor."""
PASSED = "nothing"
MEEPLE = "meeple"


@remembered(Scope.GAME)
class Built(NamedTuple):
    """A floor that a player has added."""

    player: str


@remembered(Scope.PART)
class Raised(NamedTuple):
    """A floor has been added in this turn."""

    feature: str
    """The tower, by id."""


def towers(state: State) -> Iterator[Feature]:
    """Every tower and tower base, told or laid."""
    return state.of_kind(TOWER)


def height(state: State, tower: Feature) -> int | None:
    """The floors of a tower; None where that is not known: an empty base of a board has none."""
    said = tower.marks.get(FLOOR)
    if said is None and tower.id not in state.features and not tower.occupants:
        return 0
    return said


def raised(case: Case) -> Raised | None:
    """The floor that was added in this turn."""
    return next(iter(case.recall(Raised)), None)


def at_start(state: State) -> int | None:
    """The floors each player begins with (NB-39); None where the number of players is not said, or not in the list."""
    if not state.setup.ordered:
        return None
    return rule("NB-39").values.get(f"floors_{len(state.players)}_players")


def left(state: State, player: str) -> int | None:
    """The floors a player still has; None where the position does not tell."""
    said = (state.hand(player).items or {}).get(FLOOR)
    begun = at_start(state)
    if said is not None or begun is None:
        return said
    built = state.recall(Built)
    own, known = built.count(Built(player)), len(built)
    if own >= begun or (state.whole and known == sum(height(state, tower) or 0 for tower in towers(state))):
        return max(begun - own, 0)
    return None


# ---- adding one
def read(case: Case, move: Move) -> Action[Feature]:
    """``puts floor on K``, ``puts floor`` where there is one tower. Raises Mistake."""
    args = case.args(move)
    if args.number() not in (None, 1):
        raise Mistake(Problem("one-floor", move.span, {}, (), ("NB-33",)))
    place = args.place()
    if place is None:
        known = [tower.id for tower in towers(case.state)]
        if len(known) != 1:
            raise LeftOut(Problem("which-tower", move.span, {}, tuple(known[:6])))
        return action(case, move, case.state.feature(known[0]))
    return action(case, move, case.state.feature(case.state.resolve(place)))


def action(case: Case, move: Move, tower: Feature) -> Action[Feature]:
    parts = (Item.count(1, "", FLOOR), Item.feature(tower.id))
    return Action(move, tower, Item.move("puts", *parts), Deed(figure=FLOOR, place=tower.id))


def check(case: Case, action: Action[Feature]) -> list[Finding]:
    """On a base, or a tower without a meeple on top, once a tile lies, instead of a meeple (NB-33); from what the
    player has left (NB-39).
    """
    tower = action.data
    player = action.move.player
    values = {"player": Item.player(player), "feature": Item.feature(tower.id)}
    if tower.kind != TOWER:
        return [Finding("NB-33", False, "floor-on-tower", values)]
    found = []
    turn = case.state.turn
    if turn is not None:
        if turn.player != player:
            return [Finding("NB-33", False, "not-your-turn", values)]
        if not turn.placed:
            return [Finding("NB-33", False, "floor-after-placing", values)]
        if (gone := instead(case, player, tower)) is not None:
            found.append(gone or Finding("NB-33", False, "floor-instead", values))
    if any(MEEPLE in case.game.figure_traits(one.figure) for one in case.figures(tower)):
        return [*found, Finding("NB-33", False, "floor-closed", values)]
    number = left(case.state, player)
    if number is not None:
        found.append(Finding("NB-39", number > 0, "floors-left", {**values, "number": number}))
    return [*sorted(found, key=lambda one: one.holds), Finding("NB-33", True, "floor-added", values)]


def instead(case: Case, player: str, tower: Feature, figure: str = MEEPLE) -> Finding | Literal[False] | None:
    """Whether the one action of the turn is gone: None where it is still to come, False where it is.

    A finding says what another expansion has to say about it, and about the `figure` that would go there.
    """
    turn = case.state.turn
    if turn is None or not (case.recall(Act)):
        return None
    if case.did(PASSED):
        return Finding(case.game.rule("optional"), False, "phase-over", {"player": Item.player(player)})
    return case.game.besides(case, Putting(player, figure, tower, TOWER)) or False


def apply(case: Case, action: Action[Feature]) -> None:
    """Adds the floor. Raises Mistake outside a turn."""
    tower = action.data
    state, turn, player = case.state, case.state.turn, action.move.player
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    state.add_mark(tower.id, FLOOR)
    if FLOOR in (state.hand(player).items or {}):
        state.give(player, FLOOR, -1)
    case.remember(Built(player))
    case.remember(Act(RAISES))
    case.remember(Raised(tower.id))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Feature]]:
    """A floor on every tower."""
    move = unwritten(player, "puts")
    for tower in towers(case.state):
        yield action(case, move, tower)


def must(case: Case, action: Action[Feature]) -> Finding:
    """A player may add a floor, and need not (NB-33)."""
    return Finding("NB-33", False, "floor-may", {"player": Item.player(action.move.player)})


VERBS = {f"puts {FLOOR}": Verb(read, check, apply, choices, must)}

"""Attaching a ghost: ``haunts blue meeple on R1`` (GCC-25, GCC-27, GCC-29, GCC-34 to GCC-36)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import FigurePhrase, Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import candidates, figure_parts, one_of
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.attachment import attach
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts import (
    OTHER,
    OWN,
    choice_items,
    due_now,
    dues,
    hauntable,
    nobody,
    nobody_else,
    skipped,
)
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import supply
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, unwritten


class Haunting(NamedTuple):
    """A ghost and the figure it goes to."""

    feature: Feature
    occupant: Occupant


def find_figure(case: Case, phrase: FigurePhrase) -> tuple[Feature, Occupant]:
    """The figure that ``blue meeple with 1 ghost on R1`` names. Raises Mistake where none is there.

    Raises Undetermined where several may be meant.
    """
    found = candidates(case, phrase, "")
    if not phrase.colour:  # the ghost that comes next says whose meeple may be meant
        wanted = [o for due in due_now(case)[:1] for _, o in due.choices]
        found = [(feature, o) for feature, o in found if any(o is w for w in wanted)] or found
    one = one_of(case, found, phrase)
    if one is None:
        raise Mistake(Problem("haunt-whom", phrase.span, {"figure": Item.noun("figure", phrase.figure)}))
    return one


def read(case: Case, move: Move) -> Action[Haunting]:
    """``haunts blue meeple on R1``. Raises Mistake."""
    feature, occupant = find_figure(case, case.args(move).standing())
    return _action(case, move, feature, occupant)


def _action(case: Case, move: Move, feature: Feature, occupant: Occupant) -> Action[Haunting]:
    item = Item.move("haunts", *figure_parts(case, feature, occupant))
    deed = Deed(figure=occupant.figure, occupant=occupant, place=feature.id)
    return Action(move, Haunting(feature, occupant), item, deed)


def check(case: Case, action: Action[Haunting]) -> list[Finding]:
    """The tile must bring this ghost, now; and the figure must be one that can carry it."""
    haunting = action.data
    turn = case.state.turn
    player: dict[str, Value] = {"player": Item.player(action.move.player)}
    found = hauntable(case, haunting.feature, haunting.occupant)
    if turn is None:
        if not supply(case.state):
            found.append(Finding("GCC-32", False, "ghost-none-left", {}))
        return sorted(found, key=lambda f: f.holds)
    if turn.player != action.move.player:
        return [Finding("GCC-25", False, "ghost-not-your-turn", player)]
    if not turn.placed:
        return [Finding("GCC-36", False, "ghost-before-placing", player)]
    if case.recall(Act):
        return [Finding("GCC-36", False, "ghost-after-meeple", player)]
    coming = due_now(case)
    if not coming:
        found.append(_none(case, action.move.player))
        return sorted(found, key=lambda f: f.holds)
    mine = haunting.occupant.owner == action.move.player
    due = coming[0].what
    if len(coming) > 1:
        found.append(case.find("GCC-29", "ghost-both", not mine))
    if due == OTHER:
        found.append(Finding("GCC-25", not mine, "ghost-for-opponent" if not mine else "ghost-not-own", player))
    else:
        found.append(Finding("GCC-27", mine, "ghost-for-oneself" if mine else "ghost-not-opponent", player))
    return sorted(found, key=lambda f: f.holds)


def _none(case: Case, player: str) -> Finding:
    """Why there is no ghost to attach: none is left, nobody can get it, or the tile brings none."""
    if not supply(case.state):
        return Finding("GCC-32", False, "ghost-none-left", {})
    if what := skipped(case):
        return nobody(player, what)
    return Finding("GCC-25", False, "ghost-none-owed", {"player": Item.player(player)})


def apply(case: Case, action: Action[Haunting]) -> None:
    """Attaches it; the third sends the meeple and its ghosts home, before meeples are placed (GCC-34, GCC-35)."""
    turn = case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    feature, occupant = action.data
    attach(case, OWN if occupant.owner == turn.player else OTHER, feature, occupant)


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Haunting]]:
    """Every figure that may get the ghost that is to be attached now, those of which nothing tells apart once.

    Where it is `asked` who may get one, every figure: what keeps the others, or all of them, from it is told.
    """
    move = unwritten(player, "haunts")
    turn = case.state.turn
    if turn is None or asked is not None:
        figures = [(f, o) for f in case.state.occupied() for o in f.occupants if o.owner]
    else:
        figures = [pair for due in due_now(case)[:1] for pair in due.choices]
    if turn is not None and turn.placed and asked is not None and not due_now(case):
        if not figures:
            case.note(_none(case, player))
        nobody_else(case, [])
    actions = [_action(case, move, feature, occupant) for feature, occupant in figures]
    return {(action.item, action.data[1].label): action for action in actions}.values()


def must(case: Case, action: Action[Haunting]) -> Finding:
    """A ghost that the tile brings must be attached, to a figure of the player's choice (GCC-25, GCC-27).

    Raises Undetermined where no tile was placed.
    """
    if case.state.turn is None:
        case.lack("placed-tile", None, player=Item.player(action.move.player))
    player = {"player": Item.player(action.move.player)}
    failed = [f for f in check(case, action) if not f.holds]
    if failed:
        return failed[0]
    apart = case.apart()
    coming = dues(apart)
    rule = "GCC-27" if coming and coming[0].what == OWN else "GCC-25"
    due = Finding(rule, bool(coming) and len(choice_items(case, coming[0])) == 1, "ghost-must", player)
    if due.holds:  # who could not get it instead is why there is no choice
        case.note(due, *apart.findings)
        nobody_else(case, coming[:1])
    return due


VERBS = {"haunts": Verb(read, check, apply, choices, must)}

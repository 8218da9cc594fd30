"""What castles get by features that are completed in their vicinity (NB-50, NB-51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.contest import answer_of
from adjudicator.engine.expansion import Worth
from adjudicator.engine.majority import Majority, majority
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.scoring import lines_for, worth
from adjudicator.expansions.bridges_castles_bazaars.supplies import CASTLE
from adjudicator.geometry.squares import broadside
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Item, Line
from adjudicator.rulebook.loader import value

KINDS = ("road", "city", CASTLE)
TRAITS = ("building", "sets-off")
"""Of the kinds that set a castle off besides: monastic buildings, and those of which other expansions say so."""

FIRST = "completed-first"
"""The state of what was completed before all else near a castle."""


@remembered(Scope.PART)
class Built(NamedTuple):
    """A castle that was built in the turn: what is completed in the same turn does not come after it."""

    castle: str


class SetOff(NamedTuple):
    """What completes a castle."""

    feature: Feature
    worth: tuple[Worth, ...]


# ---- what lies in the vicinity
def squares(cells: Iterable[Cell]) -> frozenset[Cell]:
    """The vicinity of a castle on two squares: these and the two on either long side (NB-50)."""
    found = frozenset(broadside(cells))
    assert len(found) == value("NB-50", "vicinity_tiles")
    return found


def inside(case: Case, castle: Feature, features: Iterable[Feature]) -> list[Feature]:
    """Those of `features` that have a part in the vicinity of a castle, on the board or as ``near`` lines say it.

    Raises Undetermined where no line says what lies near a sketched castle.
    """
    state, there = case.state, list(features)
    around = state.around(castle, squares)
    near = {part.feature for part in around.parts if part.segment is None}
    found: list[Feature] = []
    for feature in there:
        on = state.squares_of(feature) if around.squares else []
        if on:
            if not set(around.squares).isdisjoint(on):
                found.append(feature)
        elif not around.has_lines:
            case.lack("castle-near", castle)
        elif feature.id in near:
            found.append(feature)
    return found


# ---- points
def lords(case: Case, castle: Feature) -> Majority:
    """Who is lord of a castle; what a lord carries does not matter to that."""
    return majority(case, castle, [o._replace(marks=()) for o in castle.occupants])


def _sets_off(case: Case, kind: str) -> bool | None:
    """Whether completing a feature of this kind sets off a castle; None where no rule says so or otherwise."""
    traits = case.game.kind_traits(kind)
    if kind in KINDS or any(trait in traits for trait in TRAITS):
        return True
    return None if "completable" in traits else False


def _setting_off(case: Case, castle: Feature, done: list[Feature], castles: dict[str, SetOff]) -> list[SetOff]:
    """What sets a castle off of all that is `done`, with its worth, occupied or not; `castles` that were set off
    before give what they got. Where no rule says whether a kind sets off castles, that is open.
    """
    found: list[SetOff] = []
    for feature in inside(case, castle, done):
        known = _sets_off(case, feature.kind)
        if known is None:
            values = {"castle": Item.feature(castle.id), "feature": Item.feature(feature.id)}
            case.find("NB-50", "castle-other-kind", **values)
            known = case.read("open", f"castle-other-kind {feature.kind}", no="NB-50", yes="NB-50") == "yes"
        if known:
            before = castles.get(feature.id)
            found.append(before or SetOff(feature, tuple(worth(case, feature, False))))
    return found


def _chosen(case: Case, castle: Feature, found: list[SetOff]) -> SetOff:
    """The one that counts (NB-51): which of several that are worth more or less, nobody says."""
    if len(found) == 1:
        return found[0]
    item = Item.feature(castle.id)
    case.find("NB-51", "castle-one-counts", castle=item)
    by_worth = {sum(w.times * w.each for w in one.worth): one for one in reversed(found)}
    if len(by_worth) == 1:
        return found[0]
    names = {one.feature.id: one for one in found if one in by_worth.values()}
    case.find("NB-51", "castle-which", castle=item, features=tuple(Item.feature(name) for name in names))
    which = case.read("open", f"castle-which {castle.id} {case.state.turns}", **dict.fromkeys(names, "NB-51"))
    return names[which]


def _pay(case: Case, castle: Feature, by: SetOff) -> list[Line]:
    item = Item.feature(castle.id)
    case.find("NB-50", "castle-set-off", castle=item, feature=Item.feature(by.feature.id))
    case.find("NB-51", "castle-once", castle=item)
    lines = lines_for(lords(case, castle).leaders, castle.id, list(by.worth))
    other = answer_of(case, case.game.scoring.set_off, castle, by.feature, lines)
    return lines if other is None else list(other)


def _waiting(case: Case) -> Iterator[Feature]:
    """The castles with a lord that were built on an earlier turn."""
    new = {built.castle for built in case.recall(Built)}
    for feature in list(case.state.occupied()):
        if feature.kind == CASTLE and feature.id not in new:
            yield feature


def _runs(case: Case) -> Iterator[tuple[Feature, SetOff]]:
    """Every castle that this turn completes, with what does it: features first, then castles that set off others."""
    waiting = list(_waiting(case))
    turn = case.state.turn
    if not waiting or turn is None or not turn.completed:
        return
    done, castles = [case.state.feature(ident) for ident in turn.completed], dict[str, SetOff]()
    while done and waiting:
        run: list[tuple[Feature, SetOff]] = []
        for castle in waiting:
            found = _setting_off(case, castle, done, castles)
            if found:
                run.append((castle, _chosen(case, castle, found)))
        yield from run
        done = [castle for castle, _ in run]
        castles = {castle.id: SetOff(castle, by.worth) for castle, by in run}
        waiting = [castle for castle in waiting if castle.id not in castles]


def told_by(case: Case, castle: Feature) -> list[Line]:
    """The points of a castle that is said to be complete: those of what is complete near it.

    Raises Undetermined where the position tells nothing of that kind, or several things that are worth more or less.
    """
    done = [f for f in case.state.features.values() if f.complete and f.id != castle.id and _sets_off(case, f.kind)]
    there = case.state.around(castle, squares)
    found = [SetOff(f, tuple(worth(case, f, False))) for f in (inside(case, castle, done) if there.said else ())]
    if not found:
        case.lack("castle-by-what", castle, other=tuple(Item.feature(f.id) for f in done))
    first = [one for one in found if FIRST in one.feature.flags]
    if len(first) != 1 and len({sum(w.times * w.each for w in one.worth) for one in found}) > 1:
        case.lack("castle-by-which", castle, done=tuple(Item.feature(one.feature.id) for one in found))
    return _pay(case, castle, (first or found)[0])


def paid(case: Case, castle: Feature) -> list[Line] | None:
    """What a castle gets by this turn; None where the turn does not complete it. Raises Undetermined."""
    return next((_pay(case, one, by) for one, by in _runs(case) if one.id == castle.id), None)


def scorings(case: Case) -> tuple[list[Line], list[Occupant]]:
    """What castles get by the features that this turn completed in their vicinity; the lords go home (NB-50).

    Raises Undetermined where several could set one off (NB-51), or where nobody said what lies near one.
    """
    lines: list[Line] = []
    home: list[Occupant] = []
    for castle, by in list(_runs(case)):
        lines += _pay(case, castle, by)
        home += castle.occupants
        case.state.clear(castle.id)
        now = case.state.feature(castle.id)
        case.state.add(now._replace(complete=True, flags=now.flags | {"scored"}))
    return lines, home

"""Acrobats: pyramids of up to three meeples, of any players."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.geometry.squares import patch
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Value
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

PYRAMID = "pyramid"
ACROBAT = "acrobat"
"""What lets a meeple go to a space on a tile around the one placed, and join others there."""
PORTAL = "portal"
"""What may send a meeple anywhere: whether to an acrobat space too is left open."""
SCORES = "scores"
RINGMASTER = "ringmaster"
ABBOT_ONLY = "monastic-only"


def full() -> int:
    """How many meeples a pyramid holds (NB-67)."""
    return value("NB-67", "max")


# ---- whether it is complete
def full_on_board(state: State, root: int) -> bool | None:
    """Whether a pyramid of the board is complete: it holds three meeples."""
    return len(state.standing_on(root)) >= full()


def told_full(state: State) -> Iterator[Problem]:
    """Adds whether a sketched pyramid is complete, where it is known who stands there."""
    for feature in list(state.features.values()):
        if feature.kind == PYRAMID and feature.complete is None and (feature.occupants or "empty" in feature.flags):
            state.add(feature._replace(complete=len(feature.occupants) >= full()))
    return iter(())


def counted(case: Case) -> None:
    """When a turn begins and when it is scored: acrobats may have gone since, whatever took them."""
    for feature in list(case.state.features.values()):
        if feature.kind == PYRAMID and (feature.occupants or "empty" in feature.flags):
            case.state.add(feature._replace(complete=len(feature.occupants) >= full()))


def joined(case: Case, put: Putting, one: Occupant) -> None:
    """The third acrobat completes a sketched pyramid."""
    known = case.state.features.get(put.feature.id)
    if known is not None and known.kind == PYRAMID:
        case.state.add(known._replace(complete=len(known.occupants) >= full()))


def checks(state: State) -> Iterator[Problem]:
    """Never more than three, no ringmaster among them; complete says three."""
    for feature in state.all_features():
        if feature.kind != PYRAMID:
            continue
        number = len(feature.occupants)
        values = {"feature": feature.id, "number": number}
        if number > full():
            yield Problem("pyramid-holds", feature.occupants[full()].span, values, (), ("NB-67",))
        elif feature.occupants and feature.complete is not None and feature.complete != (number == full()):
            yield Problem("pyramid-count", feature.span, values, (), ("NB-67",))
        for one in feature.occupants:
            if one.figure == RINGMASTER:
                kind = Item.noun("kind", PYRAMID)
                yield Problem("may-not-stand", one.span, {"feature": feature.id, "kind": kind}, (), ("NB-69",))


# ---- who goes there
GUESTS = frozenset((figure, ACROBAT) for figure in vocabulary().ids("figure"))
"""Who may be said to come ``by acrobat``: where a portal leads to the space as well, an answer tells which is meant."""


def by_acrobat(case: Case, put: Putting) -> Putting | None:
    """An acrobat space is open to others (NB-67); `place` says whether this one may be reached and has room."""
    if put.feature.kind != PYRAMID or put.means not in ("", ACROBAT):
        return None
    cell = case.state.square_of(put.feature)
    feature = put.feature._replace(complete=None)  # how many are there says more than whether it was ever complete
    return put._replace(feature=feature, means=ACROBAT, cell=cell)


def _within_reach(case: Case, put: Putting) -> bool:
    """Whether an acrobat space is on the placed tile or on one of the 8 around it; outside a turn that is supposed."""
    turn = case.state.turn
    if turn is None:
        return True
    near = put.cell is not None and turn.cell is not None and put.cell in patch((turn.cell,))
    return turn.placed and (near or put.feature.id in turn.touched)


def place(case: Case, put: Putting) -> Finding | None:
    """A meeple, no ringmaster (NB-69), while there are fewer than three (NB-67). Raises Undetermined."""
    if put.feature.kind != PYRAMID:
        return None
    values: dict[str, Value] = {"feature": Item.feature(put.feature.id), "number": full()}
    traits = case.game.figure_traits(put.figure)
    if put.figure == RINGMASTER:
        return Finding("NB-69", False, "ringmaster-no-acrobat", values)
    if ABBOT_ONLY in traits:
        return Finding(case.game.rule("abbot-place"), False, "acrobat-abbot", values)
    if "meeple" not in traits:
        return Finding("NB-67", False, "acrobat-meeple", {**values, "figure": Item.noun("figure", put.figure)})
    if put.means == ACROBAT and not _within_reach(case, put):
        return Finding("NB-67", False, "acrobat-reach", values)
    room = Finding("NB-67", len(case.figures(put.feature)) < full(), "acrobat-joins", values)
    if put.means == PORTAL and room.holds:
        return case.doubt("open", "NB-67", "acrobat-by-portal", feature=values["feature"])
    return room


def after_scoring(case: Case, put: Putting) -> Finding | None:
    """Scoring a pyramid takes the place of putting a meeple (NB-68), but for what an expansion allows besides."""
    turn = case.state.turn
    if turn is None or not case.did(SCORES):
        return None
    return case.game.besides(case, put) or Finding("NB-68", False, "pyramid-instead", {})


# ---- what it gives
def pyramid(case: Case, feature: Feature, at_end: bool) -> list[Line]:
    """5 points for every acrobat, to its owner, whoever has more (NB-68)."""
    counts: dict[str, int] = {}
    for one in feature.occupants:
        if one.owner:
            counts[one.owner] = counts.get(one.owner, 0) + 1
    case.find("NB-68", "acrobats-each", feature=Item.feature(feature.id))
    each = value("NB-68", "per_acrobat")
    return [Line(player, feature.id, "acrobats", number, each, "NB-68") for player, number in counts.items()]


def unsettled(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """What one acrobat is worth: a pyramid as a whole goes to nobody."""
    return [Worth("acrobats", 1, value("NB-68", "per_acrobat"), "NB-68")]


CONDITIONS = (place, after_scoring)
CHECKS = (checks,)

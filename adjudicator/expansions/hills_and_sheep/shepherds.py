"""Shepherds: where they go, that they count for no majority, and flocks in a field that is closed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import Putting
from adjudicator.engine.holdings import beyond_supply
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

SHEPHERD = "shepherd"
SHEEP = "sheep"


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """Nothing: a shepherd is no farmer, and a flock that was not scored gives nothing (NB-62)."""
    case.find("NB-62", "shepherd-no-farmer", False, feature=Item.feature(feature.id))
    return 0


def place(case: Case, put: Putting) -> Finding | None:
    """Into a field without another shepherd, instead of a meeple; farmers do not matter (NB-60)."""
    if put.figure != SHEPHERD:
        return None
    turn = case.state.turn
    values = {"feature": Item.feature(put.feature.id), "player": Item.player(put.player)}
    if put.feature.kind != "field":
        return Finding("NB-60", False, "shepherd-in-field", values)
    if any(o.figure == SHEPHERD for o in case.figures(put.feature)):
        return Finding("NB-60", False, "shepherd-alone", values)
    if turn is not None and (turn.player != put.player or case.recall(Act)):
        return Finding("NB-60", False, "shepherd-instead", values)
    return Finding("NB-60", True, "shepherd-alone", values)


def flocks(case: Case) -> tuple[list[Line], list[Occupant]]:
    """Scores the flocks of the fields that the tile has closed (NB-113): 1 point a sheep, once a player (NB-62).

    Raises Undetermined where the player has a shepherd in a field of the tile: it draws a token or is scored
    (NB-61), and nothing says which.
    """
    turn = case.state.turn
    lines: list[Line] = []
    home: list[Occupant] = []
    for ident in turn.touched if turn is not None else ():
        field = case.state.feature(ident)
        herd = [o for o in field.occupants if o.figure == SHEPHERD]
        if field.kind != "field" or not herd:
            continue
        item = Item.feature(ident)
        if turn is not None and any(o.owner == turn.player for o in herd):
            case.find("NB-61", "shepherd-chooses", feature=item)
            case.lack("shepherd-choice", field)
        if not _closed(case, field):
            continue
        case.find("NB-113", "field-closed-flocks", feature=item)
        sheep = sum(o.mark(SHEEP) for o in herd)
        each = value("NB-62", "per_sheep")
        lines += [Line(p, ident, "sheep", sheep, each, "NB-62") for p in dict.fromkeys(o.owner for o in herd)]
        home += herd
        case.state.clear(ident, [o for o in field.occupants if o.figure != SHEPHERD])
    return lines, home


def _closed(case: Case, field: Feature) -> bool:
    """Whether roads and cities close the field all round, on a board that shows it."""
    ends = case.state.open_ends(field)
    return "enclosed" in field.flags if ends is None else not ends


def supply(state: State) -> Iterator[Problem]:
    """Each player has one shepherd (NB-60)."""
    return beyond_supply(state, SHEPHERD, vocabulary().supply(SHEPHERD), "NB-60")

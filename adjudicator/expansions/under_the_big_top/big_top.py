"""The big top: it pays every meeple around it whenever a circus tile is placed, and once more at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.printed import shows
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.geometry.squares import patch
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Item, Line
from adjudicator.rulebook.loader import rule

BIG_TOP = "big-top"
CIRCUS = "circus-space"
POINT = "point"
SPREAD = ("road", "city", "field")
"""Kinds of feature that may lie near the big top while the meeple on them does not."""


@remembered(Scope.PART)
class Token(NamedTuple):
    """An animal token that was revealed in a turn."""

    value: int
    last: bool
    """Whether it is the one that lies there at the end of the game."""


@remembered(Scope.GAME)
class Moved(NamedTuple):
    """The big top has been moved to a circus tile."""


def tokens() -> dict[int, int]:
    """The values of the animal tokens, with how many there are of each (NB-64)."""
    name = "tokens_of_"
    values = rule("NB-64").values.items()
    return {int(key.removeprefix(name)): int(number) for key, number in values if key.startswith(name)}


# ---- what a position tells
def locate_big_top(state: State) -> Iterator[Problem]:
    """Notes the square of the big top that a ``same tile`` line tells."""
    yield from state.locate(BIG_TOP)


def checks(state: State) -> Iterator[Problem]:
    """A told token is one of those there are (NB-64)."""
    for mention in state.mentions(BIG_TOP):
        for mark, number in mention.figure.marks:
            if mark == POINT and number not in tokens():
                yield Problem("no-such-token", mention.figure.span, {"number": number}, (), ("NB-64",))


def told_value(state: State) -> int | None:
    """The value of the token under the big top where the position tells it."""
    found = (number for one in state.mentions(BIG_TOP) for mark, number in one.figure.marks if mark == POINT)
    return next(found, None)


def standing(case: Case) -> Cell | bool:
    """The square of the big top; False before the first circus tile, True where a sketch tells what is near it.

    Raises Undetermined where the position does not tell where it is.
    """
    state, turn = case.state, case.state.turn
    if BIG_TOP in state.neutral:
        return state.neutral[BIG_TOP]
    if any(mention.tile is None for mention in state.mentions(BIG_TOP)):
        return True
    if not state.whole or state.recall(Moved):
        case.lack("near-big-top")
    cells = [cell for cell in circus_squares(state) if turn is None or turn.closed or cell != turn.cell]
    if len(cells) > 1:
        case.lack("where-big-top", None, squares=tuple(map(Item.cell, cells)))
    return cells[0] if cells else False


def circus_placed(case: Case) -> bool:
    """Whether the tile of the turn is a circus tile."""
    return bool(shows(case, CIRCUS))


def circus_to_come(case: Case) -> bool | None:
    """Whether the token is still to pay in this turn; None before the tile lies."""
    turn = case.state.turn
    return circus_placed(case) and not turn.closed if turn is not None and turn.placed else None


# ---- who is near
def near(case: Case, where: Cell | bool) -> list[tuple[Feature, Occupant]]:
    """The figures of players on the tile of the big top and the 8 around it. Raises Undetermined."""
    if not where:
        return []
    place: Cell | str = BIG_TOP
    if not isinstance(where, bool) and BIG_TOP not in case.state.neutral:
        place = where  # nothing but the tiles shows it
    there = case.state.around(place, patch)
    idents = {feature.id for feature, _ in there.figures}
    for feature in there.features(*SPREAD):
        if feature.occupants and not case.state.squares_of(feature) and feature.id not in idents:
            figures = tuple(Item.figure(one.owner, one.figure, feature.id) for one in feature.occupants if one.owner)
            case.lack("big-top-who", feature, figures=tuple(dict.fromkeys(figures)))
    return [(feature, one) for feature, one in there.figures if one.owner]


def paid(case: Case, where: Cell | bool, ident: str, token: int | None, lacking: str) -> list[Line]:
    """The points of a token for every meeple near the big top, by the rule `ident`; other figures get none (NB-65).

    Raises Undetermined with `lacking` where nobody told the token.
    """
    counts: dict[str, int] = {}
    there = near(case, where)
    for feature, one in there:
        figure = Item.figure(one.owner, one.figure, feature.id)
        counted = "meeple" in case.game.figure_traits(one.figure)
        case.find("NB-65", "big-top-counts", counted, figure=figure)
        if counted:
            counts[one.owner] = counts.get(one.owner, 0) + 1
            said = (says(case, feature, one, BIG_TOP) for says in case.game.may.be_counted)
            case.note(*(finding for finding in said if finding is not None))
    if counts and token is None:
        if lacking == "last-token":
            if not isinstance(where, bool):
                case.lack("last-token", square=Item.cell(where))
            figures = (Item.figure(one.owner, one.figure, feature.id) for feature, one in there)
            case.lack("last-token", figures=tuple(dict.fromkeys(figures)))
        case.lack("big-top-token")
    return [Line(player, "", "big-top", number, token or 0, ident) for player, number in counts.items()]


# ---- when it pays
def circus_scored(case: Case) -> tuple[list[Line], list[Occupant]]:
    """After phase 3 of a turn with a circus tile: the token pays, then the big top goes to the new tile (NB-63)."""
    state, turn = case.state, case.state.turn
    if turn is None or not circus_placed(case):
        return [], []
    where = standing(case)
    if where is False:
        case.find("NB-63", "big-top-first")
        lines = []
    else:
        revealed = next((token.value for token in case.recall(Token) if not token.last), told_value(state))
        case.find("NB-63", "big-top-pays")
        lines = paid(case, where, "NB-63", revealed, "token")
    case.remember(Moved())
    state.forget(BIG_TOP)
    if turn.cell is not None:
        state.neutral[BIG_TOP] = turn.cell
    return lines, []


def last_token(case: Case) -> list[Line]:
    """The token under the big top pays once more at the end of the game (NB-66)."""
    state = case.state
    told_of = any(True for _ in state.mentions(BIG_TOP)) or BIG_TOP in state.neutral or state.recall(Moved)
    if not told_of and not circus_squares(state):
        return []
    tokens = case.recall(Token) if state.turn is not None else state.recall_last(Token)
    token = next((one.value for one in tokens if one.last), told_value(state))
    case.find("NB-66", "big-top-at-end")
    return paid(case, standing(case), "NB-66", token, "last-token")


CHECKS = (checks,)


def circus_squares(state: State) -> list[Cell]:
    """The squares of all circus tiles on the board."""
    return [tile.cell for tile in state.tiles_showing(CIRCUS) if tile.cell is not None]

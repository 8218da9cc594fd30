"""The revolt tiles: how many there are of each kind, and how many of them are in the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import rule, value


def units() -> dict[str, int]:
    """The units that count revolt tiles of each kind, with how many there are in the box (REVOLT-02)."""
    return {f"{kind}-revolt": value("REVOLT-02", kind) for kind in rule("REVOLT-02").allowed}


def ready(case: Case) -> list[Item]:
    """The twelve tiles by kind; that three of them leave the game unseen is noted (REVOLT-05)."""
    case.find("REVOLT-01", "revolt-tiles", number=value("REVOLT-01", "tiles"))
    counts = [Item.count(number, "", unit) for unit, number in units().items()]
    case.find("REVOLT-02", "revolt-kinds", counts=tuple(counts))
    _set_aside(case)
    return counts


def _set_aside(case: Case) -> None:
    case.find(
        "REVOLT-05", "revolt-aside", aside=value("REVOLT-05", "set_aside"), number=value("REVOLT-05", "in_play"),
        tiles=value("REVOLT-05", "tiles"),
    )  # fmt: skip


def in_stock(case: Case) -> Mapping[str, int]:
    """Which revolt tiles are left nobody knows, so the stock holds only those that a position tells."""
    aside = value("REVOLT-05", "set_aside")
    _set_aside(case)
    for unit, number in units().items():
        tile = Item.count(number, "", unit)
        case.find("REVOLT-02", "revolt-bounds", tiles=tile, least=number - aside, most=number)
    return {}


def too_many(state: State) -> Iterator[Problem]:
    """The stock holds no more revolt tiles than there are of a kind, and no more than are in the game."""
    found = {unit: state.stock[unit] for unit in units() if unit in state.stock}
    for unit, number in found.items():
        if number > units()[unit]:
            values = {"tiles": Item.count(number, "", unit), "owned": units()[unit]}
            yield Problem("revolts-of-a-kind", NOWHERE, values, (), ("REVOLT-02",))
    in_play = value("REVOLT-05", "in_play")
    if sum(found.values()) > in_play:
        yield Problem("revolts-in-all", NOWHERE, {"number": sum(found.values()), "owned": in_play}, (), ("REVOLT-05",))

"""The tiles of the set: how many there are, that their arrows hinder nothing, and that they score like any others."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Expansion, May, Start, Tells
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.anniversary_20.arrows import ARROW, KINDS, SIDES, symbol_name
from adjudicator.expansions.anniversary_20.figures import BESIDE
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import rule, value


def in_the_box(case: Case) -> Iterator[Item]:
    """15 tiles, 5 with each symbol (ANN-04), shuffled in with the others (ANN-07)."""
    case.find("ANN-04", "arrow-tiles", number=value("ANN-04", "tiles"), each=value("ANN-04", "tiles_per_symbol"))
    case.find("ANN-07", "arrow-shuffled")
    for action in rule("ANN-05").allowed:
        yield Item.count(value("ANN-04", "tiles_per_symbol"), "", KINDS[action])


def no_hindrance(case: Case, deed: Deed) -> Iterator[Finding]:
    """An arrow says nothing about where and how its tile may lie (ANN-08)."""
    if deed.face is not None and any(symbol == ARROW for symbol, _, _ in deed.face.marks):
        yield Finding("ANN-08", True, "arrow-hinders-not", {})


def as_usual(case: Case, feature: Feature, at_end: bool) -> None:
    """Notes that added meeples count (ANN-24), and that arrows change no feature's points (ANN-28, ANN-29)."""
    item = Item.feature(feature.id)
    for occupant in feature.occupants:
        pair = [o for o in feature.occupants if o.owner == occupant.owner and o.cell == occupant.cell]
        if occupant.mark(BESIDE) or (occupant.owner and occupant.cell is not None and len(pair) > 1):
            case.find("ANN-24", "arrow-counts", player=Item.player(occupant.owner), feature=item)
    if any(tile.shows(ARROW) for tile in case.state.tiles_of(feature)):
        case.find("ANN-29" if at_end else "ANN-28", "arrow-scored-as-usual", feature=item)


def defined(state: State) -> Iterator[Problem]:
    """An arrow points to a side of its tile and bears one of the three symbols (ANN-05)."""
    for name, face in state.tiles.own.items():
        for symbol, side, word in face.marks:
            if symbol == ARROW and (side not in SIDES or word not in KINDS.values()):
                symbols = tuple(symbol_name(kind) for kind in KINDS.values())
                yield Problem("arrow-undefined", NOWHERE, {"tile": name, "symbols": symbols}, (), ("ANN-05",))


PART = Expansion(
    "anniversary-20",
    start=Start(ready=(in_the_box,), checks=(defined,)),
    may=May(place=(no_hindrance,)),
    tells=Tells(traps=(as_usual,)),
)

"""Where the dragon and the fairy are: with a figure, or on a square of the board."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import Span
from adjudicator.words.vocabulary import vocabulary

DRAGON = "dragon"
FAIRY = "fairy"
MEEPLE = "meeple"
HELPER = "helper"
"""The trait of builder and pig, who go beside a meeple."""
SPECIAL = "special"
"""The trait of every figure of a player that is no meeple."""


def with_fairy(state: State) -> tuple[Feature, Occupant] | None:
    """The figure that has the fairy, and the feature it stands on; None where none has."""
    return next(((f, o) for f in state.occupied() for o in f.occupants if o.mark(FAIRY)), None)


def fairy_square(state: State) -> Cell | None:
    """The square of the fairy on a board; None where that is not known."""
    assigned = with_fairy(state)
    if assigned is not None and assigned[1].cell is not None:
        return assigned[1].cell
    return state.neutral.get(FAIRY)


def holds_off(case: Case, feature: Feature, squares: Collection[Cell]) -> bool:
    """Whether a figure that comes to a feature could only come to the tile of the dragon, as far as that is known."""
    tile = case.state.tile_of(DRAGON)
    if tile is None:
        return False
    if squares and tile.squares:
        return all(cell in tile.squares for cell in squares)
    return case.state.on_one_tile(feature) and bool(tile.has(feature))


def beside_dragon(case: Case, feature: Feature, squares: Collection[Cell]) -> Finding | None:
    """Whether a figure may come to the tile of the dragon, no text says (NB-131)."""
    if not holds_off(case, feature, squares):
        return None
    return case.doubt("open", "NB-131", "dragon-is-there", feature=Item.feature(feature.id))


def locate_both(state: State) -> Iterator[Problem]:
    """Notes the squares that ``same tile`` lines and figures with the fairy tell; each of the two is somewhere once."""
    for figure in (DRAGON, FAIRY):
        yield from state.locate(figure)
    assigned = with_fairy(state)
    if assigned is not None and assigned[1].cell is not None:
        if state.neutral.setdefault(FAIRY, assigned[1].cell) != assigned[1].cell:
            yield _twice(FAIRY, assigned[1].span)


def _twice(figure: str, span: Span) -> Problem:
    return Problem("neutral-twice", span, {"figure": Item.noun("figure", figure)})


def checks(state: State) -> Iterator[Problem]:
    """One meeple has the fairy, and nothing else has (NB-28)."""
    found = [o for feature in state.occupied() for o in feature.occupants if o.mark(FAIRY)]
    for occupant in found:
        if MEEPLE not in vocabulary().figure_traits(occupant.figure):
            values = {"figure": Item.noun("figure", occupant.figure)}
            yield Problem("fairy-no-meeple", occupant.span, values, (), ("NB-28",))
    if sum(o.mark(FAIRY) for o in found) > 1:
        yield Problem("neutral-twice", found[-1].span, {"figure": Item.noun("figure", FAIRY)})

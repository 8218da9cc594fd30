"""Where the tiles of the river may lie: all of them first, one after the other, without turning back at once."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed, Discarded
from adjudicator.engine.state import State
from adjudicator.geometry.squares import beyond
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item

WATER = "s"
"""The letter of a side with the river, in the sides of a face."""
RIVER = "river"
BENDS = (1, 3)
"""Quarter turns to the right and to the left."""


def _water(edges: str) -> list[int]:
    """The sides with the river."""
    return [side for side, edge in enumerate(edges) if edge == WATER]


def begun(case: Case) -> tuple[Item, ...]:
    """The spring lies there instead of the start tile, and the river is laid first (NB-15)."""
    case.find("NB-15", "river-begins")
    return ()


def course(case: Case, deed: Deed) -> Iterator[Finding]:
    """All that the river asks of a tile that is to lie on a square (NB-15, NB-16)."""
    state, face, cell = case.state, deed.face, deed.cell
    if cell is None or face is None:
        return
    rivers = list(state.of_kind(RIVER))
    if WATER not in face.edges:
        ends = [state.open_ends(river) for river in rivers]
        if state.whole and any(number != 0 for number in ends):
            lakes = sum(len(_water(one.face.edges)) == 1 for one in case.recall(Discarded))
            over = None not in ends and sum(filter(None, ends)) <= lakes
            yield Finding("NB-15", over, "river-over" if over else "river-first", {})
        return
    square = Item.cell(cell)
    upstream = [side for side in _water(face.turned(deed.turns).edges) if _flows(state, cell, side)]
    if upstream or rivers:
        yield Finding("NB-16", bool(upstream), "river-goes-on", {"square": square})
    for entry in upstream:
        sources, rule = _sources(case, beyond(cell, entry), entry ^ 2)
        for before, now in _bends(face.turned(deed.turns).edges, entry, sources):
            yield Finding(rule, before != now, "river-bends", {"square": square})


def _sources(case: Case, cell: Cell, ahead: int) -> tuple[list[int], str]:
    """The sides by which the river may have come to a square that it leaves by `ahead`, and the rule that says so.

    At a fork it came from where the river lies already (NB-16), or, as is agreed on, from every other arm (NB-122).
    """
    lay = case.state.lay(cell)
    sources = [side for side in _water(lay.edges) if side != ahead] if lay is not None else []
    if len(sources) > 1:
        if case.option("river-fork") == "every-arm":
            return sources, "NB-122"
        sources = [side for side in sources if _flows(case.state, cell, side)]
    return (sources if len(sources) == 1 else []), "NB-16"


def _bends(edges: str, entry: int, sources: list[int]) -> Iterator[tuple[int, int]]:
    """To which hand the river goes on the tile before and on the one with these sides, where it bends on both."""
    water = _water(edges)
    if len(water) != 2:
        return
    leaves = water[0] if water[1] == entry else water[1]
    for source in sources:
        hands = ((entry ^ 2) - (source ^ 2)) % 4, (leaves - (entry ^ 2)) % 4
        if set(hands) <= set(BENDS):
            yield hands


def _flows(state: State, cell: Cell, side: int) -> bool:
    """Whether the river goes on beyond a side of a square."""
    lay = state.lay(beyond(cell, side))
    return lay is not None and lay.edges[side ^ 2] == WATER

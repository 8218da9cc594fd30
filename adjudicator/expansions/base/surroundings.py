"""What a sketch counts around a tile: the tiles of a monastery and of whatever else its eight neighbours complete."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.geometry.squares import ring
from adjudicator.words.vocabulary import vocabulary

TILE = "tile"
MONASTIC, SURROUNDED = "monastic", "surrounded"
"""Traits of kinds that the tiles around them measure: one tile with eight others, and what takes another number."""


def add_surroundings(state: State) -> Iterator[Problem]:
    """Adds to what is measured by its surroundings the tiles that ``around`` lines count there (BASE-32).

    Whatever is counted lies on a tile of its own; all of them complete it. Where no plain tiles are counted there may
    be others.
    """
    most = len(ring(((0, 0),)))
    for feature, line in list(state.lines_about("around")):
        if feature.id not in state.features:
            continue
        traits = vocabulary().kind_traits(feature.kind)
        if not {MONASTIC, SURROUNDED} & set(traits):
            yield Problem("around-nothing", line.span, {"feature": feature.id})
            continue
        eight = MONASTIC in traits
        rule = game(state.setup.expansions).kind(feature.kind).whole or "BASE-32"
        number = sum(line.counts.values())
        values = {"feature": feature.id, "count": number + 1}
        if eight and number > most:
            yield Problem("too-many-around", line.span, values, (), (rule,))
        elif feature.tiles is not None and number > feature.tiles - 1:
            yield Problem("around-more", line.span, {**values, "tiles": feature.tiles}, (), (rule,))
        else:
            tiles, complete = feature.tiles, feature.complete
            if not number or number == most or TILE in line.counts:
                tiles = number + 1 if tiles is None else tiles
                complete = number == most if complete is None and eight else complete
            state.add(feature._replace(tiles=tiles, complete=complete))


def counted_around(case: Case) -> None:
    """Asks how many tiles lie around what the placed tile may have completed (BASE-32). Raises Undetermined."""
    for feature in case.uncounted():
        if MONASTIC in case.game.kind_traits(feature.kind):
            case.tiles(feature)

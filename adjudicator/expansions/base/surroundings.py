"""What a sketch counts around a tile: the tiles of a monastery and of whatever else its eight neighbours complete."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.game import game
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.geometry.squares import ring
from adjudicator.words.vocabulary import vocabulary


def add_surroundings(state: State) -> Iterator[Problem]:
    """Adds to what is measured by its surroundings the tiles that ``around`` lines count there (BASE-32).

    Whatever is counted lies on a tile of its own; all of them complete it.
    """
    most = len(ring(((0, 0),)))
    for feature, line in list(state.lines_about("around")):
        if feature.id not in state.features or "monastic" not in vocabulary().kind_traits(feature.kind):
            continue
        rule = game(state.setup.expansions).kind(feature.kind).whole or "BASE-32"
        number = sum(line.counts.values())
        values = {"feature": feature.id, "count": number + 1}
        if number > most:
            yield Problem("too-many-around", line.span, values, (), (rule,))
        elif feature.tiles is not None and number > feature.tiles - 1:
            yield Problem("around-more", line.span, {**values, "tiles": feature.tiles}, (), (rule,))
        else:
            tiles = feature.tiles if feature.tiles is not None else number + 1
            complete = feature.complete if feature.complete is not None else number == most
            state.add(feature._replace(tiles=tiles, complete=complete))

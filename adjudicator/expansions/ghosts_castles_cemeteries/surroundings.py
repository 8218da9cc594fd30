"""What lies around a tile, on a board or as a sketch says it: misty tiles, start squares; what a move points at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.model.position import Feature
from adjudicator.model.scenario import Move
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.engine.case import Case
    from adjudicator.geometry.face import Lay

MISTY = "misty"
MIST = "mist"
MISTY_TILE = "misty-tile"
START = "start-square"
MISTY_START = "misty-start-square"


@remembered(Scope.GAME)
class OwnMistUnsaid(NamedTuple):
    """A sketched haunted castle around which the misty tiles are counted, while nothing says whether its own is."""

    feature: str
    around: int
    """The misty tiles around it."""


@remembered(Scope.GAME)
class TileMistUnsaid(NamedTuple):
    """A sketched haunted castle beside which a tile was laid of which nothing says whether it is misty."""

    feature: str


def shows_mist(lay: Lay) -> bool:
    """Whether a tile shows mist anywhere."""
    printed = any(symbol == MIST for symbol, _, _ in lay.marks)
    return printed or any(segment.covered or MISTY in segment.marks for segment in lay.segments)


def start_corner(lay: Lay | None) -> str | None:
    """Which square of the start tile a face is: ``NW``, ``""`` where that is not said; None for another tile."""
    if lay is None:
        return None
    return next((side for symbol, side, _ in lay.marks if symbol == START), None)


def pointed_at(case: Case, move: Move) -> list[Feature]:
    """The features that a move points at, by name, or by kind and square. Raises Mistake."""
    state = case.state
    found = [one.feature for one in case.names_in(move) if one.feature is not None]
    for place in case.args(move).all_places():
        try:
            found.append(state.resolve(place))
        except Mistake:
            continue
    return [state.feature(ident) for ident in dict.fromkeys(found)]


def monastic(feature: Feature) -> bool:
    """Whether a feature is measured by the tiles around it."""
    return "monastic" in vocabulary().kind_traits(feature.kind)


def on_start_tile(state: State, feature: Feature) -> bool:
    """Whether a part of a feature lies on the start tile."""
    if any(flag == START or flag.startswith(f"{START}-") for flag in feature.flags):
        return True
    return any(start_corner(tile.lay) is not None for tile in state.tiles_of(feature))

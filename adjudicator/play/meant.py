"""Which of several figures a record means where it does not say so: each is followed, as each reading of a rule is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeVar

from adjudicator.engine.readings import Met, OpenPoint, Taken
from adjudicator.engine.state import State
from adjudicator.model.ruling import Item, Missing, Reading
from adjudicator.model.span import Span

T = TypeVar("T")


class Way(Protocol):
    """A text as it was played in one way."""

    state: State
    lacks: dict[str, tuple[Missing, Span]]
    """What was not said although something rests on it, with the place that needs it, in the order of the text."""


WayT = TypeVar("WayT", bound=Way)


class Asked(NamedTuple):
    """What a record leaves out: which of several figures it means."""

    missing: Missing
    span: Span
    """The move or turn that leaves it out."""
    figures: tuple[Item, ...]


class Meant:
    """The figures that a record may mean, as far as it was followed."""

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}
        """What it leaves out, by the point at which it does."""
        self._points: dict[str, OpenPoint] = {}

    def follow(self, fixed: Taken, play: Callable[[Taken], tuple[T, WayT]]) -> tuple[T, Met]:
        """What comes of a record by the readings and figures that are `fixed`, of all others by the first there is, and
        the points that it came to: for `readings.ways`. `play` gives the same for what is fixed, and how it was played.
        """
        given = fixed
        while True:
            found, run = play(given)
            lacks = next((one for one in run.lacks.values() if one[0].ways and one[0].point not in dict(given)), None)
            if lacks is None:
                return found, self._met(given, run.state.readings.met)
            missing, span = lacks
            listed = missing.values.get("figures")
            figures = tuple(one for one in listed if isinstance(one, Item)) if isinstance(listed, tuple) else ()
            self.asked.setdefault(missing.point, Asked(missing, span, figures))
            each = tuple(Reading(str(way), ()) for way in range(missing.ways))
            self._points[missing.point] = OpenPoint(missing.point, "open", each)
            given = (*given, (missing.point, each[0].id))

    def taken(self, met: Met) -> Taken:
        """The same as what is fixed for another way through the record."""
        return tuple((ident, reading.id) for ident, (_, reading) in met.items() if ident in self.asked)

    def figures(self, met: Mapping[str, tuple[OpenPoint, Reading]]) -> dict[str, Item]:
        """Which figures are taken to be meant at the points that a way came to."""
        return {
            ident: self.asked[ident].figures[int(reading.id)]
            for ident, (_, reading) in met.items()
            if ident in self.asked
        }

    def _met(self, fixed: Taken, met: Met) -> Met:
        """The points that a way came to: what was fixed first, and in its order."""
        self._points.update((ident, point) for ident, (point, _) in met.items())
        found: dict[str, tuple[OpenPoint, Reading]] = {}
        for ident, taken in fixed:
            point = self._points[ident]
            found[ident] = point, next(one for one in point.readings if one.id == taken)
        return {**found, **met}

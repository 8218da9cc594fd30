"""How what the rules leave open is read: one way at a time, so that whatever rests on it rests on the same reading.

Code that comes to an open point takes the reading of the run that it is part of, and goes on as if the rules said so.
Who answers a question runs it once for each reading (`ways`) and puts the outcomes side by side: an open point
carries on into totals, winners and claims by itself, and one on which nothing depends is not open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from adjudicator.model.ruling import Reading, Verdict

T = TypeVar("T")

MOST = 128
"""So many ways to read all that is open are tried; what more there may be is said to be left out."""


class OpenPoint(NamedTuple):
    """Something that the rules leave open, or on which sources disagree."""

    id: str
    """Its own name: that of the sentence that tells of it; for what is open anew each time, with the time."""
    verdict: Verdict
    """``open`` or ``disputed``."""
    readings: tuple[Reading, ...]
    """At least two."""


Met: TypeAlias = "Mapping[str, tuple[OpenPoint, Reading]]"
"""Open points with the readings taken, by their ids, in the order in which a run came to them."""
Taken: TypeAlias = "tuple[tuple[str, str], ...]"
"""The same, each reading by its id."""


Kept: TypeAlias = "tuple[dict[str, tuple[OpenPoint, Reading]], dict[str, str]]"


class Readings:
    """How one run reads what is open, and what it has come to so far."""

    __slots__ = ("agreed", "consulted", "fixed", "met")

    def __init__(self, fixed: Taken = (), agreed: Mapping[str, str] | None = None) -> None:
        self.agreed: Mapping[str, str] = agreed or {}
        """The readings that the table has agreed on, by the points: these are not open."""
        self.fixed: Mapping[str, str] = dict(fixed)
        """The readings that are given; of every other point the first stands."""
        self.met: dict[str, tuple[OpenPoint, Reading]] = {}
        """The points that the run came to, with the reading taken."""
        self.consulted: dict[str, str] = {}
        """The options that the run has asked for, with the values in force."""

    def copy(self) -> Readings:
        """The same readings, free to come to others."""
        other = Readings()
        other.fixed, other.agreed = self.fixed, self.agreed
        other.met, other.consulted = dict(self.met), dict(self.consulted)
        return other

    def read(self, point: OpenPoint) -> Reading:
        """The reading of a point in this run."""
        agreed = self.agreed.get(point.id) or self.agreed.get(point.id.partition(" ")[0])  # of all that are alike
        settled = next((one for one in point.readings if one.id == agreed), None) if agreed else None
        if settled is not None:
            return settled
        known = self.met.get(point.id)
        if known is not None:
            return known[1]
        wanted = self.fixed.get(point.id)
        taken = next((one for one in point.readings if one.id == wanted), point.readings[0])
        self.met[point.id] = point, taken
        return taken

    def progress(self) -> Kept:
        """What was met until now, for `back_to`."""
        return dict(self.met), dict(self.consulted)

    def back_to(self, kept: Kept) -> None:
        """Forgets what was met since: a question leaves no trace."""
        self.met, self.consulted = dict(kept[0]), dict(kept[1])


def ways(run: Callable[[Taken], tuple[T | None, Met]]) -> Iterator[tuple[T, Met]]:
    """Every way to read what is open, with what `run` gives for it, the first readings first, at most `MOST`.

    `run` is given the readings up to a point and says what came of them, None where they cannot be, and the points that
    it came to. It must come to the same points as long as it reads them alike.
    """
    waiting: list[Taken] = [()]
    tried = 0
    while waiting and tried < MOST:
        fixed = waiting.pop()
        tried += 1
        found, met = run(fixed)
        taken = tuple((ident, reading.id) for ident, (_, reading) in met.items())
        for at in reversed(range(len(fixed), len(taken))):
            point, reading = met[taken[at][0]]
            for other in reversed(point.readings):
                if other.id != reading.id:
                    waiting.append((*taken[:at], (point.id, other.id)))
        if found is not None:
            yield found, met
    if waiting:
        raise TooMany


def adopted(kept: Sequence[Met], refused: Sequence[Met]) -> tuple[OpenPoint, ...]:
    """The open points that what was played has settled: all ways that are `kept` read them alike, and one that could
    not be played otherwise.
    """
    found: dict[str, OpenPoint] = {}
    for met in refused:
        for ident, (point, reading) in met.items():
            taken = {way[ident][1].id if ident in way else "" for way in kept}
            if len(taken) == 1 and not taken & {"", reading.id}:
                found[ident] = point
    return tuple(found.values())


class TooMany(Exception):
    """There are more than `MOST` ways to read what is open."""

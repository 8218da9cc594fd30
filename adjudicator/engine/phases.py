"""The course of a turn: the moments at which something may come, and what expansions bring at each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from adjudicator.engine.case import Case


class Moment(IntEnum):
    """A moment of a turn, in order. Those in which only one thing comes are the phases of every turn."""

    BEGIN = 0
    """When the turn begins, before anything is drawn."""
    DRAW = 1
    DRAWN = 2
    """When a tile is drawn and not yet placed."""
    PLACE = 3
    PLACED = 4
    """When the tile lies in place, still in the phase of placing it."""
    BEFORE_PUT = 5
    """In the phase of the meeple, before it is put."""
    PUT = 6
    AFTER_PUT = 7
    """When that phase is done, before the scoring."""
    SCORE = 8
    SCORED = 9
    """In the phase of the scoring, once features are scored."""
    AFTER = 10
    """After the scoring: the fourth phase of what brings one."""
    END = 11
    """At the end of the turn, after all its phases."""
    NEXT = 12
    """A further turn of the same player, when this one is over."""


class Phase(NamedTuple):
    """Something that comes at a moment of the turn."""

    word: str
    """What comes, as the id of a word."""
    rule: str
    """The rule that says when."""
    at: Moment
    after: Mapping[str, str] = {}
    """What of the same moment comes before it, by word, with the rule that says so."""
    played: Callable[[Case], bool] | None = None
    """Whether the agreement is to play with it; None always."""
    waits: Callable[[Case], bool | None] | None = None
    """Whether it is still to come in the turn that is going on; None where that cannot be told yet."""
    before: frozenset[str] = frozenset()
    """Verbs (``puts``, ``builds castle``) and questions of what comes later in the turn: the phase is over before it is
    judged."""
    topic: str = ""
    """The question that is asked of the phase itself."""
    settle: Callable[[Case], None] | None = None
    """Does what the placed tile makes the player do in it: what is forced, and where he has the choice what the run
    takes him to do. Raises Undetermined where it takes him to do nothing yet."""
    first: str = ""
    """The sentence that says of a `player` that it comes before his move."""


class Beside(NamedTuple):
    """What has no place of its own in the order: it comes within a phase or takes the place of one."""

    word: str
    rule: str
    phase: str = ""
    """The word of the phase; "" for what may be done at any time of one's turn."""
    how: Literal["within", "instead"] = "within"
    waits: Callable[[Case], bool] | None = None
    """Whether what was begun with it is still to be finished before the scoring."""


def unsure(case: Case) -> bool | None:
    """Of a phase of which a position does not tell whether this turn brings it."""
    return None


def loose(phases: Sequence[Phase]) -> list[list[Phase]]:
    """Phases of one moment, in groups: between two groups the order is fixed, within a group of several it is not.

    It is not fixed where nothing is said, nor where each of two is said to come before the other.
    """
    said = {phase.word: all_before(phase, phases) for phase in phases}
    before = {word: {one for one in ahead if word not in said[one]} for word, ahead in said.items()}
    groups: list[list[Phase]] = []
    for phase in sorted(phases, key=lambda one: (len(before[one.word]), one.word)):
        free = [group for group in groups if any(not _fixed(phase, one, before) for one in group)]
        groups = [group for group in groups if group not in free]
        groups.append([*(one for group in free for one in group), phase])
    return sorted(groups, key=lambda group: min(len(before[one.word]) for one in group))


def _fixed(one: Phase, other: Phase, before: Mapping[str, set[str]]) -> bool:
    return (one.word in before[other.word]) != (other.word in before[one.word])


def all_before(phase: Phase, phases: Sequence[Phase]) -> set[str]:
    """The words of all of `phases` that are said to come before one of them, directly or by way of others."""
    known = {one.word: one for one in phases}
    found: set[str] = set()
    rest = [word for word in phase.after if word in known]
    while rest:
        word = rest.pop()
        if word not in found:
            found.add(word)
            rest += [more for more in known[word].after if more in known]
    return found


def orders(phases: Sequence[Phase]) -> Iterator[tuple[Phase, ...]]:
    """Every order of some phases that keeps to what is said of them; where that contradicts itself, any."""
    if not phases:
        yield ()
    words = {phase.word for phase in phases}
    for phase in [one for one in phases if words.isdisjoint(one.after)] or phases:
        for rest in orders([one for one in phases if one is not phase]):
            yield (phase, *rest)

"""What a game remembers: typed records that expansions own, each with the time for which it holds.

A record is a NamedTuple whose class says how long it is remembered::

    @remembered(Scope.TURN)
    class BarnPut(NamedTuple):
        field: str

What is printed is no memory: no rule reads a sentence back.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar, cast

R = TypeVar("R")


class Scope(Enum):
    """For how long a record is remembered."""

    PART = "part"
    """Until the part of the turn that is going on ends: a double turn has two."""
    TURN = "turn"
    """Until the player has no further part and no turn besides."""
    GAME = "game"
    """To the end of the game."""


_scopes: dict[type, Scope] = {}


def remembered(scope: Scope) -> Callable[[type[R]], type[R]]:
    """Declares for how long records of a class are remembered."""

    def declare(kind: type[R]) -> type[R]:
        _scopes[kind] = scope
        return kind

    return declare


class Memory:
    """The records of one moment, oldest first."""

    __slots__ = ("_before", "_game", "_now")

    def __init__(self) -> None:
        self._game: dict[type, tuple[object, ...]] = {}
        self._now: dict[type, tuple[object, ...]] = {}
        """Of the part of the turn that is going on, and of the parts before it what the whole turn remembers."""
        self._before: dict[type, tuple[object, ...]] = {}
        """The same of the part that ended last."""

    def copy(self) -> Memory:
        """The same memory, free to go on differently."""
        other = Memory()
        other._game, other._now, other._before = dict(self._game), dict(self._now), self._before
        return other

    def lasts(self, kind: type) -> bool:
        """Whether records of a class are remembered to the end of the game."""
        return _scopes[kind] is Scope.GAME

    def add(self, record: object) -> None:
        """Remembers a record. Raises LookupError where its class says no scope."""
        kind = type(record)
        records = self._game if _scopes[kind] is Scope.GAME else self._now
        records[kind] = (*records.get(kind, ()), record)

    def of(self, kind: type[R]) -> tuple[R, ...]:
        """What is remembered of a class."""
        records = self._game if _scopes[kind] is Scope.GAME else self._now
        return cast("tuple[R, ...]", records.get(kind, ()))

    def before(self, kind: type[R]) -> tuple[R, ...]:
        """What the part of a turn that ended last remembered of a class."""
        return cast("tuple[R, ...]", self._before.get(kind, ()))

    def begin(self, goes_on: bool) -> None:
        """A part of a turn begins; with `goes_on` it is a further one of the player whose part ended last."""
        self._now = {k: v for k, v in self._before.items() if _scopes[k] is Scope.TURN} if goes_on else {}

    def end(self) -> None:
        """The part of a turn that is going on ends."""
        self._before, self._now = self._now, {}

"""The signatures of the functions an expansion brings that take more than two arguments.

They say what a type checker holds an expansion to; nothing imports them when the program runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from adjudicator.engine.case import Case
    from adjudicator.engine.expansion import Action, Putting, Rate, Worth
    from adjudicator.geometry.face import Face
    from adjudicator.model.position import Cell, Feature, Occupant
    from adjudicator.model.ruling import Finding, Line
    from adjudicator.model.scenario import Move

T_co = TypeVar("T_co", covariant=True)


class Choices(Protocol[T_co]):
    """Every way in which `player` could do a verb now; a question may come with words that narrow it, in `asked`."""

    def __call__(self, case: Case, player: str, asked: Move | None, /) -> Iterable[Action[T_co]]: ...


class WorthOf(Protocol):
    """What a feature is worth, summand by summand; `at_end`: at the end of the game. May raise Undetermined."""

    def __call__(self, case: Case, feature: Feature, at_end: bool, /) -> list[Worth]: ...


class RateOf(Protocol):
    """What the tiles and coats of a feature give; `at_end`: at the end of the game. May raise Undetermined."""

    def __call__(self, case: Case, feature: Feature, at_end: bool, /) -> Rate: ...


class Strength(Protocol):
    """What a figure counts for in the majority on a feature."""

    def __call__(self, case: Case, occupant: Occupant, feature: Feature, /) -> int: ...


class Stays(Protocol):
    """Whether a figure stays on its feature when that is scored."""

    def __call__(self, case: Case, occupant: Occupant, feature: Feature, /) -> bool: ...


class Settle(Protocol):
    """The points of a feature, given out in another way than to who leads."""

    def __call__(self, case: Case, feature: Feature, at_end: bool, /) -> list[Line]: ...


class Tiebreak(Protocol):
    """Those of the `leaders` who still lead, by the figures `standing` on the feature; None where it parts nobody."""

    def __call__(
        self, case: Case, feature: Feature, leaders: tuple[str, ...], standing: tuple[Occupant, ...], /
    ) -> tuple[str, ...] | None: ...


class Charge(Protocol):
    """What `figures` that are scored with a feature cost or bring besides its worth; `scorers` get points for it.

    With `alone` the figures are scored and their feature is not.
    """

    def __call__(
        self,
        case: Case,
        feature: Feature,
        scorers: tuple[str, ...],
        figures: tuple[Occupant, ...],
        at_end: bool,
        alone: bool,
        /,
    ) -> list[Line]: ...


class OfCity(Protocol):
    """For one player or one city of a field: more points for each city, or how often more it counts; None for nothing.

    `whose` is the player, or the id of the city.
    """

    def __call__(self, case: Case, field: Feature, whose: str, /) -> Worth | None: ...


class SetOff(Protocol):
    """The points of `feature` that it gets because `completed` was completed, from the `lines` as they would be.

    None where this expansion has nothing to say of them.
    """

    def __call__(self, case: Case, feature: Feature, completed: Feature, lines: list[Line], /) -> list[Line] | None: ...


class LiesAs(Protocol):
    """The face with what was built on it, that lies on a square when the tile is placed there; None as it is."""

    def __call__(self, case: Case, face: Face, turns: int, cell: Cell, /) -> Face | None: ...


class SetsOff(Protocol):
    """What drawing a tile sets off: `event` names it or is the symbol on the face, `word` stands behind the symbol."""

    def __call__(self, case: Case, event: str, word: str, /) -> None: ...


class FigurePut(Protocol):
    """What a putting brings when the figure stands, as `occupant`."""

    def __call__(self, case: Case, put: Putting, occupant: Occupant, /) -> None: ...


class OfFigure(Protocol):
    """What is to be said of a figure to which another expansion does something, by that one's word such as ``dragon``.

    A finding that does not hold spares the figure; None has nothing to say.
    """

    def __call__(self, case: Case, feature: Feature, occupant: Occupant, by: str, /) -> Finding | None: ...


class Look(Protocol):
    """Notes what a feature shows that matters to what is `asked` of it: ``points``, ``complete`` or ``tiles``."""

    def __call__(self, case: Case, feature: Feature, asked: str, /) -> None: ...


class Trap(Protocol):
    """Warns of a common mistake when a feature is scored."""

    def __call__(self, case: Case, feature: Feature, at_end: bool, /) -> None: ...

"""A position: features, the figures on them, what players hold."""

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.model.span import NOWHERE, Span

Cell = tuple[int, int]
"""A square: x to the east, y to the south."""


class Occupant(NamedTuple):
    """One figure on a feature. "2 meeples" are two of these."""

    owner: str
    """Colour; "" for a figure nobody owns."""
    figure: str
    """Id of the kind of figure: ``meeple``, ``wagon`` ..."""
    place: str
    """Id of the feature, or of the segment on its own tile, where it stands."""
    marks: tuple[tuple[str, int], ...] = ()
    """What it carries and how it stands: ``("ghost", 2)``, ``("protected", 1)``, ``("as-abbot", 1)``."""
    label: str = ""
    """The name that ``called`` gives it."""
    cell: Cell | None = None
    """The square it stands on, where that is known."""
    span: Span = NOWHERE

    def mark(self, name: str) -> int:
        """How many of `name` it carries; 0 or 1 for a state."""
        for mark, count in self.marks:
            if mark == name:
                return count
        return 0


class Touch(NamedTuple):
    """Cities that a field borders: one by name, or some that are only counted."""

    city: str
    """Id of the city, "" for cities without a name."""
    number: int = 1
    complete: bool | None = None
    """Said of unnamed cities; a named one knows it itself."""
    span: Span = NOWHERE
    kind: str = ""
    """The kind that was written before the name of a city."""


class Feature(NamedTuple):
    """One feature as it stands. None is what the position does not say."""

    id: str
    kind: str
    complete: bool | None = None
    tiles: int | None = None
    """Tiles it lies on, each counted once; for what is measured by its surroundings, its own tile and those around."""
    marks: Mapping[str, int] = {}
    """What lies on it: ``coat``, ``inn``, ``cathedral``, ``wine`` ..., with how many."""
    flags: frozenset[str] = frozenset()
    """States: ``scored``, ``empty``, ``besieged``, ``enclosed`` ..."""
    touches: tuple[Touch, ...] | None = None
    """For a field: the cities it borders; () for none."""
    occupants: tuple[Occupant, ...] = ()
    cells: tuple[Cell, ...] = ()
    """Its squares on a board."""
    segments: int = 0
    """Pieces of it on a board; more than `tiles` where a tile holds two."""
    unknown_at: Cell | None = None
    """On a board: a square that would have to be known to say whether it is complete."""
    span: Span = NOWHERE
    only_later: frozenset[str] = frozenset()
    """Of a sketch: those of `marks` of which only what later tiles brought was told, and not what lay there before."""


class Link(NamedTuple):
    """That some things lie near each other or on one tile, as a sketch says it."""

    kind: str
    """``near``, ``around`` or ``same-tile``."""
    subject: str
    """Whose surroundings, as it is written; "" for a tile without a name."""
    items: tuple[object, ...]
    """Places, figures and counts (number, unit id), as `adjudicator.binding.sketch` reads them."""
    span: Span = NOWHERE
    whose: object = None
    """The same as the subject, as `adjudicator.binding.linked` reads it."""


class Hand(NamedTuple):
    """What a player has off the board. None is what nobody said."""

    score: int | None = None
    """Points on the track."""
    items: Mapping[str, int] | None = None
    """Number of each figure and token by id; once given, these are all."""
    aside: Mapping[str, int] = {}
    """Figures set aside that cannot be used yet."""
    unchecked: bool = False
    """``has any figures``: what the player owns is not checked."""
    cards: tuple[str, ...] = ()
    """Named cards, by id."""
    captives: tuple[tuple[str, str, str], ...] = ()
    """Figures of others that the player holds, one by one: what as (a unit id), colour, figure."""
    span: Span = NOWHERE
    """Where it is said."""
    from_zero: bool = False
    """Whether nobody said where `score` began, so that it is counted from 0."""

"""What a sentence speaks of: features, figures, what a tile does; and what keeps it from being understood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.talk.words import tables
from adjudicator.words.vocabulary import vocabulary


class Unclear(Exception):
    """What stands at `at` may mean several things or lacks something: the sentence ``problem.<code>`` asks for it."""

    def __init__(self, code: str, at: int, kinds: Sequence[str] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.at = at
        self.kinds = tuple(kinds)
        """Ids of the kinds of feature that may be meant, as ``first`` and ``second`` of the sentence."""


class Figures:
    """Some figures of one player."""

    def __init__(self, owner: str, figure: str, number: int | None, kind: str, at: Sequence[int]) -> None:
        self.owner = owner
        """Colour; "" where the sentence names nobody."""
        self.figure = figure
        """Id; "" where only somebody's number is said."""
        self.number = number
        """None where several are meant and no number is said."""
        self.kind = kind
        """The kind of feature that the word itself names, as ``knight`` does; "" for others."""
        self.at = tuple(at)
        self.flags: dict[str, bool] = {}
        self.units: dict[str, int] = {}
        """What each of them carries."""
        self.counted = False
        """Whether a number was said."""
        self.owned_behind = False
        """Whether the owner stands behind: a wagon and a knight of mine."""
        self.supposed = False
        """Whether it is there only because another one, such as a builder, needs it."""
        self.each = False
        """Whether each of several players has them: one knight each."""

    @property
    def first(self) -> int:
        return min(self.at)


class Place:
    """A feature that the sentence speaks of."""

    def __init__(self, kind: str, name: str, at: Iterable[int], owner: str = "") -> None:
        self.kind = kind
        self.name = name
        self.at = list(at)
        self.owner = owner
        self.flags: dict[str, bool] = {}
        """Id of each state, and whether it was said as something that happens."""
        self.units: dict[str, int] = {}
        self.counts: list[str] = []
        """Numbers in their own forms: ``5 neighbours``, ``6 of 9 tiles``."""
        self.touched: int | None = None
        self.touches = ""
        self.figures: list[Figures] = []
        self.empty = False
        self.supposed = False
        """Whether only a figure speaks of it."""
        self.called = False
        """Whether the sentence gives it its name."""


class Effect(NamedTuple):
    """What the placed tile does to a feature or symbol."""

    ident: str
    at: int
    place: Place | None


def alike(kind: str, other: str) -> bool:
    """Whether the word for a figure on one kind may mean one on the other: a monk stands on all that is monastic."""
    words = vocabulary()
    return kind == other or all("monastic" in words.kind_traits(one) for one in (kind, other))


def bearing(kind: str, there: Iterable[str]) -> list[str]:
    """Those of the kinds `there` that a figure's word for one on `kind` may mean. Where none is alike, those on which
    figures go by that word, too (``group.stands-as``): a knight stands on a haunted castle.
    """
    found = [one for one in there if alike(one, kind)]
    lent = tables()["group"].get("stands-as", {})
    return found or [one for one in there if kind in lent.get(one, ())]


def is_field(kind: str) -> bool:
    return bool(kind) and "field" in vocabulary().kind_traits(kind)

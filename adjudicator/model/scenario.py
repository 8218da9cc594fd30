"""A bound scenario: what was written, with names resolved and words turned into ids."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.model.position import Cell, Feature, Hand, Link
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE, Span

BOX = "box"
"""The unit of ``stock 2 boxes``, which says how many of every box are in play."""


class Setup(NamedTuple):
    """What is being played."""

    edition: str = "C3"
    expansions: frozenset[str] = frozenset()
    """Ids of the expansions in play."""
    options: Mapping[str, str] = {}
    """Rule switches by option name; they win over the edition."""
    players: tuple[str, ...] = ()
    """Colours in turn order, clockwise."""
    ordered: bool = False
    """Whether a ``players`` line said that order."""
    names: Mapping[str, str] = {}
    """The players' names by colour."""
    brought: frozenset[str] = frozenset()
    """Those of `expansions` that a word of the text brought into play though a `use` line did not name them."""
    boxes: int = 1
    """How many copies of every box are played with."""


class Placed(NamedTuple):
    """A tile lying on the board."""

    cell: Cell
    face: Any
    """A geometry Face; None for a square whose face does not matter."""
    turns: int
    """Quarter turns clockwise."""
    span: Span = NOWHERE


class Ref(NamedTuple):
    """A way to point at a feature: by name, or by kind, side and square on a board."""

    name: str = ""
    kind: str = ""
    side: str = ""
    cell: Cell | None = None
    span: Span = NOWHERE


class Stand(NamedTuple):
    """Figures written under a square, a corner or on a named place."""

    player: str
    figure: str
    number: int
    place: Ref | None
    cell: Cell | None
    marks: tuple[tuple[str, int], ...]
    label: str
    span: Span


class BoardText(NamedTuple):
    """The board as written."""

    part: bool
    """Whether the rest of the table is not known."""
    placed: tuple[Placed, ...]
    stands: tuple[Stand, ...]
    corners: tuple[tuple[Cell, tuple[Stand, ...]], ...]
    names: tuple[tuple[str, Ref], ...]


class Clause:
    """The words behind a verb, an effect or a topic, and their places in its forms once somebody asked for them."""

    __slots__ = ("matches", "words")

    def __init__(self, words: list[Any]) -> None:
        self.words = words
        self.matches: dict[tuple[str, str, bool], Any] = {}
        """What `binding.forms` found, once: by the word it stands behind, who moves, and whether choices are asked."""


class Effect(NamedTuple):
    """What a sketched tile does: ``extends R1``, ``joins F and G as H``."""

    effect: str
    clause: Clause
    span: Span

    @property
    def words(self) -> list[Any]:
        """The words behind that of the effect."""
        return self.clause.words


class Move(NamedTuple):
    """One move as written; the expansion that owns the verb reads its words."""

    player: str
    """Colour of who makes it."""
    verb: str
    clause: Clause
    effects: tuple[Effect, ...]
    span: Span

    @property
    def words(self) -> list[Any]:
        """The words behind the verb."""
        return self.clause.words


def unwritten(player: str, verb: str, span: Span = NOWHERE) -> Move:
    """A move that nobody wrote: one of those that a question looks for."""
    return Move(player, verb, Clause([]), (), span)


class Expect(NamedTuple):
    """One expectation."""

    kind: str
    """``points``, ``nobody``, ``yes``, ``no``, ``none``, ``exactly``, ``including``, ``in-order``, ``one-of``,
    ``items``, ``possible``, ``open``, ``disputed``, ``asks``, ``fact``, ``unmet`` or ``without``."""
    items: tuple[Item, ...] = ()
    """What is listed, as it is written: what names stand for is told when the answer is there (`binding.items`)."""
    points: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The points of each player that is named, as pairs of a colour and those that he may have."""
    verdicts: tuple[str, ...] = ()
    """Of an open question, which of ``yes`` and ``no`` are left open."""
    sentences: tuple[str, ...] = ()
    """The ids of the sentences that stand in the answer, or do not."""
    questions: tuple[tuple[str, str], ...] = ()
    """What is asked back: a fact and the name that it is asked for ("": any); or a question as it is quoted, and ""."""
    wrong: Exception | None = None
    """The mistake of what cannot be read, told when the answer is there; None where all was."""
    because: tuple[str, ...] = ()
    over: tuple[tuple[str, str], ...] = ()
    under: tuple[tuple[str, str], ...] = ()
    """Options, as (name, value), under which the question is put again; ``("edition", "C1")`` for an edition."""
    span: Span = NOWHERE
    written: str = ""


class Ask(NamedTuple):
    """One question."""

    topic: str
    """A topic id, or ``may``, ``must``, ``where``, ``which``."""
    player: str
    clause: Clause
    moves: tuple[Move, ...]
    expects: tuple[Expect, ...]
    span: Span
    written: str
    under: tuple[tuple[str, str], ...] = ()
    """Options, as (name, value), under which it is asked; ``("edition", "C1")`` for an edition."""

    @property
    def words(self) -> list[Any]:
        """The words behind that of the topic."""
        return self.clause.words


class Step(NamedTuple):
    """One thing that happens, or one question, in order."""

    kind: str
    """``turn``, ``moves``, ``passes``, ``notes``, ``later``, ``final``, ``claim``, ``ask``."""
    player: str = ""
    moves: tuple[Move, ...] = ()
    ask: Ask | None = None
    turn_kind: str = ""
    """For a turn: what kind it is said to be, a topic id; "" where nothing is said."""
    claimed: tuple[tuple[str, int], ...] = ()
    """For a claim: the points of each player that it names, as pairs (colour, points)."""
    after: int = 0
    """For a claim: the turn after which it was made; 0 for here."""
    span: Span = NOWHERE
    text: str = ""


class Scenario(NamedTuple):
    """A position, what happens in it and what is asked."""

    title: str
    game: bool
    source: str
    setup: Setup
    features: Mapping[str, Feature]
    links: tuple[Link, ...]
    board: BoardText | None
    hands: Mapping[str, Hand]
    stock: Mapping[str, int]
    tiles: Mapping[str, Any]
    """Faces defined in the scenario, by name."""
    steps: tuple[Step, ...]
    span: Span = NOWHERE

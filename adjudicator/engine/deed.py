"""What a move does, in the terms that all expansions share: how they learn of one another's moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.engine.memory import Scope, remembered
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Missing
from adjudicator.model.scenario import Effect

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face


@remembered(Scope.PART)
class Deed(NamedTuple):
    """What a move is about to do, for those who add conditions to it; remembered once it is done.

    What does not apply is left empty; `Action.does` fills in the verb and the player.
    """

    verb: str = ""
    """A verb id, or what a drawn tile has set off: ``revolt``."""
    player: str = ""
    figure: str = ""
    """The figure, or the tile or building of a player's own, that is put, moved, taken or built, by id."""
    occupant: Occupant | None = None
    """The figure on the board that it has to do with: the one that is taken, moved, protected or stood beside."""
    beside: str = ""
    """The figure that it goes beside, by id."""
    place: str = ""
    """The id of the feature where it happens; of what moves, where it goes."""
    source: str = ""
    """Where a figure comes from: the id of a feature, or the name of a place off the tiles."""
    means: str = ""
    """What allows it besides the placed tile, by id: ``portal``, the card ``synod``."""
    marks: tuple[tuple[str, int], ...] = ()
    """How the figure is to stand: ``("as-abbot", 1)``."""
    symbol: str = ""
    """What is printed or lies where it happens, where no feature is named: ``mist``; what a drawn tile is said to
    set off."""
    cell: Cell | None = None
    corner: Cell | None = None
    face: Face | None = None
    """The face of the tile that is drawn or placed, where that is known."""
    turns: int = 0
    """Its quarter turns clockwise."""
    laid: tuple[tuple[Face, int, Cell], ...] = ()
    """All squares of a larger tile on a board: face, quarter turns, square."""
    sides: tuple[int, ...] = ()
    """The sides of the tile that it spans, on a board."""
    effects: tuple[Effect, ...] = ()
    """What a sketch tells of the placed tile."""
    price: int | None = None
    """The points that the player says to pay."""
    in_reach: bool | None = None
    """Whether the figure is in reach of what takes it; None where that did not come into it."""
    through: str = ""
    """The id of the building that a figure leaves through."""


NO_DEED = Deed()

PUTS = "puts"


@remembered(Scope.PART)
class Act(NamedTuple):
    """What a player does once the tile lies and only once a turn, as a rule: a figure put, or what is done instead."""

    verb: str
    """`PUTS` for a figure; ``nothing`` for who passes; else the verb, or what it is done with: ``festival``."""


@remembered(Scope.PART)
class Owed(NamedTuple):
    """What the placed tile makes the player do before anything else; of several the last counts."""

    what: tuple[str, ...]
    """In order, each in the own word of the expansion that asks for it; nothing once it is done."""


@remembered(Scope.PART)
class Joined(NamedTuple):
    """A feature that the placed tile made of several."""

    feature: str
    """Its id."""
    parts: tuple[Feature, ...]
    """The parts as they were."""


@remembered(Scope.GAME)
class Begun(NamedTuple):
    """A feature, measured by the tiles around it, whose tile was placed in words that do not count these."""

    feature: str


@remembered(Scope.PART)
class Arrival(NamedTuple):
    """A figure that was put on a feature."""

    occupant: Occupant
    means: str = ""
    """What let it go elsewhere than on the placed tile; "" for one on that tile."""


@remembered(Scope.PART)
class Gained(NamedTuple):
    """Tokens or cards that a player got."""

    player: str
    unit: str
    number: int


@remembered(Scope.PART)
class GainUnsaid(NamedTuple):
    """Tokens or cards that a player may have got: whether so, the position does not tell."""

    player: str
    missing: tuple[Missing, ...]
    """What would tell it."""
    unit: str = ""
    """The token that whoever holds it would lose by that; "" where nobody would lose anything."""
    in_hands: bool = True
    """Whether hands are told with it: not where nobody has said a word of such a token."""


@remembered(Scope.PART)
class GainRefused(NamedTuple):
    """Why a player got none of the tokens or cards that the turn might have brought."""

    player: str
    findings: tuple[Finding, ...]


@remembered(Scope.PART)
class Shed(NamedTuple):
    """What went back to the stock from a figure that left the board without going home."""

    unit: str
    number: int


@remembered(Scope.TURN)
class LeftAlone(NamedTuple):
    """A figure that went home since its owner had no meeple left beside it."""

    owner: str
    figure: str
    place: str


@remembered(Scope.GAME)
class Discarded(NamedTuple):
    """A tile that was drawn, fitted nowhere and left the game."""

    face: Face

"""The turn that is going on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.model.position import Cell, Occupant
from adjudicator.model.ruling import Finding, Line
from adjudicator.model.scenario import Effect

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face


class Drawn(NamedTuple):
    """A tile that was drawn."""

    face: Face
    """`UNNAMED` for a tile nobody named."""
    event: str = ""
    """The name of what drawing it set off, where that was said instead of the tile."""


class Turn(NamedTuple):
    """The turn that is going on."""

    player: str
    number: int = 0
    kind: str = ""
    """What kind of turn, where it is not an ordinary one: a topic id such as ``second-part``."""
    drawn: Face | None = None
    """The face that was drawn, `UNNAMED` for a tile nobody named, None before the draw."""
    event: str = ""
    """The name of what drawing it set off, where that was said instead of the tile."""
    fits_nowhere: bool = False
    beside: tuple[Drawn, ...] = ()
    """Tiles drawn besides `drawn`: one tile is placed, the others go back to the stacks."""
    placed: bool = False
    cell: Cell | None = None
    """Where the tile was placed on a board."""
    effects: tuple[Effect, ...] = ()
    """What a sketch tells of the placed tile."""
    touched: tuple[str, ...] = ()
    """Features the placed tile belongs to, by id."""
    around: tuple[str, ...] = ()
    """Features the placed tile lies around without belonging to them, by id."""
    completed: tuple[str, ...] = ()
    """Features it completes, by id."""
    lines: tuple[Line, ...] = ()
    """Points got before the scoring."""
    home: tuple[Occupant, ...] = ()
    """Figures that went home before the scoring."""
    closed: bool = False
    """Whether the scoring has taken place; `lines` and `home` then hold all that the turn brought."""
    sent: tuple[tuple[str, Occupant], ...] = ()
    """Once it is closed: the figures that the scoring sent home, each with the id of the feature that was scored."""
    scored: tuple[str, ...] = ()
    """Once it is closed: the features that were scored."""
    explained: tuple[Finding, ...] = ()
    """What its moves showed, for whoever explains the turn: no rule reads it."""

    @property
    def face(self) -> Face | None:
        """The face that was drawn, where that is known."""
        return self.drawn if self.drawn is not None and self.drawn.id else None

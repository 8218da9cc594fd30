"""A move as a value: what it does, and the line of a record that says it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.binding.format import formatted
from adjudicator.model.ruling import Item
from adjudicator.play.course import Moment, line_of

if TYPE_CHECKING:
    from adjudicator.engine.deed import Deed
    from adjudicator.engine.expansion import Offer
    from adjudicator.model.position import Cell

PASS = Item.move("puts", Item.word("nothing"))


class Move:
    """A move, equal to every other that the same words say.

    `Move("put meeple on city N at (1,0)")` takes the words of the language in English; `Game.parse` reads any language
    and tells what is wrong. What a move does (`verb`, `figure`, `place`, `tile`, `square`, `turns`) is known of those
    that a game has listed or parsed.
    """

    __slots__ = ("_at", "_offer", "_text")

    def __init__(self, text: str) -> None:
        self._text = " ".join(text.split())
        self._offer: Offer | None = None
        self._at: Moment | None = None

    @classmethod
    def _offered(cls, offer: Offer, at: Moment) -> Move:
        """A move that was listed at a moment: its words are made when somebody wants them."""
        move = cls.__new__(cls)
        move._text, move._offer, move._at = "", offer, at
        return move

    @property
    def text(self) -> str:
        """The line of a record that says it."""
        if not self._text and self._offer is not None:
            self._text = line_of(self._offer, self._at.player if self._at is not None else "")
        return self._text

    def in_language(self, lang: str) -> str:
        """The same line in another language (``en``, ``fr`` ...). Raises Problems for a move that cannot be read."""
        turn = formatted("turn red\n", lang).splitlines()
        return formatted(f"turn red\n  {self.text}\n", lang).splitlines()[len(turn)].strip()

    @property
    def verb(self) -> str:
        """The id of what is done: ``places``, ``puts``; "" where it is not known."""
        item = self._offer.item if self._offer is not None else Item.word("")
        return str(item.parts[0]) if item.kind in ("move", "word") else ""

    @property
    def idle(self) -> bool:
        """Whether it is to put nothing."""
        return self._offer is not None and self._offer.item == PASS

    @property
    def figure(self) -> str:
        """The id of the figure it has to do with: ``meeple``, ``wagon``; "" for none."""
        return self._deed.figure if self._deed is not None else ""

    @property
    def player(self) -> str:
        """The colour of who makes it; "" where it is not known."""
        action: Any = self._offer.action if self._offer is not None else None
        if action is not None:
            return str(action.move.player)
        return self._at.player if self._at is not None else ""

    @property
    def means(self) -> str:
        """The id of the card that a hidden gift turns out to be; "" for none."""
        return self._deed.means if self._deed is not None else ""

    @property
    def share(self) -> int:
        """How many sides of a die, or tokens that lie face down, are what the move says: chance makes it, and no
        player. 0 for a move that a player chooses.
        """
        action: Any = self._offer.action if self._offer is not None else None
        return int(action.share) if action is not None else 0

    @property
    def place(self) -> str:
        """The id of the feature where it happens, by its name on the tile: ``city N at (1,0)``; "" for none."""
        return next((str(part.parts[0]) for part in self._parts if part.kind == "feature"), "")

    @property
    def tile(self) -> str:
        """The id of the tile that is placed; "" for none."""
        face = self._deed.face if self._deed is not None else None
        return face.id if face is not None else ""

    @property
    def square(self) -> Cell | None:
        """The square of a placement: x to the east, y to the south."""
        return self._deed.cell if self._deed is not None else None

    @property
    def turns(self) -> int:
        """Quarter turns clockwise of the tile that is placed."""
        return self._deed.turns if self._deed is not None else 0

    @property
    def _deed(self) -> Deed | None:
        action: Any = self._offer.action if self._offer is not None else None
        deed: Deed | None = action.deed if action is not None else None
        return deed

    @property
    def _parts(self) -> tuple[Item, ...]:
        return self._offer.item.items if self._offer is not None else ()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

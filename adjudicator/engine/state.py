"""A position in play: features and figures, hands, the turn that is going on."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.tiles import TileNames
from adjudicator.engine.board import instead
from adjudicator.engine.memory import Memory, R
from adjudicator.engine.position import Position
from adjudicator.engine.readings import OpenPoint, Readings
from adjudicator.engine.turn import Turn
from adjudicator.model.position import Hand, Occupant
from adjudicator.model.ruling import Line, Missing, Reading
from adjudicator.model.scenario import Ref, Setup
from adjudicator.rulebook import loader
from adjudicator.words.languages import fallback
from adjudicator.words.vocabulary import vocabulary

NOTHING = Hand()
"""The hand of a player of whom nothing was said."""


class State(Position):
    """What is known at one moment. Copies share what is never changed in place."""

    __slots__ = (
        "before_end", "below", "finished", "fresh", "from_start", "hands", "held", "last_player", "last_turn",
        "least", "lines", "memory", "readings", "setup", "stock", "tiles", "turn", "turns", "unknown", "unpaid",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self.tiles = TileNames(setup.expansions, {}, fallback())
        """The tile names that may be used here."""
        self.hands: dict[str, Hand] = {}
        self.stock: dict[str, int] = {}
        self.turn: Turn | None = None
        self.turns = 0
        self.last_player = ""
        self.last_turn: Turn | None = None
        """The turn that ended last."""
        self.memory = Memory()
        """What expansions remember; to be used by `remember` and `recall`."""
        self.lines: list[Line] = []
        """Every point scored since the position."""
        self.unknown: tuple[Missing, ...] = ()
        """Facts that an earlier scoring lacked, so that totals cannot be told."""
        self.unpaid: tuple[Missing, ...] = ()
        """Those of them on which points alone depend: who went home is known all the same."""
        self.finished = False
        self.from_start = False
        """Whether all that happened since the start of the game is told, so that nobody has what he has not got."""
        self.before_end: State | None = None
        """The moment before a ``final`` that the text says, for questions about the final scoring itself."""
        self.fresh: tuple[Occupant, ...] = ()
        """Figures that came onto features in the turn that is going on, however they came."""
        self.least: tuple[int, str] | None = None
        """No total falls below this number, by this rule; None where nothing says so."""
        self.below = ""
        """The rule that lets totals fall below 0; "" where nothing says so."""
        self.held: dict[str, int] = {}
        """Points by colour that were not lost because of `least`."""
        self.readings = Readings()
        """How what is left open is read, and which options were asked for; shared by all copies."""

    def copy(self, *, tiles: bool = False) -> State:
        """The same moment, free to go on differently.

        Tiles laid in a copy would lie in both; with `tiles` it gets a table of its own.
        """
        other = State(self.setup)
        self._copy_to(other)
        for name in (
            "tiles",
            "turn",
            "turns",
            "unknown",
            "unpaid",
            "finished",
            "before_end",
            "fresh",
            "from_start",
            "least",
            "below",
        ):
            setattr(other, name, getattr(self, name))
        other.last_turn = self.last_turn
        other.memory = self.memory.copy()
        other.last_player = self.last_player
        other.hands, other.stock, other.held = dict(self.hands), dict(self.stock), dict(self.held)
        other.neutral = dict(self.neutral)
        other.readings = self.readings
        other.spans = self.spans
        other.lines = list(self.lines)
        if tiles and self._ground is not None:
            other._ground = self._ground.copy()
        return other

    def option(self, name: str) -> str:
        """The value in force of an edition difference or house rule: the switch, else the edition, else the default."""
        value = self.setup.options.get(name) or loader.in_force(name, self.setup.edition)
        self.readings.consulted[name] = value
        return value

    def leave_open(self, missing: Iterable[Missing]) -> tuple[Missing, ...]:
        """Notes facts that the turn going on would have had to tell as not known from here on; gives them with the
        turn that leaves them out.
        """
        left = tuple(one._replace(turn=one.turn or self.turns) for one in missing)
        self.unknown += left
        return left

    def with_setup(self, setup: Setup) -> State:
        """The same moment under another setup."""
        other = self.copy()
        other.setup = setup
        if self.before_end is not None:
            other.before_end = self.before_end.with_setup(setup)
        return other

    @property
    def players(self) -> tuple[str, ...]:
        """Colours, in turn order where a ``players`` line said it."""
        return self.setup.players

    def clockwise(self, player: str) -> tuple[str, ...]:
        """All players in turn order from `player` on; from the first one where he is none of them."""
        players = self.players
        if player not in players:
            return players
        at = players.index(player)
        return (*players[at:], *players[:at])

    def in_turn_after(self, player: str) -> tuple[str, ...]:
        """The same from the one to the left of `player`, who comes last."""
        order = self.clockwise(player)
        return (*order[1:], player) if player in order else order

    def resolve(self, ref: Ref) -> str:
        """The id of the feature a person points at, on the placed tile where no square is named. Raises Mistake."""
        return self.pointed_at(ref, self.turn.cell if self.turn is not None else None)

    # ---- memory
    def remember(self, record: object) -> None:
        """Keeps a record for as long as its class says (`memory.remembered`).

        Outside a turn nothing is going on that could be remembered, but for what the whole game remembers.
        """
        if self.turn is not None or self.memory.lasts(type(record)):
            self.memory.add(record)

    def recall(self, kind: type[R]) -> tuple[R, ...]:
        """The records of a class, oldest first; none of a turn where none is going on."""
        return self.memory.of(kind) if self.turn is not None or self.memory.lasts(kind) else ()

    def recall_last(self, kind: type[R]) -> tuple[R, ...]:
        """What was remembered at the end of `last_turn`."""
        return self.memory.before(kind)

    # ---- figures
    def stand(self, ident: str, occupants: Iterable[Occupant], segment: int | None = None) -> None:
        """Puts figures on a feature; on a board, on one of its segments. What they carry comes from the stock."""
        added = tuple(occupants)
        if self.turn is not None:
            self.fresh += added
        self._carry(added, -1)
        super().stand(ident, added, segment)

    def clear(self, ident: str, keep: Iterable[Occupant] = ()) -> None:
        """Takes all figures off a feature but those to `keep`. What they carry goes back to the stock."""
        kept = tuple(keep)
        leaving = self.feature(ident).occupants if self.stock else ()
        self._carry((o for o in leaving if not any(o is k for k in kept)), 1)
        super().clear(ident, kept)

    def change(self, ident: str, old: Occupant, new: Occupant | None) -> None:
        """Puts `new` in the place of a figure on a feature, or takes that figure off; of several alike, of one."""
        self._carry((old,), 1)
        self._carry((new,) if new is not None else (), -1)
        self.fresh = instead(self.fresh, old, new)
        super().change(ident, old, new)

    def _carry(self, figures: Iterable[Occupant], sign: int) -> None:
        """Keeps count of what figures carry where the stock holds such things."""
        for unit, number in (mark for o in figures for mark in o.marks):
            if unit in self.stock:
                self.stock[unit] += sign * number

    # ---- hands
    def hand(self, player: str) -> Hand:
        """What a player holds."""
        return self.hands.get(player) or NOTHING

    def give(self, player: str, item: str, count: int = 1) -> None:
        """Adds to what a player holds, where that is counted: figures where the number of any figure is known."""
        hand = self.hand(player)
        if hand.items is not None:
            items = dict(hand.items)
            words = vocabulary()
            if words.has("figure", item) and not any(words.has("figure", ident) for ident in items):
                return
            items[item] = items.get(item, 0) + count
            self.hands[player] = hand._replace(items=items)

    def figures_of(self, player: str, figure: str) -> int:
        """How many of one figure a player has on features or in the hands of others."""
        held = sum(one[1:] == (player, figure) for hand in self.hands.values() for one in hand.captives)
        return held + super().figures_of(player, figure)

    def score(self, lines: Iterable[Line]) -> None:
        """Books points, feature by feature: the sum that a feature gives a player moves the total at once."""
        sums: dict[tuple[str, str], int] = {}
        for line in lines:
            self.lines.append(line)
            sums[line.feature, line.player] = sums.get((line.feature, line.player), 0) + line.points
        for (_, player), points in sums.items():
            hand = self.hand(player)
            total = (hand.score or 0) + points
            if self.least is not None and min(total, hand.score or 0) < self.least[0] and self.held_up():
                low = self.least[0]  # a total that was told below it never fell so far
                start = max(low, hand.score or 0)
                held = max(low, start + points)
                self.held[player] = self.held.get(player, 0) + held - total
                total = held
            self.hands[player] = hand._replace(score=total, from_zero=hand.from_zero or hand.score is None)

    def held_up(self) -> bool:
        """Whether no total falls below the least, where one would: disputed where another rule says that totals may."""
        if self.least is None:
            return False
        if not self.below:
            return True
        readings = (Reading("least", (self.least[1],)), Reading("below", (self.below,)))
        return self.readings.read(OpenPoint("total-below-least", "disputed", readings)).id == "least"

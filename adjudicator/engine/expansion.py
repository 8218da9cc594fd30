"""What an expansion may bring: the typed points where its code joins the engine.

An `Expansion` is a few records, one for each moment at which its code acts. What several expansions bring adds up
(conditions, checks, final points), or one of them owns it (what a kind of feature is worth, a verb, a topic); two
owners of one thing are an error when the game is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from adjudicator.engine.deed import NO_DEED, Deed
from adjudicator.engine.phases import Beside, Phase
from adjudicator.errors import Problem
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Missing, Ruling
from adjudicator.model.scenario import Ask, Effect, Move

if TYPE_CHECKING:
    from adjudicator.engine.case import Case
    from adjudicator.engine.signatures import (
        Charge,
        Choices,
        FigurePut,
        LiesAs,
        Look,
        OfCity,
        OfFigure,
        RateOf,
        SetOff,
        SetsOff,
        Settle,
        Stays,
        Strength,
        Tiebreak,
        Trap,
        WorthOf,
    )
    from adjudicator.engine.state import State
    from adjudicator.engine.turn import Drawn
    from adjudicator.geometry.face import Face


class Worth(NamedTuple):
    """One summand of what a feature is worth: ``times`` times ``each`` points by one rule."""

    item: str
    """What is counted: a phrase id of the table ``item``."""
    times: int
    each: int
    rule: str
    of: Literal["", "tiles", "coats", "bonus"] = ""
    """What gives the points: the tiles of the feature, the coats of arms on them, something besides, or "" where none
    of these can be told apart."""


class Rate(NamedTuple):
    """What the tiles and coats of a feature give instead of what they usually do."""

    rule: str
    tiles: int
    """Points for each tile."""
    coats: int = 0
    """Points for each coat of arms."""
    all: bool = False
    """Whether the feature gives nothing else: no bonus either."""


SUPPLY, INCOMPLETE, NO_BARN = "supply", "incomplete", "no-barn"
"""What is asked for before a figure is put: that its owner has it, that the feature is not complete, that no barn
closes it."""


class Putting(NamedTuple):
    """A figure that is to go on a feature."""

    player: str
    figure: str
    feature: Feature
    means: str = ""
    """What allows it besides the placed tile, such as ``portal``."""
    marks: tuple[tuple[str, int], ...] = ()
    cell: tuple[int, int] | None = None
    """The square that was named, on a board."""
    corner: tuple[int, int] | None = None
    """The corner that was named, on a board: the point at the north-west of that square."""
    waived: frozenset[str] = frozenset()
    """What the rule that brings the figure there does not ask for: `SUPPLY`, `INCOMPLETE`, `NO_BARN`."""


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Action(NamedTuple, Generic[T_co]):
    """A move that has been read: what the functions of its `Verb` work on."""

    move: Move
    data: T_co
    """What its verb has read: its own affair."""
    item: Item
    """The move as an answer would list it."""
    deed: Deed = NO_DEED
    """What other expansions may know of it besides verb and player."""
    share: int = 0
    """Of what chance brings (sides of a die, tokens that lie face down) so many are this one; 0 where the player
    chooses."""

    def does(self) -> Deed:
        """What it does, for other expansions."""
        if self.deed.verb:
            return self.deed
        return self.deed._replace(verb=self.move.verb, player=self.move.player)

    def holding(self, data: T) -> Action[T]:
        """The same action with its data, of which the type is known by now."""
        return Action(self.move, data, self.item, self.deed, self.share)


class Verb(NamedTuple, Generic[T]):
    """All about one verb; `T` is what it keeps of the words that it has read."""

    read: Callable[[Case, Move], Action[T]]
    """Reads its words. Raises Mistake."""
    check: Callable[[Case, Action[T]], list[Finding]]
    """Every condition tried; the move is legal when all hold."""
    apply: Callable[[Case, Action[T]], None]
    """Carries it out."""
    choices: Choices[T] | None = None
    """Every way the player could do it now, legal or not."""
    must: Callable[[Case, Action[T]], Finding] | None = None
    """Whether the player has to do it; None where that is never so."""
    turns_out: Callable[[Case, Action[T]], Iterable[Action[T]]] | None = None
    """All that a choice which leaves something hidden may turn out to be, legal each; nothing where it hides nothing.
    None where no choice does."""
    at_end: bool = False
    """Whether it belongs to the final scoring too, and may be asked about when that is done."""


AnyVerb = Verb[Any]
"""A verb of which nobody but itself knows what it keeps."""


class Offer:
    """A legal move, as an answer lists it."""

    __slots__ = ("_action", "_item", "_make", "verb")

    def __init__(self, item: Item | None, action: Action[Any] | None = None, verb: AnyVerb | None = None) -> None:
        self._item = item
        self._action = action
        self._make: Callable[[], Action[Any]] | None = None
        self.verb = verb
        """What carries it out."""

    @classmethod
    def later(cls, make: Callable[[], Action[Any]], verb: AnyVerb | None) -> Offer:
        """One of many like it: it is put together by `make` when somebody looks at it."""
        offer = cls(None, None, verb)
        offer._make = make
        return offer

    @property
    def action(self) -> Action[Any] | None:
        """The same as its verb has read it; None for one that has to be said in words."""
        if self._action is None and self._make is not None:
            self._action = self._make()
        return self._action

    @property
    def item(self) -> Item:
        """The move as an answer lists it."""
        if self._item is not None:
            return self._item
        action = self.action
        assert action is not None
        return action.item


class OwnTile(NamedTuple):
    """A tile that players own and place instead of one they draw."""

    verb: AnyVerb
    """How it is placed. On a board the tile has been laid already when the verb carries the move out: on the square of
    the move; a larger tile says its squares in ``laid`` of the deed."""
    tile: str
    """Its tile id."""
    instead: str
    """The rule that puts it in the place of a drawn tile."""
    apart: str = ""
    """Of a tile that closes roads and cities without being part of them, the rule that says so."""


class Supply(NamedTuple):
    """How many of a figure a player has, where that is not what the box holds."""

    rule: str
    number: Callable[[State, str], int]
    """(state, player): his at that moment, on the board or not; with "" what everybody begins with."""


class StartTile(NamedTuple):
    """The tile that lies on the table when a game begins."""

    tile: str
    """Its id; "" for one whose face nobody has published: a board has to say it."""
    rule: str
    """The rule that puts it there."""
    over: tuple[str, ...] = ()
    """Ids of the expansions whose start tile it takes the place of, where they are in play."""
    by: str = ""
    """The expansion that says so; filled in when parts are put together."""


class Proviso(NamedTuple):
    """A condition for a verb of another expansion."""

    verb: str
    condition: Callable[[Case, Deed], Iterable[Finding]]


# ---- who stands above whom

F = TypeVar("F")


class Way(NamedTuple, Generic[F]):
    """A way to answer what only one can answer.

    Where the ways of two expansions answer, the one that is `over` the other's expansion stands. Where neither is, the
    question is disputed; two that always answer are an error when the game is put together.
    """

    how: F
    rule: str
    """The rule that says so, and that this comes before those it is `over`."""
    kinds: tuple[str, ...] = ()
    """Of a way that answers for some kinds of feature: which."""
    when: Callable[[Case, Feature], bool] | None = None
    """Of a way for some kinds: for which features; None for all of these kinds."""
    over: tuple[str, ...] = ()
    """Ids of the expansions whose way it takes the place of, where they are in play."""
    by: str = ""
    """The expansion that says so; filled in when parts are put together."""


# ---- code that is imported when it is needed


class Later(NamedTuple):
    """A hook that is imported when it is first asked for: an entry of a table in a module."""

    module: str
    table: str


def later(module: str, table: str, *keys: str) -> dict[str, Any]:
    """The entries `keys` of a module's `table`, so that a start loads no code that its questions do not need."""
    return dict.fromkeys(keys, Later(module, table))


# ---- what an expansion brings, by the moment at which it acts


class Figure(NamedTuple):
    """What is special about a figure that players put; several expansions may each say something of one figure."""

    strength: int | Strength | None = None
    """What it counts for in a majority."""
    owned: str = ""
    """The rule that says how many each player has (the number is the ``supply`` of its word)."""
    supply: Supply | None = None
    """How many a player has, where an expansion changes that or it changes in the game."""
    as_meeple: str = ""
    """The rule by which it goes where a meeple may, for a figure that does."""
    instead: str = ""
    """The rule by which it is put in the place of the meeple of the turn, for a figure that is none."""
    alone: str = ""
    """The rule by which it goes home when its owner has no meeple left beside it."""
    stays: Stays | None = None
    """Whether it stays when its feature is scored."""
    corner: Callable[[State, tuple[int, int]], int | Finding] | None = None
    """Of a figure that is put on corners, the segment it stands on there, or why it cannot stand there."""


class Kind(NamedTuple):
    """What is special about a kind of feature; several expansions may each say something of one kind."""

    worth: WorthOf | None = None
    """What it is worth."""
    whole: str = ""
    """The rule that says when it is complete."""
    monastery: str = ""
    """Of what is a monastery by another name, the rule that says so."""
    measure: Callable[[State, int], bool | None] | None = None
    """Of a feature inside a tile, whether the one with that root is complete on the board, None where the board does
    not tell: for what is not measured by the tiles around it."""
    groups: Callable[[Case, Feature], tuple[tuple[Occupant, ...], ...]] | None = None
    """The groups into which the figures there fall, each with a majority of its own."""
    stays: Stays | None = None
    """Whether a figure there stays when the feature is scored."""
    as_city: Worth | None = None
    """Of a kind that fields count as a complete city, what it is worth more than one."""


class Start(NamedTuple):
    """How a game or a position begins."""

    tiles: tuple[StartTile, ...] = ()
    """The tile on the table."""
    ready: tuple[Callable[[Case], Iterable[Item]], ...] = ()
    """What lies ready besides tiles and figures; what else is prepared is noted."""
    stock: tuple[Callable[[Case], Mapping[str, int]], ...] = ()
    """What the common stock holds where a position need not say it."""
    features: tuple[Callable[[State], Iterable[Problem]], ...] = ()
    """What a position says of features elsewhere than in their own lines, added to them before anything is asked."""
    checks: tuple[Callable[[State], Iterable[Problem]], ...] = ()
    """Impossible positions, at any time."""


class Tiles(NamedTuple):
    """Tiles that are not like others."""

    own: Mapping[str, OwnTile] = {}
    """Tiles that are not drawn, by the kind of feature on them and by tile id."""
    spans: tuple[Callable[[State, Cell | str], frozenset[Cell | str] | None], ...] = ()
    """Of a tile larger than a square: all its squares, for one of them; for a sketched feature on it, by id, all the
    features that lie on it. None passes."""
    lies_as: tuple[Way[LiesAs], ...] = ()
    """What lies on the square of a tile that is placed."""
    agreed: tuple[Callable[[State, Face], Face | None], ...] = ()
    """The face that the players hold a tile's for where a house rule parts or joins its pieces; None passes."""


class Scoring(NamedTuple):
    """Points."""

    rates: tuple[Way[RateOf], ...] = ()
    """Other points for the tiles and coats of a feature."""
    bonus: tuple[WorthOf, ...] = ()
    """What a feature is worth besides."""
    recount: tuple[Callable[[Case, Feature], int], ...] = ()
    """How many more tiles a feature counts than it lies on."""
    settle: tuple[Way[Settle], ...] = ()
    """Other ways to give out the points of a feature."""
    tiebreak: tuple[Way[Tiebreak], ...] = ()
    """Ways to part those who tie for the lead."""
    charges: tuple[Charge, ...] = ()
    """What the figures of those who score a feature cost or bring them besides its worth."""
    city_bonus: tuple[OfCity, ...] = ()
    """More points for each complete city of a field, for one player."""
    city_factor: tuple[OfCity, ...] = ()
    """How often more a city counts for a field (``times``)."""
    set_off: tuple[Way[SetOff], ...] = ()
    """The points that one feature gets because another was completed."""
    besides: tuple[Callable[[Case], tuple[list[Line], list[Occupant]]], ...] = ()
    """Scorings of the turn besides completed features: the points, and the figures that go home (taken off already)."""
    final: tuple[Callable[[Case], list[Line]], ...] = ()
    """Points at the end of the game that come from no feature."""
    least: str = ""
    """The rule whose value ``least_total`` no total falls below."""
    below: str = ""
    """The rule that lets totals fall below 0; where another has a least, that is disputed."""


class May(NamedTuple):
    """What is allowed, and what is needed for it."""

    place: tuple[Callable[[Case, Deed], Iterable[Finding]], ...] = ()
    """Conditions for a drawn tile to be placed."""
    put: tuple[Callable[[Case, Putting], Finding | None], ...] = ()
    """Conditions for a figure to go on a feature; None where one has nothing to say."""
    stand: tuple[Callable[[Case, Feature, Collection[Cell]], Finding | None], ...] = ()
    """What keeps a figure off a feature, or off the only squares of it where it could come to stand, whatever would
    bring it there; None where one has nothing to say."""
    put_besides: tuple[Callable[[Case, Putting], Finding | None], ...] = ()
    """Whether a figure may be put besides what the turn has done already; None where one has nothing to say."""
    put_by_means: tuple[Way[Callable[[Case, Putting], Putting | None]], ...] = ()
    """What lets a figure be put elsewhere than on the placed tile: the putting with its means; None for nothing."""
    guests: frozenset[tuple[str, str]] = frozenset()
    """Figure of this expansion with a kind of feature, or a means, of another: this one says how they go together."""
    keep: frozenset[str] = frozenset()
    """Marks that a figure keeps when it goes from one feature to another without having been in the supply."""
    provisos: tuple[Proviso, ...] = ()
    """Conditions that this expansion adds to verbs of others."""
    be_taken: tuple[OfFigure, ...] = ()
    """What is to be said of a figure that something of another expansion takes off the board (``dragon``)."""
    be_counted: tuple[OfFigure, ...] = ()
    """What is to be said of a figure that something of another expansion pays for where it stands (``big-top``)."""


class On(NamedTuple):
    """What happens when something else happens."""

    turn_begins: tuple[Callable[[Case], None], ...] = ()
    """At the beginning of a turn."""
    drawn: Mapping[str, SetsOff] = {}
    """When a tile is drawn, by the name of the event or the symbol on the face."""
    placed: tuple[Callable[[Case], None], ...] = ()
    """When a tile lies in its place and before anything is put on it."""
    returned: tuple[Callable[[Case, Drawn], None], ...] = ()
    """When a tile that was drawn goes back to the stacks, because another was placed."""
    unsure: tuple[Callable[[Case, tuple[Drawn, ...]], None], ...] = ()
    """When one of these tiles is placed and nobody said which. May raise Undetermined where that matters."""
    put: tuple[FigurePut, ...] = ()
    """When a figure was put and stands."""
    before_scoring: tuple[Callable[[Case], None], ...] = ()
    """Between phase 2 and the scoring of a turn. May raise Undetermined where the moves leave it out."""
    completed: tuple[Callable[[Case, Feature], None], ...] = ()
    """When a feature was completed, before its figures go home; also an unoccupied one."""


class Turns(NamedTuple):
    """The course of the game."""

    before_placing: tuple[str, ...] = ()
    """Verbs of what may be done between drawing a tile and placing it."""
    makes_room: Mapping[str, str] = {}
    """Verb of what may be done before placing and lets a tile fit where it would not, to the rule that says so."""
    phases: tuple[Phase, ...] = ()
    """What comes at a moment of the turn."""
    beside: tuple[Beside, ...] = ()
    """What comes within one of these phases, or instead of it."""
    begins: Mapping[str, Callable[[Case, str], Finding]] = {}
    """Kind of turn (a topic id) to whether a player may begin one now, while the turn before it is still going on."""
    follows: tuple[Way[Callable[[Case], tuple[str, str] | None]], ...] = ()
    """Who plays next out of turn, and what kind of turn (a topic id); None passes."""
    after_last: tuple[Callable[[Case], Iterable[str]], ...] = ()
    """Players who still have a turn once the last tile lies, in an order only if there is one of them."""
    owed: tuple[Callable[[Case], Iterable[Finding]], ...] = ()
    """What players have to do before the game may end, each a finding that fails, with its `player`."""


class Asks(NamedTuple):
    """Words that are understood: moves, effects, questions."""

    verbs: Mapping[str, AnyVerb] = {}
    figure_verbs: Mapping[str, AnyVerb] = {}
    """What this expansion says of another's verb in a move that names a figure, by both: ``takes-back wagon``; or a
    name, as in ``takes-back festival``. Where two say it, the one that brings the figure does."""
    effects: Mapping[str, Callable[[Case, Effect], None]] = {}
    """What a sketched tile does, by effect id, or by effect id and the symbol that follows: ``extends mist``."""
    topics: Mapping[str, Callable[[Case, Ask], Ruling]] = {}
    offers: Mapping[str, Callable[[Case, Ask], list[Offer]]] = {}
    """The moves that a topic lists: for whoever makes one of them and asks for no reasons."""


class Tells(NamedTuple):
    """What is said besides the answer."""

    looks: tuple[Look, ...] = ()
    """What a feature shows that matters to what is asked of it."""
    traps: tuple[Trap, ...] = ()
    """Warnings about common mistakes when a feature is scored."""
    sayings: tuple[Callable[[Case, Move], Finding | None], ...] = ()
    """What rules say of a move with words of other expansions, of those without code as well; None passes."""
    unsaid: tuple[Callable[[Case], Iterable[Missing]], ...] = ()
    """What lies on the table without anybody having said it, which a position told by itself has to say."""


class Expansion(NamedTuple):
    """The code of one expansion."""

    id: str
    along: tuple[str, ...] = ()
    """Expansions whose rules hold too where this one is in play."""
    cites: Mapping[str, str] = {}
    """The rule ids behind what the core itself applies (who leads, who returns, what a turn is), by principle."""
    figures: Mapping[str, Figure] = {}
    kinds: Mapping[str, Kind] = {}
    start: Start = Start()
    tiles: Tiles = Tiles()
    scoring: Scoring = Scoring()
    may: May = May()
    on: On = On()
    turns: Turns = Turns()
    asks: Asks = Asks()
    tells: Tells = Tells()

    @classmethod
    def merged(cls, ident: str, parts: Iterable[Expansion]) -> Expansion:
        """One expansion of what several `parts` bring. Raises Clash where two of them say one thing."""
        signed: Iterable[Expansion] = (_signed(part, part.id)._replace(id=ident) for part in parts)
        return reduce(lambda one, other: _merged(one, other, ident), signed)


class Clash(ValueError):
    """Two say one thing, and neither stands above the other; the text names the thing."""


RECORDS = (Expansion, Figure, Kind, Start, Tiles, Scoring, May, On, Turns, Asks, Tells)


def _signed(said: Any, ident: str) -> Any:
    """What an expansion says, with its id in every way."""
    if isinstance(said, RECORDS):
        return type(said)._make(_signed(part, ident) for part in said)
    if type(said) is tuple:
        return tuple(one._replace(by=one.by or ident) if isinstance(one, (Way, StartTile)) else one for one in said)
    return said


def _merged(one: Any, other: Any, where: str) -> Any:
    """What two say together: records field by field, tables key by key, rows one after the other."""
    if not one or one == other:
        return other
    if isinstance(one, RECORDS):
        said = zip(one._fields, one, other, strict=True)
        return type(one)._make(_merged(mine, yours, f"{where}.{name}") for name, mine, yours in said)
    if not other:
        return one
    if isinstance(one, Mapping):
        both = {key: _merged(one[key], other[key], f"{where}.{key}") for key in one if key in other}
        return {**one, **other, **both}
    if isinstance(one, frozenset):
        return one | other
    if type(one) is tuple:
        return (*one, *other)
    raise Clash(where)

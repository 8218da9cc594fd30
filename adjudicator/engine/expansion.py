"""What an expansion may bring: the typed points where its code joins the engine.

Every hook either adds up (checks, amendments, final points: all of them count, in no order that matters) or is
owned by one expansion (the worth of a kind of feature, the strength of a figure, a verb, a topic); two owners of one
thing are a mistake found when the game is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.errors import Problem
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Ruling
from adjudicator.model.scenario import Ask, Effect, Move

if TYPE_CHECKING:
    from adjudicator.engine.case import Case
    from adjudicator.engine.state import State
    from adjudicator.geometry.face import Face


class Worth(NamedTuple):
    """One summand of what a feature is worth: ``times`` times ``each`` points by one rule."""

    item: str
    """What is counted: a phrase id of the table ``item``."""
    times: int
    each: int
    rule: str


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


class Action(NamedTuple):
    """A move that has been read: what `Verb` functions work on."""

    move: Move
    data: Any
    item: Item
    """The move as an answer would list it."""


class Verb(NamedTuple):
    """All about one verb."""

    read: Callable[[Case, Move], Action]
    """Reads its words. Raises Mistake."""
    check: Callable[[Case, Action], list[Finding]]
    """Every condition tried; the move is legal when all hold."""
    apply: Callable[[Case, Action], None]
    """Carries it out."""
    choices: Callable[[Case, str, Move | None], Iterable[Action]] | None = None
    """Every way the player could do it now, legal or not; a question may come with words that narrow it."""
    must: Callable[[Case, Action], Finding] | None = None
    """Whether the player has to do it; None where that is never so."""


class OwnTile(NamedTuple):
    """A tile that players own and place instead of one they draw."""

    verb: Verb
    """How it is placed. On a board the tile has been laid already when the verb carries the move out: on the square of
    the move; a larger tile says its squares in ``laid`` of the action's data, each as (face, quarter turns, cell)."""
    tile: str
    """Its tile id."""
    instead: str
    """The rule that puts it in the place of a drawn tile."""


class Supply(NamedTuple):
    """How many of a figure a player has, where that is not what the box holds."""

    rule: str
    number: Callable[[State, str], int]
    """(state, player): his at that moment, on the board or not; with "" what everybody begins with."""


WorthOf = Callable[["Case", Feature, bool], list[Worth]]
Amend = Callable[["Case", Feature, bool, list[Worth]], list[Worth]]
Strength = Callable[["Case", Occupant, Feature], int]
Settle = Callable[["Case", Feature, bool], "list[Line] | None"]
Condition = Callable[["Case", Putting], "Finding | None"]
ExtraFigure = Callable[["Case", Putting], "Finding | None"]
Placing = Callable[["Case", Action], Iterable[Finding]]
Check = Callable[["State"], Iterable[Problem]]
Topic = Callable[["Case", Ask], Ruling]
Trap = Callable[["Case", Feature, bool], None]
Look = Callable[["Case", Feature, str], None]
Tiebreak = Callable[["Case", Feature, tuple[str, ...], tuple[Occupant, ...]], tuple[str, ...]]
Aftermath = Callable[["Case", Feature], None]
Scorings = Callable[["Case"], tuple[list[Line], list[Occupant]]]
Follows = Callable[["Case"], "tuple[str, str] | None"]
SetOff = Callable[["Case", Feature, Feature, "list[Line]"], "list[Line] | None"]
LiesAs = Callable[["Case", "Face", int, Cell], "Face"]
CityBonus = Callable[["Case", Feature, str], "Worth | None"]
AtCorner = Callable[["State", tuple[int, int]], "int | Finding"]
Groups = Callable[["Case", Feature], "tuple[tuple[Occupant, ...], ...]"]
Measure = Callable[["State", int], "bool | None"]
Recount = Callable[["Case", Feature], int]
Charge = Callable[["Case", Feature, tuple[str, ...], tuple[Occupant, ...], bool], "list[Line]"]
Saying = Callable[["Case", Move], "Finding | None"]
Placed = Callable[["Case"], None]
ByMeans = Callable[["Case", Putting], "Putting | None"]
Begins = Callable[["Case", str], Finding]
CityFactor = Callable[["Case", Feature, str], "Worth | None"]
Drawn = Callable[["Case", str, str], None]
FigurePut = Callable[["Case", Putting, Occupant], None]
Taken = Callable[["Case", Feature, Occupant, str], "Finding | None"]
Counted = Callable[["Case", Feature, Occupant, str], "Finding | None"]
OneTile = Callable[["State", "Cell | str"], "frozenset[Cell | str] | None"]


class Later(NamedTuple):
    """A hook that is imported when it is first asked for: an entry of a table in a module."""

    module: str
    table: str


def later(module: str, table: str, *keys: str) -> dict[str, Any]:
    """The entries `keys` of a module's `table`, so that a start loads no code that its questions do not need."""
    return dict.fromkeys(keys, Later(module, table))


def at_first_call(module: str, *names: str) -> tuple[Callable[..., Any], ...]:
    """The functions `names` of a module, which is imported when one of them is first called."""
    return tuple(_Awaited(module, name) for name in names)


class _Awaited:
    """A function that is looked up when it is first called."""

    __slots__ = ("found", "module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name
        self.found: Callable[..., Any] | None = None

    def __call__(self, *given: Any) -> Any:
        if self.found is None:
            from importlib import import_module

            self.found = getattr(import_module(self.module), self.name)
        return self.found(*given)


class Expansion(NamedTuple):
    """The code of one expansion."""

    id: str
    cites: Mapping[str, str] = {}
    """The rule ids behind what the core itself applies (who leads, who returns, what a turn is), by principle.

    ``after-placing-VERB`` is a phase between placing the tile and placing a meeple.
    """
    worth: Mapping[str, WorthOf] = {}
    """Kind of feature to what it is worth: (case, feature, at the end of the game)."""
    amend: tuple[Amend, ...] = ()
    """Changes to what any feature is worth."""
    settle: tuple[Settle, ...] = ()
    """Other ways to give out the points of a feature; the first that answers decides, None passes."""
    strength: Mapping[str, Strength] = {}
    """Figure to what it counts for in a majority."""
    putting: tuple[Condition, ...] = ()
    """Conditions for a figure to go on a feature; None where one has nothing to say."""
    extra_figure: tuple[ExtraFigure, ...] = ()
    """Whether a figure may be put besides what the turn has done already; None where one has nothing to say."""
    by_means: tuple[ByMeans, ...] = ()
    """What lets a figure be put elsewhere than on the placed tile: the putting with its means; None for nothing."""
    placing: tuple[Placing, ...] = ()
    """Conditions for a drawn tile to be placed."""
    drawn: Mapping[str, Drawn] = {}
    """What drawing a tile sets off before it is placed, by the name of the event or the symbol on the face: (case,
    which of these, the word behind the symbol)."""
    figure_put: tuple[FigurePut, ...] = ()
    """What putting a figure brings at once, when it stands."""
    measures: Mapping[str, Measure] = {}
    """Kind of feature inside a tile to whether the one with that root is complete on the board, None where the board
    does not tell: for what is not measured by the tiles around it."""
    recount: tuple[Recount, ...] = ()
    """How many more tiles a feature counts than it lies on."""
    groups: Mapping[str, Groups] = {}
    """Kind of feature to the groups into which the figures there fall, each with a majority of its own."""
    kept: tuple[str, ...] = ()
    """Marks that a figure keeps when it goes from one feature to another without having been in the supply."""
    placed: tuple[Placed, ...] = ()
    """What a placed tile brings at once, when it lies in its place and before anything is put on it."""
    before_placing: tuple[str, ...] = ()
    """Verbs of what may be done between drawing a tile and placing it."""
    verbs: Mapping[str, Verb] = {}
    own_tiles: Mapping[str, OwnTile] = {}
    """Tiles that are not drawn, by the kind of feature on them and by tile id."""
    guests: tuple[tuple[str, str], ...] = ()
    """Figure of this expansion with a kind of feature, or a means, of another: this one says how they go together."""
    provisos: tuple[tuple[str, Callable[[Case, Action], Iterable[Finding]]], ...] = ()
    """Verb of another expansion with conditions that this one adds to it."""
    figure_verbs: Mapping[str, Verb] = {}
    """What this expansion says of another's verb in a move that names a figure, by both: ``takes-back wagon``; or a
    name, as in ``takes-back festival``. Where two say it, the one that brings the figure does."""
    taken: tuple[Taken, ...] = ()
    """What is to be said of a figure that something of another expansion takes off the board, by that one's word such
    as ``dragon`` or ``seduces``: a finding that does not hold spares it, None has nothing to say."""
    counted: tuple[Counted, ...] = ()
    """What is to be said of a figure that something of another expansion pays for where it stands, by that one's word
    such as ``big-top``; None has nothing to say."""
    one_tile: tuple[OneTile, ...] = ()
    """Of a tile larger than a square: all its squares, for one of them; for a sketched feature on it, by id, all the
    features that lie on it. None passes."""
    turn_begins: tuple[Callable[[Case], None], ...] = ()
    """What the beginning of a turn brings."""
    before_scoring: tuple[Callable[[Case], None], ...] = ()
    """What comes between phase 2 and the scoring of a turn. May raise Undetermined where the moves leave it out."""
    effects: Mapping[str, Callable[[Case, Effect], None]] = {}
    """What a sketched tile does, by effect id, or by effect id and the symbol that follows: ``extends mist``."""
    topics: Mapping[str, Topic] = {}
    whole: Mapping[str, str] = {}
    """Kind of feature to the rule that says when it is complete."""
    owned: Mapping[str, str] = {}
    """Figure to the rule that says how many each player has."""
    supplies: Mapping[str, Supply] = {}
    """Figure to how many a player has of it, where an expansion changes that or it changes in the game."""
    told: tuple[Callable[[State], Iterable[Problem]], ...] = ()
    """What a position says of features elsewhere than in their own lines, added to them before anything is asked."""
    stocked: tuple[Callable[[Case], Mapping[str, int]], ...] = ()
    """What the common stock holds where a position need not say it."""
    setup: tuple[Callable[[Case], Iterable[Item]], ...] = ()
    """What lies ready at the start besides tiles and figures; what else is prepared is noted."""
    along: tuple[str, ...] = ()
    """Expansions whose rules hold too where this one is in play."""
    start: str = ""
    """Id of the tile that lies on the table when a game begins."""
    start_unsaid: str = ""
    """The rule that puts in its place a tile whose face nobody has published: a board has to say it."""
    checks: tuple[Check, ...] = ()
    """Impossible positions."""
    final: tuple[Callable[[Case], list[Line]], ...] = ()
    """Points at the end of the game that come from no feature."""
    charges: tuple[Charge, ...] = ()
    """What the figures of those who score a feature cost or bring them besides its worth."""
    least: str = ""
    """The rule whose value ``least_total`` no total falls below."""
    stays: tuple[Callable[[Case, Occupant, Feature], bool], ...] = ()
    """Whether a figure stays when its feature is scored."""
    tiebreak: tuple[Tiebreak, ...] = ()
    """Ways to part those who tie for the lead."""
    aftermath: tuple[Aftermath, ...] = ()
    """What a completed feature brings besides its points, before the figures go home; also an unoccupied one."""
    scorings: tuple[Scorings, ...] = ()
    """Scorings of the turn besides completed features: the points, and the figures that go home (taken off already)."""
    set_off: tuple[SetOff, ...] = ()
    """The points that one feature gets because another was completed (the first, the other, the points as they would
    be), where this expansion has something to say of them, else None."""
    lies_as: tuple[LiesAs, ...] = ()
    """The face that lies on a square when a tile is placed there: as it is, or with what was built on it."""
    follows: tuple[Follows, ...] = ()
    """Who plays next out of turn, and what kind of turn (a topic id); None passes."""
    begins: Mapping[str, Begins] = {}
    """Kind of turn (a topic id) to whether a player may begin one now, while the turn before it is still going on."""
    after_last: tuple[Callable[[Case], Iterable[str]], ...] = ()
    """Players who still have a turn once the last tile lies, in an order only if there is one of them."""
    city_bonus: tuple[CityBonus, ...] = ()
    """More points for each complete city of a field, for one player."""
    city_factor: tuple[CityFactor, ...] = ()
    """How often more a city counts for a field (``times``)."""
    city_like: Mapping[str, Worth] = {}
    """Kind of feature that fields count as a complete city, to what it is worth more than one."""
    corner: Mapping[str, AtCorner] = {}
    """Figure that is put on corners to the segment it stands on there, or why it cannot stand there."""
    sayings: tuple[Saying, ...] = ()
    """What rules say of a move with words of other expansions, of those without code as well; None passes."""
    looks: tuple[Look, ...] = ()
    """What a feature shows that matters to what is asked of it: ``points``, ``complete`` or ``tiles``."""
    traps: tuple[Trap, ...] = ()
    """Warnings about common mistakes when a feature is scored."""

    @classmethod
    def merged(cls, ident: str, parts: Iterable[Expansion]) -> Expansion:
        """One expansion whose code lies in several modules, each with hooks of its own.

        Raises ValueError where two of `parts` answer for one thing.
        """
        hooks: dict[str, Any] = {}
        for part in parts:
            for hook in cls._fields:
                value, known = getattr(part, hook), hooks.get(hook)
                if hook == "id" or not value:
                    continue
                if known is None:
                    hooks[hook] = value
                elif isinstance(value, tuple):
                    hooks[hook] = (*known, *value)
                elif isinstance(value, str) or not known.keys().isdisjoint(value):
                    raise ValueError(f"{ident}: {hook} is said by two of its parts")
                else:
                    hooks[hook] = {**known, **value}
        return cls(ident, **hooks)

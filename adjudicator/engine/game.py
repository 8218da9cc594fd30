"""The expansions in play, put together: which code answers for what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from traceback import walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any

from adjudicator import faults, store
from adjudicator.binding.clause import ids_in
from adjudicator.engine.expansion import (
    RECORDS,
    Action,
    AnyVerb,
    Clash,
    Expansion,
    Figure,
    Kind,
    Later,
    Offer,
    OwnTile,
    Putting,
    StartTile,
    Way,
)
from adjudicator.errors import Problem, Problems
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item, Ruling
from adjudicator.model.scenario import Ask, Move
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook import loader
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.engine.state import State

_ANY_FIGURE, _ANY_KIND = Figure(), Kind()
_LYING = ("unit", "flag", "figure", "symbol", "name")
"""Roles of what may lie on a feature or be said of it."""


class Game:
    """The hooks of all expansions in play."""

    def __init__(self, expansions: tuple[Expansion, ...], missing: tuple[str, ...]) -> None:
        self.ids = tuple(e.id for e in expansions)
        self._foreign: dict[str, str] = {}
        self._verbs: dict[str, AnyVerb | None] = {}
        self._traits: dict[str, tuple[str, ...]] = {}
        self._owners: dict[tuple[str, str], str] = {}
        self._figure_traits: dict[str, tuple[str, ...]] = {}
        self.missing = missing
        """Expansions in play that have words and rules but no code yet."""
        every = _ranked(Expansion.merged("", (e._replace(asks=e.asks._replace(figure_verbs={})) for e in expansions)))
        self.cites: Mapping[str, str] = every.cites
        self.figures: Mapping[str, Figure] = every.figures
        self.has_helpers = any(figure.alone for figure in self.figures.values())
        """Whether some figure goes home when its owner's last meeple leaves."""
        self.kinds: Mapping[str, Kind] = every.kinds
        self.start = every.start
        self.tiles = every.tiles
        self.scoring = every.scoring
        self.may = every.may
        self.on = every.on
        self.turns = every.turns
        said = _figure_verbs(expansions)
        self.asks = every.asks._replace(figure_verbs={key: by[0] for key, by in said.items()})
        self._also = {key: by[1:] for key, by in said.items() if len(by) > 1}
        self.tells = every.tells
        self.start_tile = _start_tile(every.start.tiles)
        """The tile that a game begins with."""

    def figure(self, ident: str) -> Figure:
        """What is special about a figure; nothing where no expansion in play says anything."""
        return self.figures.get(ident, _ANY_FIGURE)

    def kind(self, ident: str) -> Kind:
        """What is special about a kind of feature; nothing where no expansion in play says anything."""
        return self.kinds.get(ident, _ANY_KIND)

    def verb(self, ident: str, move: Move | None = None, called: Iterable[str] = ()) -> AnyVerb | None:
        """What answers for a verb; None where its expansion has no code.

        Of a `move` that names a figure or a name of which an expansion has more to say, what that one says; `called`
        are the figures that it names by what they are called.
        """
        return self._of(ident, self._key(ident, move, called) if move is not None and self.asks.figure_verbs else ident)

    def _key(self, ident: str, move: Move, called: Iterable[str] = ()) -> str:
        figures = [*ids_in(move, "figure")]
        nobodys = (figure for figure in figures if "neutral" in self.figure_traits(figure))  # goes beside what is named
        said = (*nobodys, *ids_in(move, "name"), *figures)
        keys = (f"{ident} {name}" for name in (*said, *called))
        return next((key for key in keys if key in self.asks.figure_verbs), ident)

    def verb_ids(self) -> list[str]:
        """Every verb that somebody answers for, whatever a move may name, each once."""
        return [*dict.fromkeys((*self.asks.verbs, *(key.partition(" ")[0] for key in self.asks.figure_verbs)))]

    def verbs_of(self, ident: str) -> Iterator[AnyVerb]:
        """Everything that answers for a verb, whatever a move may name."""
        for key in (ident, *(key for key in self.asks.figure_verbs if key.startswith(f"{ident} "))):
            verb = self._of(ident, key)
            if verb is not None:
                yield verb

    def also(self, ident: str, move: Move, called: Iterable[str] = ()) -> Iterator[AnyVerb]:
        """What else answers for a verb and the figure or name of a `move`, by other expansions than the first asked."""
        key = self._key(ident, move, called) if self._also else ""
        for also in self._also.get(key, ()):
            verb = self._with_provisos(ident, _hook({key: also}, key))
            if verb is not None:
                yield verb

    def elsewhere(self, ident: str, move: Move) -> Iterator[AnyVerb]:
        """What else answers for a verb by the name of a place, or by a figure where `move` names none, where it names
        nothing that decides which.
        """
        if self.asks.figure_verbs and self._key(ident, move) == ident:
            roles = ("name",) if next(iter(ids_in(move, "figure")), None) is not None else ("name", "figure")
            seen: list[Any] = []
            for key in (key for key in self.asks.figure_verbs if key.startswith(f"{ident} ")):
                named = any(vocabulary().has(role, key.removeprefix(f"{ident} ")) for role in roles)
                verb = self._of(ident, key) if named else None
                if verb is not None and verb.choices not in seen:
                    seen.append(verb.choices)
                    yield verb

    def _of(self, ident: str, key: str) -> AnyVerb | None:
        if key not in self._verbs:
            self._verbs[key] = self._verb(ident, key)
        return self._verbs[key]

    def _verb(self, ident: str, key: str) -> AnyVerb | None:
        return self._with_provisos(ident, _hook(self.asks.figure_verbs if key != ident else self.asks.verbs, key))

    def _with_provisos(self, ident: str, found: AnyVerb | None) -> AnyVerb | None:
        added = [more for verb, more in self.may.provisos if verb == ident]
        if found is None or not added:
            return found
        check = found.check

        def all_conditions(case: Any, action: Action[object]) -> list[Finding]:
            case.deed = action.does()
            return [*check(case, action), *(finding for more in added for finding in more(case, case.deed))]

        return found._replace(check=all_conditions)

    def own_tile(self, ident: str) -> OwnTile | None:
        """How a tile that is not drawn is placed, by its kind or tile id."""
        found: OwnTile | None = _hook(self.tiles.own, ident)
        return found

    def topic(self, ident: str) -> Callable[[Any, Ask], Ruling] | None:
        """What answers a question."""
        found: Callable[[Any, Ask], Ruling] | None = _hook(self.asks.topics, ident)
        return found

    def offers(self, topic: str) -> Callable[[Any, Ask], list[Offer]] | None:
        """What lists the moves of a topic."""
        found: Callable[[Any, Ask], list[Offer]] | None = _hook(self.asks.offers, topic)
        return found

    def effect(self, ident: str) -> Callable[[Any, Any], None] | None:
        """What carries out an effect of a sketched tile."""
        found: Callable[[Any, Any], None] | None = _hook(self.asks.effects, ident)
        return found

    def besides(self, case: Any, put: Putting) -> Finding | None:
        """Whether `put` may come besides the one action of the turn; None where no expansion has anything to say."""
        said = [extra(case, put) for extra in self.may.put_besides]
        return min((finding for finding in said if finding), key=lambda f: (not f.holds, f.rule), default=None)

    def stands(self, case: Any, feature: Feature, squares: Collection[Cell]) -> Iterator[Finding]:
        """What is said of a figure that comes to `feature`, on one of the `squares` where these are known."""
        found = (says(case, feature, squares) for says in self.may.stand)
        return (finding for finding in found if finding is not None)

    def rule(self, principle: str) -> str:
        """The id of the rule behind a principle the core applies, such as ``tie``."""
        return self.cites[principle]

    def kind_traits(self, kind: str) -> tuple[str, ...]:
        """Traits of a kind of feature."""
        traits = self._traits.get(kind)
        if traits is None:
            traits = self._traits[kind] = vocabulary().kind_traits(kind)
        return traits

    def figure_traits(self, figure: str) -> tuple[str, ...]:
        """Traits of a figure; none for "", where a deed or a move names no figure."""
        traits = self._figure_traits.get(figure)
        if traits is None:
            traits = self._figure_traits[figure] = vocabulary().figure_traits(figure) if figure else ()
        return traits

    def is_figure(self, ident: str) -> bool:
        """Whether an id is that of a figure."""
        return vocabulary().has("figure", ident)

    def supply(self, figure: str) -> int:
        """How many of a figure each player owns; 0 where that is not fixed."""
        return vocabulary().supply(figure)

    def total_of(self, state: State, player: str, figure: str) -> int:
        """How many of a figure a player has, on the board or not; 0 where that is not fixed."""
        found = self.figure(figure).supply
        return self.supply(figure) if found is None else found.number(state, player)

    def held_by(self, figure: str) -> str:
        """The rule that says how many of a figure a player has; "" where none does."""
        says = self.figure(figure)
        return says.owned if says.supply is None else says.supply.rule

    def foreign(self, ident: str) -> str:
        """The role of a mark, state or figure that only expansions without code know; "" for any other."""
        role = self._foreign.get(ident)
        if role is None:
            words = vocabulary()
            owners = {role: words.owner(role, ident) for role in _LYING if words.has(role, ident)}
            if not owners and "-" in ident:  # a mark and its side: start-square-NW
                return self.foreign(ident.rpartition("-")[0])
            known = any(not owner or owner in self.ids for owner in owners.values())
            role = self._foreign[ident] = "" if known else next(iter(owners), "")
        return role

    def owner(self, role: str, ident: str) -> str:
        """The expansion that brings a word. Raises LookupError for an unknown one."""
        owner = self._owners.get((role, ident))
        if owner is None:
            owner = self._owners[role, ident] = vocabulary().owner(role, ident)
        return owner


def _hook(hooks: Mapping[str, Any], ident: str) -> Any:
    hook = hooks.get(ident)
    if not isinstance(hook, Later):
        return hook
    table = _table(hook)
    return table[ident] if table is not None else None


@cache
def _table(hook: Later) -> Mapping[str, Any] | None:
    """The hooks of a module that is imported once somebody asks for one of them; None where it cannot be."""
    module = loaded(hook.module)
    return getattr(module, hook.table) if module is not None else None


def _figure_verbs(expansions: tuple[Expansion, ...]) -> dict[str, list[Any]]:
    """What is said of a verb and a figure or name: where several expansions say it, that one's first that brings it."""
    said: dict[str, dict[str, Any]] = {}
    for expansion in expansions:
        for key, verb in expansion.asks.figure_verbs.items():
            said.setdefault(key, {})[expansion.id] = verb
    return {key: [by.pop(_who(key, by)), *by.values()] for key, by in said.items()}


def _who(key: str, by: Mapping[str, AnyVerb]) -> str:
    if len(by) == 1:
        return next(iter(by))
    words, ident = vocabulary(), key.partition(" ")[2]
    owners = {words.owner(role, ident) for role in ("figure", "name") if words.has(role, ident)}
    found = [one for one in by if one in owners]
    if len(found) != 1:
        raise Clash(f"asks.figure_verbs.{key}")
    return found[0]


def _start_tile(tiles: tuple[StartTile, ...]) -> StartTile:
    """The tile that a game begins with: the one in whose place no other comes."""
    found = [tile for tile in tiles if not any(tile.by in other.over for other in tiles)]
    if len(found) > 1:
        raise Clash("start.tiles")
    return found[0] if found else StartTile("", "")


def _ranked(said: Any, where: str = "") -> Any:
    """Every table of ways so that whoever stands over another comes before it."""
    if isinstance(said, RECORDS):
        fields = zip(said._fields, said, strict=True)
        return type(said)._make(_ranked(part, f"{where}.{name}") for name, part in fields)
    return _in_order(said, where) if type(said) is tuple and said and isinstance(said[0], Way) else said


def _in_order(ways: tuple[Way[Any], ...], where: str) -> tuple[Way[Any], ...]:
    rest, found = list(ways), list[Way[Any]]()
    while rest:
        first = next((way for way in rest if not any(way.by in other.over for other in rest)), None)
        if first is None:
            raise Clash(where)
        found.append(first)
        rest.remove(first)
    for one, other in combinations(found, 2):
        both = set(one.kinds).intersection(other.kinds)
        if both and (one.when is None or other.when is None) and other.by not in one.over:
            raise Clash(f"{where}.{min(both)}")
    return tuple(found)


def code_of(ident: str) -> Expansion | None:
    """The code of an expansion, None while it has none, and where its words, rules or code are broken."""
    name = f"adjudicator.expansions.{ident.replace('-', '_')}"
    spec = find_spec(name)
    if spec is None or spec.origin is None or vocabulary().harmed(ident) or loader.harmed(ident):
        return None
    found = getattr(loaded(name), "EXPANSION", None)
    return found if isinstance(found, Expansion) else None


def loaded(name: str) -> ModuleType | None:
    """A module of an expansion; None for one that cannot be imported."""
    try:
        return import_module(name)
    except Exception as error:
        places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
        if isinstance(error, SyntaxError) and error.filename:
            places.append((error.filename, error.lineno or 0))
        homes = tuple(map(str, store.homes()))
        file, line = next((place for place in reversed(places) if place[0].startswith(homes)), (name, 0))
        faults.note(faults.Fault(file, line, f"cannot be imported: {type(error).__name__}: {error}"))
        return None


@cache
def game(in_play: frozenset[str]) -> Game:
    """The game with these expansions. Raises Problems where two of them say one thing and none stands above."""
    built: list[Expansion] = []
    missing: list[str] = []
    for ident in sorted(in_play):
        code = code_of(ident)
        if code is None:
            missing.append(ident)
        else:
            built.append(code)
    along = {ident for code in built for ident in code.along} - in_play
    built += [code for ident in sorted(along) if (code := code_of(ident)) is not None]
    try:
        return Game(tuple(built), tuple(missing))
    except Clash:
        raise _clash_of(built) from None


def _clash_of(built: list[Expansion]) -> Exception:
    """The problem of the first two expansions that do not go together."""
    for one, other in combinations(built, 2):
        try:
            Game((one, other), ())
        except Clash as clash:
            who = {name: Item.expansion(said.id) for name, said in (("one", one), ("other", other))}
            return Problems((Problem("expansions-clash", NOWHERE, {**who, "what": str(clash).strip(".")}),))
    return Clash(", ".join(said.id for said in built))

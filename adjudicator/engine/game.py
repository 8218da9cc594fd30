"""The expansions in play, put together: which code answers for what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from adjudicator.engine.expansion import (
    Action,
    Drawn,
    Expansion,
    Groups,
    Later,
    Measure,
    OwnTile,
    Putting,
    Strength,
    Supply,
    Topic,
    Verb,
    Worth,
    WorthOf,
)
from adjudicator.model.ruling import Finding
from adjudicator.model.scenario import Move
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.engine.state import State

_LYING = ("unit", "flag", "figure", "symbol", "name")
"""Roles of what may lie on a feature or be said of it."""


class Game:
    """The hooks of all expansions in play."""

    def __init__(self, expansions: tuple[Expansion, ...], missing: tuple[str, ...]) -> None:
        self.ids = tuple(e.id for e in expansions)
        self._foreign: dict[str, str] = {}
        self._verbs: dict[str, Verb | None] = {}
        self._traits: dict[str, tuple[str, ...]] = {}
        self._owners: dict[tuple[str, str], str] = {}
        self._figure_traits: dict[str, tuple[str, ...]] = {}
        self.missing = missing
        """Expansions in play that have words and rules but no code yet."""
        self.cites: Mapping[str, str] = _owned(expansions, "cites")
        self.has_helpers = any(principle.startswith("alone-") for principle in self.cites)
        """Whether there are figures that go home when their owner has no meeple left beside them."""
        self.worth: Mapping[str, WorthOf] = _owned(expansions, "worth")
        self.strength: Mapping[str, Strength] = _owned(expansions, "strength")
        self.verbs = _owned(expansions, "verbs")
        self.own_tiles = _owned(expansions, "own_tiles")
        self.provisos = _all(expansions, "provisos")
        self.guests = frozenset(_all(expansions, "guests"))
        self.figure_verbs = _figure_verbs(expansions)
        self.taken = _all(expansions, "taken")
        self.counted = _all(expansions, "counted")
        self.one_tile = _all(expansions, "one_tile")
        self.turn_begins = _all(expansions, "turn_begins")
        self.before_scoring = _all(expansions, "before_scoring")
        self.effects = _owned(expansions, "effects")
        self.topics = _owned(expansions, "topics")
        always = vocabulary().always()
        self.start = next((e.start for e in sorted(expansions, key=lambda e: e.id in always) if e.start), "")
        """Id of the tile a game begins with; an expansion puts its own in the place of the usual one."""
        self.start_unsaid = next((e.start_unsaid for e in expansions if e.start_unsaid), "")
        """The rule by which no tile of the catalogue lies there at the start; "" where one does."""
        if any(e.start for e in expansions if e.id not in always):
            self.start_unsaid = ""
        self.whole: Mapping[str, str] = _owned(expansions, "whole")
        self.owned: Mapping[str, str] = _owned(expansions, "owned")
        self.amend = _all(expansions, "amend")
        self.settle = _all(expansions, "settle")
        self.putting = _all(expansions, "putting")
        self.extra_figure = _all(expansions, "extra_figure")
        self.by_means = _all(expansions, "by_means")
        self.begins = _owned(expansions, "begins")
        self.placing = _all(expansions, "placing")
        self.placed = _all(expansions, "placed")
        self.drawn: Mapping[str, Drawn] = _owned(expansions, "drawn")
        self.figure_put = _all(expansions, "figure_put")
        self.measures: Mapping[str, Measure] = _owned(expansions, "measures")
        self.recount = _all(expansions, "recount")
        self.groups: Mapping[str, Groups] = _owned(expansions, "groups")
        self.kept = frozenset(_all(expansions, "kept"))
        self.before_placing = _all(expansions, "before_placing")
        self.checks = _all(expansions, "checks")
        self.final = _all(expansions, "final")
        self.stocked = _all(expansions, "stocked")
        self.charges = _all(expansions, "charges")
        self.least = next((e.least for e in expansions if e.least), "")
        self.stays = _all(expansions, "stays")
        self.traps = _all(expansions, "traps")
        self.looks = _all(expansions, "looks")
        self.tiebreak = _all(expansions, "tiebreak")
        self.aftermath = _all(expansions, "aftermath")
        self.scorings = _all(expansions, "scorings")
        self.set_off = _all(expansions, "set_off")
        self.lies_as = _all(expansions, "lies_as")
        self.supplies: Mapping[str, Supply] = _owned(expansions, "supplies")
        self.told = _all(expansions, "told")
        self.setup = _all(expansions, "setup")
        self.after_last = _all(expansions, "after_last")
        self.follows = _all(expansions, "follows")
        self.corner = _owned(expansions, "corner")
        self.sayings = _all(expansions, "sayings")
        self.city_like: Mapping[str, Worth] = _owned(expansions, "city_like")
        self.city_bonus = _all(expansions, "city_bonus")
        self.city_factor = _all(expansions, "city_factor")

    def verb(self, ident: str, move: Move | None = None) -> Verb | None:
        """What answers for a verb; None where its expansion has no code.

        Of a `move` that names a figure or a name of which an expansion has more to say, what that one says.
        """
        return self._of(ident, self._key(ident, move) if move is not None and self.figure_verbs else ident)

    def _key(self, ident: str, move: Move) -> str:
        keys = (f"{ident} {word.id(role)}" for role in ("name", "figure") for word in move.words)
        return next((key for key in keys if key in self.figure_verbs), ident)

    def verbs_of(self, ident: str) -> Iterator[Verb]:
        """Everything that answers for a verb, whatever a move may name."""
        for key in (ident, *(key for key in self.figure_verbs if key.startswith(f"{ident} "))):
            verb = self._of(ident, key)
            if verb is not None:
                yield verb

    def elsewhere(self, ident: str, move: Move) -> Iterator[Verb]:
        """What else answers for a verb by the name of a place, where `move` names nothing that decides which."""
        if self.figure_verbs and self._key(ident, move) == ident:
            seen: list[Any] = []
            for key in (key for key in self.figure_verbs if key.startswith(f"{ident} ")):
                verb = self._of(ident, key) if vocabulary().has("name", key.removeprefix(f"{ident} ")) else None
                if verb is not None and verb.choices not in seen:
                    seen.append(verb.choices)
                    yield verb

    def _of(self, ident: str, key: str) -> Verb | None:
        if key not in self._verbs:
            self._verbs[key] = self._verb(ident, key)
        return self._verbs[key]

    def _verb(self, ident: str, key: str) -> Verb | None:
        found: Verb | None = _hook(self.figure_verbs if key != ident else self.verbs, key)
        added = [more for verb, more in self.provisos if verb == ident]
        if found is None or not added:
            return found
        check = found.check

        def all_conditions(case: Any, action: Action) -> list[Finding]:
            return [*check(case, action), *(finding for more in added for finding in more(case, action))]

        return found._replace(check=all_conditions)

    def own_tile(self, ident: str) -> OwnTile | None:
        """How a tile that is not drawn is placed, by its kind or tile id."""
        found: OwnTile | None = _hook(self.own_tiles, ident)
        return found

    def topic(self, ident: str) -> Topic | None:
        """What answers a question."""
        found: Topic | None = _hook(self.topics, ident)
        return found

    def effect(self, ident: str) -> Callable[[Any, Any], None] | None:
        """What carries out an effect of a sketched tile."""
        found: Callable[[Any, Any], None] | None = _hook(self.effects, ident)
        return found

    def besides(self, case: Any, put: Putting) -> Finding | None:
        """Whether `put` may come besides the one action of the turn; None where no expansion has anything to say."""
        findings = (extra(case, put) for extra in self.extra_figure)
        return next((finding for finding in findings if finding is not None), None)

    def with_means(self, case: Any, put: Putting) -> Putting:
        """`put` with what lets the figure go elsewhere than on the placed tile; as it is where nothing does."""
        findings = (by_means(case, put) for by_means in self.by_means)
        return next((found for found in findings if found is not None), put)

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
        """Traits of a figure."""
        traits = self._figure_traits.get(figure)
        if traits is None:
            traits = self._figure_traits[figure] = vocabulary().figure_traits(figure)
        return traits

    def is_figure(self, ident: str) -> bool:
        """Whether an id is that of a figure."""
        return vocabulary().has("figure", ident)

    def supply(self, figure: str) -> int:
        """How many of a figure each player owns; 0 where that is not fixed."""
        return vocabulary().supply(figure)

    def held(self, state: State, player: str, figure: str) -> int:
        """How many of a figure a player has, on the board or not; 0 where that is not fixed."""
        found = self.supplies.get(figure)
        return self.supply(figure) if found is None else found.number(state, player)

    def held_by(self, figure: str) -> str:
        """The rule that says how many of a figure a player has; "" where none does."""
        found = self.supplies.get(figure)
        return self.owned.get(figure, "") if found is None else found.rule

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


def _hook(hooks: dict[str, Any], ident: str) -> Any:
    hook = hooks.get(ident)
    if isinstance(hook, Later):
        hook = hooks[ident] = getattr(import_module(hook.module), hook.table)[ident]
    return hook


def _figure_verbs(expansions: tuple[Expansion, ...]) -> dict[str, Any]:
    """What is said of a verb and a figure: where two expansions say it, what the one that brings the figure says."""
    found: dict[str, Any] = {}
    owners: dict[str, str] = {}
    for expansion in expansions:
        for key, verb in expansion.figure_verbs.items():
            figure = key.partition(" ")[2]
            owner = vocabulary().owner("figure", figure) if vocabulary().has("figure", figure) else expansion.id
            if key in found and owners[key] != owner and owner != expansion.id:
                raise ValueError(f"{expansion.id}: figure_verbs {key} is taken by another expansion")
            if key not in found or owner == expansion.id:
                found[key], owners[key] = verb, expansion.id
    return found


def _owned(expansions: tuple[Expansion, ...], hook: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for expansion in expansions:
        for key, value in getattr(expansion, hook).items():
            if key in merged:
                raise ValueError(f"{expansion.id}: {hook} {key} is taken by another expansion")
            merged[key] = value
    return merged


def _all(expansions: tuple[Expansion, ...], hook: str) -> tuple[Any, ...]:
    return tuple(value for expansion in expansions for value in getattr(expansion, hook))


def code_of(ident: str) -> Expansion | None:
    """The code of an expansion, None while it has none."""
    name = f"adjudicator.expansions.{ident.replace('-', '_')}"
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return None
    found = getattr(import_module(name), "EXPANSION", None)
    return found if isinstance(found, Expansion) else None


@cache
def game(in_play: frozenset[str]) -> Game:
    """The game with these expansions."""
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
    return Game(tuple(built), tuple(missing))

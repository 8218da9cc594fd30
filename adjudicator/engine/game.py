"""The expansions in play, put together: which code answers for what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from adjudicator.engine.expansion import Expansion, Later, Strength, Topic, Verb, WorthOf
from adjudicator.words.lexicon import lexicon

_LYING = ("unit", "flag", "figure", "symbol", "name")
"""Roles of what may lie on a feature or be said of it."""


class Game:
    """The hooks of all expansions in play."""

    def __init__(self, expansions: tuple[Expansion, ...], missing: tuple[str, ...]) -> None:
        self.ids = tuple(e.id for e in expansions)
        self._foreign: dict[str, str] = {}
        self.missing = missing
        """Expansions in play that have words and rules but no code yet."""
        self.cites: Mapping[str, str] = _owned(expansions, "cites")
        self.worth: Mapping[str, WorthOf] = _owned(expansions, "worth")
        self.strength: Mapping[str, Strength] = _owned(expansions, "strength")
        self.verbs = _owned(expansions, "verbs")
        self.effects = _owned(expansions, "effects")
        self.topics = _owned(expansions, "topics")
        self.start = next((e.start for e in expansions if e.start), "")
        """Id of the tile a game begins with."""
        self.whole: Mapping[str, str] = _owned(expansions, "whole")
        self.owned: Mapping[str, str] = _owned(expansions, "owned")
        self.amend = _all(expansions, "amend")
        self.settle = _all(expansions, "settle")
        self.putting = _all(expansions, "putting")
        self.checks = _all(expansions, "checks")
        self.final = _all(expansions, "final")
        self.stays = _all(expansions, "stays")
        self.traps = _all(expansions, "traps")
        self.tiebreak = _all(expansions, "tiebreak")
        self.aftermath = _all(expansions, "aftermath")
        self.scorings = _all(expansions, "scorings")
        self.follows = _all(expansions, "follows")
        self.city_bonus = _all(expansions, "city_bonus")
        self.city_factor = _all(expansions, "city_factor")

    def verb(self, ident: str) -> Verb | None:
        """What answers for a verb."""
        found: Verb | None = _hook(self.verbs, ident)
        return found

    def topic(self, ident: str) -> Topic | None:
        """What answers a question."""
        found: Topic | None = _hook(self.topics, ident)
        return found

    def effect(self, ident: str) -> Callable[[Any, Any], None] | None:
        """What carries out an effect of a sketched tile."""
        found: Callable[[Any, Any], None] | None = _hook(self.effects, ident)
        return found

    def rule(self, principle: str) -> str:
        """The id of the rule behind a principle the core applies, such as ``tie``."""
        return self.cites[principle]

    def kind_traits(self, kind: str) -> tuple[str, ...]:
        """Traits of a kind of feature."""
        return lexicon("en").kind_traits(kind)

    def figure_traits(self, figure: str) -> tuple[str, ...]:
        """Traits of a figure."""
        return lexicon("en").figure_traits(figure)

    def is_figure(self, ident: str) -> bool:
        """Whether an id is that of a figure."""
        return lexicon("en").has("figure", ident)

    def supply(self, figure: str) -> int:
        """How many of a figure each player owns; 0 where that is not fixed."""
        return lexicon("en").supply(figure)

    def foreign(self, ident: str) -> str:
        """The role of a mark, state or figure that only expansions without code know; "" for any other."""
        role = self._foreign.get(ident)
        if role is None:
            words = lexicon("en")
            owners = {role: words.owner(role, ident) for role in _LYING if words.has(role, ident)}
            if not owners and "-" in ident:  # a mark and its side: start-square-NW
                return self.foreign(ident.rpartition("-")[0])
            known = any(not owner or owner in self.ids for owner in owners.values())
            role = self._foreign[ident] = "" if known else next(iter(owners), "")
        return role

    def owner(self, role: str, ident: str) -> str:
        """The expansion that brings a word."""
        return lexicon("en").owner(role, ident)


def _hook(hooks: dict[str, Any], ident: str) -> Any:
    hook = hooks.get(ident)
    if isinstance(hook, Later):
        hook = hooks[ident] = getattr(import_module(hook.module), hook.table)[ident]
    return hook


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
    return Game(tuple(built), tuple(missing))

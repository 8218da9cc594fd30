"""Placing a halfling of one's own: when, and what its sides may lie beside (NB-108 to NB-110)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Action, OwnTile, Verb
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.halflings.counting import HALFLING, PAIR
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Effect, Move, unwritten
from adjudicator.rulebook.loader import value

TILE = "tile"
EDGES = ("city", "road", "field")
"""The kinds of feature that an edge of a tile may belong to."""


class Half(NamedTuple):
    """A halfling that is to be placed."""

    beside: str = ""
    """What its long side lies beside: `HALFLING`, `TILE`, or "" where nothing is said."""
    own: str = ""
    """The landscape of its long side, a kind; "" where that is not said."""
    other: str = ""
    """That of the other halfling."""


@remembered(Scope.GAME)
class Laid(NamedTuple):
    """A halfling that was placed."""

    player: str


def left(state: State, player: str) -> int:
    """The halflings a player still has (NB-108)."""
    said = (state.hand(player).items or {}).get(HALFLING)
    laid = state.recall(Laid).count(Laid(player))
    return value("NB-108", "per_player") - laid if said is None else said


def read(case: Case, move: Move) -> Action[Half]:
    """``places halfling``, ``... with long side to tile``, ``... with long side city to halfling city``.

    Raises Mistake.
    """
    args = case.args(move)
    half = Half()
    if args.says("long-side", "name"):
        beside = TILE if args.says("tile") or args.says("a_tile") else HALFLING
        half = Half(beside, next((kind for kind in EDGES if args.says(kind, "kind")), ""), args.ident("other") or "")
    elif args.square() is not None:
        raise Mistake(Problem("halfling-square", move.span))
    item = Item.move("places", Item.count(1, "", HALFLING))
    return Action(move, half, item, Deed(figure=HALFLING, effects=move.effects))


def check(case: Case, action: Action[Half]) -> list[Finding]:
    """Instead of drawing (NB-109), one of one's own (NB-108), by its long side beside a halfling only (NB-110)."""
    half = action.data
    turn, player = case.state.turn, action.move.player
    values: dict[str, Value] = {"player": Item.player(player), "number": value("NB-108", "per_player")}
    if turn is not None and turn.player != player:
        return [Finding("NB-109", False, "not-your-turn", values)]
    found = [Finding("NB-108", left(case.state, player) > 0, "halfling-left", values)]
    drawn = turn is not None and (turn.placed or turn.drawn is not None)
    found.append(Finding("NB-109", not drawn, "halfling-instead", values))
    if any(_alone(case, effect) for effect in action.move.effects) and half.beside != HALFLING:
        found.append(Finding("NB-109", False, "halfling-continues", values))
    if half.beside == TILE:
        found.append(Finding("NB-110", False, "halfling-long-side", values))
    elif half.beside == HALFLING:
        fits = not (half.own and half.other) or half.own == half.other
        found.append(Finding("NB-110", fits, "halfling-beside-halfling", values))
    return sorted(found, key=lambda one: one.holds)


def _alone(case: Case, effect: Effect) -> bool:
    """Whether a tile is said to lie beside nothing at all."""
    return effect.effect == "touches" and case.args(effect).says("nothing")


def apply(case: Case, action: Action[Half]) -> None:
    """Takes the halfling, tells what it does, and counts it (NB-111). Raises Mistake, Undetermined."""
    half = action.data
    state, player = case.state, action.move.player
    turn = state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    state.turn = turn._replace(effects=action.move.effects)
    if HALFLING in (state.hand(player).items or {}):
        state.give(player, HALFLING, -1)
    case.remember(Laid(player))
    before = {feature.id: feature for feature in state.features.values()}
    for effect in action.move.effects:
        named = case.names_in(effect)
        symbol = named[0].id("symbol") if named else None
        act = (case.game.effect(f"{effect.effect} {symbol}") if symbol else None) or case.game.effect(effect.effect)
        if act is None:
            raise Mistake(Problem("no-part", effect.span, {"word": Item.noun("effect", effect.effect)}))
        act(case, effect)
    for ident in state.turn.touched:
        known = before.get(ident)
        _add(case, ident, half, known.marks.get(HALFLING, 0) if known else 0, known.marks.get(PAIR) if known else 0)


def _add(case: Case, ident: str, half: Half, halflings: int, pairs: int | None) -> None:
    """Counts one halfling more on a feature, which has one square more by now, unless that is shared (NB-111)."""
    feature = case.state.feature(ident)
    now = feature.marks.get(PAIR)
    marks = {**feature.marks, HALFLING: feature.marks.get(HALFLING, 0) + 1}
    shares = now is not None and now > (pairs or 0)
    if shares and feature.tiles is not None and "monastic" not in case.game.kind_traits(feature.kind):
        feature = feature._replace(tiles=feature.tiles - 1)
    elif not shares and half.beside == HALFLING and halflings:
        marks.pop(PAIR, None)  # whether it lies beside one of this feature is to be told
    elif not halflings:
        marks[PAIR] = now or 0
    case.state.add(feature._replace(marks=marks))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Half]]:
    """A halfling, wherever that may be."""
    move = unwritten(player, "places")
    yield Action(move, Half(), Item.move("places", Item.count(1, "", HALFLING)), Deed(figure=HALFLING))


def must(case: Case, action: Action[Half]) -> Finding:
    """A player may place a halfling, and need not (NB-109)."""
    return Finding("NB-109", False, "halfling-may", {"player": Item.player(action.move.player)})


TILES = {HALFLING: OwnTile(Verb(read, check, apply, choices, must), HALFLING, "NB-109")}

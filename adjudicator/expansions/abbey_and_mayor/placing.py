"""Placing an abbey: when it may be played, where it may go, and what it does (AM-14 to AM-34)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Action
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.abbey import ABBEY
from adjudicator.expansions.abbey_and_mayor.beside import beside
from adjudicator.expansions.abbey_and_mayor.holes import Hole, fits, holes, takes_it
from adjudicator.model.position import Feature, Hand
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Effect, Move
from adjudicator.rulebook.loader import value
from adjudicator.words.lexicon import fold
from adjudicator.words.vocabulary import vocabulary

AROUND = 8
SECOND = "second-part"
GROWING = ("completes", "extends", "dispels")
"""Effects of a sketched tile that an abbey may have: on what it ends, on the buildings and the mist it lies beside."""

ANSWERING = ("activates",)
"""Effects that come of what lies around the tile, whatever it shows itself."""


class Laying(NamedTuple):
    """An abbey that is to be placed, with None for a place that is not said."""

    player: str
    hole: Hole | None


# ---- reading
def read(case: Case, move: Move) -> Action[Laying]:
    """``places abbey in H``, ``places abbey at (1,0)``, ``place abbey``. Raises Mistake."""
    reader = Reader(move.words, case.lang, move.span)
    reader.at = 1
    reader.keyword("at", "in", "on")
    cell = reader.coord()
    hole: Hole | None = None
    if cell is not None:
        if case.state.ground is None:
            raise Mistake(Problem("no-board", move.span))
        hole = Hole(cell)
    elif not reader.done:
        hole = Hole(None, case.state.feature(case.state.resolve(reader.ref())))
    reader.end("line-end")
    return laying_of(move, hole)


def laying_of(move: Move, hole: Hole | None) -> Action[Laying]:
    """The action of placing the abbey of a move in `hole`."""
    abbey = Item("count", (1, "", ABBEY))
    where = () if hole is None else (hole.place,)
    deed = Deed(figure=ABBEY, cell=hole.cell if hole is not None else None, effects=move.effects)
    return Action(move, Laying(move.player, hole), Item("move", ("places", abbey, *where)), deed)


# ---- conditions
def check(case: Case, action: Action[Laying]) -> list[Finding]:
    """The turn (AM-18), the end of the game (AM-24 to AM-27), the abbey in hand (AM-14), the hole (AM-19 to AM-21)."""
    laying = action.data
    found = [*_when(case, laying.player), _in_hand(case, laying.player)]
    hole = laying.hole
    if hole is None:
        if not any(takes_it(case, one) for one in holes(case)):
            found.append(Finding("AM-21", False, "abbey-nowhere", {}))
    else:
        found += fits(case, hole)
        for effect in action.move.effects:
            if effect.effect in ANSWERING:
                continue
            if effect.effect not in GROWING:
                found.append(Finding("AM-31", False, "abbey-shows-nothing", {"effect": _said(effect)}))
                continue
            if _of_symbol(case, effect) is not None:
                continue
            ref = Reader(effect.words, case.lang, effect.span).ref()
            grown = case.state.feature(case.state.resolve(ref))
            if effect.effect != "completes" and not _monastic(case, grown):
                found.append(Finding("AM-34", False, "abbey-no-part", {"feature": Item("feature", (grown.id,))}))
    return sorted(found, key=lambda f: f.holds)


def _said(effect: Effect) -> Item:
    return Item("noun", ("effect", effect.effect))


def _when(case: Case, player: str) -> Iterator[Finding]:
    turn = case.state.turn
    shown = {"player": Item("player", (player,))}
    if turn is not None and turn.player != player:
        yield Finding("AM-18", False, "abbey-not-your-turn", shown)
    elif turn is not None and (turn.placed or turn.drawn is not None):
        yield Finding("AM-18", False, "abbey-instead-of-drawing", shown)
    else:
        yield Finding("AM-18", True, "abbey-instead-of-drawing", shown)
    if last_tile_lies(case):
        if turn is not None and turn.kind == SECOND:
            yield Finding("AM-113", True, "abbey-second-part", shown)
            return
        in_force = case.option("abbey-after-last-tile")
        if in_force == "never":
            yield Finding("AM-24", False, "abbey-too-late", shown)
            yield Finding("AM-27", False, "abbey-too-late", shown)
        elif in_force == "may":
            yield Finding("AM-26", True, "abbey-extra-round", shown)
        else:
            yield Finding("AM-25", True, "abbey-must-now", shown)


def last_tile_lies(case: Case) -> bool:
    """Whether no tile is left to draw or to place."""
    turn = case.state.turn
    return case.state.stock.get("tile") == 0 and (turn is None or turn.drawn is None)


def abbeys_told(hand: Hand) -> bool:
    """Whether it was said if a player has an abbey: where any figure was named, not where only goods were got."""
    words = vocabulary()
    return hand.items is not None and (
        not hand.items or ABBEY in hand.items or any(words.has("figure", item) for item in hand.items)
    )


def _in_hand(case: Case, player: str) -> Finding:
    hand = case.state.hand(player)
    values = {"player": Item("player", (player,)), "number": value("AM-14", "abbeys")}
    if abbeys_told(hand):
        return Finding("AM-14", (hand.items or {}).get(ABBEY, 0) > 0, "abbey-in-hand", values)
    return Finding("AM-14", hand.aside.get(ABBEY, 0) < value("AM-14", "abbeys"), "abbey-in-hand", values)


# ---- carrying out
def apply(case: Case, action: Action[Laying]) -> None:
    """Makes the hole an abbey and completes what it closes, no tile added (AM-32, AM-34).

    Raises Mistake, and Undetermined where nobody said how many tiles lie around an occupied building beside it.
    """
    laying = action.data
    hole, state = laying.hole, case.state
    if hole is None:
        raise Mistake(Problem("abbey-where", action.move.span))
    for effect in action.move.effects:
        answers = case.game.effect(effect.effect) if effect.effect in ANSWERING else None
        if answers is not None:
            answers(case, effect)
    if hole.feature is not None:
        _close(case, hole.feature, action)
    hand = state.hand(laying.player)
    if abbeys_told(hand):
        state.give(laying.player, ABBEY, -1)
    else:  # what the player holds was not told: the one abbey is gone from it all the same
        aside = {**hand.aside, ABBEY: hand.aside.get(ABBEY, 0) + 1}
        state.hands[laying.player] = hand._replace(aside=aside)
    turn = state.turn
    done = tuple(Item("feature", (ident,)) for ident in (turn.completed if turn is not None else ()))
    if done:
        case.find("AM-33", "abbey-scored-after", features=done)
    for ident in turn.completed if turn is not None else ():
        if state.feature(ident).marks.get("ferry"):
            case.find("AM-116", "abbey-no-ferry", False, feature=Item("feature", (ident,)))
    if last_tile_lies(case):
        case.find("AM-29", "abbey-last-as-usual")


def _close(case: Case, hole: Feature, action: Action[Laying]) -> None:
    state = case.state
    around = None if hole.tiles is None else hole.tiles - 1
    whole = None if around is None else around == AROUND
    tiles = None if around is None else around + 1
    state.add(Feature(hole.id, ABBEY, whole, tiles, {}, frozenset({"empty"}), (), span=hole.span))
    done = [hole.id] if whole else []
    for feature in list(state.features.values()):
        if feature.kind in ("road", "city") and not feature.complete and _only_to(feature, hole.id):
            state.add(feature._replace(complete=True))
            done.append(feature.id)
    around_it = {ident for ident in beside(case, None, hole.id) if _monastic(case, state.feature(ident))}
    turn = state.turn
    if turn is not None:
        state.turn = turn._replace(touched=(hole.id,), completed=tuple(done))
    for effect in action.move.effects:
        if effect.effect in ANSWERING:
            continue
        does = _of_symbol(case, effect)
        if does is not None:
            does(case, effect)
            continue
        ref = Reader(effect.words, case.lang, effect.span).ref()
        named = state.feature(state.resolve(ref))
        around_it.discard(named.id)
        act = case.game.effect(effect.effect)
        if _monastic(case, named) and act is not None:
            act(case, effect)
        else:
            _done(case, named._replace(complete=True))
    for ident in sorted(around_it):
        feature = state.feature(ident)
        if not feature.complete and (feature.occupants or feature.tiles is not None):
            tiles = case.tiles(feature)
            grown = feature._replace(tiles=tiles + 1, complete=tiles == AROUND)
            if grown.complete:
                _done(case, grown)
            else:
                state.add(grown)


def _of_symbol(case: Case, effect: Effect) -> Callable[[Case, Effect], None] | None:
    """What carries out an effect of the abbey on a symbol of another expansion, such as mist; None for any other."""
    symbol = effect.words[0].id("symbol") if effect.words else None
    return (case.game.effect(f"{effect.effect} {symbol}") or case.game.effect(effect.effect)) if symbol else None


def _done(case: Case, feature: Feature) -> None:
    state, turn = case.state, case.state.turn
    state.add(feature)
    if turn is not None and feature.id not in turn.completed:
        state.turn = turn._replace(completed=(*turn.completed, feature.id))


def _only_to(feature: Feature, hole: str) -> bool:
    return any(flag.startswith("open-only-to ") and fold(flag[13:]) == fold(hole) for flag in feature.flags)


def _monastic(case: Case, feature: Feature) -> bool:
    return "monastic" in case.game.kind_traits(feature.kind)

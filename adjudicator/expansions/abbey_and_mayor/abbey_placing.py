"""Placing an abbey: where it may go, whether it must, what it does, and the questions about it (AM-14 to AM-34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Action, OwnTile, Verb
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.own_tiles import own_ways
from adjudicator.engine.rulings import ruling
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.abbey import ABBEY, TILE, laid_now
from adjudicator.expansions.abbey_and_mayor.shrines import shrine_limit
from adjudicator.geometry.squares import at_sides
from adjudicator.model.position import Cell, Feature, Hand
from adjudicator.model.ruling import Finding, Item, Missing, Ruling, Value
from adjudicator.model.scenario import Ask, Effect, Move, unwritten
from adjudicator.play.subject import player_of
from adjudicator.rulebook.loader import value
from adjudicator.words.fold import fold
from adjudicator.words.vocabulary import vocabulary

HOLE = "hole"
SIDES = 4
AROUND = 8
ENCLOSED = "enclosed"
NOT_ENCLOSED = "not-enclosed"
SECOND = "second-part"
GROWING = ("completes", "extends", "dispels")
"""Effects of a sketched tile that an abbey may have: on what it ends, on the buildings and the mist it lies beside."""

ANSWERING = ("activates",)
"""Effects that come of what lies around the tile, whatever it shows itself."""


Hole = Feature | Cell
"""Where an abbey is to go: what a sketch calls a hole, or an empty square."""


@remembered(Scope.GAME)
class InExtraRound(NamedTuple):
    """A player who has begun a turn since the last tile lies."""

    player: str


@remembered(Scope.GAME)
class HoleFilled(NamedTuple):
    """A hole of a sketch in which an abbey was placed once the last tile lay: those that are left are told."""

    hole: str


class Laying(NamedTuple):
    """An abbey that is to be placed, with None for a place that is not said."""

    player: str
    hole: Hole | None


# ---- holes
def holes(case: Case) -> list[Hole]:
    """What is called a hole, and every empty square beside a tile."""
    called = (feature for feature in case.state.features.values() if feature.kind == HOLE)
    return [*called, *case.state.empty_squares()]


def known_holes(case: Case) -> None:
    """Raises Undetermined where a sketch says nothing of any hole."""
    if not case.state.has_board and not holes(case) and not case.recall(HoleFilled):
        case.lack("abbey-hole")


def place_of(hole: Hole) -> Item:
    """A hole as an answer lists it."""
    return Item.feature(hole.id) if isinstance(hole, Feature) else Item.cell(hole)


def open_sides(case: Case, hole: Hole) -> int | None:
    """How many of the four sides have no tile at least; None where that is not known, as beyond the part that is shown.

    Of what a sketch calls a hole that is known where it is said to be enclosed or not, and where all the tiles around
    it are told, or fewer than four.
    """
    if isinstance(hole, Feature):
        around = None if hole.tiles is None else hole.tiles - 1
        if ENCLOSED in hole.flags or around == AROUND:
            return 0
        if NOT_ENCLOSED in hole.flags:
            return 1
        return None if around is None or around >= SIDES else SIDES - around
    empty = case.state.at_sides(hole).count(None)
    return None if empty and case.state.part_shown else empty


def fits(case: Case, hole: Hole) -> Iterator[Finding]:
    """Whether an abbey may go there: tiles at all four sides (AM-19 to AM-22). Raises Undetermined."""
    values = {"place": place_of(hole)}
    if hole.kind != HOLE if isinstance(hole, Feature) else case.state.tile(hole) is not None:
        yield Finding("AM-19", False, "abbey-no-hole", values)
        return
    sides = open_sides(case, hole)
    if sides is None:
        if isinstance(hole, Feature):
            case.lack("abbey-enclosed", hole, square=values["place"])
        bare = (cell for cell, tile in zip(at_sides(hole), case.state.at_sides(hole), strict=True) if tile is None)
        case.lack("abbey-sides", None, square=values["place"], cells=tuple(Item.cell(cell) for cell in bare))
    if sides and isinstance(hole, Feature):
        told = "abbey-not-enclosed" if NOT_ENCLOSED in hole.flags else "abbey-few-around"
        yield Finding("AM-19", False, told, {**values, "number": SIDES})
        return
    if sides:
        yield Finding("AM-19", False, "abbey-open-sides", {**values, "number": sides})
        return
    yield Finding("AM-19", True, "abbey-enclosed", values)
    yield Finding("AM-20", True, "abbey-always-fits", values)
    yield Finding("AM-22", True, "abbey-hole-example", values)
    yield from shrine_limit(case, hole)


def takes_it(case: Case, hole: Hole) -> bool:
    """Whether an abbey may go there, for all that is shown. Raises Undetermined for a hole of which nothing is said."""
    known = open_sides(case, hole) is not None or isinstance(hole, Feature)
    return known and all(finding.holds for finding in fits(case, hole))


# ---- reading
def read(case: Case, move: Move) -> Action[Laying]:
    """``places abbey in H``, ``places abbey at (1,0)``, ``place abbey``. Raises Mistake."""
    args = case.args(move)
    cell, place = args.square(), args.place()
    hole: Hole | None = None
    if cell is not None:
        hole = case.state.square(cell, move.span)
    elif place is not None:
        hole = case.state.feature(case.state.resolve(place))
    return laying_of(move, hole)


def laying_of(move: Move, hole: Hole | None) -> Action[Laying]:
    """The action of placing the abbey of a move in `hole`."""
    abbey = Item.count(1, "", ABBEY)
    where = () if hole is None else (place_of(hole),)
    deed = Deed(figure=ABBEY, cell=None if isinstance(hole, Feature) else hole, effects=move.effects)
    return Action(move, Laying(move.player, hole), Item.move("places", abbey, *where), deed)


# ---- conditions
def check(case: Case, action: Action[Laying]) -> list[Finding]:
    """The turn (AM-18), the end of the game (AM-24 to AM-27), the abbey in hand (AM-14), the hole (AM-19 to AM-21)."""
    return sorted([*_when(case, action.data.player), *_able(case, action)], key=lambda f: f.holds)


def _able(case: Case, action: Action[Laying]) -> list[Finding]:
    """The same whenever it is: the abbey and the hole."""
    laying = action.data
    found = [_in_hand(case, laying.player)]
    hole = laying.hole
    if hole is None:
        if not found[0].holds:
            return found  # whatever holes there are
        known_holes(case)
        if not any(takes_it(case, one) for one in holes(case)):
            found.append(Finding("AM-21", False, "abbey-nowhere", {}))
    else:
        found += fits(case, hole)
        for effect in action.move.effects:
            if effect.effect in ANSWERING:
                continue
            if effect.effect not in GROWING:
                found.append(Finding("AM-31", False, "abbey-shows-nothing", {"effect": _effect_name(effect)}))
                continue
            if _of_symbol(case, effect) is not None:
                continue
            grown = _feature_of(case, effect)
            if effect.effect != "completes" and not _monastic(case, grown):
                found.append(Finding("AM-34", False, "abbey-no-part", {"feature": Item.feature(grown.id)}))
    return found


def _feature_of(case: Case, effect: Effect) -> Feature:
    """The feature that an effect is about. Raises Mistake."""
    place = case.args(effect).place()
    if place is None:
        raise Mistake(Problem("no-part", effect.span, {"word": Item.noun("effect", effect.effect)}))
    return case.state.feature(case.state.resolve(place))


def _effect_name(effect: Effect) -> Item:
    return Item.noun("effect", effect.effect)


def _when(case: Case, player: str) -> Iterator[Finding]:
    turn = case.state.turn
    values = {"player": Item.player(player)}
    if turn is not None and turn.player != player:
        yield Finding("AM-18", False, "abbey-not-your-turn", values)
    elif turn is not None and (turn.placed or turn.drawn is not None or _set_aside(case)):
        yield Finding("AM-18", False, "abbey-instead-of-drawing", values)
    else:
        yield Finding("AM-18", True, "abbey-instead-of-drawing", values)
    if last_tile_lies(case):
        if turn is not None and turn.kind == SECOND:
            yield Finding("AM-113", True, "abbey-second-part", values)
            return
        in_force = after_last_tile(case)
        if in_force == "never":
            yield Finding("AM-24", False, "abbey-too-late", values)
            yield Finding("AM-27", False, "abbey-answer-withdrawn", values)
        elif in_force == "may":
            yield Finding("AM-26", True, "abbey-extra-round", values)
        else:
            yield Finding("AM-25", True, "abbey-must-now", values)


def _set_aside(case: Case) -> bool:
    """Whether a tile was drawn in this turn and set aside, since it fits nowhere: another is drawn for it."""
    return any(deed.verb == "discards" for deed in case.recall(Deed))


def after_last_tile(case: Case) -> str:
    """What becomes of an abbey that is left once the last tile lies: its player ``must`` place it (AM-25), ``may`` in
    an extra round (AM-26), or can ``never`` (AM-24). Of the first edition, whose rules had no such round, that is open.
    """
    in_force = case.option("abbey-after-last-tile")
    if in_force == "unsaid":
        case.find("AM-28", "abbey-first-edition")
        return case.read("open", "abbey-first-edition", must="AM-25", never="AM-28")
    return in_force


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
    values: dict[str, Value] = {"player": Item.player(player), "number": value("AM-14", "abbeys")}
    if abbeys_told(hand):
        return Finding("AM-14", (hand.items or {}).get(ABBEY, 0) > 0, "abbey-in-hand", values)
    left = hand.aside.get(ABBEY, 0) < value("AM-14", "abbeys")
    return Finding(
        "AM-14", left, "abbey-in-hand", values, "supposes" if left else "decides"
    )  # nobody said that it is still there


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
    if isinstance(hole, Feature):
        _close(case, hole, action)
    hand = state.hand(laying.player)
    if abbeys_told(hand):
        state.give(laying.player, ABBEY, -1)
    else:  # what the player holds was not told: the one abbey is gone from it all the same
        aside = {**hand.aside, ABBEY: hand.aside.get(ABBEY, 0) + 1}
        state.hands[laying.player] = hand._replace(aside=aside)
    turn = state.turn
    done = tuple(Item.feature(ident) for ident in (turn.completed if turn is not None else ()))
    if done:
        case.find("AM-33", "abbey-scored-after", features=done)
    for ident in turn.completed if turn is not None else ():
        if state.feature(ident).marks.get("ferry"):
            case.find("AM-116", "abbey-no-ferry", False, feature=Item.feature(ident))
    if last_tile_lies(case):
        case.find("AM-29", "abbey-last-as-usual")


def _close(case: Case, hole: Feature, action: Action[Laying]) -> None:
    state = case.state
    whole = None if hole.tiles is None else hole.tiles == AROUND + 1
    if last_tile_lies(case):
        case.remember(HoleFilled(hole.id))
    state.add(Feature(hole.id, ABBEY, whole, hole.tiles, {}, frozenset({"empty"}), (), span=hole.span))
    done = [hole.id] if whole else []
    for feature in list(state.features.values()):
        if feature.kind in ("road", "city") and not feature.complete and _only_to(feature, hole.id):
            state.add(feature._replace(complete=True))
            done.append(feature.id)
    around_it = {feature.id for feature in state.around(hole).features() if _monastic(case, feature)}
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
        named = _feature_of(case, effect)
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
    unsaid = [one for one in state.occupied() if not one.complete and _may_lie_beside(case, one, hole)]
    if unsaid and not action.move.effects:
        there = tuple(Item.feature(feature.id) for feature in unsaid)
        case.suppose("AM-32", "abbey-beside-nothing", place=place_of(hole), features=there)


def _may_lie_beside(case: Case, feature: Feature, hole: Feature) -> bool:
    """Whether the abbey in a sketched hole might close a feature or surround it, for all that was told."""
    if _monastic(case, feature):
        return not (case.state.around(hole).said or case.state.around(feature).said)
    return feature.kind in ("road", "city") and not any(flag.startswith("open-only-to ") for flag in feature.flags)


def _of_symbol(case: Case, effect: Effect) -> Callable[[Case, Effect], None] | None:
    """What carries out an effect of the abbey on a symbol of another expansion, such as mist; None for any other."""
    named = case.names_in(effect)
    symbol = named[0].id("symbol") if named else None
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


# ---- what may be asked
def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Laying]]:
    """Every hole, legal or not; of the empty squares only those with tiles at three sides or all four.

    Raises Undetermined where just this is asked for and a sketch says nothing of any hole.
    """
    move = unwritten(player, "places")
    if asked is not None and not (held := _in_hand(case, player)).holds:
        case.note(held)
        return
    if asked is not None:
        known_holes(case)
    elif (
        not case.state.has_board and not holes(case) and case.state.hand(player).items and _in_hand(case, player).holds
    ):
        case.suppose("AM-21", "abbey-no-hole-told")
    there = [hole for hole in holes(case) if isinstance(hole, Feature) or open_sides(case, hole) in (0, 1)]
    if not there and case.state.has_board and not case.state.part_shown:
        case.find("AM-21", "abbey-nowhere", False)
    for hole in there:
        yield laying_of(move, hole)


def must(case: Case, action: Action[Laying]) -> Finding:
    """A free choice while tiles remain (AM-23); afterwards an obligation where some hole takes it (AM-25)."""
    laying, turn = action.data, case.state.turn
    values = {"player": Item.player(laying.player)}
    if case.state.stock.get("tile") != 0:
        return Finding("AM-23", False, "abbey-free-choice", values)
    own = turn is not None and laying.player == turn.player
    drawn = not last_tile_lies(case) or (own and _set_aside(case))
    if drawn and turn is not None and (own or not turn.placed):  # the last tile is that of this turn
        return Finding("AM-18", False, "abbey-instead-of-drawing", values)
    in_force = after_last_tile(case)
    if in_force != "must" and turn is not None and turn.kind == SECOND:
        return Finding("AM-113", False, "abbey-second-part", values)
    if in_force == "never":
        return Finding("AM-24", False, "abbey-too-late", values)
    if in_force == "may":
        return Finding("AM-26", False, "abbey-extra-round", values)
    failed = [finding for finding in _able(case, action) if not finding.holds]
    if failed:
        return failed[0]
    others = tuple(place_of(h) for h in holes(case) if laying.hole not in (None, h) and takes_it(case, h))
    if others:
        return Finding("AM-25", False, "abbey-must-somewhere", {**values, "others": others})
    return Finding("AM-25", True, "abbey-must-now", values)


def still_to_place(case: Case) -> list[str]:
    """Who must (AM-25) or may (AM-26) place an abbey now that the last tile lies; of several AM-26 tells the first.

    Where a double turn is still due its second part comes before all that (AM-113). Raises Undetermined in a turn
    where nobody's abbey was told.
    """
    state = case.state
    if state.stock.get("tile") != 0:
        return []
    last = state.turn.player if state.turn is not None else state.last_player
    waiting = [player for player in state.in_turn_after(last) if (state.hand(player).items or {}).get(ABBEY)]
    if waiting:
        known_holes(case)
    if not any(takes_it(case, hole) for hole in holes(case)):
        return []
    if not waiting and state.turn is not None:
        _ask_who_has_one(case)
    if _double_turn(case) in waiting:
        case.find("AM-113", "abbey-second-part", player=Item.player(last))
        return [last]
    in_force = after_last_tile(case)
    if in_force == "never":
        return []
    passed = {one.player for one in case.recall(InExtraRound)} if in_force == "may" else set()
    for player in (one for one in waiting if one not in passed):
        values = {"player": Item.player(player)}
        if in_force == "may":
            case.note(Finding("AM-26", True, "abbey-extra-round", values))
            return [player]
        case.note(Finding("AM-25", True, "abbey-must-now", values))
    return [] if in_force == "may" else waiting


def owed(case: Case) -> Iterator[Finding]:
    """Who has to place an abbey before the game may end (AM-25), as far as that is known."""
    beside = case.apart()
    try:
        waiting = still_to_place(beside) if beside.state.stock.get("tile") == 0 else []
    except Undetermined:
        return
    if waiting and _double_turn(beside) not in waiting and after_last_tile(case) == "must":
        for player in waiting:
            yield Finding("AM-25", False, "abbey-must-now", {"player": Item.player(player)})


def round_begins(case: Case) -> None:
    """Remembers who has had a turn since the last tile lies (AM-26)."""
    turn = case.state.turn
    if turn is not None and turn.kind != SECOND and case.state.stock.get("tile") == 0:
        case.remember(InExtraRound(turn.player))


def _double_turn(case: Case) -> str:
    """The player whose double turn still has its second part to come; "" where there is none."""
    coming = [found for way in case.game.turns.follows if (found := way.how(case)) is not None]
    return next((str(player) for player, kind in coming if kind == SECOND), "")


def _ask_who_has_one(case: Case) -> None:
    """Gives up where hands were not told and nobody's abbey was; an abbey placed by a move is known to be gone."""
    hands = {player: case.state.hand(player) for player in case.state.players}
    untold = [p for p, hand in hands.items() if not abbeys_told(hand) and not hand.aside.get(ABBEY)]
    if untold:
        raise Undetermined(*(Missing("abbey-held", {"player": Item.player(p)}, p, "abbey-held") for p in untold))


def which_holes(case: Case, ask: Ask) -> Ruling:
    """``ask abbey red``: where the abbey of a player may go, and why it may not go elsewhere."""
    player = player_of(case, ask)
    if not case.state.features and not case.state.has_board:
        case.lack("board")
    turn = case.state.turn
    abbey = laid_now(case)
    if abbey is not None and turn is not None and turn.player == player:
        case.find("AM-18", "abbey-instead-of-drawing", False, player=Item.player(player))
    found: list[Item] = []
    for action, conditions in own_ways(case, player, _ABBEY):
        case.note(*(c for c in conditions if not c.holds or all(o.holds for o in conditions)))
        if all(c.holds for c in conditions):
            found += [place_of(hole) for hole in (action.data.hole,) if hole is not None]
    others = [cell for cell in case.state.empty_squares() if open_sides(case, cell) in (2, 3)]
    if others:
        case.find("AM-19", "abbey-others-open", False, number=len(others))
    if case.state.part_shown:
        case.warn("board-part", "AM-19")
    elif not found and not any(takes_it(case, hole) for hole in holes(case)):
        case.find("AM-21", "abbey-nowhere", False)
    return ruling(case, ABBEY, "options", (Item.player(player),), options=found)


_ABBEY = OwnTile(Verb(read, check, apply, choices, must), TILE, "AM-18", "AM-34")
TILES = {ABBEY: _ABBEY, TILE: _ABBEY}
TOPICS = {ABBEY: which_holes}

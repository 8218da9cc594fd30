"""Placing an abbey: when it may be played, what it does, and where it may go (AM-14 to AM-34)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, OwnTile, Verb
from adjudicator.engine.rulings import ruling
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.abbey import ABBEY, TILE, laid_now
from adjudicator.expansions.abbey_and_mayor.beside import beside
from adjudicator.expansions.abbey_and_mayor.holes import SIDES, Hole, fits, holes, sides_taken, takes_it
from adjudicator.model.position import Feature
from adjudicator.model.record import Record
from adjudicator.model.ruling import Finding, Item, Ruling
from adjudicator.model.scenario import Ask, Move
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value
from adjudicator.words.lexicon import fold

AROUND = 8
SECOND = "second-part"


class Laying(Record):
    """An abbey that is to be placed, with None for a place that is not said."""

    player: str
    hole: Hole | None


# ---- reading
def read(case: Case, move: Move) -> Action:
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
    return _action(move, hole)


def _action(move: Move, hole: Hole | None) -> Action:
    abbey = Item("count", (1, "", ABBEY))
    where = () if hole is None else (hole.place,)
    return Action(move, Laying(move.player, hole), Item("move", ("places", abbey, *where)))


# ---- conditions
def check(case: Case, action: Action) -> list[Finding]:
    """The turn (AM-18), the end of the game (AM-24 to AM-27), the abbey in hand (AM-14), the hole (AM-19 to AM-21)."""
    laying: Laying = action.data
    found = [*_when(case, laying.player), _in_hand(case, laying.player)]
    hole = laying.hole
    if hole is None:
        if not any(takes_it(case, one) for one in holes(case)):
            found.append(Finding("AM-21", False, "abbey-nowhere", {}))
    else:
        found += fits(case, hole)
        for effect in action.move.effects:
            ref = Reader(effect.words, case.lang, effect.span).ref()
            grown = case.state.feature(case.state.resolve(ref))
            if effect.effect != "completes" and not _monastic(case, grown):
                found.append(Finding("AM-34", False, "abbey-no-part", {"feature": Item("feature", (grown.id,))}))
    return sorted(found, key=lambda f: f.holds)


def _when(case: Case, player: str) -> Iterator[Finding]:
    turn = case.state.turn
    shown = {"player": Item("player", (player,))}
    if turn is not None and turn.player != player:
        yield Finding("AM-18", False, "abbey-not-your-turn", shown)
    elif turn is not None and (turn.placed or turn.drawn is not None):
        yield Finding("AM-18", False, "abbey-instead-of-drawing", shown)
    else:
        yield Finding("AM-18", True, "abbey-instead-of-drawing", shown)
    if _last_tile_lies(case):
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


def _last_tile_lies(case: Case) -> bool:
    turn = case.state.turn
    return case.state.stock.get("tile") == 0 and (turn is None or turn.drawn is None)


def _in_hand(case: Case, player: str) -> Finding:
    hand = case.state.hand(player)
    values = {"player": Item("player", (player,)), "number": value("AM-14", "abbeys")}
    if hand.items is not None:
        return Finding("AM-14", hand.items.get(ABBEY, 0) > 0, "abbey-in-hand", values)
    return Finding("AM-14", hand.aside.get(ABBEY, 0) < value("AM-14", "abbeys"), "abbey-in-hand", values)


# ---- carrying out
def apply(case: Case, action: Action) -> None:
    """Makes the hole an abbey and completes what it closes, no tile added (AM-32, AM-34). Raises Mistake."""
    laying: Laying = action.data
    hole, state = laying.hole, case.state
    if hole is None:
        raise Mistake(Problem("abbey-where", action.move.span))
    if hole.feature is not None:
        _close(case, hole.feature, action)
    hand = state.hand(laying.player)
    if hand.items is not None:
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
    if _last_tile_lies(case):
        case.find("AM-29", "abbey-last-as-usual")


def _close(case: Case, hole: Feature, action: Action) -> None:
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
        if not feature.complete and feature.tiles is not None:
            grown = feature._replace(tiles=feature.tiles + 1, complete=feature.tiles == AROUND)
            if grown.complete:
                _done(case, grown)
            else:
                state.add(grown)


def _done(case: Case, feature: Feature) -> None:
    state, turn = case.state, case.state.turn
    state.add(feature)
    if turn is not None and feature.id not in turn.completed:
        state.turn = turn._replace(completed=(*turn.completed, feature.id))


def _only_to(feature: Feature, hole: str) -> bool:
    return any(flag.startswith("open-only-to ") and fold(flag[13:]) == fold(hole) for flag in feature.flags)


def _monastic(case: Case, feature: Feature) -> bool:
    return "monastic" in case.game.kind_traits(feature.kind)


# ---- asking
def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action]:
    """Every hole, legal or not; of the board only the squares with tiles at three sides or all four."""
    move = Move(player, "places", [], (), NOWHERE)
    for hole in holes(case):
        if hole.feature is not None or sides_taken(case, hole) >= len(SIDES) - 1:
            yield _action(move, hole)


def must(case: Case, action: Action) -> Finding:
    """A free choice while tiles remain (AM-23); afterwards an obligation where some hole takes it (AM-25)."""
    laying: Laying = action.data
    shown = {"player": Item("player", (laying.player,))}
    if not _last_tile_lies(case):
        return Finding("AM-23", False, "abbey-free-choice", shown)
    in_force = case.option("abbey-after-last-tile")
    if in_force == "never":
        return Finding("AM-24", False, "abbey-too-late", shown)
    if in_force == "may":
        return Finding("AM-26", False, "abbey-extra-round", shown)
    failed = [finding for finding in check(case, action) if not finding.holds]
    if failed:
        return failed[0]
    return Finding("AM-25", True, "abbey-must-now", shown)


def still_to_place(case: Case) -> list[str]:
    """Who must (AM-25) or may (AM-26) place an abbey now that the last tile lies; of several AM-26 tells the first."""
    state = case.state
    in_force = case.option("abbey-after-last-tile") if state.stock.get("tile") == 0 else "never"
    if in_force == "never" or not any(takes_it(case, hole) for hole in holes(case)):
        return []
    last = state.turn.player if state.turn is not None else state.last_player
    players = state.players
    at = players.index(last) + 1 if last in players else 0
    waiting = [p for p in (*players[at:], *players[:at]) if (state.hand(p).items or {}).get(ABBEY)]
    for player in waiting:
        shown = {"player": Item("player", (player,))}
        if in_force == "may":
            case.note(Finding("AM-26", True, "abbey-extra-round", shown))
            return [player]
        case.note(Finding("AM-25", True, "abbey-must-now", shown))
    return waiting


def which_holes(case: Case, ask: Ask) -> Ruling:
    """``ask abbey red``: where the abbey of a player may go, and why it may not go elsewhere."""
    reader = Reader(ask.words, case.lang, ask.span)
    reader.keyword("of", "for", "from")
    player = reader.role("colour")
    if player is None:
        reader.fail("colour", ("colour",))
    reader.end("line-end")
    if not case.state.features and case.state.ground is None:
        case.lack("board")
    turn = case.state.turn
    abbey = laid_now(case)
    if abbey is not None and turn is not None and turn.player == player:
        case.find("AM-18", "abbey-instead-of-drawing", False, player=Item("player", (player,)))
    found: list[Item] = []
    for action in choices(case, player):
        conditions = check(case, action)
        case.note(*(c for c in conditions if not c.holds or all(o.holds for o in conditions)))
        if all(c.holds for c in conditions):
            found.append(action.data.hole.place)
    others = [h for h in holes(case) if h.cell is not None and 0 < sides_taken(case, h) < len(SIDES) - 1]
    if others:
        case.find("AM-19", "abbey-others-open", False, number=len(others))
    if case.state.ground is not None and case.state.ground.partial:
        case.warn("board-part", "AM-19")
    elif not found and not any(takes_it(case, hole) for hole in holes(case)):
        case.find("AM-21", "abbey-nowhere", False)
    return ruling(case, ABBEY, "options", (Item("player", (player,)),), options=found)


_ABBEY = OwnTile(Verb(read, check, apply, choices, must), TILE, "AM-18")
TILES = {ABBEY: _ABBEY, TILE: _ABBEY}
TOPICS = {ABBEY: which_holes}

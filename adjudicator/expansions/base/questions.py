"""Questions about features and players as they stand, and about what the turn brings."""

from __future__ import annotations

from typing import Any

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.majority import lack_code, majority
from adjudicator.engine.rulings import ruling, running
from adjudicator.engine.scoring import award, told
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.base.ground import on_the_tiles
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item, Line, Ruling
from adjudicator.model.scenario import Ask
from adjudicator.play.turns import Closing, end_turn, final_scoring, score_turn
from adjudicator.rulebook.loader import value


def _subject(case: Case, ask: Ask, needed: bool = True) -> Feature | None:
    """The feature a question is about. Raises Mistake where it names none."""
    reader = Reader(ask.words, case.lang, ask.span)
    reader.keyword("on", "of", "for")
    if reader.done and not needed:
        return None
    if reader.done:
        reader.fail("place")
    ident = case.state.resolve(reader.ref())
    reader.end("line-end")
    return case.state.feature(ident)


def _player(case: Case, ask: Ask) -> str:
    reader = Reader(ask.words, case.lang, ask.span)
    reader.keyword("of", "for")
    colour = reader.role("colour")
    if colour is None:
        reader.fail("colour", ("colour",))
    reader.end("line-end")
    return colour


def _item(feature: Feature) -> Item:
    return Item("feature", (feature.id,))


def _owners(feature: Feature) -> tuple[str, ...]:
    return tuple(dict.fromkeys(o.owner for o in feature.occupants if o.owner))


# ---- features
def score(case: Case, ask: Ask) -> Ruling:
    """What a feature gives now: its value if complete, else (and for fields) its end value."""
    feature = _subject(case, ask)
    assert feature is not None
    if "scored" in feature.flags and not feature.occupants:
        case.find("BASE-22", "scored-before", feature=_item(feature))
        return ruling(case, "score", "scored", (_item(feature),), points={})
    if not feature.occupants and "empty" not in feature.flags and case.state.turn is None:
        case.lack("figures", feature)
    if not feature.occupants:
        on_the_tiles(case, feature, False)
        complete = case.complete(feature) if feature.kind != "field" else False
        rule, phrase = ("BASE-22", "unoccupied") if complete else ("BASE-44", "nobody-there")
        rule = "BASE-38" if feature.kind == "field" else rule
        case.find(rule, phrase, False, feature=_item(feature))
        return ruling(case, "score", "scored", (_item(feature),), points={})
    lines = award(case, feature, False)
    points = running(lines, _owners(feature))
    return ruling(case, "score", "scored", (_item(feature),), lines=lines, points=points)


def complete(case: Case, ask: Ask) -> Ruling:
    """Whether a feature is complete, by the rule for its kind."""
    feature = _subject(case, ask)
    assert feature is not None
    if feature.kind == "field":
        case.find("BASE-37", "field-never-complete", False, feature=_item(feature))
        return ruling(case, "complete", "no", (_item(feature),))
    done = case.complete(feature)
    rule = case.game.whole.get(feature.kind)
    if rule is None:
        lack_code(case, "kind", feature.kind)
    phrase = {"road": "road-complete", "city": "city-complete"}.get(feature.kind, "surrounded")
    case.find(rule, phrase, done, feature=_item(feature))
    on_the_tiles(case, feature, False)
    return ruling(case, "complete", "yes" if done else "no", (_item(feature),))


def tiles(case: Case, ask: Ask) -> Ruling:
    """How many tiles a feature has, each counted once (BASE-24)."""
    feature = _subject(case, ask)
    assert feature is not None
    number = case.tiles(feature)
    case.find("BASE-24", "tiles", feature=_item(feature), tiles=number)
    return ruling(case, "tiles", "options", (_item(feature),), options=(Item("number", (number,)),))


def who_leads(case: Case, ask: Ask) -> Ruling:
    """Who has the majority on a feature (BASE-20, BASE-21)."""
    feature = _subject(case, ask)
    assert feature is not None
    lead = majority(case, feature)
    told(case, feature, lead)
    options = tuple(Item("player", (p,)) for p in lead.leaders)
    return ruling(case, "majority", "options", (_item(feature),), options=options)


# ---- outcomes
def _ended(case: Case) -> tuple[Case, Closing]:
    """The moment after the turn, as if it ended now without further choices. Raises Undetermined."""
    after = case.on(case.state.copy())
    if case.state.turn is not None:
        case.findings += [f for f in case.state.turn.facts if f not in case.findings]
    closing = score_turn(after)
    if after.state.unknown:
        raise Undetermined(*after.state.unknown)
    return after, closing


def points(case: Case, ask: Ask) -> Ruling:
    """What each player gets by this turn."""
    _, closing = _ended(case)
    if case.state.turn is None:
        raise Mistake(Problem("ask-turn", ask.span, {"word": ask.written}))
    owners = [o for ident in case.state.turn.completed for o in _owners(case.state.feature(ident))]
    if not closing.lines:
        case.find("BASE-19", "nothing-scored", False)
    else:
        case.find("BASE-19", "scores-at-once")
    return ruling(case, "points", "scored", lines=closing.lines, points=running(closing.lines, owners))


def total(case: Case, ask: Ask) -> Ruling:
    """A player's score, with this turn's points."""
    player = _player(case, ask)
    after, _ = _ended(case)
    return _total(case, after.state, player, tuple(after.state.lines), "total")


def _total(case: Case, state: State, player: str, lines: tuple[Line, ...], topic: str) -> Ruling:
    hand = state.hand(player)
    own = tuple(line for line in lines if line.player == player)
    _say_score(case, player)
    return ruling(case, topic, "scored", (Item("player", (player,)),), lines=own, points={player: hand.score or 0})


def _say_score(case: Case, player: str) -> None:
    hand = case.state.hand(player)
    values: dict[str, Any] = {"player": Item("player", (player,)), "number": hand.score or 0}
    case.find("BASE-04", "score-before" if hand.score is not None else "score-not-said", **values)


def track(case: Case, ask: Ask) -> Ruling:
    """Where a player's marker stands on the track of 50 spaces (BASE-06)."""
    player = _player(case, ask)
    after, _ = _ended(case)
    score_now = after.state.hand(player).score or 0
    spaces = value("BASE-06", "spaces")
    _say_score(case, player)
    case.find("BASE-06", "track", player=Item("player", (player,)), total=score_now, space=score_now % spaces)
    options = (Item("number", (score_now % spaces,)),)
    return ruling(case, "track", "options", (Item("player", (player,)),), options=options)


def returned(case: Case, ask: Ask) -> Ruling:
    """The figures that go home this turn (BASE-23)."""
    _, closing = _ended(case)
    counts: dict[tuple[str, str], int] = {}
    for o in closing.returned:
        counts[o.owner, o.figure] = counts.get((o.owner, o.figure), 0) + 1
    options = tuple(Item("count", (n, owner, figure)) for (owner, figure), n in counts.items())
    if not options:
        case.find("BASE-23", "none-returned", False)
    return ruling(case, "returned", "options", options=options)


def hand(case: Case, ask: Ask) -> Ruling:
    """What a player has off the board, after this turn."""
    player = _player(case, ask)
    before = case.state.hand(player)
    after, _ = _ended(case)
    now = after.state.hand(player)
    if before.items is None:
        items = _from_supply(case, after.state, player)
    else:
        items = dict(now.items or {})
    options = tuple(Item("count", (n, "", ident)) for ident, n in items.items())
    case.find("BASE-03", "hand", player=Item("player", (player,)), items=options)
    return ruling(case, "hand", "options", (Item("player", (player,)),), options=options)


def _from_supply(case: Case, state: State, player: str) -> dict[str, int]:
    """On a whole board: what the player owns less what stands there. Raises Undetermined in a sketch."""
    ground = state.ground
    if ground is None or ground.partial:
        case.lack("hand", None, player=Item("player", (player,)))
    figures = {f: case.game.supply(f) for f in case.game.strength if case.game.supply(f)}
    return {f: n - state.figures_of(player, f) for f, n in figures.items()}


def gained(case: Case, ask: Ask) -> Ruling:
    """Tokens and cards a player got in this turn."""
    player = _player(case, ask)
    turn = case.state.turn
    found = [Item("count", (n, "", unit)) for p, unit, n in (turn.gained if turn else ()) if p == player]
    if not found:
        case.find("BASE-19", "nothing-gained", False, player=Item("player", (player,)))
    return ruling(case, "gained", "options", (Item("player", (player,)),), options=found)


def stock(case: Case, ask: Ask) -> Ruling:
    """What is left in the common stock."""
    if not case.state.stock:
        case.lack("stock")
    options = [Item("count", (n, "", unit)) for unit, n in case.state.stock.items()]
    case.find("BASE-01", "stock", items=tuple(options))
    return ruling(case, "stock", "options", options=options)


# ---- the end of the game
def final(case: Case, ask: Ask) -> Ruling:
    """The totals after the final scoring, or the end value of one feature."""
    feature = _subject(case, ask, needed=False)
    if feature is not None:
        return _final_of(case, ask, feature)
    state = case.state.copy()
    after = case.on(state)
    if not state.finished:
        end_turn(after)
        if state.unknown:
            raise Undetermined(*state.unknown)
        final_scoring(after)
    elif state.unknown:
        raise Undetermined(*state.unknown)
    players = tuple(dict.fromkeys((*state.players, *state.hands)))
    totals = {player: state.hand(player).score or 0 for player in players}
    for player in players:
        _say_score(case, player)
    case.find("BASE-43", "game-over")
    case.find("BASE-48", "final-order")
    best = max(totals.values(), default=0)
    winners = tuple(Item("player", (p,)) for p in players if totals[p] == best)
    if len(players) > 1:
        case.find("BASE-49", "winner" if len(winners) == 1 else "winners", winners=winners, number=best)
    lines = tuple(line for line in state.lines if line.player in totals)
    return ruling(
        case, "final", "scored", lines=lines[len(case.state.lines) if not case.state.finished else 0 :], points=totals
    )


def _final_of(case: Case, ask: Ask, feature: Feature) -> Ruling:
    if not feature.occupants and "empty" not in feature.flags and case.state.turn is None:
        case.lack("figures", feature)
    lines = award(case, feature, True)
    return ruling(case, "final", "scored", (_item(feature),), lines=lines, points=running(lines, _owners(feature)))


# ---- the turn
def steps(case: Case, ask: Ask) -> Ruling:
    """The phases of a turn, in order (BASE-08)."""
    case.find("BASE-08", "phases")
    options = tuple(Item("word", (ident,)) for ident in ("places", "puts", "score"))
    return ruling(case, "steps", "options", options=options, ordered=True)


def order(case: Case, ask: Ask) -> Ruling:
    """The players in turn order, from whose turn it is (BASE-05)."""
    players = _in_order(case)
    turn = case.state.turn
    first = turn.player if turn is not None else players[0]
    at = players.index(first) if first in players else 0
    case.find("BASE-05", "clockwise")
    options = tuple(Item("player", (p,)) for p in (*players[at:], *players[:at]))
    return ruling(case, "order", "options", options=options, ordered=True)


def next_player(case: Case, ask: Ask) -> Ruling:
    """Who plays next; nobody when the last tile has been placed (BASE-43)."""
    state = case.state
    if state.finished or state.stock.get("tile", 1) == 0:
        case.find("BASE-43", "game-ends")
        return ruling(case, "next", "options")
    players = _in_order(case)
    last = state.turn.player if state.turn is not None else state.last_player
    follower = players[(players.index(last) + 1) % len(players)] if last in players else players[0]
    case.find("BASE-05", "clockwise")
    return ruling(case, "next", "options", options=(Item("player", (follower,)),))


def _in_order(case: Case) -> tuple[str, ...]:
    if not case.state.setup.ordered:
        case.lack("players")
    return case.state.players


# ---- what may be done
def placements(case: Case, ask: Ask) -> Ruling:
    """Every legal place of a tile (BASE-10); of the one drawn where none is named."""
    from adjudicator.expansions.base.verbs import _placements

    reader = Reader(ask.words, case.lang, ask.span)
    face = case.state.turn.drawn if case.state.turn is not None else None
    if not reader.done:
        face = case.state.tiles.read(reader)[0]
        reader.end("line-end")
    if case.state.ground is None:
        case.lack("board")
    if face in (None, True):
        case.lack("which-tile")
    if case.state.ground.partial:
        case.warn("board-part", "BASE-10")
    found = [part for action in _placements(case, "", face) for part in action.item.parts[1:]]
    case.find("BASE-10", "fits-where", bool(found))
    if not found:
        case.find("BASE-11", "fits-nowhere")
    return ruling(case, "placements", "options", options=found)


def options(case: Case, ask: Ask) -> Ruling:
    """Every legal action of the phase the moves have reached."""
    player = _player(case, ask)
    turn = case.state.turn
    if turn is None or turn.player != player:
        case.lack("turn", None, player=Item("player", (player,)))
    verbs = case.game.verbs
    if turn.fits_nowhere:
        case.find("BASE-11", "fits-nowhere")
        return ruling(case, "options", "options", options=(Item("word", ("discards",)),))
    if not turn.placed:
        if turn.drawn is None:
            case.find("BASE-09", "draws")
            return ruling(case, "options", "options", options=(Item("word", ("draws",)),))
        wanted: tuple[str, ...] = ("places",)
        if case.state.ground is None:
            case.find("BASE-09", "must-place")
            return ruling(case, "options", "options", options=(Item("word", ("places",)),))
    else:
        wanted = tuple(v for v in verbs if v != "places")
    found: list[Item] = []
    for verb in wanted:
        choices = verbs[verb].choices
        if choices is None:
            continue
        for action in choices(case, player):
            conditions = verbs[verb].check(case, action)
            if all(c.holds for c in conditions):
                found.append(action.item)
            for condition in conditions:
                if condition not in case.findings:
                    case.findings.append(condition)
    if turn.placed:
        found.append(Item("move", ("puts", Item("word", ("nothing",)))))
        case.find("BASE-08", "optional")
    return ruling(case, "options", "options", options=found)


TOPICS = {
    "score": score, "complete": complete, "tiles": tiles, "majority": who_leads, "points": points, "total": total,
    "track": track, "returned": returned, "hand": hand, "gained": gained, "stock": stock, "final": final,
    "steps": steps, "order": order, "next": next_player, "placements": placements, "options": options,
}  # fmt: skip

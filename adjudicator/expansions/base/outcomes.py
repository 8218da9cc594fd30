"""Questions about what the turn, or the end of the game, brings."""

from __future__ import annotations

from collections.abc import Container, Iterable
from contextlib import suppress

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Begun, Gained, GainRefused, GainUnsaid, Shed
from adjudicator.engine.holdings import say_nothing, suppose_score
from adjudicator.engine.printed import unsaid
from adjudicator.engine.rulings import ruling, running
from adjudicator.engine.scoring import award
from adjudicator.engine.state import State
from adjudicator.engine.turn import Turn
from adjudicator.errors import Problem
from adjudicator.expansions.base.feature_questions import pays_nobody
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item, Ruling, Verdict
from adjudicator.model.scenario import Ask
from adjudicator.play.subject import feature_item, owners, player_of, subject_of, whole
from adjudicator.play.turns import Closing, end_turn, final_scoring, score_turn
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.vocabulary import vocabulary

CARRIED = "carried"
"""The trait of units that are pieces: what a figure brings back to the stock, as a hill on which it stands is not."""


def ended(case: Case, points: bool = True) -> tuple[Case, Closing]:
    """The moment after the turn, as if it ended now without further choices.

    Raises Undetermined; for a fact that changes nothing but `points` only where these are asked for.
    """
    after = case.on(case.state.copy())
    case.explain()
    closing = score_turn(after)
    lacking = tuple(one for one in after.state.unknown if points or one not in after.state.unpaid)
    if lacking:
        raise Undetermined(*lacking)
    return after, closing


def _in_turn(case: Case, ask: Ask) -> Turn:
    """The turn that is going on. Raises Mistake for a question about a turn where there is none."""
    if case.state.turn is None:
        over = case.state.finished
        raise Mistake(Problem("ask-final" if over else "ask-turn", ask.span, {"word": ask.written}))
    return case.state.turn


def _nothing_completed(case: Case) -> None:
    """Notes that a sketched tile of which nothing is said is taken to complete nothing."""
    if unsaid(case):
        case.suppose("BASE-19", "tile-completes-nothing")
    for begun in case.recall(Begun):
        if case.state.turn is not None and begun.feature in case.state.turn.touched:
            case.suppose("BASE-32", "begun-incomplete", feature=Item.feature(begun.feature))


def points(case: Case, ask: Ask) -> Ruling:
    """What each player gets by this turn."""
    whole(case, ask)
    turn = _in_turn(case, ask)
    _, closing = ended(case)
    ran = [o for ident in turn.completed for o in owners(case.state.feature(ident))]
    if not closing.lines:
        if closing.scored:
            case.find("BASE-19", "nothing-scored", False)
        else:
            case.conclude("BASE-19", "nothing-scored", False)
        _nothing_completed(case)
    elif closing.scored:
        case.frame("BASE-19", "scores-at-once")
    return ruling(case, "points", "scored", lines=closing.lines, points=running(closing.lines, ran))


def total(case: Case, ask: Ask) -> Ruling:
    """A player's score, with this turn's points; where none is named, that of everybody. Raises Undetermined."""
    named = player_of(case, ask, needed=False)
    subject = (named,) if named else ()
    after, _ = ended(case)
    players = subject or tuple(dict.fromkeys((*case.state.players, *after.state.hands)))
    if not players:
        case.lack("players")
    lines = tuple(line for line in after.state.lines if line.player in players)
    falls = not case.state.setup.expansions.isdisjoint(rule("BASE-07").needs)
    for player in players:
        if subject and not lines and falls:
            case.conclude("BASE-04", "start", player=Item.player(player))
        elif subject and not lines:
            case.conclude("BASE-07", "never-less", player=Item.player(player))
        say_score(case, player, _booked(case.state, player))
        say_held(case, after.state, player)
    points = {player: after.state.hand(player).score or 0 for player in players}
    if not subject:
        say_nothing(case, (player for player in players if not points[player]), lines)
    return ruling(case, "total", "scored", tuple(map(Item.player, subject)), lines=lines, points=points)


def _booked(state: State, player: str) -> int:
    """By how much the lines since the position have moved a player's score."""
    return sum(line.points for line in state.lines if line.player == player) + state.held.get(player, 0)


def say_held(case: Case, state: State, player: str) -> None:
    """Notes the points that a player has kept since no total falls below the least."""
    lost = state.held.get(player, 0)
    if lost and state.least is not None:
        least, rule_id = state.least
        case.against([player], rule_id, "never-below", player=Item.player(player), least=least, number=lost)


def say_score(case: Case, player: str, booked: int = 0) -> None:
    """Notes the score a player has without the `booked` points that the ruling shows line by line."""
    hand = case.state.hand(player)
    if hand.score is not None and not hand.from_zero:
        case.find("BASE-04", "score-before", player=Item.player(player), number=hand.score - booked)
    else:
        suppose_score(case, player)


def track(case: Case, ask: Ask) -> Ruling:
    """Where a player's marker stands on the track of 50 spaces (BASE-06)."""
    player = player_of(case, ask)
    after, _ = ended(case)
    score_now = after.state.hand(player).score or 0
    spaces = value("BASE-06", "spaces")
    say_score(case, player, sum(line.points for line in case.state.lines if line.player == player))
    say_held(case, after.state, player)
    case.find("BASE-06", "track", player=Item.player(player), total=score_now, space=score_now % spaces)
    options = (Item.number(score_now % spaces),)
    own = tuple(line for line in after.state.lines if line.player == player)
    points = {player: score_now}
    return ruling(case, "track", "options", (Item.player(player),), lines=own, points=points, options=options)


def returned(case: Case, ask: Ask) -> Ruling:
    """The figures that go home this turn (BASE-23), and the pieces that they carried."""
    whole(case, ask)
    _in_turn(case, ask)
    after, closing = ended(case, points=False)
    counts: dict[tuple[str, str], int] = {}
    for o in closing.returned:
        counts[o.owner, o.figure] = counts.get((o.owner, o.figure), 0) + 1
    options = tuple(Item.count(n, owner, figure) for (owner, figure), n in counts.items())
    carried: dict[str, int] = {}
    words = vocabulary()
    for unit, n in (*after.recall(Shed), *(mark for o in closing.returned for mark in o.marks)):
        if words.has("unit", unit) and CARRIED in words.traits("unit", unit):
            carried[unit] = carried.get(unit, 0) + n
    options += tuple(Item.count(n, "", unit) for unit, n in carried.items())
    if not options:
        # It only says the answer again: what kept the figures on the board comes first.
        case.note(Finding("BASE-23", False, "none-returned", {}, "frames"))
        _nothing_completed(case)
    elif not any("returned" in rule(finding.rule).answers for finding in case.findings if finding.rule):
        # the turn was scored before something else was done in it, and what the scoring found is no longer told
        case.find("BASE-23", "returned", figures=tuple(Item.count(n, o, f) for (o, f), n in counts.items()))
    return ruling(case, "returned", "options", options=options)


def hand(case: Case, ask: Ask) -> Ruling:
    """What a player has off the board, after this turn."""
    player = player_of(case, ask)
    before = case.state.hand(player)
    after, closing = ended(case, points=False)
    now = after.state.hand(player)
    _gains_said([one for one in after.recall(GainUnsaid) if one.in_hands], player, now.items or {})
    said = before.items is not None
    if not any(case.game.is_figure(ident) for ident in before.items or ()) and (not said or case.state.whole):
        items = _from_supply(case, after.state, player)
        items.update((ident, n) for ident, n in (now.items or {}).items() if not case.game.is_figure(ident))
    else:
        items = dict(now.items or {})
    options = tuple(Item.count(n, "", ident) for ident, n in items.items())
    held = [(colour, unit) for unit, colour, _ in now.captives]
    options += tuple(Item.count(held.count(one), *one) for one in dict.fromkeys(held))
    case.find("BASE-03", "hand", player=Item.player(player), items=options)
    came_home = any(one.owner == player for one in closing.returned)
    return ruling(
        case, "hand", "options", (Item.player(player),), options=options, alike="returned" if came_home else ""
    )


def _from_supply(case: Case, state: State, player: str) -> dict[str, int]:
    """On a whole board: what the player owns less what stands there. Raises Undetermined in a sketch."""
    if not state.whole:
        case.lack("hand", None, player=Item.player(player))
    figures = {f: case.game.total_of(state, player, f) for f in case.game.figures if case.game.supply(f)}
    return {f: n - state.figures_of(player, f) for f, n in figures.items()}


def _gains_said(unsure: Iterable[GainUnsaid], player: str, held: Container[str] = ()) -> None:
    """Raises Undetermined where the position does not tell whether a player has got something in this turn, or whether
    somebody else has got what he `held`.
    """
    unsaid = [one for one in unsure if one.player == player or one.unit in held]
    if unsaid:
        raise Undetermined(*(missing for one in unsaid for missing in one.missing))


def gained(case: Case, ask: Ask) -> Ruling:
    """Tokens and cards a player gets in this turn, what its scoring brings included."""
    player = player_of(case, ask)
    _in_turn(case, ask)
    after = ended(case, points=False)[0]
    _gains_said(after.recall(GainUnsaid), player)
    gains = after.recall(Gained)
    found = [Item.count(gain.number, "", gain.unit) for gain in gains if gain.player == player]
    if not found:
        refused = [finding for one in after.recall(GainRefused) if one.player == player for finding in one.findings]
        case.note(*refused)
        case.find("BASE-19", "nothing-gained", False, player=Item.player(player))
        if not refused:
            _nothing_completed(case)
    return ruling(case, "gained", "options", (Item.player(player),), options=found)


def stock(case: Case, ask: Ask) -> Ruling:
    """What is left in the common stock after this turn."""
    whole(case, ask)
    after = ended(case, points=False)[0]
    left = dict(after.state.stock)
    for more in case.game.start.stock:
        left.update((unit, n) for unit, n in more(after).items() if unit not in left)
    if not left:
        case.lack("stock")
    options = [Item.count(n, "", unit) for unit, n in left.items()]
    case.find("BASE-01", "stock", items=tuple(options))
    return ruling(case, "stock", "options", options=options)


# ---- the end of the game
def final(case: Case, ask: Ask) -> Ruling:
    """The totals after the final scoring, or the end value of one feature."""
    feature = subject_of(case, ask, needed=False)
    if feature is not None:
        return _final_of(case, feature)
    return _final(case, "final", "scored")


def winner(case: Case, ask: Ask) -> Ruling:
    """Who has won, or would win if the game ended here; several in a tie (BASE-49)."""
    whole(case, ask)
    return _final(case, "winner", "options")


def _final(case: Case, topic: str, verdict: Verdict) -> Ruling:
    """The totals after the final scoring, and who wins by them. Raises Undetermined."""
    state = (case.state.before_end or case.state).copy()
    after = case.on(state)
    end_turn(after)
    if state.unknown:
        raise Undetermined(*state.unknown)
    final_scoring(after)
    _still_to_play(after)
    players = tuple(dict.fromkeys((*state.players, *state.hands)))
    if not players:
        case.lack("players")
    totals = {player: state.hand(player).score or 0 for player in players}
    for player in players:  # what the lines below show is no score before them
        say_score(case, player, _booked(case.state, player) if case.state.finished else 0)
        say_held(case, state, player)
    if case.state.finished or case.state.stock.get("tile") == 0:
        case.find("BASE-43", "game-over")
    else:
        case.suppose("BASE-43", "game-over-here")
    say_nothing(case, (player for player in players if not totals[player]), state.lines)
    case.find("BASE-48", "final-order")
    best = max(totals.values(), default=0)
    winners = tuple(Item.player(p) for p in players if totals[p] == best)
    if len(players) > 1:
        case.find("BASE-49", "winner" if len(winners) == 1 else "winners", winners=winners, number=best)
    lines = tuple(line for line in state.lines if line.player in totals)
    return ruling(
        case,
        topic,
        verdict,
        lines=lines[len(case.state.lines) if not case.state.finished else 0 :],
        points=totals,
        options=winners if verdict == "options" else (),
    )


def _still_to_play(case: Case) -> None:
    """Warns of turns that some players have once the last tile lies; the rules behind them are noted."""
    state = case.state.copy()
    state.stock = {**state.stock, "tile": 0}
    waiting: dict[str, None] = {}
    for turns in case.game.turns.after_last:
        with suppress(Undetermined):  # of which nothing is told, nothing is told either
            waiting.update(dict.fromkeys(turns(case.on(state))))
    if waiting:
        case.warn("turns-left", players=tuple(Item.player(player) for player in waiting))


def _final_of(case: Case, feature: Feature) -> Ruling:
    """The end value of a feature as the turn that is going on leaves it. Raises Undetermined."""
    subject, turn = (feature_item(feature),), case.state.turn
    if turn is not None and feature.id not in turn.completed:
        case.explain()
        state = case.state.copy()
        end_turn(case.apart(state))
        if state.unknown:
            raise Undetermined(*state.unknown)
        case, feature = case.on(state), state.feature(feature.id)
    case.figures(feature)
    if case.game.kind(feature.kind).whole and pays_nobody(case, feature):  # the others say themselves what they pay
        return ruling(case, "final", "scored", subject, points={})
    lines = award(case.on(case.state.copy()), feature, True)  # what it pays is not paid: the next question asks afresh
    return ruling(case, "final", "scored", subject, lines=lines, points=running(lines, owners(feature)))


TOPICS = {
    "points": points,
    "total": total,
    "track": track,
    "returned": returned,
    "hand": hand,
    "gained": gained,
    "stock": stock,
    "final": final,
    "winner": winner,
}

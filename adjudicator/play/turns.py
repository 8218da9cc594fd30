"""How a turn ends and how a game ends: scoring, figures going home, totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from adjudicator.binding.called import fixed_names
from adjudicator.binding.clause import ids_in
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import LeftAlone
from adjudicator.engine.game import code_of
from adjudicator.engine.majority import lack_code
from adjudicator.engine.phases import Moment
from adjudicator.engine.scoring import award, charged
from adjudicator.engine.state import State
from adjudicator.engine.turn import Turn
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Missing
from adjudicator.model.scenario import Ask, Move
from adjudicator.rulebook import loader

MOST_ROWS = 20_000
"""So many stages of a scoring are followed side by side, to find what its order may give."""
OF_THE_TURN = ("next", "options", "order", "placements", "setup", "steps", "to-come")
"""Questions of the course of the turn, which are not about who stands where."""
BEFORE_FIELDS, FIELDS = 0, 1
"""When a feature is scored at the end: fields after all others."""


class Closing(NamedTuple):
    """What the end of a turn brought."""

    lines: tuple[Line, ...] = ()
    """All points of the turn, those before the scoring too."""
    returned: tuple[Occupant, ...] = ()
    """Figures that went home."""
    scored: tuple[str, ...] = ()
    """Features scored."""
    missing: tuple[Missing, ...] = ()
    """What the scoring lacked, where it could not take place: who stands where is then not known either."""


NOTHING = Closing()


def begin_turn(case: Case, player: str, number: int = 0, kind: str = "") -> None:
    """Ends the turn that is going on, and begins the next."""
    end_turn(case)
    state = case.state
    state.turns += 1
    state.turn = Turn(player, number or state.turns, kind)
    state.fresh = ()
    state.memory.begin(bool(kind) and state.last_player == player)
    if case.game.on.turn_begins:
        begun = case.apart()
        for brings in case.game.on.turn_begins:
            brings(begun)
        state.turn = state.turn._replace(explained=begun.heard())


def end_turn(case: Case) -> Closing:
    """Scores what the turn completed and sends the figures home; nothing if no turn is going on.

    A fact that is missing leaves the totals unknown from here on: it raises nothing.
    """
    state = case.state
    turn = state.turn
    if turn is None:
        return NOTHING
    try:
        closing = score_turn(case)
    except Undetermined as lack:
        closing = Closing(turn.lines, missing=state.leave_open(lack.missing))
    state.last_player = turn.player
    state.last_turn, state.turn = state.turn, None
    state.memory.end()
    return closing


def score_turn(case: Case, say_home: bool = True) -> Closing:
    """Scores every feature the turn completed, each on its own, whoever placed the tile (BASE-19).

    This happens once a turn: what may be done between the scoring and the end of the turn finds the figures that were
    sent home in ``Turn.sent``. Who goes home is noted where `say_home` says so.
    """
    state = case.state
    turn = state.turn
    if turn is None:
        return Closing()
    if turn.closed:
        return Closing(turn.lines, turn.home, turn.scored)
    force(case)
    for comes in case.game.on.before_scoring:
        comes(case)
    before = totals_now(state)
    turn = state.turn or turn
    lines = list(turn.lines)
    returned: list[Occupant] = [*turn.home, *helpers_home(case, say_home)]
    scored: list[str] = []
    sent: list[tuple[str, Occupant]] = []
    for ident in turn.completed:
        feature = state.feature(ident)
        there = case.figures(feature)
        for bring in case.game.on.completed:
            bring(case, feature)
        if not there:
            case.find(case.game.rule("unoccupied"), "unoccupied", feature=Item.feature(ident))
            _mark_scored(case, feature, ())
            continue
        won = _won(case, feature)
        state.score(won)
        lines += won
        scored.append(ident)
        stay = tuple(o for o in feature.occupants if _stays(case, o, feature))
        home = [o for o in feature.occupants if not any(o is s for s in stay)]
        send_home(case, home, say_home)
        returned += home
        sent += ((ident, o) for o in home)
        _mark_scored(case, state.feature(ident), stay)
    for more in case.game.scoring.besides:
        won, home = more(case)
        won = [*won, *_charged_home(case, won, home)]
        state.score(won)
        lines += won
        send_home(case, home, say_home)
        returned += home
        sent += ((o.place, o) for o in home if o.place)
    returned += helpers_home(case, say_home)
    by_order(case, before, lines[len(turn.lines) :], lambda ident: None)
    if len(turn.completed) > 1:
        case.find(case.game.rule("each-on-its-own"), "each-on-its-own", features=_feature_items(turn.completed))
    state.turn = (state.turn or turn)._replace(
        completed=(), lines=tuple(lines), home=tuple(returned), closed=True, sent=tuple(sent), scored=tuple(scored)
    )
    return Closing(tuple(lines), tuple(returned), tuple(scored))


def _won(case: Case, feature: Feature) -> list[Line]:
    """The points of a completed feature; where a fact is missing for them, nothing: who stands there goes home whatever
    it pays, and whoever asks for points is told what is missing.

    Raises Undetermined for a fact on which more may hang.
    """
    try:
        return award(case, feature, False)
    except Undetermined as lack:
        case.leave_unpaid(lack)
        return []


def said_by(move: Move) -> tuple[str, ...]:
    """What a phase may come before (`Phase.before`): the verb of a move, and the verb with each of its pieces."""
    return (move.verb, *(f"{move.verb} {piece}" for role in ("figure", "unit") for piece in ids_in(move, role)))


def settle_before(case: Case, player: str, *words: str) -> None:
    """Brings the moment to where what is said in `words` is judged: what comes before it in the turn is done.

    Raises Undetermined where the player may choose, in a run that does not take him to have chosen.
    """
    for phase in case.game.turns.phases if case.owed() else ():
        if phase.settle is not None and not phase.before.isdisjoint(words):
            phase.settle(case)
            case.find(phase.rule, phase.first, player=Item.player(player))


def force(case: Case) -> None:
    """Does what the placed tile still makes the player do, as far as that leaves no choice."""
    for phase in case.game.turns.phases if case.owed() else ():
        if phase.settle is not None:
            with suppress(Undetermined):  # asked for where something rests on it
                phase.settle(case)


def at_question(case: Case, ask: Ask) -> Case:
    """The moment that a question is about, which leaves that of `case` as it is: what the placed tile makes the player
    do is done, as far as it is forced, but for who asks of just that. Raises Undetermined as `settle_before`.
    """
    if not case.owed() or ask.topic in (*OF_THE_TURN, *(phase.topic for phase in case.game.turns.phases)):
        return case
    after = case.on(case.state.copy())
    settle_before(after, ask.player, ask.topic)
    if not ask.moves:
        force(after)
    return after


def totals_now(state: State) -> dict[str, int]:
    """Everybody's total before a scoring; nothing where no total has a least."""
    if state.least is None:
        return {}
    totals = {player: held.score or 0 for player, held in state.hands.items()}
    low = state.least[0]
    if any(total < low for total in totals.values()) and state.held_up():
        return {player: max(low, total) for player, total in totals.items()}
    return totals


def by_order(case: Case, before: Mapping[str, int], lines: list[Line], groups: Callable[[str], int | None]) -> None:
    """Reads the order in which the features of a scoring are scored, where that decides a total.

    No total falls below the least, and the order of the features is nobody's rule but for the `groups`, of which the
    lower ones come first. `before` holds the totals before the `lines`, which are booked already. Each row of totals
    that some order gives is a reading of its own.
    """
    state = case.state
    if state.least is None or all(line.points >= 0 for line in lines):
        return
    rule, least = state.least[1], state.least[0]
    sums: dict[tuple[str, str], dict[str, int]] = {}
    for line in lines:
        there = sums.setdefault((line.feature, "" if line.feature else loader.rule(line.rule).expansion), {})
        there[line.player] = there.get(line.player, 0) + line.points
    players = tuple(p for p in dict.fromkeys(line.player for line in lines) if _may_touch(p, before, sums, least))
    steps = [
        Scored(ident, groups(ident), tuple(there.get(player, 0) for player in players))
        for (ident, _), there in sums.items()
    ]
    found = rows([one for one in steps if any(one.points)], tuple(before.get(player, 0) for player in players), least)
    if found is None:
        case.warn("too-many-orders", rule, number=MOST_ROWS)
        return
    booked = tuple(state.hand(player).score or 0 for player in players)
    if len(found) < 2 or not state.held_up():
        return
    first = [booked] if booked in found else []
    every = [*first, *sorted(row for row in found if row != booked)]
    if agreed := case.house_rule("least-by-order"):
        (rule, *_) = loader.behind("least-by-order", agreed)
        wanted = (max if agreed == "most" else min)(map(sum, every))
        every = [row for row in every if sum(row) == wanted]
    names = {"-".join(map(str, row)): row for row in every}
    named = tuple(Item.player(player) for player in players)
    if len(every) > 1:
        case.find(rule, "least-by-order", players=named)
    taken = names[case.read("open", f"least-by-order {state.turns} {state.finished}", **dict.fromkeys(names, rule))]
    case.find(rule, "scored-in-order", features=_feature_items(tuple(ident for ident in found[taken] if ident)))
    for player, total in zip(players, taken, strict=True):
        hand = state.hand(player)
        change = total - (hand.score or 0)
        if change:
            state.held[player] = state.held.get(player, 0) + change
            state.hands[player] = hand._replace(score=total)


def _may_touch(player: str, before: Mapping[str, int], sums: Mapping[Any, Mapping[str, int]], least: int) -> bool:
    """Whether a player's total could come to the least in some order."""
    lost = sum(min(0, there.get(player, 0)) for there in sums.values())
    return before.get(player, 0) + lost < least


class Scored(NamedTuple):
    """What one feature gives the players of a row."""

    feature: str
    group: int | None
    """Features of a lower one are scored before those of a higher one; None for what is scored at any time."""
    points: tuple[int, ...]


def rows(steps: list[Scored], start: tuple[int, ...], least: int) -> dict[tuple[int, ...], tuple[str, ...]] | None:
    """Every row of totals that some order of the `steps` leads to, no total ever below `least`, each with such an
    order; None where there are too many to be followed.

    What gives the same to everybody is interchangeable, so that only how many of each kind are done tells one stage
    from another.
    """
    groups = sorted({one.group for one in steps if one.group is not None}) or [0]
    found: dict[tuple[int, ...], tuple[str, ...]] = {}
    for loose in groups:  # what belongs to none goes with each of them
        placed = [one if one.group is not None else one._replace(group=loose) for one in steps]
        more = _rows_in_groups(placed, groups, start, least)
        if more is None:
            return None
        found = {**more, **found}
        if placed == steps:
            break
    return found


def _rows_in_groups(
    steps: list[Scored], groups: list[int], start: tuple[int, ...], least: int
) -> dict[tuple[int, ...], tuple[str, ...]] | None:
    reached: dict[tuple[int, ...], tuple[str, ...]] = {start: ()}
    for group in groups:
        kinds: dict[tuple[int, ...], list[str]] = {}
        for one in steps:
            if one.group == group:
                kinds.setdefault(one.points, []).append(one.feature)
        points = list(kinds)
        stage: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[str, ...]]
        stage = {((0,) * len(points), row): order for row, order in reached.items()}
        for _ in range(sum(map(len, kinds.values()))):
            following: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[str, ...]] = {}
            for (done, row), order in stage.items():
                for at, gives in enumerate(points):
                    if done[at] < len(kinds[gives]):
                        now = (*done[:at], done[at] + 1, *done[at + 1 :])
                        then = tuple(max(least, total + more) for total, more in zip(row, gives, strict=True))
                        following.setdefault((now, then), (*order, kinds[gives][done[at]]))
            if len(following) > MOST_ROWS:
                return None
            stage = following
        reached = {row: order for (_, row), order in stage.items()}
    return reached


def settle_turn(case: Case) -> None:
    """Scores the turn that is going on, and notes what that showed but who went home: that may still change."""
    score_turn(case, say_home=False)


def due_before_scoring(case: Case) -> list[Finding]:
    """What the turn still brings before its scoring, for what comes after that: a finding that fails for each phase
    that waits, such as a flight of the dragon or a shepherd's choice, and for what was begun in the phase of the meeple
    and is not done, each with its own rule.
    """
    turn = case.state.turn
    if turn is None or turn.closed or not turn.placed:
        return []
    early = [phase for phase in case.game.turns.phases if Moment.BEFORE_PUT <= phase.at < Moment.SCORE]
    return [
        Finding(step.rule, False, "phase-first", {"step": Item.word(step.word)})
        for step in (*early, *case.game.turns.beside)
        if step.waits is not None and step.waits(case.apart())
    ]


def after_scoring(case: Case) -> Case:
    """The moment after the scoring of the turn, which itself is left as it is.

    Raises Undetermined where a fact is missing.
    """
    after = case.apart(case.state.copy())
    score_turn(after)
    if after.state.unknown:
        raise Undetermined(*after.state.unknown)
    return after


def _stays(case: Case, occupant: Occupant, feature: Feature) -> bool:
    both = (case.game.figure(occupant.figure).stays, case.game.kind(feature.kind).stays)
    return any(stays is not None and stays(case, occupant, feature) for stays in both)


def _charged_home(case: Case, won: list[Line], home: list[Occupant]) -> list[Line]:
    """What the figures that a scoring sends home cost those who score there, if anybody does (``each``)."""
    found: list[Line] = []
    for ident in dict.fromkeys(line.feature for line in won if line.feature and line.each > 0):
        scorers = tuple(dict.fromkeys(line.player for line in won if line.feature == ident))
        there = tuple(o for o in home if ident in (o.place, _called_now(case.state, o.place)))
        if there:
            found += charged(case, case.state.feature(ident), scorers, there, False)
    return found


def _called_now(state: State, place: str) -> str:
    """What the feature is called where a figure was put: it may have been joined to another since."""
    try:
        return state.feature(place).id
    except LookupError:
        return state.known_name(place) or place


def _mark_scored(case: Case, feature: Feature, stay: tuple[Occupant, ...]) -> None:
    state = case.state
    state.clear(feature.id, stay)
    if feature.id in state.features:
        now = state.features[feature.id]
        state.features[feature.id] = now._replace(flags=now.flags | {"scored"})


def send_home(case: Case, figures: list[Occupant], say: bool = True) -> None:
    """Gives figures back to their owners' supplies, and notes that where asked to `say` it."""
    for occupant in figures:
        if occupant.owner:
            case.state.give(occupant.owner, occupant.figure)
    if figures and say:
        case.find(
            case.game.rule("return"), "returned",
            figures=tuple(Item.count(n, o, f) for (o, f), n in counted(figures).items()),
        )  # fmt: skip


def helpers_home(case: Case, say: bool = True) -> list[Occupant]:
    """Sends home every figure of the trait ``helper`` whose owner has no meeple left on its feature.

    A figure for which no expansion in play names the rule (``alone``) stays.
    """
    if not case.game.has_helpers:
        return []
    gone: list[Occupant] = []
    for feature in list(case.state.occupied()):
        owners = {o.owner for o in feature.occupants if "meeple" in case.game.figure_traits(o.figure)}
        alone = [o for o in feature.occupants if o.owner and o.owner not in owners and case.game.figure(o.figure).alone]
        if not alone:
            continue
        case.state.clear(feature.id, (o for o in feature.occupants if o not in alone))
        for (owner, figure), number in counted(alone).items():
            figures = Item.count(number, owner, figure)
            rule = case.game.figure(figure).alone
            case.find(rule, "helper-alone", figures=figures, feature=Item.feature(feature.id))
            case.remember(LeftAlone(owner, figure, feature.id))
        gone += alone
    send_home(case, gone, say)
    return gone


def counted(figures: tuple[Occupant, ...] | list[Occupant]) -> dict[tuple[str, str], int]:
    """Figures by (owner, kind)."""
    return Counter((one.owner, one.figure) for one in figures)


def final_scoring(case: Case) -> list[Line]:
    """Scores everything that still bears figures, then what comes from no feature, and books it.

    Raises Undetermined where a fact is missing, with all of them.
    """
    state = case.state
    before = totals_now(state)
    lines: list[Line] = []
    missing = _unsaid(case)
    fields: list[Feature] = []
    for feature in list(state.occupied()):
        if "field" in case.game.kind_traits(feature.kind):
            fields.append(feature)
            continue
        lines += _final_of(case, feature, missing)
    for feature in fields:
        lines += _final_of(case, feature, missing)
    for points in case.game.scoring.final:
        lines += points(case)
    if missing:
        raise Undetermined(*missing)
    state.score(lines)
    last = {field.id for field in fields}
    by_order(case, before, lines, lambda ident: (FIELDS if ident in last else BEFORE_FIELDS) if ident else None)
    state.finished = True
    return lines


def _unsaid(case: Case) -> list[Missing]:
    """Who stands on sketched features that may be worth something, where the position does not say."""
    found: list[Missing] = []
    for feature in case.state.features.values():
        if case.game.kind(feature.kind).whole and not feature.complete:
            try:
                case.figures(feature)
            except Undetermined as lack:
                found += lack.missing
    return found


def _final_of(case: Case, feature: Feature, missing: list[Missing]) -> list[Line]:
    played = case.game.owner("kind", feature.kind) in case.game.ids
    if played and "area" in case.game.kind_traits(feature.kind):
        return _place_off_the_tiles(case, feature, missing)
    try:
        return award(case, feature, True)
    except Undetermined as lack:
        missing += [m for m in lack.missing if m not in missing]
        return []


def _place_off_the_tiles(case: Case, feature: Feature, missing: list[Missing]) -> list[Line]:
    """Nothing: no rule gives points to a place off the tiles, such as a quarter.

    What a box that is not played gives to its own place nobody knows here; that goes to `missing`.
    """
    for ident in sorted(fixed_names(feature.id)):
        if code_of(case.game.owner("name", ident)) is None:
            try:
                lack_code(case, "name", ident)
            except Undetermined as lack:
                missing += [m for m in lack.missing if m not in missing]
    return []


def _feature_items(idents: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple(Item.feature(ident) for ident in idents)

"""How a turn ends and how a game ends: scoring, figures going home, totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import NamedTuple

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.scoring import award, charged
from adjudicator.engine.state import State
from adjudicator.engine.turn import Turn
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line, Missing

FEW = 5
"""So many features have their orders of scoring tried one by one."""


class Closing(NamedTuple):
    """What the end of a turn brought."""

    lines: tuple[Line, ...] = ()
    """All points of the turn, those before the scoring too."""
    returned: tuple[Occupant, ...] = ()
    """Figures that went home."""
    scored: tuple[str, ...] = ()
    """Features scored."""


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
        state.unknown += lack.missing
        closing = Closing(turn.lines)
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
    for comes in case.game.on.before_scoring:
        comes(case)
    before = may_total(case)
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
        won = award(case, feature, False)
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
    by_order(state, before, lines[len(turn.lines) :])
    if len(turn.completed) > 1:
        case.find(case.game.rule("each-on-its-own"), "each-on-its-own", features=_named(turn.completed))
    state.turn = (state.turn or turn)._replace(
        completed=(), lines=tuple(lines), home=tuple(returned), closed=True, sent=tuple(sent), scored=tuple(scored)
    )
    return Closing(tuple(lines), tuple(returned), tuple(scored))


def may_total(case: Case) -> dict[str, frozenset[int]]:
    """What everybody's total may be before a scoring; nothing where no total has a least."""
    state = case.state
    if state.least is None:
        return {}
    return {player: state.by_order.get(player, frozenset({held.score or 0})) for player, held in state.hands.items()}


def by_order(state: State, before: Mapping[str, frozenset[int]], lines: list[Line]) -> None:
    """Notes the totals that players may have where the order in which features are scored decides.

    No total falls below the least, and the order of the features is nobody's rule. `before` holds the totals that
    there may have been before the `lines`.
    """
    if state.least is None or all(line.points >= 0 for line in lines):
        return
    for player in dict.fromkeys(line.player for line in lines):
        sums: dict[str, int] = {}
        for line in lines:
            if line.player == player:
                sums[line.feature] = sums.get(line.feature, 0) + line.points
        totals = {_in_turn(total, row, state.least) for total in before.get(player, {0}) for row in _rows(sums)}
        if len(totals) > 1:
            state.by_order[player] = frozenset(totals)


def _rows(sums: Mapping[str, int]) -> Iterable[tuple[int, ...]]:
    """Every order of a few numbers; of many the two that go furthest apart."""
    numbers = sorted(sums.values())
    return permutations(numbers) if len(numbers) <= FEW else (tuple(numbers), tuple(reversed(numbers)))


def _in_turn(total: int, row: Iterable[int], least: int) -> int:
    for points in row:
        total = max(least, total + points)
    return total


def settle_turn(case: Case) -> None:
    """Scores the turn that is going on, and notes what that showed but who went home: that may still change."""
    score_turn(case, say_home=False)


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
    for ident in dict.fromkeys(line.feature for line in won if line.feature and line.each):
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
        alone = [o for o in feature.occupants if o.owner and o.owner not in owners and _goes_with_meeples(case, o)]
        if not alone:
            continue
        case.state.clear(feature.id, (o for o in feature.occupants if not any(o is a for a in alone)))
        for (owner, figure), number in counted(alone).items():
            figures = Item.count(number, owner, figure)
            rule = case.game.figure(figure).alone
            case.find(rule, "helper-alone", figures=figures, feature=Item.feature(feature.id))
        gone += alone
    send_home(case, gone, say)
    return gone


def _goes_with_meeples(case: Case, occupant: Occupant) -> bool:
    helper = "helper" in case.game.figure_traits(occupant.figure)
    return helper and bool(case.game.figure(occupant.figure).alone)


def counted(figures: tuple[Occupant, ...] | list[Occupant]) -> dict[tuple[str, str], int]:
    """Figures by (owner, kind)."""
    found: dict[tuple[str, str], int] = {}
    for occupant in figures:
        key = (occupant.owner, occupant.figure)
        found[key] = found.get(key, 0) + 1
    return found


def final_scoring(case: Case) -> list[Line]:
    """Scores everything that still bears figures, then what comes from no feature, and books it.

    Raises Undetermined where a fact is missing, with all of them.
    """
    state = case.state
    before = may_total(case)
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
    by_order(state, before, lines)
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
    try:
        return award(case, feature, True)
    except Undetermined as lack:
        missing += [m for m in lack.missing if m not in missing]
        return []


def _named(idents: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple(Item.feature(ident) for ident in idents)

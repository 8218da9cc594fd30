"""King and robber baron: who holds them, and what they bring at the end (NB-44, NB-45)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Gained, GainUnsaid
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.rulings import ruling
from adjudicator.engine.scoring import look
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.count_king_robber.quarters import whole_city
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Missing, Ruling, Value
from adjudicator.model.scenario import Ask
from adjudicator.model.span import NOWHERE
from adjudicator.play.turns import after_scoring
from adjudicator.rulebook.loader import value


class Crown(NamedTuple):
    """One of the two: its unit, the kind of feature it is about, its rule, the name of the value there."""

    unit: str
    kind: str
    rule: str
    each: str


KING = Crown("king", "city", "NB-44", "per_city")
BARON = Crown("robber-baron", "road", "NB-45", "per_road")
CROWNS = (KING, BARON)
OPTION, LEFT_OUT = "king-and-robber", "false"
SCORING, EACH, BOTH, DURING = "king-and-robber-scoring", "10/20", "15/40", "continuously"
ROBBER = "robber"
"""The short word for the baron, in English that of a figure of another expansion as well."""


# ---- what is told
def name_of_baron(state: State) -> Iterator[Problem]:
    """Takes the short word for the baron to mean him, wherever it stands."""
    for player, hand in state.hands.items():
        if hand.items and ROBBER in hand.items:
            items = {(BARON.unit if unit == ROBBER else unit): n for unit, n in hand.items.items()}
            state.hands[player] = hand._replace(items=items)
    if ROBBER in state.stock:
        state.stock[BARON.unit] = state.stock.pop(ROBBER)
    for feature in list(state.features.values()):
        if ROBBER in feature.marks:
            marks = {(BARON.unit if unit == ROBBER else unit): n for unit, n in feature.marks.items()}
            state.add(feature._replace(marks=marks))
    yield from ()


def one_holder(state: State) -> Iterator[Problem]:
    """There is one king and one robber baron."""
    for crown in CROWNS:
        holders = [player for player, hand in state.hands.items() if (hand.items or {}).get(crown.unit)]
        number = sum((state.hands[player].items or {}).get(crown.unit, 0) for player in holders)
        if number > 1:
            what = Item.noun("unit", crown.unit)
            yield Problem("crown-twice", NOWHERE, {"what": what, "number": number}, (), (crown.rule,))


def holder(state: State, crown: Crown) -> str:
    """Who holds it, "" for nobody who is told of."""
    return next((p for p, hand in state.hands.items() if (hand.items or {}).get(crown.unit)), "")


def in_play(case: Case) -> tuple[Crown, ...]:
    """King and robber baron; neither where the players do without them (NB-124)."""
    return () if case.house_rule(OPTION) == LEFT_OUT else CROWNS


# ---- who gets it
@remembered(Scope.PART)
class Unsure(NamedTuple):
    """A completed feature might have brought a crown: how large the one before was is not told."""

    unit: str


@remembered(Scope.PART)
class Compared(NamedTuple):
    """What came of a completed feature that might bring a crown."""

    unit: str
    finding: Finding


def awarded(case: Case, feature: Feature) -> None:
    """Gives it to who completes the first, then a strictly larger one, whoever stands there (NB-44, NB-45)."""
    turn = case.state.turn
    for crown in in_play(case):
        if turn is None or feature.kind != crown.kind or whole_city(feature):
            continue
        best = _largest(case, crown, feature)
        tiles = feature.tiles
        told_of: dict[str, Value] = {
            "feature": Item.feature(feature.id),
            "what": Item.noun("unit", crown.unit),
        }
        if best is None or tiles is None:
            mentioned = _mentioned(case, crown)
            case.remember(GainUnsaid(turn.player, _size_unsaid(case, crown, feature), crown.unit, mentioned))
            if mentioned:
                case.warn("crown-unknown", crown.rule, **told_of)
                case.remember(Unsure(crown.unit))
            continue
        told_of["player"] = Item.player(turn.player)
        if tiles <= best:
            found = case.find(crown.rule, "crown-larger", False, tiles=tiles, best=best, **told_of)
            case.remember(Compared(crown.unit, found))
            continue
        phrase = "crown-larger" if best else "crown-first"
        case.remember(Compared(crown.unit, case.find(crown.rule, phrase, tiles=tiles, best=best, **told_of)))
        _give(case, crown, feature, turn.player)


def _size_unsaid(case: Case, crown: Crown, feature: Feature) -> tuple[Missing, ...]:
    """What would tell whether the completed feature is larger than the largest before."""
    try:
        case.tiles(feature)
        case.lack("crown-size", None, what=Item.noun("unit", crown.unit), kind=Item.noun("kind", crown.kind))
    except Undetermined as lack:
        return lack.missing


def _largest(case: Case, crown: Crown, feature: Feature) -> int | None:
    """The tiles of the largest one completed before, 0 where it is the first; None where nobody said."""
    state = case.state
    done = [f for f in _complete(case, crown) if f.id != feature.id and f.id not in _after(case, feature)]
    best = max((f.tiles for f in done if f.tiles is not None), default=0)
    if feature.tiles is not None and best >= feature.tiles:
        return best
    marked = next((f for f in done if f.marks.get(crown.unit)), None)
    if marked is not None:
        return None if marked.tiles is None else max(best, marked.tiles)
    sketched = any(f.kind == crown.kind for f in state.features.values())
    if state.whole and not sketched:
        return best
    return 0 if state.stock.get(crown.unit) else None


def _after(case: Case, feature: Feature) -> tuple[str, ...]:
    """What the tile of the turn completes besides, and is looked at later."""
    completed = case.state.turn.completed if case.state.turn is not None else ()
    return completed[completed.index(feature.id) + 1 :] if feature.id in completed else ()


def _complete(case: Case, crown: Crown) -> list[Feature]:
    return [f for f in case.state.all_features() if f.kind == crown.kind and f.complete and not whole_city(f)]


def _mentioned(case: Case, crown: Crown) -> bool:
    state = case.state
    marked = any(f.marks.get(crown.unit) for f in state.features.values())
    return bool(holder(state, crown)) or crown.unit in state.stock or marked


def _give(case: Case, crown: Crown, feature: Feature, player: str) -> None:
    state, turn = case.state, case.state.turn
    before = holder(state, crown)
    for sketched in [f for f in state.features.values() if f.marks.get(crown.unit)]:
        state.add(sketched._replace(marks={m: n for m, n in sketched.marks.items() if m != crown.unit}))
    if feature.id in state.features:
        now = state.features[feature.id]
        state.add(now._replace(marks={**now.marks, crown.unit: 1}))
    if crown.unit in state.stock:
        state.stock[crown.unit] = 0
    if before == player or turn is None:
        return
    if before:
        hand = state.hand(before)
        items = {unit: n for unit, n in (hand.items or {}).items() if unit != crown.unit}
        state.hands[before] = hand._replace(items=items or None)
    hand = state.hand(player)
    state.hands[player] = hand._replace(items={**(hand.items or {}), crown.unit: 1})
    case.remember(Gained(player, crown.unit, 1))


# ---- while the game goes on
@remembered(Scope.PART)
class Held(NamedTuple):
    """Who holds one of the two as the scoring begins."""

    unit: str
    player: str


def held(case: Case) -> None:
    """Notes who holds them before a scoring, where that brings points (NB-136)."""
    for crown in in_play(case) if case.house_rule(SCORING) == DURING else ():
        if player := holder(case.state, crown):
            case.remember(Held(crown.unit, player))


def during(case: Case) -> tuple[list[Line], list[Occupant]]:
    """1 point for each city, or road, that the turn completes, for who held it before (NB-136)."""
    lines: list[Line] = []
    turn = case.state.turn
    for crown in CROWNS if turn is not None else ():
        kinds = [case.state.feature(one).kind for one in turn.completed] if turn is not None else []
        number = kinds.count(crown.kind)
        for player in (one.player for one in case.recall(Held) if one.unit == crown.unit and number):
            what, many = Item.noun("unit", crown.unit), Item.count(number, "", crown.kind)
            case.find("NB-136", "crown-during", player=Item.player(player), what=what, number=many)
            item = "crown-city" if crown is KING else "crown-road"
            lines.append(Line(player, "", item, number, value("NB-136", "each"), "NB-136"))
    return lines, []


# ---- at the end
def points(case: Case) -> list[Line]:
    """For who holds them, 1 point for each completed city, or road, whoever owns them (NB-44, NB-45), or what the table
    plays instead (NB-134 to NB-136).
    """
    scoring = case.house_rule(SCORING)
    if scoring == DURING:
        case.find("NB-136", "crown-nothing-at-end", False)
        return []
    return [*_by_card(case, scoring == BOTH)] if scoring in (EACH, BOTH) else _by_feature(case)


def _by_card(case: Case, together: bool) -> Iterator[Line]:
    """A fixed number for each, or for both `together` (NB-134, NB-135)."""
    held_by: dict[str, list[Crown]] = {}
    for crown in in_play(case):
        if player := holder(case.state, crown):
            held_by.setdefault(player, []).append(crown)
        elif any(True for _ in _complete(case, crown)):
            case.warn("crown-unsaid", crown.rule, what=Item.noun("unit", crown.unit))
    rule = "NB-135" if together else "NB-134"
    for player, crowns in held_by.items():
        if together and len(crowns) > 1:
            case.find(rule, "crown-both", player=Item.player(player))
            yield Line(player, "", "crown-both", 1, value(rule, "both"), rule)
            continue
        for crown in crowns:
            case.find(rule, "crown-card", player=Item.player(player), what=Item.noun("unit", crown.unit))
        yield Line(player, "", "crown-card", len(crowns), value(rule, "one" if together else "points"), rule)


def _by_feature(case: Case) -> list[Line]:
    lines: list[Line] = []
    for crown in in_play(case):
        player = holder(case.state, crown)
        what = Item.noun("unit", crown.unit)
        if not player:
            if any(True for _ in _complete(case, crown)):
                case.warn("crown-unsaid", crown.rule, what=what)
            continue
        number = _count(case, crown)
        kind = Item.count(number, "", crown.kind)
        case.find(crown.rule, "crown-points", player=Item.player(player), what=what, number=kind)
        if crown is KING and any(whole_city(f) for f in case.state.all_features()):
            case.warn("crown-carcassonne", "NB-43")
        item = "crown-city" if crown is KING else "crown-road"
        lines.append(Line(player, "", item, number, value(crown.rule, crown.each), crown.rule))
    return lines


def _count(case: Case, crown: Crown) -> int:
    """How many are complete. A sketch tells them one by one. Raises Undetermined where it does not."""
    state = case.state
    for feature in state.features.values():
        if feature.kind == crown.kind:
            case.complete(feature)
    unnamed = any(touch for f in state.features.values() for touch in f.touches or () if not touch.city)
    found = len(_complete(case, crown))
    if not found or (unnamed and crown is KING) or state.part_shown:
        case.lack("crown-number", None, kind=Item.noun("kind", crown.kind))
    if not state.has_board:
        case.suppose(crown.rule, "crown-all-told", what=Item.noun("unit", crown.unit))
    return found


# ---- the question
def ask_crown(case: Case, ask: Ask) -> Ruling:
    """``ask king``: who holds it, once this turn is over. Raises Mistake, Undetermined."""
    case.args(ask)
    crown = KING if ask.topic == KING.unit else BARON
    turn = case.state.turn
    what = Item.noun("unit", crown.unit)
    if crown not in in_play(case):
        case.find("NB-124", "crown-nobody", False, what=what)
        return ruling(case, ask.topic, "options", options=())
    after = case
    if turn is not None and not turn.closed:
        after = after_scoring(case)
        case.note(*(one.finding for one in after.recall(Compared) if one.unit == crown.unit))
        unsure = Unsure(crown.unit) in after.recall(Unsure)
        for ident in turn.completed:
            feature = case.state.feature(ident)
            if feature.kind == crown.kind:
                case.tiles(feature)
                look(case, feature, "tiles")
                if unsure or not _is_known(case, crown, feature):
                    case.lack("crown-size", None, what=what, kind=Item.noun("kind", crown.kind))
    player = holder(after.state, crown)
    if not player and not after.state.stock.get(crown.unit) and not _none_yet(after, crown):
        case.lack("crown-who", None, what=what)
    options = [Item.player(player)] if player else []
    if player:
        case.find(crown.rule, "crown-holder", player=options[0], what=what)
    else:
        case.find(crown.rule, "crown-nobody", False, what=what)
    return ruling(case, ask.topic, "options", options=options)


def _none_yet(case: Case, crown: Crown) -> bool:
    """Whether a whole board shows that none has been completed."""
    return case.state.whole and not _complete(case, crown)


def _is_known(case: Case, crown: Crown, feature: Feature) -> bool:
    return _largest(case, crown, feature) is not None


TOPICS = {KING.unit: ask_crown, BARON.unit: ask_crown}

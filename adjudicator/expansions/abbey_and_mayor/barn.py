"""The barn: where it may be put, whom it keeps out, and the question after its corners (AM-55 to AM-65, AM-71)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import (
    NO_BARN,
    Asks,
    Expansion,
    Figure,
    May,
    On,
    Proviso,
    Putting,
    Scoring,
    Start,
    Tells,
    Way,
)
from adjudicator.engine.printed import shows
from adjudicator.engine.rulings import ruling
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.barn_corners import Cell, at_corner, look, squares_at
from adjudicator.expansions.abbey_and_mayor.barn_guests import by_portal, no_way_through, saying, with_a_barn
from adjudicator.expansions.abbey_and_mayor.barn_scoring import (
    BARN,
    BarnPut,
    barns_on,
    farmers_on,
    scorings,
    settle,
    strength,
    with_barn,
)
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Ruling, Value
from adjudicator.model.scenario import Ask
from adjudicator.model.span import NOWHERE, Span
from adjudicator.play.subject import player_of
from adjudicator.rulebook.loader import value

MEEPLE = "meeple"
PIG = "pig"
MISTY = "misty"
VOLCANO = "volcano"


def _item(put: Putting) -> Item:
    return Item("feature", (put.feature.id,))


# ---- conditions
def instead(case: Case, put: Putting) -> Finding | None:
    """A barn takes the place of the meeple of the turn (AM-55)."""
    turn = case.state.turn
    if put.figure != BARN or turn is None:
        return None
    player = Item("player", (put.player,))
    if turn.player != put.player:
        return Finding("AM-55", False, "barn-not-your-turn", {"player": player})
    if case.recall(Act):
        return case.game.besides(case, put) or Finding("AM-55", False, "barn-instead", {"player": player})
    return Finding("AM-55", True, "barn-instead", {"player": player})


def of_placed_tile(case: Case, put: Putting) -> Finding | None:
    """Its corner must be one of the tile just placed (AM-58)."""
    turn = case.state.turn
    if put.figure != BARN or turn is None or not turn.placed:
        return None
    if put.corner is None or turn.cell is None:
        there = put.feature.id in turn.touched
        no_way_through(case, there)
        return Finding("AM-58", there, "barn-on-placed", {"feature": _item(put)})
    there = turn.cell in squares_at(put.corner)
    no_way_through(case, there)
    return Finding("AM-58", there, "barn-corner-placed", {"corner": Item("corner", put.corner)})


def on_a_corner(case: Case, put: Putting) -> Finding | None:
    """It stands where four tiles meet that all show nothing but field there (AM-57), and no mist (AM-137)."""
    if put.figure != BARN:
        return None
    if put.feature.kind != "field":
        return Finding("AM-57", False, "barn-only-on-fields", {"feature": _item(put)})
    ground = case.state.ground
    if put.corner is None or ground is None:
        if ground is not None and (ON_BOARD in put.feature.id or put.feature.segments):
            case.lack("barn-corner", put.feature)
        if MISTY in put.feature.flags:
            return Finding("AM-137", False, "barn-misty", {"feature": _item(put)})
        if ground is None and put.feature.id in _touched(case) and shows(case, VOLCANO):
            case.find("AM-123", "barn-volcano")
        return Finding("AM-57", True, "barn-corner-supposed", {"feature": _item(put)})
    seen = look(ground, put.corner)
    shown = Item("corner", put.corner)
    if seen.unseen:
        case.lack("barn-unseen", None, corner=shown)
    if any(symbol == VOLCANO for cell in squares_at(put.corner) for symbol in _symbols(case, cell)):
        case.find("AM-123", "barn-at-volcano", corner=shown)
    case.find("AM-64", "barn-example-free", corner=shown)
    return Finding("AM-57", True, "barn-corner-free", {"corner": shown})


def _touched(case: Case) -> tuple[str, ...]:
    return case.state.turn.touched if case.state.turn is not None else ()


def _symbols(case: Case, cell: Cell) -> tuple[str, ...]:
    lay = case.state.ground.lay(*cell) if case.state.ground is not None else None
    return tuple(symbol for symbol, _, _ in lay.marks) if lay is not None else ()


def alone(case: Case, put: Putting) -> Finding | None:
    """Another barn on the field keeps it away (AM-60) unless the players agreed otherwise.

    Raises Undetermined where nobody said who stands there.
    """
    if put.figure != BARN or put.feature.kind != "field":
        return None
    shown = _item(put)
    there = any(o.figure == BARN for o in case.figures(put.feature))
    if there and case.option("barn-placement") == "not-occupied":
        return Finding("AM-60", False, "barn-there", {"feature": shown})
    if there:
        return Finding("AM-60", True, "barn-there-agreed", {"feature": shown})
    return Finding("AM-60", True, "barn-there-none", {"feature": shown})


def beside_farmers(case: Case, put: Putting) -> Finding | None:
    """Farmers on the field do not matter (AM-59)."""
    if put.figure != BARN or put.feature.kind != "field" or not farmers_on(case, put.feature):
        return None
    return Finding("AM-59", True, "barn-beside-farmers", {"feature": _item(put)})


def scores_now(case: Case, put: Putting, barn: Occupant) -> None:
    """A barn that has been put makes its field score in the scoring of this turn (AM-67)."""
    if barn.figure == BARN and put.feature.kind == "field":
        case.find("AM-67", "barn-scores-now", feature=_item(put))
        case.remember(BarnPut(put.feature.id))


def closed(case: Case, put: Putting) -> Finding | None:
    """No meeple goes on a field with a barn (AM-71); a pig may follow a farmer that was just connected (AM-121)."""
    if put.feature.kind != "field" or put.figure == BARN or NO_BARN in put.waived or not barns_on(put.feature):
        return None
    shown = _item(put)
    if MEEPLE in case.game.figure_traits(put.figure):
        return Finding("AM-71", False, "barn-closes", {"feature": shown})
    if put.figure == PIG and farmers_on(case, put.feature):
        case.find("AM-120", "barn-pig-connecting", feature=shown)
        return Finding("AM-121", True, "barn-pig-may", {"feature": shown})
    return None


# ---- the question
def ask_barn(case: Case, ask: Ask) -> Ruling:
    """Every place where a player's barn may go, and why it may not go on the others."""
    player = player_of(case, ask)
    state = case.state
    if state.ground is None and not any(feature.kind == "field" for feature in state.features.values()):
        case.lack("board")
    if state.ground is None and not _sketched(case):
        case.find("AM-58", "barn-no-field", False)
    found: list[Item] = []
    tried = False
    for place, put in _places(case, player):
        tried = True
        if isinstance(put, Finding):
            case.note(put)
            continue
        conditions = [said for condition in case.game.may.put if (said := condition(case, put)) is not None]
        if all(condition.holds for condition in conditions):
            found.append(place)
            case.note(*conditions)
        else:
            case.note(*(condition for condition in conditions if not condition.holds))
    if not tried and state.ground is not None:
        case.find("AM-57", "barn-no-corner", False)
    return ruling(case, BARN, "options", (Item("player", (player,)),), options=found)


def _places(case: Case, player: str) -> Iterator[tuple[Item, Putting | Finding]]:
    state = case.state
    ground, turn = state.ground, state.turn
    if ground is None:
        for feature in _sketched(case):
            yield Item("feature", (feature.id,)), Putting(player, BARN, feature)
        return
    from adjudicator.geometry.fit import corners

    own: list[Cell] = []
    if turn is not None and turn.cell is not None:
        x, y = turn.cell
        own = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        for corner in corners(ground):
            if corner not in own:
                shown = Item("corner", corner)
                yield shown, Finding("AM-58", False, "barn-corner-placed", {"corner": shown})
    for corner in sorted(own) or corners(ground):
        segment = at_corner(state, corner)
        shown = Item("corner", corner)
        if isinstance(segment, Finding):
            yield shown, segment
            seen = look(ground, corner)
            if not seen.empty and not seen.mist:
                case.find("AM-65", "barn-example-city", False, corner=shown)
        else:
            yield shown, Putting(player, BARN, state.built(segment), corner=corner)


def _sketched(case: Case) -> list[Feature]:
    """The fields of the placed tile; outside a turn all of them."""
    turn = case.state.turn
    fields = [feature for feature in case.state.features.values() if feature.kind == "field"]
    if turn is None or not turn.placed:
        return fields
    return [feature for feature in fields if feature.id in turn.touched]


# ---- what cannot be
def standing(state: State) -> Iterator[Problem]:
    """Barns stand on fields (AM-57), one of each player (AM-16), no two at one corner (AM-60)."""
    owned = value("AM-16", "barns")
    counts: dict[str, int] = {}
    places: dict[Cell, Occupant] = {}
    spans: dict[str, Span] = {}
    for feature in state.occupied():
        for barn in barns_on(feature):
            counts[barn.owner] = counts.get(barn.owner, 0) + 1
            if counts[barn.owner] <= owned + 1:
                spans[barn.owner] = barn.span
            if feature.kind != "field":
                values = {"feature": feature.id, "kind": Item("noun", ("kind", feature.kind))}
                yield Problem("may-not-stand", barn.span, values, (), ("AM-57",))
            elif barn.cell is not None and state.ground is not None and ON_BOARD in barn.place:
                if barn.cell in places:
                    corner = Item("corner", barn.cell)
                    yield Problem("barns-at-one-corner", barn.span, {"corner": corner}, (), ("AM-60",))
                places[barn.cell] = barn
    for player, hand in state.hands.items():
        if hand.items and player in counts:
            counts[player] += hand.items.get(BARN, 0)
    for player, number in counts.items():
        if number > owned and not state.hand(player).unchecked:
            told: dict[str, Value] = {"player": Item("player", (player,)), "number": number, "owned": owned}
            yield Problem("barns-beyond-supply", spans.get(player, NOWHERE), told, (), ("AM-16",))


PART = Expansion(
    "abbey-and-mayor",
    figures={BARN: Figure(owned="AM-16", strength=strength, corner=at_corner)},
    start=Start(checks=(standing,)),
    scoring=Scoring(
        settle=(Way(how=settle, kinds=("field",), when=with_barn, over=("base",), rule="AM-66"),), besides=(scorings,)
    ),
    may=May(
        put=(by_portal, on_a_corner, of_placed_tile, alone, beside_farmers, instead, closed),
        provisos=(
            Proviso("moves", with_a_barn),
            Proviso("puts", with_a_barn),
        ),
    ),
    on=On(put=(scores_now,)),
    asks=Asks(topics={"barn": ask_barn}),
    tells=Tells(sayings=(saying,)),
)

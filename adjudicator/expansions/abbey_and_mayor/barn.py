"""The barn: where it may be put, whom it keeps out, and the question after its corners (AM-55 to AM-65, AM-71)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.case import Case
from adjudicator.engine.deed import PUTS, Act, Deed
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
    Turns,
    Way,
)
from adjudicator.engine.phases import Beside
from adjudicator.engine.printed import shows
from adjudicator.engine.rulings import ruling
from adjudicator.engine.state import State
from adjudicator.engine.tiles import Part, Tile
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.barn_guests import by_portal, no_way_through, saying, with_a_barn
from adjudicator.expansions.abbey_and_mayor.barn_scoring import (
    BARN,
    BarnPut,
    barns_on,
    farmers_on,
    scorings,
    settle,
    strength,
    told,
    with_barn,
)
from adjudicator.expansions.abbey_and_mayor.supply import checked
from adjudicator.geometry.squares import corners_of, squares_at
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Ruling, Value
from adjudicator.model.scenario import Ask
from adjudicator.play.subject import player_of

MEEPLE = "meeple"
PIG = "pig"
MISTY = "misty"
VOLCANO = "volcano"
FIELD = "field"
AT_CORNER = (
    ({3, 4}, ("ER", "SL", "E", "S", "SE")),
    ({5, 6}, ("SR", "WL", "S", "W", "SW")),
    ({1, 2}, ("NR", "EL", "N", "E", "NE")),
    ({7, 0}, ("WR", "NL", "W", "N", "NW")),
)
"""Of the tiles in the north-west, north-east, south-west and south-east of a corner: their half sides there, as pieces
have them, and what the sides that meet there are called.
"""


def _item(put: Putting) -> Item:
    return Item.feature(put.feature.id)


# ---- corners
class Corner(NamedTuple):
    """What four squares show where they meet."""

    field: Part | None
    """The field there; None where a barn cannot stand."""
    empty: tuple[Cell, ...]
    """Squares without a tile."""
    other: tuple[Cell, ...]
    """Tiles that show something besides field there."""
    mist: tuple[Cell, ...]
    """Tiles with mist there."""
    unseen: tuple[Cell, ...]
    """Tiles whose face is not told."""


def look(state: State, corner: Cell) -> Corner:
    """What there is at a corner, the point at the north-west of that square."""
    field: tuple[Tile, int] | None = None
    empty: list[Cell] = []
    other: list[Cell] = []
    mist: list[Cell] = []
    unseen: list[Cell] = []
    for cell, tile, (halves, sides) in zip(squares_at(corner), state.at_corner(corner), AT_CORNER, strict=True):
        lay = tile.lay if tile is not None else None
        if tile is None or lay is None:
            (empty if tile is None and not state.part_shown else unseen).append(cell)
            continue
        if any(symbol == "mist" and side in sides for symbol, side, _ in lay.marks):
            mist.append(cell)
        pieces = enumerate(lay.segments)
        at = next((n for n, piece in pieces if piece.kind == FIELD and halves.issubset(piece.halves)), None)
        if at is None:
            other.append(cell)
        else:
            field = tile, at
    part = field[0].parts[field[1]] if field is not None and not (empty or other or mist) else None
    return Corner(part, tuple(empty), tuple(other), tuple(mist), tuple(unseen))


def at_corner(state: State, corner: Cell) -> int | Finding:
    """The piece of field that a barn at a corner stands on, or why it cannot stand there (AM-57, AM-137)."""
    return _stands(look(state, corner), corner)


def _stands(seen: Corner, corner: Cell) -> int | Finding:
    if seen.field is not None and seen.field.segment is not None:
        return seen.field.segment
    if seen.empty:
        return Finding("AM-57", False, "barn-four-tiles", _at(corner, seen.empty))
    if seen.mist:
        return Finding("AM-137", False, "barn-mist", _at(corner, seen.mist))
    return Finding("AM-57", False, "barn-only-field", _at(corner, seen.other or seen.unseen))


def _at(corner: Cell, squares: tuple[Cell, ...]) -> dict[str, Value]:
    return {"corner": Item.corner(corner), "squares": tuple(Item.cell(cell) for cell in squares)}


# ---- conditions
def instead(case: Case, put: Putting) -> Finding | None:
    """A barn takes the place of the meeple of the turn (AM-55)."""
    turn = case.state.turn
    if put.figure != BARN or turn is None:
        return None
    player = Item.player(put.player)
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
    there = not set(squares_at(put.corner)).isdisjoint(case.squares_laid())
    no_way_through(case, there)
    return Finding("AM-58", there, "barn-corner-placed", {"corner": Item.corner(put.corner)})


def _corners(case: Case, put: Putting) -> tuple[Item, ...]:
    """The corners of the placed tile, else of those of the field; of these only such as may be right, if any may."""
    turn = case.state.turn
    squares = case.state.squares_of(put.feature)
    if turn is not None and turn.cell is not None:
        squares = [turn.cell]
    every = dict.fromkeys(corner for cell in sorted(squares) for corner in corners_of(cell))
    seen = {corner: look(case.state, corner) for corner in every}
    right = [corner for corner, one in seen.items() if not (one.empty or one.other or one.mist)]
    return tuple(Item.corner(corner) for corner in right or every)


def on_a_corner(case: Case, put: Putting) -> Finding | None:
    """It stands where four tiles meet that all show nothing but field there (AM-57), and no mist (AM-137)."""
    if put.figure != BARN:
        return None
    if put.feature.kind != FIELD:
        return Finding("AM-57", False, "barn-only-on-fields", {"feature": _item(put)})
    if put.corner is None:
        if case.state.squares_of(put.feature):
            case.lack("barn-corner", put.feature, corners=_corners(case, put))
        if MISTY in put.feature.flags:
            return Finding("AM-137", False, "barn-misty", {"feature": _item(put)})
        turn = case.state.turn
        if turn is not None and put.feature.id in turn.touched and shows(case, VOLCANO):
            case.find("AM-123", "barn-volcano")
        return Finding("AM-57", True, "barn-corner-supposed", {"feature": _item(put)}, "supposes")
    item = Item.corner(put.corner)
    if unseen := look(case.state, put.corner).unseen:
        case.lack("barn-unseen", None, corner=item, squares=tuple(map(Item.cell, unseen)), number=len(unseen))
    if any(tile is not None and tile.shows(VOLCANO) for tile in case.state.at_corner(put.corner)):
        case.find("AM-123", "barn-at-volcano", corner=item)
    case.find("AM-64", "barn-example-free", corner=item)
    return Finding("AM-57", True, "barn-corner-free", {"corner": item})


def alone(case: Case, put: Putting) -> Finding | None:
    """Another barn on the field keeps it away (AM-60) unless the players agreed otherwise.

    Raises Undetermined where nobody said who stands there.
    """
    if put.figure != BARN or put.feature.kind != FIELD:
        return None
    item = _item(put)
    there = any(o.figure == BARN for o in case.figures(put.feature))
    if there and case.option("barn-placement") == "not-occupied":
        return Finding("AM-60", False, "barn-there", {"feature": item})
    if there:
        return Finding("AM-60", True, "barn-there-agreed", {"feature": item})
    return Finding("AM-60", True, "barn-there-none", {"feature": item})


def beside_farmers(case: Case, put: Putting) -> Finding | None:
    """Farmers on the field do not matter (AM-59)."""
    if put.figure != BARN or put.feature.kind != FIELD or not farmers_on(case, put.feature):
        return None
    return Finding("AM-59", True, "barn-beside-farmers", {"feature": _item(put)})


def scores_now(case: Case, put: Putting, barn: Occupant) -> None:
    """A barn that has been put makes its field score in the scoring of this turn (AM-67)."""
    if barn.figure == BARN and put.feature.kind == FIELD:
        case.find("AM-67", "barn-scores-now", feature=_item(put))
        case.remember(BarnPut(put.feature.id))


def closed(case: Case, put: Putting) -> Finding | None:
    """No meeple goes on a field with a barn (AM-71); a pig may follow a farmer that was just connected (AM-121)."""
    if put.feature.kind != FIELD or put.figure == BARN or NO_BARN in put.waived or not barns_on(put.feature):
        return None
    item = _item(put)
    if MEEPLE in case.game.figure_traits(put.figure):
        return Finding("AM-71", False, "barn-closes", {"feature": item})
    if put.figure == PIG and farmers_on(case, put.feature):
        case.find("AM-120", "barn-pig-connecting", feature=item)
        return Finding("AM-121", True, "barn-pig-may", {"feature": item})
    return None


# ---- the question
def ask_barn(case: Case, ask: Ask) -> Ruling:
    """Every place where a player's barn may go, and why it may not go on the others."""
    player = player_of(case, ask)
    state = case.state
    fields = [f for f in state.features.values() if f.kind == FIELD and not state.squares_of(f)]
    if not fields and not state.has_board:
        case.lack("board")
    turn = state.turn
    if turn is not None and turn.placed:
        fields = [field for field in fields if field.id in turn.touched]
    found: list[Item] = []
    tried = False
    for place, put in _places(case, player, fields):
        tried = True
        deed = Deed(
            PUTS,
            player,
            figure=BARN,
            place=put.feature.id if isinstance(put, Putting) else "",
            corner=place.parts if place.kind == "corner" else None,
        )
        others = [said for verb, more in case.game.may.provisos if verb == PUTS for said in more(case, deed)]
        if isinstance(put, Finding):
            case.note(put, *(said for said in others if not said.holds))
            continue
        conditions = [said for condition in case.game.may.put if (said := condition(case, put)) is not None]
        conditions += others
        if all(condition.holds for condition in conditions):
            found.append(place)
            case.note(*conditions)
        else:
            case.note(*(condition for condition in conditions if not condition.holds))
    if not tried:
        if state.has_board:
            case.find("AM-57", "barn-no-corner", False)
        else:
            case.find("AM-58", "barn-no-field", False)
    return ruling(case, BARN, "options", (Item.player(player),), options=found)


def _places(case: Case, player: str, fields: list[Feature]) -> Iterator[tuple[Item, Putting | Finding]]:
    """Fields of which no square is known, and the corners: those of the placed tile, outside a turn all."""
    state, laid = case.state, case.squares_laid()
    for field in fields:
        yield Item.feature(field.id), Putting(player, BARN, field)
    corners = state.corners()
    own = sorted({corner for cell in laid for corner in corners_of(cell)}) if laid else corners
    for corner in corners:
        if corner not in own:
            item = Item.corner(corner)
            yield item, Finding("AM-58", False, "barn-corner-placed", {"corner": item})
    for corner in own:
        seen = look(state, corner)
        segment = _stands(seen, corner)
        item = Item.corner(corner)
        if isinstance(segment, Finding):
            yield item, segment
            if not seen.empty and not seen.mist:
                case.find("AM-65", "barn-example-city", False, corner=item)
        else:
            yield item, Putting(player, BARN, state.built(segment), corner=corner)


# ---- what cannot be
def standing(state: State) -> Iterator[Problem]:
    """Barns stand on fields (AM-57), one of each player (AM-16), no two at one corner (AM-60)."""
    yield from checked(state, BARN, lambda kind: "AM-57" if kind != FIELD else "")
    corners: set[Cell] = set()
    for feature in state.occupied():
        for barn in barns_on(feature):
            if barn.cell is not None and ON_BOARD in barn.place:
                if barn.cell in corners:
                    corner = Item.corner(barn.cell)
                    yield Problem("barns-at-one-corner", barn.span, {"corner": corner}, (), ("AM-60",))
                corners.add(barn.cell)


PART = Expansion(
    "abbey-and-mayor",
    turns=Turns(beside=(Beside(BARN, "AM-67", "score"),)),
    figures={BARN: Figure(owned="AM-16", instead="AM-55", strength=strength, corner=at_corner)},
    start=Start(checks=(standing, told)),
    scoring=Scoring(
        settle=(Way(how=settle, kinds=(FIELD,), when=with_barn, over=("base",), rule="AM-66"),), besides=(scorings,)
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

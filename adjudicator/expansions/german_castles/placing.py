"""Placing a castle tile instead of drawing a tile (NB-81, NB-82)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from adjudicator.binding.items import placement
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Action, OwnTile, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.german_castles.castle import CASTLE, put_together, shows_castle
from adjudicator.expansions.german_castles.counting import HALF, PAID, Placed
from adjudicator.expansions.german_castles.supply import in_hand, use
from adjudicator.geometry.face import Face
from adjudicator.geometry.squares import at_sides, ring
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Effect, Move, unwritten

ONE = Item.count(1, "", CASTLE)
NEIGHBOUR = "neighbour"
HALVES = 2
Half = tuple[Face, int, Cell]


class Laying(NamedTuple):
    """A castle tile that is to be placed."""

    player: str
    laid: tuple[Half, ...]
    """Its halves on a board; none in a sketch."""


# ---- reading
def read(case: Case, move: Move) -> Action[Laying]:
    """``places german castle L at (1,0) and R@180 at (2,0)``; in a sketch ``places german castle that extends R``.

    Raises Mistake.
    """
    args = case.args(move)
    halves = zip(args.tiles(case.state.tiles, "half"), args.squares("there"), strict=True)
    found = [(face, turns or 0, cell) for (face, turns), cell in halves]
    for _, _, cell in found:
        case.state.square(cell, move.span)
    if args.has("square") or (found and (len(found) != HALVES or not all(_castle(face) for face, _, _ in found))):
        raise Mistake(Problem("castle-two-halves", move.span))
    return _laying(move, tuple(found))


def _laying(move: Move, laid: tuple[Half, ...]) -> Action[Laying]:
    """The action of placing a castle tile of these halves."""
    places = [placement(face, turns, *cell) for face, turns, cell in laid]
    deed = Deed(figure=CASTLE, effects=move.effects, laid=laid)
    return Action(move, Laying(move.player, laid), Item.move("places", ONE, *places), deed)


def _castle(face: Face) -> bool:
    return any(segment.kind == CASTLE for segment in face.segments)


# ---- conditions
def check(case: Case, action: Action[Laying]) -> list[Finding]:
    """In place of drawing a tile, with a castle tile left (NB-81), where it fits and touches no other (NB-82)."""
    laying = action.data
    turn, player = case.state.turn, Item.player(laying.player)
    if turn is not None and turn.player != laying.player:
        found = [Finding("NB-82", False, "castle-tile-your-turn", {"player": player})]
    else:
        free = turn is None or not (turn.placed or turn.drawn is not None)
        found = [Finding("NB-82", free, "castle-tile-instead", {"player": player})]
    found.append(in_hand(case, laying.player))
    found += _fits(case, laying.laid) if laying.laid else _beside(case, action)
    return sorted(found, key=lambda finding: finding.holds)


def _fits(case: Case, laid: tuple[Half, ...]) -> Iterator[Finding]:
    state = case.state
    (face, turns, cell), (other, turned, next_to) = laid
    side = next((side for side, beside in enumerate(at_sides(cell)) if beside == next_to), None)
    values = {"square": Item.cell(cell), "beside": Item.cell(next_to)}
    if side is None or face.turned(turns).edges[side] != other.turned(turned).edges[side ^ 2]:
        yield Finding("NB-82", False, "castle-tile-together", values)
        return
    taken = [square for _, _, square in laid if state.tile(square) is not None]
    if taken:
        yield Finding("NB-82", False, "square-taken", {"square": Item.cell(taken[0])})
        return
    for one, quarter, square in laid:
        if state.beside_blank(square):
            blanks = tuple(map(Item.cell, state.blanks_beside(square)))
            case.lack("blank-beside", None, square=Item.cell(square), squares=blanks, number=len(blanks))
        for misfit in state.misfits(one, quarter, square):
            yield Finding(misfit.rule, False, misfit.code, misfit.values)
    if any(state.all_tiles()) and not any(any(state.at_sides(square)) for _, _, square in laid):
        yield Finding(case.game.rule("edges"), False, "no-neighbour", {"square": Item.cell(cell)})
    near = [square for square in sorted(ring((cell, next_to))) if shows_castle(state, square)]
    details = {"beside": Item.cell(near[0])} if near else {"beside": Item.cell(cell)}
    yield Finding("NB-82", not near, "castle-tiles-apart", details)


def _beside(case: Case, action: Action[Laying]) -> Iterator[Finding]:
    """In a sketch a castle tile that extends the surroundings of another castle touches its tile."""
    for effect in action.move.effects:
        if effect.effect == "starts":
            continue
        for named in _features(case, effect):
            if named.kind == CASTLE:
                yield Finding("NB-82", False, "castle-tiles-apart-from", {"feature": Item.feature(named.id)})


def _features(case: Case, effect: Effect) -> Iterator[Feature]:
    for word in case.names_in(effect):
        if word.feature is not None:
            yield case.state.feature(word.feature)


# ---- carrying out
def apply(case: Case, action: Action[Laying]) -> None:
    """Puts the two halves together on a board; in a sketch does what the tile is told to do, each half a tile."""
    laying = action.data
    state = case.state
    use(case, laying.player)
    if laying.laid:
        cells = frozenset(cell for _, _, cell in laying.laid)
        put_together(state, cells)
        case.remember(Placed(state.lying_over(CASTLE, laying.laid[0][2])[0]))
        return
    before = {ident: feature.marks.get(HALF, 0) for ident, feature in state.features.items()}
    if state.turn is not None:
        state.turn = state.turn._replace(effects=action.move.effects)
    for effect in action.move.effects:
        act = case.game.effect(effect.effect)
        if act is None:
            lack_code(case, "effect", effect.effect)
        act(case, effect)
    turn = state.turn
    for ident in turn.touched if turn is not None else ():
        feature = state.feature(ident)
        if feature.kind in PAID:
            more = max(1, feature.marks.get(HALF, 0) - before.get(ident, 0))
            marks = {**feature.marks, CASTLE: feature.marks.get(CASTLE, 0) + 1, HALF: before.get(ident, 0) + more}
            tiles = None if feature.tiles is None else feature.tiles + more - 1
            state.add(feature._replace(marks=marks, tiles=tiles))
        elif feature.kind == CASTLE:
            marks = dict(feature.marks)
            near = marks.pop(NEIGHBOUR, None)
            tiles = None if near is None else near + 1
            state.add(feature._replace(marks=marks, tiles=tiles, complete=False))
            case.remember(Placed(ident))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Laying]]:
    """Every way in which two halves that were described, side by side, fit what lies on the board; nothing in a sketch.

    Which two of several belong to one castle tile nobody says: any two of different names do. Raises Undetermined where
    none were described, and where just this is asked for without a board.
    """
    state = case.state
    if not in_hand(case, player).holds:
        return
    if not state.has_board:
        if asked is not None:
            case.lack("board")
        return
    halves = [face for face in state.tiles.own.values() if _castle(face)]
    if len(halves) < HALVES:
        case.lack("castle-tile-shown")
    move = unwritten(player, "places")
    beside = {cell for cell in state.empty_squares() if not state.beside_blank(cell)}
    ways = _Ways(state, beside)
    for one, other in combinations(halves, HALVES):
        for cell in sorted(beside | {near for square in beside for near in at_sides(square)}):
            for side, near in enumerate(at_sides(cell)):
                if cell not in beside and near not in beside:
                    continue
                for turns in ways.of(one, cell):
                    edge = one.turned(turns).edges[side]
                    for turned in ways.of(other, near):
                        if other.turned(turned).edges[side ^ 2] == edge:
                            yield _laying(move, ((one, turns, cell), (other, turned, near)))


class _Ways:
    """How halves can lie on squares, each looked up once."""

    def __init__(self, state: State, beside: Collection[Cell]) -> None:
        self._state = state
        self._beside = beside
        self._known: dict[tuple[int, Cell], tuple[int, ...]] = {}

    def of(self, face: Face, cell: Cell) -> tuple[int, ...]:
        """The quarter turns in which a half fits the tiles around a square; () for one where none may lie."""
        found = self._known.get((id(face), cell))
        if found is None:
            state, found = self._state, ()
            if cell in self._beside:
                found = tuple(turns for turns in face.distinct_turns if state.misfit(face, turns, cell) is None)
            elif state.tile(cell) is None and not state.beside_blank(cell):
                found = tuple(face.distinct_turns)
            self._known[id(face), cell] = found
        return found


def must(case: Case, action: Action[Laying]) -> Finding:
    """A player may place a castle tile, and need not (NB-82)."""
    return Finding("NB-82", False, "castle-tile-may", {"player": Item.player(action.move.player)})


TILES = {CASTLE: OwnTile(Verb(read, check, apply, choices, must), CASTLE, "NB-82")}

"""Moving the dragon: ``red moves dragon to (1,0)`` on a board, ``moves dragon to R`` in a sketch (NB-26, NB-27)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import figure_item, find_figure, unlike
from adjudicator.engine.printed import may_show, shows
from adjudicator.engine.tiles import Tile
from adjudicator.errors import Problem
from adjudicator.expansions.princess_and_dragon.afterwards import FLIES
from adjudicator.expansions.princess_and_dragon.flight import Flown, barred, flown, left, mover, reachable
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, FAIRY
from adjudicator.expansions.princess_and_dragon.prey import Prey, eat, eaten, on_tile, suppose_all
from adjudicator.expansions.princess_and_dragon.volcano import has_not_come
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, unwritten
from adjudicator.rulebook.loader import value


class Flight(NamedTuple):
    """Where the dragon is to go."""

    tile: Tile | None
    """None for a square without a tile, and where a sketch does not say which tile of a feature is meant."""
    cell: Cell | None = None
    """On a board."""
    feature: Feature | None = None
    """In a sketch: the feature on the tile that was named, with or without a figure there."""


def read(case: Case, move: Move) -> Action[Flight]:
    """``moves dragon to (1,0)``, ``to road at (1,0)``, ``to R``, ``to blue meeple on R``. Raises Mistake."""
    args = case.args(move)
    state, cell, phrase, ref = case.state, args.square(), args.any_figure("beside"), args.place("to")
    said = args.alone()
    if ref is None:  # as much as is said without a little word before it
        ref, cell = said.place, cell or said.cell
    if cell is not None:
        return _to_square(case, move, state.square(cell, move.span))
    if phrase is not None:
        found = find_figure(case, move, phrase, "")
        if found is None:
            raise Mistake(Problem("nobody-there", phrase.span, {"figure": Item.noun("figure", phrase.figure)}))
        tile = state.tile_under(*found)
        return (
            _to_square(case, move, tile.cell) if tile.cell is not None else _action(move, Flight(tile, None, found[0]))
        )
    if ref is None:
        args.refuse("to", "place")
    feature = state.feature(state.resolve(ref))
    cells = state.squares_of(feature) if ref.cell is None else [state.square(ref.cell, ref.span)]
    if len(cells) > 1:
        raise Mistake(Problem("dragon-which-tile", ref.span, {"feature": feature.id}))
    return _to_square(case, move, cells[0]) if cells else _action(move, Flight(_one_tile(case, feature), None, feature))


def _one_tile(case: Case, feature: Feature) -> Tile | None:
    """The tile on which all of a feature of a sketch lies; None where it has several, or that is not known."""
    tile = Tile(case.state, own=(feature.id,))
    whole = tile.whole()
    if whole is not tile:
        return whole
    return case.state.tiles_of(feature)[0] if case.state.on_one_tile(feature) else None


def _to_square(case: Case, move: Move, cell: Cell) -> Action[Flight]:
    return _action(move, Flight(case.state.tile(cell), cell))


def _action(move: Move, flight: Flight) -> Action[Flight]:
    place = flight.feature.id if flight.feature is not None else ""
    where = Item.cell(flight.cell) if flight.cell is not None else Item.feature(place)
    deed = Deed(figure=DRAGON, place=place, cell=flight.cell)
    return Action(move, flight, Item.move("moves", Item.count(1, "", DRAGON), where), deed)


def check(case: Case, action: Action[Flight]) -> list[Finding]:
    """When it moves, who moves it and where it may go (NB-26); whom it eats there is noted (NB-27).

    Raises Undetermined where nobody said where it is.
    """
    flight = action.data
    found = _when(case, action.move.player)
    if all(finding.holds for finding in found):
        found += _where(case, flight)
    if all(finding.holds for finding in found):
        prey = _prey(case, flight)
        if prey:
            found.append(eaten(prey))
    return sorted(found, key=lambda finding: finding.holds)


def _when(case: Case, player: str) -> list[Finding]:
    turn = case.state.turn
    if turn is None:
        return []
    values: dict[str, Value] = {"player": Item.player(player), "number": value("NB-26", "moves")}
    if not turn.placed:
        return [Finding("NB-26", False, "dragon-after-placing", values)]
    if not may_show(case, DRAGON, "NB-26"):
        return [Finding("NB-26", False, "dragon-tile", values)]
    if not left(case):
        return [Finding("NB-26", False, "dragon-moves", values)]
    due = mover(case)
    if due and due != player:
        return [Finding("NB-26", False, "dragon-whose-move", {**values, "due": Item.player(due)})]
    return [Finding("NB-26", True, "dragon-moves", values)]


def _where(case: Case, flight: Flight) -> list[Finding]:
    if flight.cell is None:
        if flight.tile is not None and any(one.mark(FAIRY) for _, one in flight.tile.figures):
            return [Finding("NB-26", False, "dragon-fairy-there", {})]
        return [Finding("NB-26", True, "dragon-supposed", {}, "supposes")]
    if DRAGON not in case.state.neutral and case.state.turn is not None:
        if has_not_come(case.state):
            return [Finding("NB-25", False, "dragon-not-there", {})]
        case.lack("dragon-where")
    bar = barred(case, flight.cell)
    if bar is None and DRAGON not in case.state.neutral:
        return [Finding("NB-26", True, "dragon-supposed", {}, "supposes")]
    return [bar or Finding("NB-26", True, "dragon-one-tile", {"square": Item.cell(flight.cell)})]


def _prey(case: Case, flight: Flight) -> list[Prey]:
    return on_tile(case, flight.tile.whole()) if flight.tile is not None else []


def apply(case: Case, action: Action[Flight]) -> None:
    """Moves it, and sends home whom it eats. Raises Undetermined where a sketch leaves open who stands on the tile."""
    flight = action.data
    state, turn = case.state, case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    feature = flight.feature
    if feature is not None and flight.tile is None and (standing := case.figures(feature)):
        found = [(feature, one) for one in standing]
        figures = tuple(figure_item(case, found, *one) for one in unlike(case, found))
        case.lack("dragon-whom", feature, figures=figures)
    before = state.neutral.get(DRAGON)
    if not case.did(FLIES):
        case.remember(Act(FLIES))
    case.remember(Flown(before, flight.cell))
    if flight.cell is not None:
        state.neutral[DRAGON] = flight.cell
    case.find("NB-26", "dragon-first")
    prey = _prey(case, flight)
    suppose_all(case, prey)
    eat(case, prey)


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Flight]]:
    """Every square where it may go next; in a sketch every feature that bears figures, wherever it lies."""
    turn = case.state.turn
    if turn is not None and turn.placed and shows(case, DRAGON):
        move = unwritten(player, "moves")
        if not case.state.has_board:
            for feature in (f for f in case.state.occupied() if "area" not in case.game.kind_traits(f.kind)):
                yield _action(move, Flight(_one_tile(case, feature), None, feature))
            return
        cells = reachable(case)
        for cell in cells:
            yield _to_square(case, move, cell)
        if not cells:
            case.find("NB-26", "dragon-must", False, number=value("NB-26", "moves"), done=len(flown(case)))


def must(case: Case, action: Action[Flight]) -> Finding:
    """It has to move after a dragon tile, as long as it can (NB-26)."""
    turn = case.state.turn
    due = turn is not None and turn.placed and bool(shows(case, DRAGON)) and left(case) > 0
    ended = due and DRAGON in case.state.neutral and not reachable(case)
    values = {"number": value("NB-26", "moves"), "done": len(flown(case))}
    return Finding("NB-26", due and not ended, "dragon-must", values)


VERBS = {f"moves {DRAGON}": Verb(read, check, apply, choices, must)}

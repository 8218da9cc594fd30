"""Moving the dragon: ``red moves dragon to (1,0)`` on a board, ``moves dragon to R`` in a sketch (NB-26, NB-27)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import find_figure
from adjudicator.engine.printed import shown_at, shows
from adjudicator.errors import Problem
from adjudicator.expansions.princess_and_dragon.afterwards import FLIES
from adjudicator.expansions.princess_and_dragon.flight import Flown, barred, flown, left, mover, reachable
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, FAIRY, whole_tile
from adjudicator.expansions.princess_and_dragon.prey import Prey, eat, eatable, eaten, on_features, on_squares, spared
from adjudicator.expansions.princess_and_dragon.volcano import VOLCANO
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import value


class Flight(NamedTuple):
    """Where the dragon is to go."""

    cell: Cell | None
    """On a board."""
    feature: Feature | None = None
    """In a sketch: a feature on the tile."""
    occupant: Occupant | None = None
    """In a sketch: a figure on the tile."""


def read(case: Case, move: Move) -> Action[Flight]:
    """``moves dragon to (1,0)``, ``to road at (1,0)``, ``to R``, ``to blue meeple on R``. Raises Mistake."""
    reader = Reader(move.words, case.lang, move.span)
    reader.role("figure")
    reader.keyword("to", "on", "in", "at")
    cell = reader.coord()
    if cell is not None:
        if case.state.ground is None:
            raise Mistake(Problem("no-board", move.span))
        reader.end("line-end")
        return _action(move, Flight(cell), Item("cell", cell))
    phrase = reader.figure()
    if phrase is not None:
        reader.end("line-end")
        found = find_figure(case, move, phrase, "")
        if found is None:
            raise Mistake(Problem("nobody-there", phrase.span, {"figure": Item("noun", ("figure", phrase.figure))}))
        feature, occupant = found
        if occupant.cell is not None and case.state.ground is not None:
            return _action(move, Flight(occupant.cell), Item("cell", occupant.cell))
        return _action(move, Flight(None, feature, occupant), Item("feature", (feature.id,)))
    ref = reader.ref()
    reader.end("line-end")
    feature = case.state.feature(case.state.resolve(ref))
    if ref.cell is not None and case.state.ground is not None:
        return _action(move, Flight(ref.cell), Item("cell", ref.cell))
    if case.state.ground is not None and feature.id not in case.state.features:
        cells = case.state.ground.cells(case.state.ground.root(case.state.segment_of(feature.id)))
        if len(cells) > 1:
            raise Mistake(Problem("dragon-which-tile", ref.span, {"feature": feature.id}))
        return _action(move, Flight(cells[0]), Item("cell", cells[0]))
    return _action(move, Flight(None, feature), Item("feature", (feature.id,)))


def _action(move: Move, flight: Flight, where: Item) -> Action[Flight]:
    place = flight.feature.id if flight.feature is not None else ""
    deed = Deed(figure=DRAGON, place=place, cell=flight.cell)
    return Action(move, flight, Item("move", ("moves", Item("count", (1, "", DRAGON)), where)), deed)


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
    values = {"player": Item("player", (player,)), "number": value("NB-26", "moves")}
    if not turn.placed:
        return [Finding("NB-26", False, "dragon-after-placing", values)]
    if shows(case, DRAGON) is False:
        return [Finding("NB-26", False, "dragon-tile", values)]
    if not left(case):
        return [Finding("NB-26", False, "dragon-moves", values)]
    due = mover(case)
    if due and due != player:
        return [Finding("NB-26", False, "dragon-whose-move", {**values, "due": Item("player", (due,))})]
    return [Finding("NB-26", True, "dragon-moves", values)]


def _where(case: Case, flight: Flight) -> list[Finding]:
    if flight.cell is None:
        if flight.occupant is not None and flight.occupant.mark(FAIRY):
            return [Finding("NB-26", False, "dragon-fairy-there", {})]
        return [Finding("NB-26", True, "dragon-supposed", {})]
    ground = case.state.ground
    if DRAGON not in case.state.neutral and case.state.turn is not None and ground is not None:
        if not (ground.partial or ground.blanks or any(shown_at(case, c, VOLCANO) for c in ground.squares())):
            return [Finding("NB-25", False, "dragon-not-there", {})]
        case.lack("dragon-where")
    bar = barred(case, flight.cell)
    if bar is None and DRAGON not in case.state.neutral:
        return [Finding("NB-26", True, "dragon-supposed", {})]
    return [bar or Finding("NB-26", True, "dragon-one-tile", {"square": Item("cell", flight.cell)})]


def _prey(case: Case, flight: Flight) -> list[Prey]:
    if flight.cell is not None:
        return on_squares(case, whole_tile(case, flight.cell))
    feature, occupant = flight.feature, flight.occupant
    if feature is None:
        return []
    together = _together(case, feature)
    if together:
        return on_features(case, together)
    if occupant is not None:
        return [(feature, occupant)] if eatable(case, occupant) and spared(case, feature, occupant) is None else []
    return on_features(case, [feature]) if feature.tiles == 1 else []


def _together(case: Case, feature: Feature) -> list[Feature]:
    """In a sketch, the features of a tile that is larger than a square."""
    for features in case.game.tiles.spans:
        found = features(case.state, feature.id)
        if found:
            return [case.state.feature(ident) for ident in sorted(map(str, found))]
    return []


def apply(case: Case, action: Action[Flight]) -> None:
    """Moves it, and sends home whom it eats. Raises Undetermined where a sketch leaves open who stands on the tile."""
    flight = action.data
    state, turn = case.state, case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    feature = flight.feature
    if feature is not None and flight.occupant is None and feature.tiles != 1 and not _together(case, feature):
        if case.figures(feature):
            case.lack("dragon-whom", feature)
    before = state.neutral.get(DRAGON)
    if not case.did(FLIES):
        case.remember(Act(FLIES))
    case.remember(Flown(before, flight.cell))
    if flight.cell is not None:
        state.neutral[DRAGON] = flight.cell
    case.find("NB-26", "dragon-first")
    eat(case, _prey(case, flight))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Flight]]:
    """Every square where it may go next."""
    turn = case.state.turn
    if turn is not None and turn.placed and shows(case, DRAGON):
        move = Move(player, "moves", [], (), NOWHERE)
        for cell in reachable(case):
            yield _action(move, Flight(cell), Item("cell", cell))


def must(case: Case, action: Action[Flight]) -> Finding:
    """It has to move after a dragon tile, as long as it can (NB-26)."""
    turn = case.state.turn
    due = turn is not None and turn.placed and bool(shows(case, DRAGON)) and left(case) > 0
    ended = due and case.state.ground is not None and DRAGON in case.state.neutral and not reachable(case)
    values = {"number": value("NB-26", "moves"), "done": len(flown(case))}
    return Finding("NB-26", due and not ended, "dragon-must", values)


VERBS = {f"moves {DRAGON}": Verb(read, check, apply, choices, must)}

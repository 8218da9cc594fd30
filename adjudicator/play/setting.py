"""From a bound scenario to the state it begins with, and what is impossible about it."""

from __future__ import annotations

from adjudicator.binding.clause import names_tile, square_in
from adjudicator.binding.tiles import TileNames
from adjudicator.engine.game import Game
from adjudicator.engine.readings import Readings, Taken
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.scenario import BOX, Placed, Scenario
from adjudicator.model.span import NOWHERE
from adjudicator.play.board import lay_board, start_board
from adjudicator.play.said import add_said
from adjudicator.rulebook.loader import value
from adjudicator.words.fold import fold


def set_up(scenario: Scenario, game: Game, lang: str, fixed: Taken = ()) -> tuple[State, list[Problem]]:
    """The state at the start of `scenario`, and every problem its board has; `fixed` says how what is open is read."""
    state = State(scenario.setup)
    state.readings = Readings(fixed, scenario.setup.options)
    problems: list[Problem] = []
    on_board = {fold(name) for name, _ in scenario.board.names} if scenario.board is not None else frozenset()
    for feature in scenario.features.values():
        if fold(feature.id) not in on_board:
            state.add(feature)
    state.tell(scenario.links, game.tiles.spans)
    state.measures = {kind: says.measure for kind, says in game.kinds.items() if says.measure is not None}
    state.agreed = game.tiles.agreed
    if game.scoring.least:
        state.least = value(game.scoring.least, "least_total"), game.scoring.least
        state.below = game.scoring.below
    state.hands = dict(scenario.hands)
    turns = [step.after for step in scenario.steps if step.kind == "turn"]
    state.from_start = bool(turns) and from_start(scenario, turns[0])
    state.tiles = TileNames(scenario.setup.expansions, scenario.tiles, lang)
    board = scenario.board
    if (board is None or not board.placed) and _places_tiles(scenario):
        if not game.start_tile.tile:
            problems.append(Problem("start-unsaid", NOWHERE, {}, (), (game.start_tile.rule,)))
            return state, problems
        start = start_board(scenario, game)
        board = start if board is None else board._replace(placed=start.placed)
    if board is not None:
        lay_board(state, board, game, problems)
        said = [feature for feature in scenario.features.values() if fold(feature.id) in on_board]
        if said and not problems:
            add_said(state, said, problems)
    state.stock = {unit: number for unit, number in scenario.stock.items() if unit != BOX}
    if not problems:
        for tells in game.start.features:
            problems += tells(state)
    return state, problems


def from_start(scenario: Scenario, first: int) -> bool:
    """Whether a scenario is a record whose first turn, by its number or 0, is the first of the game."""
    board = scenario.board
    empty = not scenario.features and not scenario.hands and (board is None or not (board.stands or board.corners))
    return scenario.game and empty and first in (0, 1)


def laid(scenario: Scenario, game: Game) -> tuple[Placed, ...]:
    """The tiles that lie on the table when a scenario begins."""
    if scenario.board is not None and scenario.board.placed:
        return scenario.board.placed
    if not game.start_tile.tile:
        return ()  # nobody has published its face
    return start_board(scenario, game).placed


def _places_tiles(scenario: Scenario) -> bool:
    """Whether the moves put tiles on squares; a game in which a square was left out, too, where nothing is sketched."""
    named = scenario.game and not scenario.features
    return any(
        square_in(move) is not None or (named and not move.effects and names_tile(move))
        for step in scenario.steps
        for move in step.moves
        if move.verb == "places"
    )

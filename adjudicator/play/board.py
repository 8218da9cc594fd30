"""From the board of a scenario to tiles on a table, figures on their places, and what is impossible about it."""

from __future__ import annotations

from adjudicator.binding.reader import Mistake
from adjudicator.binding.tile_files import catalogue
from adjudicator.engine.game import Game
from adjudicator.engine.layout import laid_out
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Cell, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import BoardText, Placed, Ref, Scenario, Stand


def lay_board(state: State, board: BoardText, game: Game, problems: list[Problem]) -> None:
    """Lays the tiles, gives the names and puts the figures; what is impossible goes to `problems`."""
    state.lay_out(laid_out(board, problems, state.agreed_face))
    if not problems:
        _name(state, board, problems)
        _place_figures(state, board.stands, problems)
        for corner, stands in board.corners:
            for stand in stands:
                _place_at_corner(state, corner, stand, game, problems)


def start_board(scenario: Scenario, game: Game) -> BoardText:
    """The table when a game begins: the start tile at (0,0)."""
    face = catalogue().faces(scenario.setup.expansions)[game.start_tile.tile]
    return BoardText(False, (Placed((0, 0), face, 0),), (), (), ())


def _name(state: State, board: BoardText, problems: list[Problem]) -> None:
    for name, ref in board.names:
        try:
            if ref.cell is None:
                raise Mistake(Problem("name-where", ref.span, {"name": name}))
            state.name_segment(name, state.find_segment(ref, ref.cell))
        except Mistake as mistake:
            problems.append(mistake.problem)


def _place_figures(state: State, stands: tuple[Stand, ...], problems: list[Problem]) -> None:
    for stand in stands:
        try:
            place_figure(state, stand)
        except Mistake as mistake:
            problems.append(mistake.problem)


def place_figure(state: State, stand: Stand) -> None:
    """Puts the figures of a board line where they stand. Raises Mistake."""
    ref, cell = stand.place, stand.cell
    if ref is not None and ref.name:
        ident = state.resolve(ref)
        if ident in state.features:  # told beside the board, not on it
            one = Occupant(stand.player, stand.figure, ident, stand.marks, stand.label, cell, stand.span)
            state.stand(ident, (one,) * stand.number)
            return
        segment = state.piece_on(ident, cell)
        if cell is not None and cell not in state.squares_of(state.feature(ident)):
            values = {"place": Item.feature(ident), "square": f"({cell[0]},{cell[1]})"}
            raise Mistake(Problem("no-such-place", stand.span, values))
    elif cell is None:
        raise Mistake(Problem("figure-where", stand.span, {"square": ""}))
    else:
        segment = state.find_segment(ref or _only_place(state, stand), cell)
        ident = state.ident(segment)
    where = state.part(segment).cell
    one = Occupant(stand.player, stand.figure, ident, stand.marks, stand.label, where, stand.span)
    state.stand(ident, (one,) * stand.number, segment)


def _place_at_corner(state: State, corner: Cell, stand: Stand, game: Game, problems: list[Problem]) -> None:
    """Puts figures where four tiles meet, on the segment that their expansion says."""
    at_corner = game.figure(stand.figure).corner
    if at_corner is None:
        if game.owner("figure", stand.figure) in game.ids:
            values = {"figure": Item.noun("figure", stand.figure)}
            problems.append(Problem("no-corner-figure", stand.span, values))
        return
    segment = at_corner(state, corner)
    if isinstance(segment, Finding):
        values = {"figure": Item.noun("figure", stand.figure), "why": Item("finding", (segment,))}
        problems.append(Problem("not-at-corner", stand.span, values, (), (segment.rule,)))
        return
    ident = state.ident(segment)
    one = Occupant(stand.player, stand.figure, ident, stand.marks, stand.label, corner, stand.span)
    state.stand(ident, (one,) * stand.number, segment)


def _only_place(state: State, stand: Stand) -> Ref:
    """The place of a figure on a tile that has but one. Raises Mistake where there are several."""
    cell = stand.cell
    if cell is None:
        raise Mistake(Problem("figure-where", stand.span, {"square": ""}))
    tile = state.tile(cell)
    here = tile.parts if tile is not None else ()
    if len(here) == 1:
        return Ref(kind=here[0].kind, span=stand.span)
    places = tuple(part.name for part in here)
    raise Mistake(Problem("figure-where", stand.span, {"square": f"({cell[0]},{cell[1]})"}, places))

"""From the tiles of a board, as they are written, to tiles that lie on a table, and what is impossible about them."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.errors import Problem
from adjudicator.geometry.face import Face
from adjudicator.geometry.fit import connected, mismatches
from adjudicator.geometry.ground import Ground
from adjudicator.geometry.squares import at_sides
from adjudicator.model.scenario import BoardText, Placed


def laid_out(board: BoardText, problems: list[Problem], agreed: Callable[[Face], Face]) -> Ground:
    """The tiles on the table, with a problem for each that does not fit (BASE-10); `agreed` is what the players hold a
    face for.
    """
    ground = Ground()
    ground.partial = board.part
    for placed in board.placed:
        x, y = placed.cell
        if placed.face is None:
            ground.place_blank(x, y)
            continue
        for misfit in mismatches(ground, placed.face, placed.turns, x, y):
            problems.append(Problem(misfit.code, placed.span, misfit.values, (), (misfit.rule,)))
        ground.place(x, y, agreed(placed.face), placed.turns)
    if not board.part and not connected(p.cell for p in board.placed):
        problems.append(_apart(board.placed))
    return ground


def _apart(placed: tuple[Placed, ...]) -> Problem:
    """Points at the first tile that touches none of those before it and none that joins them up."""
    together = {placed[0].cell}
    waiting = [placed[0].cell]
    cells = {p.cell for p in placed}
    while waiting:
        for beside in at_sides(waiting.pop()):
            if beside in cells and beside not in together:
                together.add(beside)
                waiting.append(beside)
    alone = next(p for p in placed if p.cell not in together)
    return Problem("two-parts", alone.span, {"square": f"({alone.cell[0]},{alone.cell[1]})"}, (), ("BASE-10",))

"""Tables with a column a player: ``turn, Anna, Ben``. Their rows become those of a table with a row a note.

A cell holds the points of its turn, or the total behind it: where both are possible, that is asked. Whose turn a row
was is not told, and no sum depends on it: turns are taken in the order of the columns, and the record says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from adjudicator.errors import Problem, Problems
from adjudicator.model.span import Span

POINTS, TOTALS = "points", "totals"
CELLS = (POINTS, TOTALS)
"""What a cell may hold."""
Row = tuple[int, list[str]]
"""The number of a row, and its cells."""
_NUMBER = re.compile(r"\d{1,4}")


def tall(
    rows: Sequence[Row], players: dict[int, str], turn: int | None, is_sum: Callable[[str], bool], cells: str, text: str
) -> list[Row]:
    """The rows below the heads as ``turn, player, points`` and a total for each player.

    `players` are the names by their columns, `turn` the column of the turn, `is_sum` tells whether a cell there heads
    the row of sums. Raises Problems: ``pad-cell`` with its row, ``pad-wide`` where `cells` has to be said, ``pad-sum``
    where the sums are others, ``pad-falls`` where a total falls.
    """
    problems: list[Problem] = []
    read: list[tuple[int, str, dict[int, int]]] = []
    sums: tuple[int, dict[int, int]] | None = None
    for number, row in rows:
        numbers: dict[int, int] = {}
        for at, cell in ((at, row[at] if at < len(row) else "") for at in players):
            if _NUMBER.fullmatch(cell):
                numbers[at] = int(cell)
            elif cell and cell != "-":
                problems.append(Problem("pad-cell", Span(number, 1, 2), {"word": cell}))
        stray = [cell for at, cell in enumerate(row) if cell and at not in players and at != turn]
        problems += [Problem("pad-cell", Span(number, 1, 2), {"word": cell}) for cell in stray]
        label = row[turn] if turn is not None and turn < len(row) else ""
        if sums is not None:
            problems.append(Problem("pad-behind", Span(number, 1, 2)))
        elif is_sum(label):
            sums = (number, numbers)
        else:
            read.append((number, label or str(len(read) + 1), numbers))
    if problems:
        raise Problems(tuple(problems), text)
    holds = {one: _fits(one, read, players, sums[1] if sums else {}) for one in CELLS}
    fitting = [one for one in CELLS if holds[one]]
    if cells and not holds[cells]:
        falls = cells == TOTALS and not _fits(TOTALS, read, players, {})
        where = Span(_fall(read, players) if falls else sums[0] if sums else 1, 1, 2)
        raise Problems((Problem("pad-falls", where) if falls else Problem("pad-sum", where),), text)
    if not cells and len(fitting) != 1:
        if not fitting and sums is not None:
            raise Problems((Problem("pad-sum", Span(sums[0], 1, 2)),), text)
        raise Problems((Problem("pad-wide"),), text)
    return [*_notes(read, players, cells or fitting[0])]


def _fits(cells: str, read: Sequence[tuple[int, str, dict[int, int]]], players: dict[int, str],
          sums: dict[int, int]) -> bool:  # fmt: skip
    """Whether all cells can hold points, or totals, with these sums."""
    for at in players:
        column = [numbers[at] for _, _, numbers in read if at in numbers]
        if cells == TOTALS and column != sorted(column):
            return False
        whole = (column[-1] if column else 0) if cells == TOTALS else sum(column)
        if at in sums and sums[at] != whole:
            return False
    return True


def _fall(read: Sequence[tuple[int, str, dict[int, int]]], players: dict[int, str]) -> int:
    """The first row in which a total is smaller than before."""
    last = dict.fromkeys(players, 0)
    for number, _, numbers in read:
        if any(points < last[at] for at, points in numbers.items()):
            return number
        last |= numbers
    return 1


def _notes(read: Sequence[tuple[int, str, dict[int, int]]], players: dict[int, str], cells: str) -> list[Row]:
    last = dict.fromkeys(players, 0)
    found: list[Row] = []
    columns = [*players]
    for turn, (number, label, numbers) in enumerate(read):
        gains = {at: points - (last[at] if cells == TOTALS else 0) for at, points in numbers.items()}
        last |= {at: last[at] + gains[at] for at in gains}
        first = columns[turn % len(columns)]
        noted = [first, *(at for at in gains if gains[at] and at != first)]
        for at in noted:
            totals = [str(last[one]) for one in players] if at == noted[-1] and cells == TOTALS else [""] * len(players)
            found.append((number, [label, players[at], str(gains.get(at, 0)), *totals]))
    return found

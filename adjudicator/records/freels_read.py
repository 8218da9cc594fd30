"""The notation of Freels to ``.carc``: a table of turns as a game, points and meeples left as what is expected."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.errors import Problem, Problems
from adjudicator.model.span import NOWHERE
from adjudicator.records.facts import facts
from adjudicator.records.freels_cells import at, choices, words
from adjudicator.records.freels_rows import Row, Table, read_table
from adjudicator.records.freels_sheet import Lying, Ways, alike, fitting, letters, ways_left
from adjudicator.records.played import Played, Told, record
from adjudicator.records.typed import colours, direction, southward, too_many
from adjudicator.words.languages import fallback
from adjudicator.words.saying import tile
from adjudicator.words.tokens import Said
from adjudicator.words.wording import printer


def read_freels(
    text: str,
    title: str = "Game",
    down: bool | None = None,
    sheet: Sequence[str] = (),
    called: tuple[str, ...] = (),
) -> str:
    """The game that `text` tells in the notation of Freels, as a record in the English words of the language.

    `down` says whether y counts to the south, `sheet` how letters stand on the printed sheet (``K=90``), `called` the
    names of the players. Raises Problems: with its place for what is not of its form, not legal or not clear; for what
    has to be said first, ``import-y`` and ``freels-sheet``.
    """
    text = text.removeprefix("\ufeff")
    colours(len(called), called)  # names that cannot be are no reason to look for so many players in the rows
    table = read_table(text, len(called))
    ways = ways_left(sheet)
    whose = colours(table.players, called)
    faces = letters()
    start = facts("freels")["start"]["letter"]
    drawn = [(faces[row.letter.text], row.letter.span) for row in table.rows]
    if problems := too_many([(faces[start], NOWHERE), *drawn]):
        raise Problems(tuple(problems), text)
    if down is None:
        good = [one for one in (False, True) if fitting(_laid(table.rows, one), ways) is not None]
        raise Problems((direction(good),), text)
    turns = _Sheet(table, ways, down, text).settled()
    game = Told(title, whose, called, _tile(start, turns[start]), _played(table, turns, text), down, table.behind)
    return record(game, text)


def _laid(rows: Sequence[Row], down: bool) -> list[Lying]:
    start = Lying(facts("freels")["start"]["letter"], 0, (0, 0))
    return [start, *(Lying(row.letter.text, row.turns, southward(row.square, down)) for row in rows)]


def _tile(letter: str, turns: int) -> list[Said]:
    return tile(letter, alike(letters()[letter], turns % 4))


def _played(table: Table, sheet: dict[str, int], text: str) -> list[Played]:
    """The rows as turns. Raises Problems (``freels-unclear``) at cells that do not mean one place."""
    faces = letters()
    problems = []
    turns = []
    for at_, row in enumerate(table.rows):
        face, lying = faces[row.letter.text], (row.turns + sheet[row.letter.text]) % 4
        laid = _tile(row.letter.text, lying)
        figure: list[Said] = []
        if row.cell.text != "0":
            piece = at(face, lying, row.cell.text)
            if piece is None:
                shown = printer(fallback()).line(laid)
                values = {"cell": row.cell.text, "tile": shown, "choices": choices(face, lying)}
                problems.append(Problem("freels-unclear", row.cell.span, values))
            else:
                figure = words(face, lying, row.cell.text, piece)
        points: dict[int, int] = {}
        for player, number in row.points:
            points[player] = points.get(player, 0) + number
        turns.append(
            Played(
                at_ % table.players, laid, row.square, row.span, figure, row.cell.span,
                points, row.left, row.before, row.tail,
            )
        )  # fmt: skip
    if problems:
        raise Problems(tuple(problems), text)
    return turns


class _Sheet:
    """Settles how every letter stands, or says what must be said for it."""

    def __init__(self, table: Table, ways: Ways, down: bool, text: str) -> None:
        self.table = table
        self.ways = ways
        self.laid = _laid(table.rows, down)
        self.down = down
        self.text = text

    def settled(self) -> dict[str, int]:
        """The quarter turns of every letter laid. Raises Problems where a tile cannot fit, or a letter stays open."""
        left = fitting(self.laid, self.ways)
        if left is None:
            raise Problems(self._misfit(), self.text)
        while True:
            # What the cells rule out may settle a neighbour; where that contradicts the sides, the cells are at fault.
            narrower = fitting(self.laid, {**self.ways, **self._clear(left)})
            if narrower is None or narrower == left:
                break
            left = narrower
        unsaid = {letter: ways for letter, ways in left.items() if len(ways) > 1}
        if unsaid:
            raise Problems(tuple(self._question(letter, ways) for letter, ways in unsaid.items()), self.text)
        return {letter: way for letter, (way, *_) in left.items()}

    def _clear(self, left: Ways) -> Ways:
        """Of the ways of each letter those with which every meeple cell of it means one place, if there are any."""
        faces = letters()
        kept = {}
        for letter, ways in left.items():
            rows = [row for row in self.table.rows if row.letter.text == letter and row.cell.text != "0"]
            good = tuple(w for w in ways if all(at(faces[letter], row.turns + w, row.cell.text) for row in rows))
            kept[letter] = good or ways
        return kept

    def _question(self, letter: str, ways: tuple[int, ...]) -> Problem:
        face = letters()[letter]
        row = next(row for row in self.table.rows if row.letter.text == letter)
        said_ = tuple(f"{letter}={90 * way} ({face.turned(way).edges})" for way in ways)
        return Problem("freels-sheet", row.letter.span, {"tile": letter, "choices": said_})

    def _misfit(self) -> tuple[Problem, ...]:
        """What is wrong with the first tile that cannot lie where it is said to."""
        number = next(n for n in range(1, len(self.laid)) if fitting(self.laid[: n + 1], self.ways) is None)
        row, before = self.table.rows[number - 1], fitting(self.laid[:number], self.ways)
        sure = before is not None and all(len(ways) == 1 for ways in before.values())
        own = self.ways[row.letter.text] if before is None or row.letter.text not in before else before[row.letter.text]
        if before is not None and sure and len(own) == 1:
            # Nothing is open: the rule itself says what does not match.
            sheet = {letter: ways[0] for letter, ways in before.items()} | {row.letter.text: own[0]}
            table = Table(self.table.rows[:number], self.table.players, ())
            start = facts("freels")["start"]["letter"]
            game = Told("Game", colours(table.players, ()), (), _tile(start, sheet[start]),
                        _played(table, sheet, self.text), self.down)  # fmt: skip
            try:
                record(game, self.text)
            except Problems as error:
                return error.items
        return (Problem("freels-no-turn", row.span, {"tile": row.letter.text}),)

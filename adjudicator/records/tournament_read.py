"""The tournament notation to ``.carc``: its lines as a game, its points as claims."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.catalogue import Named, refusal
from adjudicator.geometry.face import EDGE_KINDS, SIDES, Face
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE
from adjudicator.records.facts import facts
from adjudicator.records.names import piece_name
from adjudicator.records.played import Played, Told, record
from adjudicator.records.tournament_rows import Row, read_rows
from adjudicator.records.typed import colours, direction, southward, too_many
from adjudicator.words.saying import tile
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary

START = "D"
"""The letter of the start tile."""
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Laid = tuple[Row, Face, int]
"""A row with its face, and how that lies."""


def read_tournament(
    text: str, title: str = "Game", down: bool | None = None, start: str | None = None, called: tuple[str, ...] = ()
) -> str:
    """The game that `text` tells in the tournament notation, as a record in the English words of the language.

    `down` says whether y counts to the south, `start` the side (N, E, S, W) of the city of the start tile at [0;0],
    `called` the names of the two players. Raises Problems: with its place for what is not known, not legal or not
    clear; for what has to be said first, ``import-y`` and ``import-start``.
    """
    text = text.removeprefix("\ufeff")
    rows, behind = read_rows(text)
    whose = colours(len(facts("tournament")["players"]), called)
    laid = _tiles(rows, text)
    first = _start_face()
    if problems := too_many([(first, NOWHERE), *((face, row.tile.span) for row, face, _ in laid)]):
        raise Problems(tuple(problems), text)
    wanted = range(4) if start is None else (SIDES.index(start),)
    fits = {one: [turns for turns in wanted if _fits(laid, turns, one)] for one in (False, True)}
    if down is None:
        good = [one for one in (False, True) if fits[one]]
        raise Problems((direction(good),), text)
    if start is None and len(fits[down]) > 1:
        raise Problems((Problem("import-start", values={"choices": _ways(fits[down])}),), text)
    if start is None and not fits[down]:
        raise Problems((_misfit(laid, down),), text)
    turns = fits[down][0] if fits[down] else wanted[0]
    game = Told(title, whose, called, tile(START, turns), _played(laid, text), down, behind)
    return record(game, text)


def _ways(turns: Sequence[int]) -> tuple[str, ...]:
    """The start tile's ways to lie, as options."""
    return tuple(f"--start {SIDES[one]}" for one in turns)


def _start_face() -> Face:
    found = catalogue().find(START, in_play=frozenset(vocabulary().always()))
    assert isinstance(found, Named)
    return found.face


def _tiles(rows: Sequence[Row], text: str) -> list[Laid]:
    """The rows with their faces. Raises Problems at references that do not tell one face."""
    in_play = frozenset(vocabulary().always())
    laid: list[Laid] = []
    problems = []
    for row in rows:
        found = catalogue().find(row.tile.text, in_play=in_play)
        if isinstance(found, Named):
            laid.append((row, found.face, ((found.turns or 0) + row.turns) % 4))
        else:
            problems.append(refusal(found, row.tile.span))
    if problems:
        raise Problems(tuple(problems), text)
    return laid


def _fits(laid: Sequence[Laid], start: int, down: bool) -> bool:
    """Whether the sides of all tiles match, the start tile lying `start` quarter turns clockwise."""
    table: dict[Cell, str] = {(0, 0): _start_face().turned(start).edges}
    for row, face, turns in laid:
        table.setdefault(southward(row.square, down), face.turned(turns).edges)
    return all(
        edges[side] == table[beside][side ^ 2]
        for (x, y), edges in table.items()
        for side in (1, 2)
        if (beside := (x + _STEPS[side][0], y + _STEPS[side][1])) in table
    )


def _misfit(laid: Sequence[Laid], down: bool) -> Problem:
    """The first tile that does not match, however the start tile lies."""
    number = next(n for n in range(1, len(laid) + 1) if not any(_fits(laid[:n], turns, down) for turns in range(4)))
    row = laid[number - 1][0]
    return Problem("tournament-misfit", row.span, {"word": row.tile.text})


def _played(laid: Sequence[Laid], text: str) -> list[Played]:
    """The rows as turns. Raises Problems (``tournament-no-place``) for a figure where its role cannot stand."""
    problems = []
    turns = []
    for row, face, lying in laid:
        figure: list[Said] = []
        if row.figure is not None:
            wanted = facts("tournament")["roles"][row.role.text]
            pieces = face.turned(lying).segments
            piece = next((one for one in pieces if row.figure in one.sides and one.kind == wanted), None)
            if piece is None:
                there = EDGE_KINDS[face.turned(lying).edges[row.figure]]
                values = {"side": Item.noun("side", SIDES[row.figure]), "ours": Item.noun("kind", there),
                          "theirs": Item.noun("kind", wanted), "word": row.role.text}  # fmt: skip
                problems.append(Problem("tournament-no-place", row.figure_span, values))
            else:
                figure = piece_name(piece, SIDES[row.figure])
        turns.append(
            Played(row.player, tile(face.id, lying), row.square, row.span, figure, row.figure_span,
                   dict(row.points), (), row.before, row.comment)
        )  # fmt: skip
    if problems:
        raise Problems(tuple(problems), text)
    return turns

"""Turns read from a typed record: written as a game of the language, and played once to see that it is legal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE, Span
from adjudicator.records.header import players, whole_title
from adjudicator.records.lines import Lines, line
from adjudicator.records.typed import southward, whole_box
from adjudicator.settling import Notes, settle
from adjudicator.words.saying import about, joined, player, said, square, text, things, verb, word
from adjudicator.words.tokens import Said, Token

BEYOND = 10**6
"""No column of a line: nothing in it is about a figure."""
DISCARDS = said(verb("discards"))
_PLACE = re.compile(r" at \((-?\d+),(-?\d+)\)")


class Played(NamedTuple):
    """One turn."""

    player: int
    """Whose turn it is, counted from 0 in the order of play."""
    tile: Sequence[Said]
    """The tile as it lies."""
    cell: Cell
    """Its square as it was typed."""
    span: Span
    """Where tile and square stand in the file."""
    figure: Sequence[Said] = ()
    """Where on the tile a meeple was put; empty for none."""
    figure_span: Span = NOWHERE
    points: Mapping[int, int] = {}
    """Points that the turn is said to have brought, by player."""
    left: tuple[int, ...] = ()
    """Meeples that every player is said to have left after it; empty where that is not said."""
    before: tuple[str, ...] = ()
    """Lines of comment before it."""
    comment: str = ""
    noun: str = "meeple"
    """The figure that was put."""
    out: tuple[str, ...] = ()
    """Ids of tiles that were drawn before and fit nowhere."""
    totals: Mapping[int, int] = {}
    """Points that each player is said to have after the turn, where that is said instead of `points`."""


class Told(NamedTuple):
    """A whole game, ready to be written."""

    title: str
    colours: tuple[str, ...]
    called: tuple[str, ...]
    """Names of the players; empty for none."""
    start: Sequence[Said]
    """The start tile as it lies."""
    turns: Sequence[Played]
    down: bool
    """Whether the file counts y to the south."""
    behind: tuple[str, ...] = ()
    """Lines of comment after the last turn."""
    expansions: tuple[str, ...] = ()
    over: bool | None = None
    """Whether the final scoring follows; None for where the box is empty."""
    end: Mapping[int, int] = {}
    """Points that each player is said to have at the end."""
    begin: Mapping[int, int] = {}
    """Points that each player is said to have before the first turn."""


def written(game: Told) -> str:
    """The game as a record in the English words of the language, not played yet."""
    return _written(game)[0].text()


def record(game: Told, text: str) -> str:
    """The game as a record in the English words of the language.

    `text` is what it was read from. Raises Problems at the places of `text` where a move is not legal.
    """
    lines, places = _written(game)
    written = lines.text()
    try:
        problems = settle(written, notes=Notes.MISSED).problems
    except Problems as error:
        problems = error.items
    if problems:
        raise Problems(tuple(_back(one, places, game.down) for one in problems), text)
    return written


def _written(game: Told) -> tuple[Lines, dict[int, tuple[Played, int]]]:
    """The lines; with the number of each turn's line (from 1) the turn and the column where its figure begins."""
    lines = Lines()
    places: dict[int, tuple[Played, int]] = {}
    lines.add(0, "game", whole_title(game.title))
    if game.expansions:
        lines.add(1, "use", joined([Token("expansion", ident)] for ident in game.expansions))
    called = game.called or ("",) * len(game.colours)
    lines.add(1, "players", players(zip(game.colours, called, strict=True)))
    lines.add(1, "board")
    lines.add(2, square(0, 0), game.start)
    totals = {colour: game.begin.get(at, 0) for at, colour in enumerate(game.colours)}
    if game.begin:
        lines.add(1, "claim", joined(said(player(one), n) for one, n in totals.items()))
    for number, turn in enumerate(game.turns, 1):
        for comment in turn.before:
            lines.note(1, comment)
        _turn(lines, number, turn, game, places)
        for who, points in turn.points.items():
            totals[game.colours[who]] += points
        totals |= {game.colours[who]: points for who, points in turn.totals.items()}
        if turn.points or turn.totals:
            lines.add(1, about(said("claim", "after", number), [said(player(one), n) for one, n in totals.items()]))
        for colour, left in zip(game.colours, turn.left, strict=False):
            lines.add(1, "ask", word("hand", "topic"), player(colour))
            lines.add(2, "expect", things("meeple", left))
    for one in game.behind:
        lines.note(1, one)
    if game.over if game.over is not None else len(game.turns) + 1 == whole_box():
        lines.add(1, "final")
    if game.end:
        totals |= {game.colours[who]: points for who, points in game.end.items()}
        lines.add(1, "claim", joined(said(player(one), n) for one, n in totals.items()))
    return lines, places


def _turn(lines: Lines, number: int, turn: Played, game: Told, places: dict[int, tuple[Played, int]]) -> None:
    """Adds a turn: one line, or several where tiles were drawn in vain."""
    figure = said(things(turn.noun), turn.figure) if turn.figure else []
    cell = square(*southward(turn.cell, game.down))
    whose = player(game.colours[turn.player])
    if not turn.out:
        laid = said(Token("ordinal", f"{number}."), whose, turn.tile, cell)
        lines.add(1, laid, figure, behind=turn.comment)
        places[len(lines)] = (turn, len(line(1, laid)) + 2)
        return
    lines.add(1, "turn", whose)
    for name in turn.out:
        lines.add(2, verb("draws"), text(name))
        lines.add(2, DISCARDS)
    lines.add(2, verb("places"), turn.tile, "at", cell)
    places[len(lines)] = (turn, BEYOND)
    if turn.figure:
        lines.add(2, verb("puts"), things(turn.noun), "on", turn.figure, behind=turn.comment)
        places[len(lines)] = (turn, 0)


def _back(problem: Problem, places: Mapping[int, tuple[Played, int]], down: bool) -> Problem:
    """A problem of the record as one of the file it was read from."""
    found = places.get(problem.span.line)
    values = {name: _typed(value, down) for name, value in problem.values.items()}
    near = tuple(_turned(one, down) for one in problem.suggestions)
    if found is None:
        return problem._replace(span=NOWHERE, values=values, suggestions=near)
    turn, figure = found
    span = turn.figure_span if turn.figure and problem.span.column >= figure else turn.span
    return problem._replace(span=span, values=values, suggestions=near)


def _typed(value: Any, down: bool) -> Any:
    """A value of a sentence with its squares as the file counts them."""
    if isinstance(value, str):
        return _turned(value, down)
    if type(value) is tuple:
        return tuple(_typed(one, down) for one in value)
    if isinstance(value, Finding):
        return value._replace(values={name: _typed(one, down) for name, one in value.values.items()})
    if not isinstance(value, Item):
        return value
    if value.kind in ("cell", "corner"):
        return Item(value.kind, southward((value.parts[0], value.parts[1]), down))
    if value.kind == "placement":
        return Item(value.kind, (*value.parts[:2], *southward((value.parts[2], value.parts[3]), down)))
    return Item(value.kind, tuple(_typed(part, down) for part in value.parts))


def _turned(text: str, down: bool) -> str:
    def turned(match: re.Match[str]) -> str:
        x, y = southward((int(match[1]), int(match[2])), down)
        return f" at ({x},{y})"

    return _PLACE.sub(turned, text)

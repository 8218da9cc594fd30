"""A score pad as a record: ``3. red notes 8 for city with 3 tiles and 1 coat``, held against what the rules give."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from adjudicator.binding.notes import read_noted
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.scoring import award
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant, Touch
from adjudicator.model.ruling import Item, Line
from adjudicator.model.scenario import Move

RULE = "BASE-19"
"""That what is complete is scored at once: all that is known of points without a feature."""
TILES, COATS = range(1, 41), range(13)
"""Where a note leaves out how many there are, it is tried up to so many."""
MEEPLE = "meeple"


class Note(NamedTuple):
    """What a player wrote down."""

    player: str
    points: int
    feature: Feature | None
    """What it was for, with the figure that got it; None where that was not written."""
    final: bool
    """Whether it belongs to the final scoring."""


class Entry(NamedTuple):
    """A note as it is booked."""

    lines: tuple[Line, ...]
    feature: Feature | None
    final: bool
    wrong: Problem | None


def read_note(case: Case, move: Move, number: int) -> Note:
    """``notes 8 for city with 3 tiles and 1 coat``; `number` tells features apart. Raises Mistake."""
    said = read_noted(move, case.lang)
    kind = said.kind
    if not kind:
        return Note(move.player, said.points, None, False)
    final = kind == "field" or said.flag == "incomplete"
    borders = (Touch("", said.touches, True),) if said.touches else ()
    feature = Feature(f"{said.called} {number}", kind, not final, said.tiles, dict(said.marks), span=move.span)
    if kind == "field":
        feature = feature._replace(touches=borders, complete=None)
    stands = Occupant(move.player, said.figure or MEEPLE, feature.id, (), "", None, move.span)
    return Note(move.player, said.points, feature._replace(occupants=(stands,)), final)


def booked(case: Case, note: Note, move: Move) -> Entry:
    """The lines of a note: those of the rules where it says enough, else what was written; and what is wrong."""
    if note.feature is None:
        lines = (Line(note.player, "", "noted", 1, note.points, RULE),) if note.points else ()
        return Entry(lines, None, note.final, None)
    feature = note.feature
    given = _worth(case, feature, note.final)
    plain = feature._replace(occupants=(), flags=feature.flags | {"scored", "empty"})
    if given is None:
        possible = any(
            _points(lines) == note.points for lines in (_worth(case, one, note.final) for one in _completed(feature))
        )
        lines = (Line(note.player, feature.id, "noted", 1, note.points, RULE),)
        values = {"points": note.points, "kind": Item.noun("kind", feature.kind)}
        wrong = None if possible else Problem("noted-impossible", move.span, values)
        return Entry(lines, plain, note.final, wrong)
    points = sum(line.points for line in given)
    if points == note.points:
        return Entry(given, plain, note.final, None)
    values = {"said": note.points, "points": Item.count(points, "", "point")}
    rules = tuple(dict.fromkeys(line.rule for line in given))
    return Entry(given, plain, note.final, Problem("noted-otherwise", move.span, values, (), rules))


def _worth(case: Case, feature: Feature, final: bool) -> tuple[Line, ...] | None:
    """What a feature gives by the rules; None where it is not told well enough."""
    state = case.state.copy()
    state.add(feature)
    try:
        return tuple(award(Case(state, case.game, case.lang), state.feature(feature.id), final))
    except (Undetermined, Mistake):
        return None


def _points(lines: tuple[Line, ...] | None) -> int | None:
    return None if lines is None else sum(line.points for line in lines)


def _completed(feature: Feature) -> list[Feature]:
    """The feature with what was left out of it: tiles, and coats of arms in a city."""
    tiles = [feature.tiles] if feature.tiles is not None else TILES
    coats = COATS if feature.kind == "city" and "coat" not in feature.marks else [None]
    return [
        feature._replace(tiles=number, marks={**feature.marks, "coat": more} if more else feature.marks)
        for number, more in product(tiles, coats)
    ]

"""Features of the board that a scenario describes as well: both must say the same."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.reader import Mistake
from adjudicator.engine.board import kind_item
from adjudicator.engine.features import put_on
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.words.vocabulary import vocabulary

OVER = "over-"
"""The traits of kinds that lie over features of the board: ``over-city``."""


def add_said(state: State, features: Iterable[Feature], problems: list[Problem]) -> None:
    """Puts the figures of `features` on the board and adds what it does not show; what it shows otherwise goes to
    `problems`.
    """
    for feature in features:
        real = state.feature(feature.id)
        if f"{OVER}{real.kind}" in vocabulary().kind_traits(feature.kind):
            _over(state, feature)
            continue
        try:
            otherwise = _otherwise(state, feature, real)
        except Mistake as mistake:
            problems.append(mistake.problem)
            continue
        if otherwise:
            values = {"feature": Item.feature(real.id), "shown": otherwise}
            problems.append(Problem("board-otherwise", feature.span, values))
        else:
            state.add_said(feature)


def _over(state: State, feature: Feature) -> None:
    """Puts what is said to lie over a feature of the board in its place."""
    segment = state.segment_of(feature.id)
    cells = state.squares_of(state.built(segment))
    there = tuple(o._replace(place=feature.id, cell=o.cell or cells[0]) for o in feature.occupants)
    tiles = len(cells) if feature.tiles is None else feature.tiles
    state.lay_over(feature._replace(occupants=there, tiles=tiles), (segment,), cells)


def _otherwise(state: State, said: Feature, real: Feature) -> tuple[Item, ...]:
    """What the board shows that is not as said, as words and counts. Raises Mistake for an unknown city."""
    found: list[Item] = []
    if said.kind != real.kind:
        return (kind_item(real.kind),)
    if None not in (said.complete, real.complete) and said.complete != real.complete and real.kind != "field":
        found.append(Item.noun("flag", "complete" if real.complete else "incomplete"))
    if said.tiles is not None and real.tiles is not None and _differs(said.tiles, real.tiles, real):
        found.append(Item.count(real.tiles, "", "tile"))
    for mark, number in said.marks.items():
        if put_on(mark):
            continue
        there = real.marks.get(mark, 0)
        if _differs(number, there, real):
            found.append(Item.count(there, "", mark))
    if "empty" in said.flags and real.occupants:
        found += [Item.count(1, o.owner, o.figure) for o in real.occupants]
    if said.touches is not None:
        found += _touching(state, said, real)
    return tuple(found)


def _differs(number: int, there: int, real: Feature) -> bool:
    """Whether a feature cannot have so many of what the board shows `there`: a rest of it may lie off this part of the
    table.
    """
    return number < there or (number > there and real.complete is not None)


def _touching(state: State, said: Feature, real: Feature) -> list[Item]:
    """The cities the board shows at a field, where those that were named or counted are others."""
    there = {touch.city for touch in real.touches or ()}
    named = {state.resolve(Ref(name=touch.city, span=touch.span)) for touch in said.touches or () if touch.city}
    number = len(named) + sum(touch.number for touch in said.touches or () if not touch.city)
    if named <= there and number == len(there):
        return []
    return [Item.feature(city) for city in sorted(there)] or [Item.word("nothing")]

"""Reading what a player wrote on a score pad: ``notes 8 for city with 3 tiles and 1 coat``."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.reader import Reader
from adjudicator.model.scenario import Move
from adjudicator.words.lexicon import lexicon


class Noted(NamedTuple):
    """What a note says."""

    points: int
    kind: str = ""
    """The kind of feature that it was for; "" where that was not written."""
    called: str = ""
    """That kind as the language prints it."""
    figure: str = ""
    """The figure that got it; "" where that was not written."""
    flag: str = ""
    """What state the feature was in; "" where that was not written."""
    tiles: int | None = None
    touches: int | None = None
    """The complete cities that it touches."""
    marks: tuple[tuple[str, int], ...] = ()
    """What it carries: pairs (unit id, number)."""


def read_noted(move: Move, lang: str) -> Noted:
    """The note that a move writes down. Raises Mistake."""
    reader = Reader(move.words, lang, move.span)
    points = 0 if reader.keyword("nothing") else reader.number()
    if points is None:
        reader.fail("number")
    reader.role("unit")
    if not reader.keyword("for"):
        reader.end("line-end")
        return Noted(points)
    flag = reader.role("flag")
    figure, kind = reader.role("figure"), reader.role("kind")
    if kind is None:
        if figure is None:
            reader.fail("new-feature", ("kind",))
        kind = "field"
    flag = reader.role("flag") or flag
    flag = reader.role("flag") or flag
    tiles, touches = None, None
    marks: dict[str, int] = {}
    if reader.keyword("with"):
        while True:
            count = reader.number()
            unit = reader.role("unit")
            if unit is None and reader.role("kind") == "city":
                touches = 1 if count is None else count
            elif unit == "tile":
                tiles = count
            elif unit is not None:
                marks[unit] = 1 if count is None else count
            else:
                reader.fail("fact", ("unit",))
            if not reader.keyword("and"):
                break
    flag = reader.role("flag") or flag
    reader.end("line-end")
    called = lexicon(lang).say("kind", kind)
    return Noted(points, kind, called, figure or "", flag or "", tiles, touches, tuple(marks.items()))

"""Moves that take a figure away: which one, and from where."""

from __future__ import annotations

from adjudicator.binding.reader import FigurePhrase, Reader


def figure_taken(reader: Reader) -> FigurePhrase:
    """``meeple from T``, ``blue mayor on T``, ``abbot``: the figure, its place where one is said. Raises Mistake."""
    phrase = reader.figure()
    if phrase is None:
        reader.fail("figure", ("figure",))
    if phrase.place is None and reader.keyword("from", "of", "on", "in"):
        phrase = phrase._replace(place=reader.ref())
    return phrase

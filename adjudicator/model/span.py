"""A place in a text that a person wrote."""

from typing import NamedTuple


class Span(NamedTuple):
    """Where something stands in its file; lines and columns count from 1."""

    line: int
    column: int
    end_column: int
    """The column just behind the last character."""


NOWHERE = Span(0, 0, 0)
"""The span of what no text says, such as a value the engine worked out."""

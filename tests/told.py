"""What a text is told, for tests that type one."""

from __future__ import annotations

from adjudicator import adjudicate
from adjudicator.errors import Problem, Problems


def problems(text: str) -> tuple[Problem, ...]:
    """The problems of a text, those beside its answers too."""
    try:
        return adjudicate(text).problems
    except Problems as error:
        return error.items

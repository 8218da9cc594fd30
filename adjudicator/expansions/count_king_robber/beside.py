"""What stands on the eight squares around a building: as the board shows it, or a ``near`` line tells it."""

from __future__ import annotations

from adjudicator.engine.case import Case

SHRINE = "shrine"
MONASTERIES = ("monastery", "abbey")
"""What a shrine challenges: an abbey counts as a monastery (NB-114)."""


def rivals_of(kind: str) -> tuple[str, ...]:
    """The kinds that a building of this kind challenges; () for what challenges nothing."""
    return MONASTERIES if kind == SHRINE else (SHRINE,) if kind in MONASTERIES else ()


def rivals(case: Case, ident: str, kinds: tuple[str, ...]) -> list[str]:
    """The buildings of these kinds beside another, by id."""
    return [feature.id for feature in case.state.around(case.state.feature(ident)).features(*kinds)]


def surroundings_known(case: Case, ident: str) -> bool:
    """Whether the position says what lies beside a building: on a board, or in a line about it."""
    return case.state.around(case.state.feature(ident)).said

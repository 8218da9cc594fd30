"""An abbey beside shrines: the limits for placing it there, and that both challenge each other (AM-114, AM-115)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.expansions.abbey_and_mayor.beside import beside, told_near
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item

SHRINE = "shrine"
RIVALS = ("monastery", "abbey")
"""What a shrine may have beside it once only (NB-47): an abbey counts as a monastery."""


def shrine_limit(case: Case, cell: Cell | None, hole: str) -> Iterator[Finding]:
    """Whether the shrines around a hole leave room for an abbey: one at most, and that one without a monastery.

    Raises Undetermined in a sketch that does not say what lies near the shrine.
    """
    shrines = [ident for ident in beside(case, cell, hole) if _kind(case, ident) == SHRINE]
    if not shrines:
        return
    names = tuple(Item("feature", (ident,)) for ident in shrines)
    if len(shrines) > 1:
        yield Finding("AM-114", False, "abbey-two-shrines", {"shrines": names})
        return
    shrine = case.state.feature(shrines[0])
    others = [ident for ident in beside(case, None, shrine.id) if _kind(case, ident) in RIVALS]
    values = {"shrine": names[0]}
    if others:
        told = tuple(Item("feature", (ident,)) for ident in others)
        yield Finding("AM-114", False, "abbey-shrine-taken", {**values, "others": told})
        return
    if not told_near(case, shrine.id):
        case.lack("near-feature", shrine)
    yield Finding("AM-114", True, "abbey-one-shrine", values)
    yield Finding("AM-115", True, "abbey-challenge", values)


def _kind(case: Case, ident: str) -> str:
    return case.state.feature(ident).kind

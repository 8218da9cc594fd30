"""An abbey beside shrines: the limits for placing it there, and that both challenge each other (AM-114, AM-115)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.expansions.abbey_and_mayor.beside import beside, told_near
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item

SHRINE = "shrine"
ABBEY = "abbey"
RIVALS = ("monastery", ABBEY)
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


def beside_abbeys(case: Case, deed: Deed) -> Iterator[Finding]:
    """Whether a shrine may be placed beside an abbey: that abbey beside no other shrine, the shrine beside no other
    monastery (AM-114).
    """
    face, cell = deed.face, deed.cell
    if cell is None or face is None or all(segment.kind != SHRINE for segment in face.segments):
        return
    around = [ident for ident in beside(case, cell, "") if _kind(case, ident) in RIVALS]
    for ident in around:
        if _kind(case, ident) == ABBEY:
            taken = any(_kind(case, other) == SHRINE for other in beside(case, None, ident))
            shown = {"abbey": Item("feature", (ident,)), "square": Item("cell", cell)}
            yield Finding("AM-114", len(around) == 1 and not taken, "abbey-beside-shrine", shown)


def challenged(case: Case, feature: Feature) -> None:
    """Notes that an abbey and a shrine side by side challenge each other when one of them is completed (AM-115)."""
    other = {ABBEY: SHRINE, SHRINE: ABBEY}.get(feature.kind)
    if other is None or not feature.occupants:
        return
    for ident in beside(case, None, feature.id):
        if _kind(case, ident) == other and case.state.feature(ident).occupants:
            shrine = ident if other == SHRINE else feature.id
            case.find("AM-115", "abbey-challenge", shrine=Item("feature", (shrine,)))


def _kind(case: Case, ident: str) -> str:
    return case.state.feature(ident).kind

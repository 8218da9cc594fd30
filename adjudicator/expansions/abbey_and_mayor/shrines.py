"""An abbey beside shrines: the limits for placing it there, and that both challenge each other (AM-114, AM-115)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.model.position import Cell, Feature
from adjudicator.model.ruling import Finding, Item

SHRINE = "shrine"
ABBEY = "abbey"
RIVALS = ("monastery", ABBEY)
"""What a shrine may have beside it once only (NB-47): an abbey counts as a monastery."""


def shrine_limit(case: Case, hole: Feature | Cell) -> Iterator[Finding]:
    """Whether the shrines around a hole leave room for an abbey: one at most, and that one without a monastery.

    Raises Undetermined where nobody said what lies near the shrine, or near the hole while there is a shrine.
    """
    around = case.state.around(hole)
    shrines = around.features(SHRINE)
    if not shrines:
        if isinstance(hole, Feature) and not around.said:
            there = (feature for feature in case.state.all_features() if feature.kind == SHRINE)
            if any(not case.state.around(feature).said for feature in there):
                case.lack("near-feature", hole)
        return
    if len(shrines) > 1:
        yield Finding("AM-114", False, "abbey-two-shrines", {"shrines": tuple(map(_item, shrines))})
        return
    values = {"shrine": _item(shrines[0])}
    near = case.state.around(shrines[0])
    others = near.features(*RIVALS)
    if others:
        yield Finding("AM-114", False, "abbey-shrine-taken", {**values, "others": tuple(map(_item, others))})
        return
    if not near.whole:
        case.lack("near-feature", shrines[0])
    yield Finding("AM-114", True, "abbey-one-shrine", values)
    yield Finding("AM-115", True, "abbey-challenge", values)


def beside_abbeys(case: Case, deed: Deed) -> Iterator[Finding]:
    """Whether a shrine may be placed beside an abbey: that abbey beside no other shrine, the shrine beside no other
    monastery (AM-114).
    """
    face, cell = deed.face, deed.cell
    if cell is None or face is None or all(segment.kind != SHRINE for segment in face.segments):
        return
    rivals = case.state.around(cell).features(*RIVALS)
    for abbey in rivals:
        if abbey.kind == ABBEY:
            alone = len(rivals) == 1 and not case.state.around(abbey).features(SHRINE)
            yield Finding("AM-114", alone, "abbey-beside-shrine", {"abbey": _item(abbey), "square": Item.cell(cell)})


def challenged(case: Case, feature: Feature) -> None:
    """Notes that an abbey and a shrine side by side challenge each other when one of them is completed (AM-115)."""
    other = {ABBEY: SHRINE, SHRINE: ABBEY}.get(feature.kind)
    if other is None or not feature.occupants:
        return
    for there in case.state.around(feature).features(other):
        if there.occupants:
            case.find("AM-115", "abbey-challenge", shrine=_item(there if other == SHRINE else feature))


def _item(feature: Feature) -> Item:
    return Item.feature(feature.id)

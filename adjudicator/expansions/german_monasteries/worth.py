"""What monks and abbots get on a special monastery: each group on its own."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Worth
from adjudicator.engine.majority import majority
from adjudicator.engine.scoring import lines_for, note_majority, worth, worth_as
from adjudicator.expansions.german_monasteries.lines import aligned
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line
from adjudicator.rulebook.loader import value

SPECIAL = ("special-monastery", "german-monastery", "dutch-belgian-monastery", "japanese-building")
LYING = "as-abbot"
"""The mark of a meeple laid on its side."""


def as_on_any(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """What the base game gives for a monastery: 9 points, or 1 for each tile of the nine (NB-71)."""
    summands = worth_as(case, "monastery", feature, at_end)
    case.find("NB-71", "monk-like-any", feature=Item.feature(feature.id))
    return summands


def with_abbots(case: Case, feature: Feature) -> bool:
    """Whether there are abbots: a monastery with monks alone is scored as any."""
    return any(o.mark(LYING) for o in feature.occupants)


def settle(case: Case, feature: Feature, at_end: bool) -> list[Line]:
    """Monks share the monastery, abbots get row and column at the end (NB-72, NB-73), apart from each other (NB-75)."""
    monks, abbots = groups(case, feature)
    item = Item.feature(feature.id)
    lines = _paid(case, feature, monks, worth(case, feature, at_end)) if monks else []
    if at_end:
        return [*lines, *_paid(case, feature, abbots, row_and_column(case, feature))]
    case.against(dict.fromkeys(one.owner for one in abbots), "NB-73", "abbot-waits", feature=item)
    return lines


def _paid(case: Case, feature: Feature, group: tuple[Occupant, ...], summands: list[Worth]) -> list[Line]:
    lead = majority(case, feature, group)
    note_majority(case, feature, lead)
    return lines_for(lead.leaders, feature.id, summands)


def groups(case: Case, feature: Feature) -> tuple[tuple[Occupant, ...], tuple[Occupant, ...]]:
    """The monks and the abbots on a special monastery, each with a majority of their own (NB-75)."""
    abbots = tuple(o for o in feature.occupants if o.mark(LYING))
    monks = tuple(o for o in feature.occupants if not o.mark(LYING))
    if monks and abbots:
        case.find("NB-75", "monks-and-abbots-apart", feature=Item.feature(feature.id))
    return monks, abbots


def row_and_column(case: Case, feature: Feature) -> list[Worth]:
    """1 point for the tile of the monastery and 1 for each in its row and column up to the first gaps (NB-72).

    Raises Undetermined where the position does not say how many these are.
    """
    tiles = aligned(case, feature)
    case.find("NB-72", "laid-abbot-at-end", feature=Item.feature(feature.id), number=tiles)
    return [
        Worth("own-tile", 1, value("NB-72", "own_tile"), "NB-72"),
        Worth("in-line-tiles", tiles, value("NB-72", "per_aligned_tile"), "NB-72"),
    ]


def stays(case: Case, occupant: Occupant, feature: Feature) -> bool:
    """An abbot stays on a completed special monastery to the end of the game (NB-73)."""
    return bool(occupant.mark(LYING))

"""Standing or lying: how a meeple gets onto a special monastery, and when it is free."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Proviso, Putting
from adjudicator.expansions.german_monasteries.worth import LYING, SPECIAL
from adjudicator.model.ruling import Finding, Item

ABBOT = "abbot"


def position(case: Case, put: Putting) -> Finding | None:
    """Any meeple may be a monk or an abbot there, and nowhere else an abbot (NB-70).

    The figure of the Abbot goes on monasteries and gardens (BASE-53); whether a special one is meant is left open.
    """
    lying = any(mark == LYING for mark, _ in put.marks)
    values = {"feature": Item.feature(put.feature.id)}
    if put.feature.kind not in SPECIAL:
        return Finding("NB-70", False, "abbot-elsewhere", values) if lying else None
    if "meeple" not in case.game.figure_traits(put.figure):
        figure = Item.noun("figure", put.figure)
        return Finding("NB-70", False, "monk-or-abbot", {**values, "figure": figure})
    if put.figure == ABBOT:
        return case.doubt("open", case.game.rule("abbot-place"), "abbot-on-special", **values)
    return Finding("NB-70", True, "put-as-abbot" if lying else "put-as-monk", values)


def one_feature(case: Case, put: Putting) -> Finding | None:
    """A monk or an abbot makes the special monastery occupied (NB-74), whatever lets a figure go there."""
    if put.feature.kind not in SPECIAL or "meeple" not in case.game.figure_traits(put.figure):
        return None
    if not any("meeple" in case.game.figure_traits(o.figure) for o in case.figures(put.feature)):
        return None
    occupied = Finding("NB-74", False, "special-occupied", {"feature": Item.feature(put.feature.id)})
    if put.means:  # whoever lets it go there knows what an occupied feature means
        case.note(occupied._replace(holds=True))
        return None
    return occupied


def moved(case: Case, deed: Deed) -> Iterator[Finding]:
    """A figure that moves onto a special monastery may lie down there as an abbot (NB-70), nowhere else."""
    if deed.place and any(mark == LYING for mark, _ in deed.marks):
        special = case.state.feature(deed.place).kind in SPECIAL
        values = {"feature": Item.feature(deed.place)}
        yield Finding("NB-70", special, "put-as-abbot" if special else "abbot-elsewhere", values)


PROVISOS = (Proviso("moves", moved),)
CONDITIONS = (position, one_feature)

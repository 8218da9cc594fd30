"""Hills: among players who tie for a feature, those who stand on a hill win."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.pointing import figure_item, unlike
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item

HILL = "hill"
NUMBER = "number-of-followers"


def higher(
    case: Case, feature: Feature, leaders: tuple[str, ...], standing: tuple[Occupant, ...]
) -> tuple[str, ...] | None:
    """Those of the tied `leaders` with a meeple on a hill (NB-56), or with most of them (NB-57); None if nobody has.

    Raises Undetermined where a sketch says that there is a hill, and not who stands on it.
    """
    up = {player: sum(_on_hill(case, feature, o) for o in standing if o.owner == player) for player in leaders}
    named = Item.feature(feature.id)
    if not any(up.values()):
        if feature.marks.get(HILL) and feature.id in case.state.features:
            up_there = (
                one for one in standing if one.owner in leaders and "meeple" in case.game.figure_traits(one.figure)
            )
            ways = unlike(case, ((feature, one) for one in up_there))
            figures = tuple(figure_item(case, ways, feature, one) for feature, one in ways)
            case.lack("who-on-hill", feature, figures=figures)
        return None
    tied = tuple(Item.player(player) for player in leaders)
    if case.option("hill-tiebreaker") == NUMBER:
        case.find("NB-57", "hills-decide", players=tied, feature=named)
        most = max(up.values())
        winners = tuple(player for player in leaders if up[player] == most)
        for player in leaders:
            case.find(
                "NB-57", "most-on-hills", player in winners, player=Item.player(player), feature=named,
                number=up[player],
            )  # fmt: skip
        return winners
    case.find("NB-56", "hill-decides", players=tied, feature=named)
    winners = tuple(player for player in leaders if up[player])
    for player in leaders:
        case.find("NB-56", "on-hill", bool(up[player]), player=Item.player(player), feature=named)
    if len(winners) == len(leaders):
        case.find("NB-56", "hill-tie-stays", feature=named)
    return winners


def _on_hill(case: Case, feature: Feature, occupant: Occupant) -> bool:
    if "meeple" not in case.game.figure_traits(occupant.figure):
        return False
    return bool(occupant.mark(HILL)) or case.state.tile_under(feature, occupant).shows(HILL) > 0

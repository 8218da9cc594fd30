"""The tile of a figure, and what lies on it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.pointing import Found, figure_item, unlike
from adjudicator.engine.tiles import Tile
from adjudicator.expansions.gifts.card_places import Meant, Place, place_of
from adjudicator.model.position import Feature, Occupant


def tile_of(case: Case, one: Meant) -> Tile | None:
    """The tile on which a figure stands; None where it is not there."""
    feature, occupant = one.place.feature, one.occupant
    return case.state.tile_under(feature, occupant) if feature is not None and occupant is not None else None


def same_tile(case: Case, one: Meant, target: Place) -> bool:
    """Whether a part of `target` lies on the tile of the figure. Raises Undetermined where the position is silent."""
    home, feature, occupant, tile = one.place.feature, target.feature, one.occupant, tile_of(case, one)
    if home is None or feature is None or occupant is None or tile is None:
        return False
    there = tile.has(feature)
    if there is None:
        named = figure_item(case, _like(case, home, occupant), home, occupant)
        case.lack("card-same-tile", home, figure=named, other=feature.id)
    return there


def _like(case: Case, home: Feature, one: Occupant) -> list[Found]:
    """The figures of its owner on its feature, from which a question has to tell it."""
    return unlike(case, ((home, other) for other in home.occupants if other.owner == one.owner))


def beside(case: Case, one: Meant) -> Iterator[Place]:
    """Every feature on the tile of a figure but its own; every other one where that is not known. The lists decide."""
    home, tile = one.place.feature, tile_of(case, one)
    for part in tile.parts if tile is not None and tile.known else ():
        if home is None or part.feature != home.id:
            yield place_of(case, case.state.feature(part.feature))._replace(part=part)
    for feature in case.state.all_features() if tile is None or not tile.known else ():
        if home is None or feature.id != home.id:
            yield place_of(case, feature)

"""Whether a figure and a feature share a tile: on a board by its squares, in a sketch by ``same tile`` lines."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import FigurePhrase
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion
from adjudicator.expansions.gifts.card_places import LIES_ON, Meant, Place, place_of, segment_under
from adjudicator.model.position import Cell, Feature, Link, Occupant
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.model.span import NOWHERE


def square_of(case: Case, one: Meant) -> Cell | None:
    """The square of the board on which a figure stands; None in a sketch or where it is not there."""
    return next(iter(squares_of(case, one)), None)


def squares_of(case: Case, one: Meant) -> tuple[Cell, ...]:
    """The squares of the tile on which a figure stands, its own first: two for a castle tile.

    A start tile of four squares counts as four tiles.
    """
    ground = case.state.ground
    if ground is None or one.occupant is None:
        return ()
    segment = segment_under(case, one.occupant)
    if segment is None:
        feature = one.place.feature
        return tuple(case.state.cells_over(feature.id)) if feature is not None else ()
    cell = ground.cell(segment)
    over = next((case.state.over[kind, cell] for kind in LIES_ON if (kind, cell) in case.state.over), "")
    return (cell, *(square for square in case.state.cells_over(over) if square != cell))


def on_its_tile(case: Case, one: Meant, target: Place) -> int | None:
    """On a board the piece of `target` that lies on the tile of the figure, the one pointed at if any; None without."""
    ground = case.state.ground
    if ground is None or target.segment is None:
        return None
    root = ground.root(target.segment)
    there = [s for cell in squares_of(case, one) for s in ground.segments_at(*cell) if ground.root(s) == root]
    return target.segment if target.segment in there else next(iter(there), None)


def same_tile(case: Case, one: Meant, target: Place) -> bool:
    """Whether a piece of `target` lies on the tile of the figure. Raises Undetermined where the position is silent."""
    if square_of(case, one) is not None:
        return on_its_tile(case, one, target) is not None
    home, feature, occupant = one.place.feature, target.feature, one.occupant
    if home is None or feature is None or occupant is None:
        return False
    told: bool | None = None
    for link in case.state.links:
        if link.kind != "same-tile":
            continue
        named = _features(case, link)
        here = _stands_there(case, link, home, occupant) or (_on_one_tile(case, home) and home.id in named)
        if here and feature.id in named:
            return True
        if here or (_on_one_tile(case, feature) and feature.id in named and home.id not in named):
            told = False
    if told is None:
        case.lack("card-same-tile", home, player=Item("player", (occupant.owner,)), other=feature.id)
    return told


def told_tile(occupant: Occupant, stands: Feature, other: Feature) -> Link:
    """That a figure on the feature where it `stands` shares its tile with an `other` one, as a sketch would say it."""
    where = Ref(name=stands.id)
    phrase = FigurePhrase(1, occupant.owner, occupant.figure, (), "", where, None, NOWHERE, False)
    return Link("same-tile", "", ((), phrase, Ref(name=other.id)))


def _features(case: Case, link: Link) -> list[str]:
    """The features that a line lists, those that figures stand on as well."""
    refs = [item.place if isinstance(item, FigurePhrase) else item for item in link.items[1:]]
    return [case.state.resolve(ref) for ref in refs if isinstance(ref, Ref)]


def _stands_there(case: Case, link: Link, home: Feature, occupant: Occupant) -> bool:
    for item in link.items[1:]:
        if isinstance(item, FigurePhrase) and item.figure == occupant.figure and item.place is not None:
            if item.colour in ("", occupant.owner) and case.state.resolve(item.place) == home.id:
                return True
    return False


def _on_one_tile(case: Case, feature: Feature) -> bool:
    return feature.tiles == 1 or "monastic" in case.game.kind_traits(feature.kind)


def beside(case: Case, one: Meant) -> Iterator[Place]:
    """Every feature on the tile of a figure but its own; in a sketch every other one. The lists decide on them."""
    home, ground, cells = one.place.feature, case.state.ground, squares_of(case, one)
    if ground is not None and cells:
        for segment in (segment for cell in cells for segment in ground.segments_at(*cell)):
            if home is None or case.state.built(segment).id != home.id:
                yield place_of(case, case.state.built(segment))._replace(segment=segment)
        return
    for feature in list(case.state.features.values()):
        if home is None or feature.id != home.id:
            yield place_of(case, feature)


PART = Expansion("gifts")

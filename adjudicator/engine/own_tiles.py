"""Tiles that players own and place instead of one that is drawn: which there are, and every way to place one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Action, OwnTile
from adjudicator.model.ruling import Finding
from adjudicator.model.scenario import Move


def own_tiles(case: Case) -> dict[str, OwnTile]:
    """Every such tile of this game once, by what it is called."""
    found: dict[str, OwnTile] = {}
    seen: set[str] = set()
    for ident in case.game.tiles.own:
        own = case.game.own_tile(ident)
        if own is not None and own.tile not in seen:
            seen.add(own.tile)
            found[ident] = own
    return found


def own_ways(
    case: Case, player: str, own: OwnTile, asked: Move | None = None
) -> Iterator[tuple[Action[Any], list[Finding]]]:
    """Every way to place such a tile, with every condition that any expansion has for it; `asked` where it is just this
    that is asked for. Raises Undetermined.
    """
    places = case.game.verb("places")
    if own.verb.choices is None or places is None:
        return
    for action in own.verb.choices(case, player, asked):
        yield action, places.check(case, action)


def instead_of_drawing(case: Case, player: str) -> OwnTile | None:
    """A tile that `player` may place now instead of drawing; None where there is none. The conditions are noted.

    Raises Undetermined where there is none for certain, and one perhaps.
    """
    unsure: Undetermined | None = None
    for own in own_tiles(case).values():
        try:
            for _, conditions in own_ways(case, player, own):
                if all(condition.holds for condition in conditions):
                    case.note(*conditions)
                    return own
        except Undetermined as lacking:
            unsure = unsure or lacking
    if unsure is not None:
        raise unsure
    return None

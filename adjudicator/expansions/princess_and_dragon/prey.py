"""Whom the dragon eats: every meeple, builder and pig on the tile it enters."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.tiles import Tile
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, HELPER, MEEPLE, SPECIAL
from adjudicator.geometry.squares import corners_of
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.play.turns import counted

Prey = tuple[Feature, Occupant]


def eatable(case: Case, occupant: Occupant) -> bool:
    """Whether the dragon eats such figures at all: meeples, builders and pigs (NB-27), the others of players that
    stand on one tile by a list of the publisher that was not read (NB-132).
    """
    traits = case.game.figure_traits(occupant.figure)
    if not occupant.owner or MEEPLE in traits or HELPER in traits:
        return bool(occupant.owner)
    if SPECIAL not in traits or case.game.figure(occupant.figure).corner:
        return False
    case.find("NB-132", "dragon-eats-special", figure=Item.noun("figure", occupant.figure))
    return case.read("open", "dragon-eats-special", eats="NB-132", leaves="NB-27") == "eats"


def spared(case: Case, feature: Feature, occupant: Occupant) -> Finding | None:
    """What saves a figure from it, where an expansion says so; what else is said of it is noted."""
    for says in case.game.may.be_taken:
        finding: Finding | None = says(case, feature, occupant, DRAGON)
        if finding is not None and not finding.holds:
            return finding
        if finding is not None:
            case.note(finding)
    return None


def on_tile(case: Case, tile: Tile) -> list[Prey]:
    """Every figure it eats on a tile, as far as it is known who stands there (NB-27)."""
    corners = {corner for cell in tile.squares for corner in corners_of(cell)}
    for feature in case.state.occupied() if corners else ():
        for occupant in feature.occupants:
            if case.game.figure(occupant.figure).corner and occupant.cell in corners:
                case.note(*(said for said in [spared(case, feature, occupant)] if said is not None))
    found = []
    for feature, occupant in tile.figures:
        if not eatable(case, occupant):
            continue
        finding = spared(case, feature, occupant)
        if finding is None:
            found.append((feature, occupant))
        else:
            case.note(finding)
    return found


def suppose_all(case: Case, prey: list[Prey]) -> None:
    """That these are all on their tile, where nothing but figures of larger features tells of it."""
    state = case.state
    for feature, one in prey:
        tile = state.tile_under(feature, one)
        if tile.squares or tile.known or state.on_one_tile(feature):
            return
    if prey:
        case.suppose("NB-27", "dragon-nobody-else", figures=_counts(prey))


def eaten(prey: list[Prey]) -> Finding:
    """That these go home without points (NB-27)."""
    return Finding("NB-27", True, "dragon-eats", {"figures": _counts(prey)})


def _counts(prey: list[Prey]) -> tuple[Item, ...]:
    counts = counted([o for _, o in prey]).items()
    return tuple(Item.count(number, owner, figure) for (owner, figure), number in counts)


def eat(case: Case, prey: list[Prey]) -> None:
    """Sends them home."""
    state = case.state
    for feature, occupant in prey:
        state.change(feature.id, occupant, None)
        state.give(occupant.owner, occupant.figure)
        if state.turn is not None:
            state.turn = state.turn._replace(home=(*state.turn.home, occupant))
    if prey:
        case.note(eaten(prey))

"""What the fairy brings: a point at the start of a turn (NB-29), three when its meeple is scored (NB-30)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.expansions.princess_and_dragon.neutral import FAIRY, MEEPLE, with_fairy
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line, Value
from adjudicator.rulebook.loader import value

SECOND_PART = "second-part"
"""The kind of turn that is but a part of one: it has no start of its own."""
UNSCORED = "unscored-incomplete"
"""The trait of kinds of feature that are not scored unless they are complete."""


def at_start(case: Case) -> None:
    """1 point for who begins the turn with the fairy beside a meeple of his (NB-29)."""
    turn, assigned = case.state.turn, with_fairy(case.state)
    if turn is None or turn.kind == SECOND_PART or assigned is None or assigned[1].owner != turn.player:
        return
    line = Line(turn.player, assigned[0].id, "fairy-at-start", 1, value("NB-29", "points"), "NB-29")
    values: dict[str, Value] = {"player": Item.player(turn.player), "feature": Item.feature(assigned[0].id)}
    case.state.score([line])
    case.find("NB-29", "fairy-at-start", **values)
    case.state.turn = turn._replace(lines=(*turn.lines, line))


def when_scored(
    case: Case,
    feature: Feature,
    scorers: tuple[str, ...],
    figures: tuple[Occupant, ...],
    at_end: bool,
    alone: bool,
) -> list[Line]:
    """3 points for the owner of the meeple with the fairy, in the majority or not (NB-30)."""
    if alone or (not feature.complete and UNSCORED in case.game.kind_traits(feature.kind)):
        return []
    lines: list[Line] = []
    for one in figures:
        if one.owner and one.mark(FAIRY) and MEEPLE in case.game.figure_traits(one.figure):
            values: dict[str, Value] = {
                "player": Item.player(one.owner),
                "feature": Item.feature(feature.id),
            }
            case.find("NB-30", "fairy-scored" if one.owner in scorers else "fairy-scored-anyway", **values)
            lines.append(Line(one.owner, feature.id, "fairy-scored", 1, value("NB-30", "points"), "NB-30"))
    if with_fairy(case.state) is None:
        _beside_nobody(case, feature, figures)
    return lines


def _beside_nobody(case: Case, feature: Feature, figures: tuple[Occupant, ...]) -> None:
    """Says that a fairy on the tile of a meeple that is scored is taken to be beside nobody, as nobody is said."""
    tile = case.state.tile_of(FAIRY)
    there = [] if tile is None else [one for on, one in tile.figures if on.id == feature.id and one in figures]
    if any(one.owner and MEEPLE in case.game.figure_traits(one.figure) for one in there):
        case.suppose("NB-30", "fairy-beside-nobody", feature=Item.feature(feature.id))

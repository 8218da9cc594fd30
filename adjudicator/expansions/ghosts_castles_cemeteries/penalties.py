"""What ghosts cost: 2 points each when a feature is scored, 1 at the end (GCC-37 to GCC-43, GCC-56, GCC-58, GCC-81)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion, Scoring, Start
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.ghosts_castles_cemeteries.cemeteries import CEMETERY
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import GHOST
from adjudicator.expansions.ghosts_castles_cemeteries.vicinity import CASTLE, MAYOR
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Line, Value
from adjudicator.rulebook.loader import value

BARN = "barn"
PYRAMID = "pyramid"
TOWER = "tower"
LYING = "as-abbot"
"""Mark of a figure that waits for the end of the game on what may be complete."""


def ghosts_of(figures: tuple[Occupant, ...]) -> dict[str, int]:
    """Ghosts by the colour of the figures that carry them."""
    found: dict[str, int] = {}
    for occupant in figures:
        if occupant.owner and occupant.mark(GHOST):
            found[occupant.owner] = found.get(occupant.owner, 0) + occupant.mark(GHOST)
    return found


def charge(
    case: Case,
    feature: Feature,
    scorers: tuple[str, ...],
    figures: tuple[Occupant, ...],
    at_end: bool,
    alone: bool,
) -> list[Line]:
    """During the game those who score pay for their own ghosts there; at the end everybody pays for each ghost."""
    figures = _spared(case, feature, figures, at_end)
    waiting = tuple(o for o in figures if at_end and (feature.kind == PYRAMID or o.mark(LYING)))
    lines = _at_end(case, feature, ghosts_of(waiting), tuple(ghosts_of(waiting)))
    figures = tuple(o for o in figures if not any(o is one for one in waiting))
    haunted = ghosts_of(figures)
    if not haunted:
        return lines
    item = Item.feature(feature.id)
    if not alone and not _scored_in_game(case, feature, at_end):
        return [*lines, *_at_end(case, feature, haunted, scorers)]
    rule = "GCC-37" if alone else _rule(case, feature, figures)
    each = value(rule, "per_ghost")
    for player, number in haunted.items():
        values: dict[str, Value] = {
            "player": Item.player(player),
            "ghosts": Item.count(number, "", GHOST),
            "feature": item,
        }
        if player in scorers:
            case.find(rule, "ghosts-cost", each=-each, **values)
            lines.append(Line(player, feature.id, "ghosts", number, each, rule))
        else:
            case.remark("GCC-41", "ghosts-no-majority", False, **values)
    for player in scorers:
        if player not in haunted:
            case.remark("GCC-42", "ghosts-of-others", False, player=Item.player(player), feature=item)
    if not alone:
        case.find("GCC-40", "ghosts-value-stays", feature=item)
    if rule != "GCC-37":
        case.find("GCC-37", "ghosts-cost-rule")
    case.find("GCC-81", "ghosts-every-scoring")
    case.find("GCC-39", "ghosts-return", feature=item)
    return lines


def _spared(case: Case, feature: Feature, figures: tuple[Occupant, ...], at_end: bool) -> tuple[Occupant, ...]:
    """The figures without the mayors on a castle, who lose nothing for their ghosts (GCC-96): at the end either."""
    mayors = [o for o in figures if feature.kind == CASTLE and o.figure == MAYOR and o.mark(GHOST)]
    for mayor in mayors if at_end else ():
        item = Item.feature(feature.id)
        case.find("GCC-96", "haunted-mayor-castle", False, player=Item.player(mayor.owner), castle=item, feature=item)
    return tuple(o for o in figures if not any(o is mayor for mayor in mayors))


def _scored_in_game(case: Case, feature: Feature, at_end: bool) -> bool:
    """Whether a scoring is one of the game's (GCC-37): of a field by a barn alone (GCC-95), of others not at the end.

    What a position shows complete and occupied still has that scoring to come, even where the end is asked for. Once
    turns have been played, or where the feature is said to be scored, a figure there came after that scoring: it waits
    for the end like those on what is incomplete (GCC-43).
    """
    if feature.kind == "field":
        return not at_end and any(o.figure == BARN for o in feature.occupants)
    over = "scored" in feature.flags or case.state.last_turn is not None
    return not at_end or (bool(feature.complete) and not over)


def _rule(case: Case, feature: Feature, figures: tuple[Occupant, ...]) -> str:
    """The rule for the occasion: the rate is that of any scoring during the game."""
    item = Item.feature(feature.id)
    if feature.kind == CEMETERY:
        return "GCC-56"
    if feature.kind == PYRAMID:
        case.find("GCC-75", "ghosts-lost-cases")
        return "GCC-102"
    if not feature.complete and any(o.figure == "abbot" for o in figures):
        case.find("GCC-83", "ghosts-abbot-early", feature=item)
        case.find("GCC-75", "ghosts-lost-cases")
        return "GCC-82"
    if feature.kind == "field":
        return "GCC-95"
    if feature.kind == "road" and not feature.complete:
        return "GCC-105"
    return "GCC-37"


def _without_majority(case: Case, feature: Feature, player: str) -> bool:
    """Whether a player pays at the end for ghosts on a feature of which somebody else has the majority, or which
    nobody ever scores, as a tower.

    The printed rule names no such condition (GCC-43); that of the scorings in the game does (GCC-40, GCC-41). Which of
    them holds at the end is left open.
    """
    phrase = "haunted-end-unscored" if feature.kind == TOWER else "haunted-end-others"
    case.find("GCC-43", phrase, player=Item.player(player), feature=Item.feature(feature.id))
    return case.read("open", "haunted-end-others", pays="GCC-43", spared=("GCC-40", "GCC-41")) == "pays"


def _at_end(case: Case, feature: Feature, haunted: dict[str, int], scorers: tuple[str, ...]) -> list[Line]:
    """1 point a ghost (GCC-43), nothing on a cemetery (GCC-58)."""
    item = Item.feature(feature.id)
    if haunted and feature.kind == CEMETERY:
        case.find("GCC-58", "ghosts-cemetery-end", False, feature=item)
        return []
    each = value("GCC-43", "per_ghost")
    lines = []
    for player, number in haunted.items():
        leads = player in scorers and feature.kind != TOWER
        if not leads and not _without_majority(case, feature, player):
            continue
        values: dict[str, Value] = {
            "player": Item.player(player),
            "ghosts": Item.count(number, "", GHOST),
            "feature": item,
        }
        case.find("GCC-43", "ghosts-cost-end", **values)
        lines.append(Line(player, feature.id, "ghosts", number, each, "GCC-43"))
    return lines


def never_below(state: State) -> Iterator[Problem]:
    """Nobody has less than the least (GCC-38), unless another rule lets totals fall below 0."""
    for player, hand in state.hands.items():
        if state.least is not None and not state.below and hand.score is not None and hand.score < state.least[0]:
            values = {"player": Item.player(player), "number": hand.score, "least": state.least[0]}
            yield Problem("score-below-least", hand.span, values, (), (state.least[1],))


PART = Expansion(
    "ghosts-castles-cemeteries",
    start=Start(checks=(never_below,)),
    scoring=Scoring(charges=(charge,), least="GCC-38"),
)

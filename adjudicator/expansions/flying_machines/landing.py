"""Where a flight may land (NB-88 to NB-93)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.contest import with_means
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting
from adjudicator.engine.printed import may_show
from adjudicator.expansions.flying_machines.machine import (
    FLYING,
    MEEPLE,
    PASSED,
    flight,
    landed,
    landing,
    targets,
)
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule
from adjudicator.words.vocabulary import vocabulary

AREAS = {
    "city-of-carcassonne": ("carcassonne", "quarter", "castle-quarter", "market-quarter", "blacksmith-quarter",
                            "cathedral-quarter"),
    "wheel-of-fortune": ("wheel", "inquisition-sector"),
}  # fmt: skip
"""The special areas of NB-93, each with the words for it."""
ONLY = {"mayor": ("city",), "abbot": ("monastery", "garden")}
"""Figures that land on some kinds only (NB-92)."""


def saying(case: Case, move: Move) -> Finding | None:
    """No flight ends in Carcassonne or on the wheel (NB-93); None for any other move."""
    named = case.names_in(move)
    words = {ident for one in named for _, ident in one.ids}
    if move.verb != "puts" or FLYING not in words:
        return None
    words |= {case.state.feature(one.feature).kind for one in named if one.feature is not None}
    for area in rule("NB-93").forbidden:
        if words.intersection(AREAS[area]):
            return Finding("NB-93", False, "flying-area", {})
    return None


def by_flight(case: Case, put: Putting) -> Putting | None:
    """`put` by means of the machine, where that was said or the die has been rolled for the figure (NB-88)."""
    rolled = flight(case)
    turn = case.state.turn
    if put.means == FLYING:
        return put._replace(cell=landing(case, put.feature, put.cell) or put.cell)
    if put.means or put.corner is not None or rolled is None or landed(case) or rolled.figure != put.figure:
        return None
    if turn is None or turn.player != put.player:
        return None
    if not case.state.squares_of(put.feature):
        return put._replace(means=FLYING) if put.feature.id not in turn.touched else None
    cell = landing(case, put.feature, put.cell)
    return put._replace(means=FLYING, cell=cell) if cell is not None else None


def lands(case: Case, put: Putting) -> Finding | None:
    """A meeple, in the direction of the machine and as far as the die says (NB-88), on what it may land on.

    Raises Undetermined where the position does not say whether that is complete.
    """
    values = {
        "feature": Item.feature(put.feature.id),
        "figure": Item.noun("figure", put.figure),
        "player": Item.player(put.player),
    }
    if put.means != FLYING:
        return _waiting(case, put, values)
    if MEEPLE not in case.game.figure_traits(put.figure):
        return Finding("NB-88", False, "flying-only-meeples", values)
    turn, rolled = case.state.turn, flight(case)
    if turn is not None and not turn.placed:
        return Finding("NB-88", False, "flying-after-placing", values)
    if turn is not None and not may_show(case, FLYING, "NB-88"):
        return Finding("NB-88", False, "flying-no-machine", values)
    if rolled is not None and rolled.figure != put.figure:
        return Finding("NB-88", False, "flying-other-figure", values)
    if turn is not None and case.state.squares_of(put.feature):
        reached = landing(case, put.feature, put.cell)
        if targets(case) is not None and (reached is None or put.cell not in (None, reached)):
            return Finding("NB-88", False, "flying-out-of-range", values)
    case.find("NB-88", "flying-may", player=values["player"], figure=values["figure"])
    found = may_land(case, put.feature, put.figure)
    if not found.holds and rolled is not None and possible(case) == []:
        case.find("NB-91", "flying-failed", False, player=values["player"])
    return found


def may_land(case: Case, feature: Feature, figure: str) -> Finding:
    """On an incomplete road, city or monastery, occupied or not (NB-89, NB-90, NB-92). Raises Undetermined."""
    values = {"feature": Item.feature(feature.id), "figure": Item.noun("figure", figure)}
    traits, turn = case.game.kind_traits(feature.kind), case.state.turn
    like = "monastery" if "building" in traits and "monastic" in traits else feature.kind
    if figure in ONLY:
        if like not in ONLY[figure]:
            return Finding("NB-92", False, "flying-figure-place", values)
        case.find("NB-92", "flying-figure-place", feature=values["feature"], figure=values["figure"])
    elif like in rule("NB-89").forbidden:
        return Finding("NB-89", False, "flying-field", values)
    elif like not in rule("NB-89").allowed:
        return Finding("NB-89", False, "flying-place", values)
    if turn is not None and feature.id in turn.completed:
        return Finding("NB-90", False, "flying-completed-now", values)
    if case.complete(feature):
        return Finding("NB-89", False, "flying-complete", values)
    return Finding("NB-89", True, "flying-occupied" if feature.occupants else "flying-place", values)


def _waiting(case: Case, put: Putting, values: dict[str, Item]) -> Finding | None:
    """Once the die is rolled the figure flies and nothing else is put (NB-88); where it can land nowhere, it is gone
    for this turn (NB-91).
    """
    rolled = flight(case)
    turn = case.state.turn
    if rolled is None or landed(case) or turn is None or turn.player != put.player:
        return None
    if possible(case) != []:
        return Finding("NB-88", False, "flying-rolled", values)
    extra = case.game.besides(case, put) if put.figure != rolled.figure else None
    return extra or Finding("NB-91", False, "flying-failed", values)


def possible(case: Case) -> list[Feature] | None:
    """The features where the rolled flight may land; None where the position does not tell."""
    state, rolled, found = case.state, flight(case), targets(case)
    if rolled is None or found is None:
        return None
    tile = state.tile(found[0])
    if tile is None:
        return None if state.part_shown else []
    if not tile.whole().known:
        return None
    features = [state.feature(ident) for ident in tile.whole().features()]
    apart = case.apart()
    return [one for one in features if _allowed(apart, one, rolled.figure)]


def _allowed(case: Case, feature: Feature, figure: str) -> bool:
    """Whether a figure that flies may land there, by all that is said of it."""
    turn = case.state.turn
    put = Putting(turn.player if turn is not None else "", figure, feature, FLYING)
    put = with_means(case, put)
    others = (condition(case, put) for condition in case.game.may.put if condition is not lands)
    try:
        return may_land(case, feature, figure).holds and all(found is None or found.holds for found in others)
    except Undetermined:
        return True


def must_land(case: Case, deed: Deed) -> Iterator[Finding]:
    """Who has rolled has to land where that is possible (NB-89); else the figure goes back (NB-91)."""
    if deed.figure or flight(case) is None or landed(case):
        return
    where = possible(case)
    if where:
        yield Finding("NB-89", False, "flying-must-land", {"features": _feature_items(where)})
    elif where == []:
        yield Finding("NB-91", True, "flying-failed", {"player": Item.player(deed.player)})


def in_the_air(case: Case) -> bool:
    """Whether a meeple flies that may land somewhere and has not yet."""
    turn = case.state.turn
    if turn is None or turn.closed or flight(case) is None or landed(case) or case.did(PASSED):
        return False
    return possible(case) != []


def unfinished(case: Case) -> None:
    """A flight ends before the scoring. Raises Undetermined where the moves leave out where."""
    turn = case.state.turn
    if turn is None or turn.closed or flight(case) is None or landed(case) or case.did(PASSED):
        return
    where = possible(case)
    if where is None:
        case.lack("flight-landing")
    if where:
        case.lack("flight-lands-on", None, features=_feature_items(where))
    case.find("NB-91", "flying-failed", player=Item.player(turn.player))


def _feature_items(features: Iterable[Feature]) -> tuple[Item, ...]:
    return tuple(Item.feature(feature.id) for feature in features)


GUESTS = frozenset((figure, FLYING) for figure in vocabulary().ids("figure"))

"""The wagon: a meeple that moves on when its feature has been scored (AM-16, AM-17, AM-77 to AM-108)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.called import fixed_name
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import PUTS, Deed
from adjudicator.engine.expansion import Asks, Expansion, Figure, May, Putting, Start, Turns, later
from adjudicator.engine.phases import Moment, Phase
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.supply import checked
from adjudicator.expansions.abbey_and_mayor.wagon_moves import involved
from adjudicator.expansions.abbey_and_mayor.wagon_reach import Standing, reach
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.rulebook.loader import rule, value

WAGON = "wagon"
CASTLE = "castle"
PORTAL = "portal"
QUARTER = "quarter"
TOWER = "tower"
SPECIAL = ("german-monastery", "dutch-belgian-monastery", "japanese-building", "special-monastery")


def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """A wagon counts like a plain meeple (AM-81)."""
    values: dict[str, Value] = {"feature": Item.feature(feature.id), "player": Item.player(occupant.owner)}
    case.find("AM-81", "wagon-counts", strength=value("AM-81", "strength"), **values)
    return value("AM-81", "strength")


def is_meeple(case: Case, put: Putting) -> Finding | None:
    """A wagon is a meeple (AM-17)."""
    return Finding("AM-17", True, "wagon-is-meeple", {}) if put.figure == WAGON else None


def place(case: Case, put: Putting) -> Finding | None:
    """On roads, in cities, on monasteries and abbeys, never in a field or garden (AM-78, AM-79, AM-80).

    Of what others bring: on a castle (AM-151), in a quarter but the market (AM-150), never on a tower (AM-148).
    """
    if put.figure != WAGON:
        return None
    kind = put.feature.kind
    values = {"feature": Item.feature(put.feature.id), "kind": Item.noun("kind", kind)}
    if kind in rule("AM-78").allowed or kind in rule("AM-78").forbidden:
        return Finding("AM-78", kind in rule("AM-78").allowed, "wagon-place", values)
    if kind in rule("AM-79").forbidden:
        return Finding("AM-79", False, "wagon-place", values)
    if kind == TOWER:
        return Finding("AM-148", False, "wagon-place", values)
    if kind == CASTLE:
        return Finding("AM-151", True, "wagon-place", values)
    if kind == QUARTER:
        return Finding("AM-150", quarter(case, put.feature) in rule("AM-150").allowed, "wagon-quarter", values)
    if kind in rule("AM-80").allowed or kind in SPECIAL:
        return Finding("AM-80", True, "wagon-place", values)
    return None


def quarter(case: Case, feature: Feature) -> str:
    """Which quarter of Carcassonne a feature is, by its name in the language of the scenario."""
    return fixed_name(feature.id, case.lang)


def by_portal(case: Case, put: Putting) -> Finding | None:
    """A magic portal puts a wagon where it is allowed: also there the feature is incomplete and unoccupied (AM-144)."""
    if put.figure != WAGON or put.means != PORTAL or put.feature.kind == "field":
        return None
    feature = put.feature
    values = {"feature": Item.feature(feature.id)}
    taken = any("meeple" in case.game.figure_traits(o.figure) for o in feature.occupants)
    if taken or case.complete(feature):
        return Finding("AM-144", False, "wagon-portal", values)
    return Finding("AM-144", True, "wagon-portal", values)


def instead(case: Case, put: Putting) -> Finding | None:
    """A wagon is put instead of another meeple (AM-77), and nothing is put once the turn has been scored (AM-82).

    What puts it elsewhere than on the placed tile says itself what it takes the place of.
    """
    turn = case.state.turn
    if turn is None:
        return None
    if turn.closed:
        return Finding("AM-82", False, "wagon-after-scoring", {"player": Item.player(put.player)})
    if put.figure != WAGON:
        return None
    if put.means and not case.did(PUTS):
        return None
    besides = case.game.besides(case, put) if case.did(PUTS) else None
    instead = not case.did(PUTS) or (besides is not None and besides.holds)
    put_now = [d.figure for d in case.recall(Deed) if d.verb == PUTS and case.game.is_figure(d.figure)]
    if not instead and put_now and not any("meeple" in case.game.figure_traits(figure) for figure in put_now):
        return None  # the rule of what was put in the place of a meeple says so
    return Finding("AM-77", instead, "wagon-instead", {"player": Item.player(put.player)})


def undecided(case: Case, occupant: Occupant, feature: Feature) -> bool:
    """A scored wagon goes home where its owner says nothing else (AM-82), which is supposed and told so.

    It has to where nothing within reach is open (AM-84).
    """
    player = Item.player(occupant.owner)
    try:
        nowhere = not reach(case.apart(), Standing(occupant, feature, False)).open
    except Undetermined:  # nobody said what lies around it
        nowhere = False
    if nowhere:
        case.find("AM-84", "wagon-home", player=player, home=Item.feature(feature.id))
    else:
        case.warn("wagon-undecided", "AM-82", player=player)
    return False


def standing(state: State) -> Iterator[Problem]:
    """Each player has one wagon (AM-16), and none stands in a field or garden (AM-78, AM-79)."""
    kinds = {kind: ident for ident in ("AM-79", "AM-78") for kind in rule(ident).forbidden}
    yield from checked(state, WAGON, lambda kind: kinds.get(kind, ""))


def decides(case: Case) -> bool | None:
    """Whether the owner of a wagon still decides in this turn; None before the tile lies."""
    turn = case.state.turn
    if turn is None or not turn.placed:
        return None
    return bool(involved(case))


PART = Expansion(
    "abbey-and-mayor",
    figures={WAGON: Figure(owned="AM-16", strength=strength, stays=undecided)},
    start=Start(checks=(standing,)),
    may=May(
        put=(is_meeple, place, by_portal, instead),
        guests=frozenset((WAGON, guest) for guest in (CASTLE, QUARTER, TOWER, PORTAL, *SPECIAL)),
    ),
    turns=Turns(phases=(Phase(WAGON, "AM-82", Moment.SCORED, waits=decides),)),
    asks=Asks(
        verbs=later(f"{__name__}_moves", "VERBS", "moves"),
        figure_verbs=later(f"{__name__}_moves", "BACK", f"takes-back {WAGON}"),
        topics=later(f"{__name__}_moves", "TOPICS", WAGON),
    ),
)

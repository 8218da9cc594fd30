"""The mayor: a knight as strong as the coats of arms of his city (AM-39 to AM-54)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.called import spelling
from adjudicator.engine.case import Case
from adjudicator.engine.deed import PUTS
from adjudicator.engine.expansion import Expansion, Figure, May, Proviso, Putting, Start, Tells
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.captors import escapes, taken
from adjudicator.expansions.abbey_and_mayor.supply import checked
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.fold import fold

MAYOR = "mayor"
CASTLE = "castle"
QUARTER = "quarter"
FLYING = "flying-machine"
PORTAL = "portal"


def _item(feature: Feature) -> Item:
    return Item.feature(feature.id)


# ---- strength
def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """As many as the city has coats of arms now (AM-45); 0 on a castle, which has none (AM-151).

    Raises Undetermined where a sketch does not say how many, unless his owner leads without him.
    """
    values = {"feature": _item(feature), "player": Item.player(occupant.owner)}
    if feature.kind == CASTLE:
        case.find("AM-151", "mayor-castle", False, **values)
        return 0
    _ask_coats(case, feature, occupant)
    coats = case.carried(feature, "AM-45", "coat") * value("AM-45", "per_coat") if feature.kind == "city" else 0
    case.find("AM-45", "mayor-counts", bool(coats), number=coats, **values)
    _beside_him(case, feature)
    return coats


def _ask_coats(case: Case, feature: Feature, mayor: Occupant) -> None:
    """Asks for the coats of arms that a sketch leaves out, unless the mayor's owner leads without them. Raises
    Undetermined.
    """
    if _coats_unsaid(case, feature) and not _leads_anyway(case, feature, mayor.owner):
        case.lack("coats", feature)


def _coats_unsaid(case: Case, feature: Feature) -> bool:
    """Whether a sketch leaves out how many coats of arms a city has, or had before its last tile."""
    unsaid = "coat" not in feature.marks or "coat" in feature.only_later
    return unsaid and feature.kind == "city" and case.state.is_told(feature)


def _leads_anyway(case: Case, feature: Feature, owner: str) -> bool:
    """Whether nobody else is in his city, and something there counts whatever coats of arms are not told."""
    meeples = [one for one in feature.occupants if "meeple" in case.game.figure_traits(one.figure)]
    sure = "coat" in feature.marks or any(one.figure != MAYOR for one in meeples)
    return sure and all(one.owner == owner for one in meeples)


def _beside_him(case: Case, feature: Feature) -> None:
    """Notes how those count who stand in a city with him (AM-48, AM-49)."""
    figures = {o.figure for o in feature.occupants}
    known = {"guard-meeple" if figure == "guard" else figure for figure in figures}
    plain = [figure for figure in rule("AM-48").allowed if figure in known and figure != "meeple"]
    if plain:
        names = tuple(Item.noun("figure", "guard" if f == "guard-meeple" else f) for f in plain)
        case.find("AM-48", "mayor-others-one", figures=names)
    if len(feature.occupants) > 1:
        case.find("AM-49", "mayor-adds-up", feature=_item(feature))


def note_strength(case: Case, feature: Feature, at_end: bool) -> None:
    """Notes what a mayor means for the city that is scored (AM-47 to AM-54). Raises Undetermined."""
    mayors = [o for o in feature.occupants if o.figure == MAYOR]
    if feature.kind != "city" or not mayors:
        return
    item = _item(feature)
    for mayor in mayors:
        _ask_coats(case, feature, mayor)
    case.find("AM-50", "mayor-no-value", feature=item)
    figures = {o.figure for o in feature.occupants}
    if figures & {"meeple", "large-meeple"}:
        case.find("AM-47", "mayor-strengths", feature=item)
    _beside_him(case, feature)
    coats = feature.marks.get("coat", 0)
    if coats and len({o.owner for o in feature.occupants}) > 1:
        case.find("AM-52", "mayor-example", feature=item, number=coats)
    meeples = [o for o in feature.occupants if "meeple" in case.game.figure_traits(o.figure)]
    if not coats and not _coats_unsaid(case, feature) and all(o.figure == MAYOR for o in meeples):
        case.against(dict.fromkeys(o.owner for o in meeples), "AM-53", "mayor-alone", feature=item)
        case.find("AM-54", "mayor-zero", feature=item)


def goes_home(case: Case, occupant: Occupant, feature: Feature) -> bool:
    """A mayor goes home when his city is scored (AM-51)."""
    case.find("AM-51", "mayor-home", player=Item.player(occupant.owner))
    return False


# ---- where he may be put
def place(case: Case, put: Putting) -> Finding | None:
    """Only in a city without any knight (AM-40 to AM-43), in a castle (AM-151), in the castle quarter (AM-149)."""
    if put.figure != MAYOR:
        return None
    feature = put.feature
    values = {"feature": _item(feature), "kind": Item.noun("kind", feature.kind)}
    if put.means == PORTAL:
        case.find("AM-144", "mayor-portal", feature=_item(feature))
    if feature.kind == CASTLE:
        return Finding("AM-151", True, "mayor-castle-allowed", values)
    if feature.kind == "tower":
        return Finding("AM-148", False, "mayor-tower", values)
    if feature.kind == QUARTER:
        return Finding("AM-149", _quarter(case, feature) in rule("AM-149").allowed, "mayor-quarter", values)
    if feature.kind != "city":
        return Finding("AM-40", False, "mayor-only-city", values)
    knights = [o for o in feature.occupants if "meeple" in case.game.figure_traits(o.figure)]
    if not knights:
        return Finding("AM-40", True, "mayor-free-city", values)
    case.find("AM-41", "mayor-all-knights", feature=_item(feature))
    if any(o.figure == MAYOR for o in knights):
        case.find("AM-42", "mayor-is-knight", feature=_item(feature))
    if any(o.figure == "wagon" for o in knights):
        case.find("AM-43", "mayor-wagon-there", False, feature=_item(feature))
    return Finding("AM-40", False, "mayor-knight-there", values)


def _quarter(case: Case, feature: Feature) -> str:
    name = fold(feature.id)
    quarters = (*rule("AM-149").allowed, *rule("AM-149").forbidden)
    return next((q for q in quarters if name in (q, fold(spelling(q, case.lang)), q.removesuffix("-quarter"))), name)


def like_a_meeple(case: Case, put: Putting) -> Finding | None:
    """The placed tile, and one figure a turn (AM-39, AM-44)."""
    if put.figure != MAYOR or put.means:
        return None
    turn = case.state.turn
    values = {"feature": _item(put.feature)}
    if turn is not None and case.did(PUTS):
        besides = case.game.besides(case, put)
        if besides is None or not besides.holds:
            return Finding("AM-39", False, "mayor-instead", values)
    if turn is not None and turn.placed and put.feature.id not in turn.touched:
        return Finding("AM-44", False, "mayor-placed-tile", values)
    return Finding("AM-39", True, "mayor-instead", values)


def is_meeple(case: Case, put: Putting) -> Finding | None:
    """A mayor is a meeple (AM-17)."""
    return Finding("AM-17", True, "mayor-is-meeple", {}) if put.figure == MAYOR and not put.means else None


def like_others(case: Case, put: Putting) -> Finding | None:
    """The other rules of placing hold for him too (AM-44)."""
    return Finding("AM-44", True, "mayor-like-others", {}) if put.figure == MAYOR and not put.means else None


def lands(case: Case, put: Putting) -> Finding | None:
    """By a flying machine he lands in an incomplete city only (AM-154)."""
    if put.figure != MAYOR or put.means != FLYING:
        return None
    fits = put.feature.kind == "city" and not case.complete(put.feature)
    return Finding("AM-154", fits, "mayor-lands", {"feature": _item(put.feature)})


def with_a_mayor(case: Case, put: Putting) -> Finding | None:
    """A city whose only figures are mayors without a coat of arms is occupied for all others (AM-54)."""
    feature = put.feature
    if feature.kind != "city" or put.figure == MAYOR or not feature.occupants:
        return None
    if put.means not in ("", PORTAL):
        return None
    if "meeple" not in case.game.figure_traits(put.figure) or any(o.figure != MAYOR for o in feature.occupants):
        return None
    case.find("AM-41", "mayor-all-knights", feature=_item(feature))
    nothing = not _coats_unsaid(case, feature) and not feature.marks.get("coat")
    phrase = "mayor-zero-occupies" if nothing else "mayor-occupies"
    return Finding("AM-54" if phrase == "mayor-zero-occupies" else "AM-41", False, phrase, {"feature": _item(feature)})


# ---- what cannot be
def standing(state: State) -> Iterator[Problem]:
    """Mayors stand in cities only (AM-40, AM-148), and each player has one (AM-16)."""
    kinds = {**dict.fromkeys(rule("AM-40").forbidden, "AM-40"), "tower": "AM-148"}
    yield from checked(state, MAYOR, lambda kind: kinds.get(kind, ""))


PART = Expansion(
    "abbey-and-mayor",
    figures={MAYOR: Figure(owned="AM-16", strength=strength, stays=goes_home)},
    start=Start(checks=(standing,)),
    may=May(
        put=(place, is_meeple, like_others, like_a_meeple, lands, with_a_mayor),
        guests=frozenset((MAYOR, guest) for guest in (CASTLE, QUARTER, "tower", PORTAL, FLYING)),
        provisos=(Proviso("escapes", escapes),),
        be_taken=(taken,),
    ),
    tells=Tells(traps=(note_strength,)),
)

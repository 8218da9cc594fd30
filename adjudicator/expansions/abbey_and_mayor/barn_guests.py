"""What the rules say of a barn and the figures, places and events of other expansions (AM-122 to AM-134, AM-140).

Where a barn may not go is answered by the words of the move, which need not be on the table; what a barn adds to the
moves of others comes as a proviso.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting
from adjudicator.engine.printed import shows
from adjudicator.expansions.abbey_and_mayor.barn_scoring import BARN, barns_on, farmers_on, placed_now, scorings
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move

CARCASSONNE = "carcassonne"
MARKET = "market-quarter"
QUARTERS = ("castle-quarter", MARKET, "blacksmith-quarter", "cathedral-quarter", CARCASSONNE)
"""The City of Carcassonne and its quarters."""
PORTAL = "portal"
FESTIVAL = "festival"
TAKERS = (FESTIVAL, "dragon")
"""What takes figures off the board and says itself whom."""


def saying(case: Case, move: Move) -> Finding | None:
    """What a rule says of a move of a barn; None where none does."""
    words = frozenset(ident for one in case.names_in(move) for ident in one.meant)
    return _of_barn(case, move, words) if BARN in words else None


def with_a_barn(case: Case, deed: Deed) -> Iterator[Finding]:
    """What a barn adds to a move out of the market (AM-128 to AM-130) or into Carcassonne (AM-133, AM-134).

    And to the fairy's: she goes to no barn (AM-124).
    """
    if deed.verb == "moves" and deed.figure == "fairy" and deed.beside == BARN:
        yield Finding("AM-124", False, "barn-fairy", {})
    said = None
    if deed.verb == "moves" and deed.source == MARKET and deed.place:
        said = _from_market(case, case.state.feature(deed.place))
    elif deed.verb == "puts" and deed.means in QUARTERS:
        said = _into_carcassonne(case, deed.player)
    if said is not None:
        yield said


def no_way_through(case: Case, there: bool) -> None:
    """Notes that a magic portal does not bring a barn to a tile elsewhere (AM-125)."""
    if not there and shows(case, PORTAL):
        case.find("AM-125", "barn-portal", False)


def by_portal(case: Case, put: Putting) -> Finding | None:
    """No barn goes through a magic portal (AM-125)."""
    return Finding("AM-125", False, "barn-portal", {}) if put.figure == BARN and put.means == PORTAL else None


def _of_barn(case: Case, move: Move, words: frozenset[str]) -> Finding | None:
    """A move that names a barn and a place of another expansion, on the table or not; or nothing that takes it off."""
    if move.verb in ("takes-back", "removes") and not words.intersection(TAKERS) and not shows(case, FESTIVAL):
        return Finding("AM-62", False, "barn-leaves", {})
    if move.verb != "puts":
        return None
    target = _target(case, move)
    kind = target.kind if target is not None else ""
    if "tower" in (kind, *words):
        return Finding("AM-127", False, "barn-tower", {})
    if words.intersection(QUARTERS) or "quarter" in (kind, *words):
        return Finding("AM-132", False, "barn-carcassonne", {})
    if "volcano" in words:
        return Finding("AM-123", True, "barn-volcano", {})
    return None


def _from_market(case: Case, field: Feature) -> Finding | None:
    """A meeple may leave the market for a field that a barn makes score in this turn (AM-128 to AM-130)."""
    if field.kind != "field" or not barns_on(field):
        return None
    item = Item.feature(field.id)
    if placed_now(case, field):
        case.find("AM-128", "barn-market", feature=item)
        return Finding("AM-129", True, "barn-market-placed", {"feature": item})
    if farmers_on(case, field) and case.state.turn is not None:
        case.find("AM-130", "barn-market-joined", feature=item)
        return Finding("AM-128", True, "barn-market", {"feature": item})
    if case.state.finished or (case.state.turn is None and case.state.stock.get("tile") == 0):
        case.find("AM-128", "barn-market-at-end", feature=item)
        return Finding("AM-130", True, "barn-market-joined", {"feature": item})
    return Finding("AM-130", False, "barn-market-joined", {"feature": item})


def _target(case: Case, move: Move) -> Feature | None:
    """The feature that a move names last."""
    try:
        places = case.args(move).all_places()
        return case.state.feature(case.state.resolve(places[-1])) if places else None
    except Mistake:
        return None


def _into_carcassonne(case: Case, player: str) -> Finding | None:
    """Who makes others score by a barn and has nothing of it may put a meeple in Carcassonne (AM-133, AM-134)."""
    turn = case.state.turn
    if turn is None or turn.player != player or not any(map(barns_on, case.state.occupied())):
        return None
    lines, home = scorings(case.on(case.state.copy()))
    if not home:
        return None
    item = Item.player(player)
    scorers = {line.player for line in lines if line.points}
    if scorers and player not in scorers:
        case.find("AM-134", "barn-only-now", player=item)
        return Finding("AM-133", True, "barn-into-carcassonne", {"player": item})
    if not scorers:
        return None  # what else the turn has scored decides
    return Finding("AM-133", False, "barn-into-carcassonne", {"player": item})

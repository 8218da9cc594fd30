"""The City of Carcassonne: its four quarters, what each of them serves, who stands there, and where the count is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.called import fixed_names, spelling
from adjudicator.binding.clause import Named
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.memory import Scope, remembered
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule

CARCASSONNE = "carcassonne"
"""The whole city, where no quarter is said."""
QUARTER = "quarter"
COUNT = "count"
LEFT_OUT = "false"
MARKET = "market-quarter"
FIELD = "field"
MONASTIC = "monastic-building"
MEEPLE = "meeple"

QUARTERS = ("castle-quarter", MARKET, "blacksmith-quarter", "cathedral-quarter")
PLACES = (*QUARTERS, CARCASSONNE)


@remembered(Scope.PART)
class Before(NamedTuple):
    """The scoring of a turn begins: so many lines of points came before it."""

    lines: int


@remembered(Scope.PART)
class Entered(NamedTuple):
    """A meeple has been put in a quarter."""

    player: str
    quarter: str


@remembered(Scope.PART)
class Left(NamedTuple):
    """Meeples of a player have been moved from a quarter to a feature."""

    player: str
    feature: str


@remembered(Scope.PART)
class Moved(NamedTuple):
    """The count has been moved."""

    player: str


# ---- names
def meaning(name: str) -> str:
    """The quarter that a feature is called after in any language, ``carcassonne`` for the city; else ""."""
    return next((ident for ident in PLACES if ident in fixed_names(name)), "")


def served_by(quarter: str) -> str:
    """What a quarter serves: ``city``, ``road``, ``monastic-building`` or ``field`` (NB-41)."""
    start = quarter.removesuffix(QUARTER)
    pairs = (pair.split("-to-", 1) for pair in rule("NB-41").allowed)
    return next((kind for name, kind in pairs if start == f"{name}-"), "")


def quarter_for(case: Case, feature: Feature) -> str:
    """The quarter that serves a feature (NB-41), "" for none."""
    return next((q for q in QUARTERS if serves(case, q, feature)), "")


def serves(case: Case, quarter: str, feature: Feature) -> bool:
    """Whether meeples of a quarter may go to a feature (NB-41)."""
    kind = served_by(quarter)
    if kind == MONASTIC:
        return {"monastic", "building"} <= set(case.game.kind_traits(feature.kind))
    return kind == feature.kind


def quarter_name(ident: str) -> Item:
    """A quarter, to be named."""
    return Item.noun("name", ident)


def left_out(case: Case) -> Finding | None:
    """What says that the table plays without the count, so that there is no City of Carcassonne; None where it does."""
    return Finding("NB-133", False, "count-left-out", {}) if case.house_rule(COUNT) == LEFT_OUT else None


# ---- places
def declared(case: Case, quarter: str) -> Feature | None:
    """The feature that the position gives for a quarter; None where it tells of none."""
    features = case.state.features.values()
    return next((f for f in features if f.kind == QUARTER and meaning(f.id) == quarter), None)


def place(case: Case, quarter: str) -> Feature:
    """The feature of a quarter; one that the position does not tell of is made, and nobody knows who stands there."""
    return declared(case, quarter) or Feature(spelling(quarter, case.lang), QUARTER)


def told_of(case: Case) -> bool:
    """Whether the position tells of any quarter."""
    return any(f.kind == QUARTER for f in case.state.features.values())


def standing(feature: Feature, player: str, figure: str) -> list[Occupant]:
    """The figures of a kind that a player has in a quarter."""
    return [o for o in feature.occupants if o.owner == player and o.figure == figure]


def count_at(case: Case) -> str:
    """The quarter where the count stands, "" where nobody said."""
    there = (f for f in case.state.features.values() if f.kind == QUARTER and f.marks.get(COUNT))
    return next((meaning(f.id) for f in there), "")


def on_board(feature: Feature) -> bool:
    """Whether a feature of the board is the City of Carcassonne itself, as its tiles show it."""
    return bool(feature.marks.get(CARCASSONNE))


def whole_city(feature: Feature) -> bool:
    """Whether a feature is the City of Carcassonne: by its name, or as the tiles show it."""
    return on_board(feature) or (feature.kind in (QUARTER, "city") and meaning(feature.id) == CARCASSONNE)


# ---- what a move names
def place_of(case: Case, move: Move) -> str:
    """The quarter, or the whole city, that a move names; "" where its word means something else in play. Raises Mistake
    where it is said to be of another kind."""
    words = case.names_in(move)
    for at, word in enumerate(words):
        quarter = word.id("name")
        if quarter in PLACES:
            if at and word.feature is None and not _may_be(quarter, words[at - 1].id("kind") or ""):
                values = {"feature": spelling(quarter, case.lang), "kind": Item.noun("kind", QUARTER)}
                raise Mistake(Problem("other-kind", move.span, values))
            there = case.state.features.get(word.feature) if word.feature is not None else None
            if there is not None and there.kind != QUARTER and not whole_city(there):
                return ""  # a feature of the board that somebody called so
            ours = declared(case, quarter) is not None or not _other(case, word, words[at + 1 :])
            return quarter if ours else ""
    return ""


def quarter_in(args: Args, slot: str) -> str:
    """The quarter, or the whole city, that stands in a slot; "" for anything else."""
    ref = args.place(slot)
    ids = (ident for role, ident in args.roles(slot) if role == "name" and ident in PLACES)
    return next(ids, meaning(ref.name) if ref is not None else "")


def _may_be(place: str, kind: str) -> bool:
    """Whether a quarter, or the whole city, may be called a feature of a kind; "" where no kind is said."""
    return kind in ("", QUARTER) or (place == CARCASSONNE and kind == "city")


def _other(case: Case, word: Named, behind: Sequence[Named]) -> bool:
    """Whether ``castle`` or ``cathedral`` is the word of another expansion in play, or has a name of its own."""
    if behind and word.id("kind") and behind[0].id("keyword") is None:
        return True
    others = ((role, ident) for role, ident in word.ids if role in ("kind", "unit", "symbol"))
    return any(case.game.owner(role, ident) in case.game.ids for role, ident in others)


def names_a_place(case: Case, move: Move) -> bool:
    """Whether a word of a move may mean a quarter or the whole city."""
    return any(word.id("name") in PLACES for word in case.names_in(move))


def names_count(case: Case, move: Move) -> bool:
    """Whether a word of a move means the count."""
    return any(word.id("figure") == COUNT for word in case.names_in(move))

"""``protects meeple on M``: laying down a meeple for 4 points, or for 2 in a turn that puts none on its tile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import LeftOut, Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Arrival, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import Looks, candidates, figure_parts, looks, one_of, unlike
from adjudicator.errors import Problem
from adjudicator.expansions.peasant_revolts.conditions import conditions, price_of
from adjudicator.expansions.peasant_revolts.paying import FOUR, TWO, charge
from adjudicator.expansions.peasant_revolts.terms import (
    MEANS,
    PHANTOM,
    PROTECTED,
    feature_item,
    is_field,
    is_meeple,
    player_item,
)
from adjudicator.expansions.peasant_revolts.wanted import Wanted, is_fresh, paid_by
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten
from adjudicator.rulebook.loader import value

Pair: TypeAlias = tuple[Feature, Occupant]
"""A figure and where it stands."""


def _means(args: Args) -> str:
    """``by portal``, ``by seduction token``; "" where nothing is said. Raises Mistake."""
    means = args.ident("means") or ""
    if means and means not in MEANS:
        args.refuse("means", "means")
    return means


def read(case: Case, move: Move) -> Action[Wanted]:
    """``protects meeple on M``, ``protects meeple on M for 2``, ``protects meeple on M by portal``, ``protects it``.

    Raises Mistake.
    """
    args = case.args(move)
    if args.says("it"):
        return _finish(case, move, args, _put_now(case, move))
    phrase = args.standing()
    if phrase.number != 1:
        raise Mistake(Problem("protect-one", phrase.span, {}, (), (TWO,)))
    owner = phrase.colour or move.player
    if phrase.place is None:
        phrase = phrase._replace(place=args.place())
    ident = case.state.resolve(phrase.place) if phrase.place is not None else ""
    there = candidates(case, phrase, owner)
    new = [(feature, o) for feature, o in there if is_fresh(case, o)]
    bare = [pair for pair in there if not pair[1].mark(PROTECTED)]
    there = [pair for pair in bare if is_fresh(case, pair[1])] or bare or new or there
    if not there and ident and owner == move.player:
        case.figures(case.state.feature(ident))
    if there and all(is_field(case, feature) for feature, _ in there):
        there = there[:1]  # whichever is meant is a farmer, and none is protected (REVOLT-27)
    if len(bare) > 1:
        wanted = Wanted(move.player, owner, phrase.figure, None, None, args.number(), _means(args))
        meant = _cheapest if phrase.place is not None else _first
        there = meant(case, wanted, there, bare)
    found = one_of(case, there, phrase)
    feature, one = found or (case.state.feature(ident) if ident else None, None)
    return _finish(case, move, args, Wanted(move.player, owner, phrase.figure, feature, one))


def _cheapest(case: Case, wanted: Wanted, there: list[Pair], bare: list[Pair]) -> list[Pair]:
    """The figures that may be protected at the price that is said, else of those that are alike the one that costs
    least: whoever names one of them means that one.
    """

    def of(pair: Pair) -> Wanted:
        return wanted._replace(feature=pair[0], occupant=pair[1])

    if wanted.price is None:
        priced = [(pair, looks(case, *pair), price_of(case, of(pair))) for pair in there]
        least: dict[Looks, int] = {}
        for _, look, price in priced:
            least[look] = min(price, least.get(look, price))
        return [pair for pair, look, price in priced if price == least[look]]
    allowed = _permitted(case, wanted, bare)
    return [pair for pair in allowed if is_fresh(case, pair[1])] or allowed or there


def _first(case: Case, wanted: Wanted, there: list[Pair], bare: list[Pair]) -> list[Pair]:
    """The figures that are meant where no place is said: those that are `there`, or if none of them may be protected
    those that may.
    """
    allowed = _permitted(case, wanted, bare)
    return there if any(pair in allowed for pair in there) else allowed or there


def _permitted(case: Case, wanted: Wanted, bare: list[Pair]) -> list[Pair]:
    """Those of some figures that may be protected."""
    ways = ((pair, wanted._replace(feature=pair[0], occupant=pair[1])) for pair in bare)
    return [pair for pair, way in ways if all(one.holds for one in conditions(case.apart(), way))]


def _put_now(case: Case, move: Move) -> Wanted:
    """The figure that was put last in this turn."""
    for one, _ in reversed(case.recall(Arrival)):
        for feature in case.state.occupied():
            if any(o is one for o in feature.occupants):
                return Wanted(move.player, one.owner, one.figure, feature, one)
    raise LeftOut(Problem("protect-nothing-put", move.span))


def _finish(case: Case, move: Move, args: Args, wanted: Wanted) -> Action[Wanted]:
    """The same with the means and the price that the move says."""
    return _action(case, move, wanted._replace(price=args.number(), means=_means(args)))


def _action(case: Case, move: Move, wanted: Wanted) -> Action[Wanted]:
    where = (feature_item(wanted.feature),) if wanted.feature is not None else ()
    parts: tuple[Item, ...] = (Item.count(1, "", wanted.figure), *where)
    if wanted.feature is not None and wanted.occupant is not None:
        parts = figure_parts(case, wanted.feature, wanted.occupant, False, PROTECTED)
    place = wanted.feature.id if wanted.feature is not None else ""
    price = price_of(case, wanted)
    deed = Deed(figure=wanted.figure, occupant=wanted.occupant, place=place, means=wanted.means, price=price)
    return Action(move, wanted, Item.move("protects", *parts), deed)


def check(case: Case, action: Action[Wanted]) -> list[Finding]:
    """Every condition: whose meeple and turn, where it stands, when, and at which price."""
    return sorted(conditions(case, action.data), key=lambda f: f.holds)


def apply(case: Case, action: Action[Wanted]) -> None:
    """Takes the price and lays the meeple down (REVOLT-21)."""
    wanted = action.data
    if case.state.turn is None or wanted.feature is None or wanted.occupant is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    one: Occupant = wanted.occupant
    price = price_of(case, wanted)
    rule_id = paid_by(case, wanted) if price == value(FOUR, "price") else TWO
    if wanted.figure == PHANTOM:
        case.find("REVOLT-58", "protect-phantom", player=player_item(wanted.player))
    case.state.change(wanted.feature.id, one, one._replace(marks=(*one.marks, (PROTECTED, 1))))
    charge(case, wanted.player, wanted.feature.id, price, rule_id)
    case.find("REVOLT-21", "protect-laid", feature=feature_item(wanted.feature), player=player_item(wanted.player))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Wanted]]:
    """Every meeple of the player on the board, of those that are alike on a feature one; the newest first."""
    move = unwritten(player, "protects")
    for feature in case.state.occupied():
        own = [(feature, o) for o in feature.occupants if o.owner == player and is_meeple(case, o)]
        new = [(there, o) for there, o in own if is_fresh(case, o)]
        found = [one for _, one in (*unlike(case, own, True), *unlike(case, new, True))]
        found.sort(key=lambda one: not one.mark(PROTECTED))  # of two that go by one name the one in danger is meant
        ways = (Wanted(player, player, one.figure, feature, one) for one in found)
        actions = [(_action(case, move, way), way.occupant) for way in ways]
        yield from {(action.item, one.label if one else ""): action for action, one in actions}.values()


def must(case: Case, action: Action[Wanted]) -> Finding:
    """Nobody has to protect a meeple (REVOLT-06)."""
    return Finding("REVOLT-06", False, "protect-optional", {"player": player_item(action.data.player)})


VERBS = {"protects": Verb(read, check, apply, choices, must)}

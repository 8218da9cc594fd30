"""Telling whom the dragon has eaten: ``captures blue meeple on R by dragon``, ``removes pig on F with dragon``."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import find_figure, place_of
from adjudicator.engine.printed import may_show
from adjudicator.errors import Problem
from adjudicator.expansions.princess_and_dragon.afterwards import FLIES
from adjudicator.expansions.princess_and_dragon.neutral import DRAGON, FAIRY
from adjudicator.expansions.princess_and_dragon.prey import Prey, eat, eatable, eaten, on_tile, spared, suppose_all
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move


class Meal(NamedTuple):
    figure: str
    prey: Prey | None
    """None where no such figure stands there."""


def read(case: Case, move: Move) -> Action[Meal]:
    """A figure, its place where there may be several, and the dragon behind ``by`` or ``with``. Raises Mistake."""
    args = case.args(move)
    args.alone()  # the dragon eats whoever is there: how many is not said
    phrase = args.taken()
    if args.ident("means") not in (None, DRAGON):
        args.refuse("means", "means")
    found = find_figure(case, move, phrase, "", DRAGON)
    owner = found[1].owner if found is not None else phrase.colour
    place = place_of(case, *found) if found is not None else ""
    if not place and phrase.place is not None:
        place = case.state.resolve(phrase.place)
    return Action(move, Meal(phrase.figure, found), Item.move(move.verb, Item.figure(owner, phrase.figure, place)))


def check(case: Case, action: Action[Meal]) -> list[Finding]:
    """Meeples, builders and pigs are eaten, nothing else (NB-27), by a dragon that moves and is kept off (NB-26)."""
    meal = action.data
    values = {"figure": Item.noun("figure", meal.figure)}
    if meal.prey is None:
        return [Finding("NB-27", False, "dragon-finds", values)]
    feature, occupant = meal.prey
    if not eatable(case, occupant):
        said = spared(case, feature, occupant)
        return [Finding("NB-27", False, "dragon-leaves", values), *([said] if said is not None else [])]
    if occupant.mark(FAIRY):
        return [Finding("NB-26", False, "dragon-fairy-there", {})]
    if not may_show(case, DRAGON, "NB-26"):
        return [Finding("NB-26", False, "dragon-tile", values)]
    saved = spared(case, feature, occupant)
    if saved is not None:
        return [saved]
    prey = _all_there(case, *meal.prey)
    suppose_all(case, prey)
    return [eaten(prey)]


def _all_there(case: Case, feature: Feature, occupant: Occupant) -> list[Prey]:
    """All whom the dragon eats where it eats this one: it takes everybody on the tile (NB-27)."""
    state = case.state
    tile = state.tiles_of(feature)[0] if state.on_one_tile(feature) else state.tile_under(feature, occupant)
    return on_tile(case, tile.whole()) or [(feature, occupant)]


def apply(case: Case, action: Action[Meal]) -> None:
    """Sends it home without points (NB-27)."""
    meal = action.data
    turn = case.state.turn
    if turn is None or meal.prey is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    if not case.did(FLIES):
        case.remember(Act(FLIES))
    prey = _all_there(case, *meal.prey)
    suppose_all(case, prey)
    eat(case, prey)


VERBS = dict.fromkeys((f"captures {DRAGON}", f"removes {DRAGON}"), Verb(read, check, apply))

"""Taking a knight out of a besieged city at the end of the turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import Found, candidates, figure_parts, one_of, unlike
from adjudicator.errors import Problem
from adjudicator.expansions.besiegers.cities import ESCAPES, besieged
from adjudicator.expansions.besiegers.refuge import refuge
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten
from adjudicator.play.turns import helpers_home
from adjudicator.rulebook.loader import value


class Escape(NamedTuple):
    player: str
    """Whose figure it is."""
    figure: str
    city: Feature | None
    """Where the figure is; None if the player has none on a city."""
    knight: Occupant | None = None
    """None if no such figure is there."""


def read(case: Case, move: Move) -> Action[Escape]:
    """``escapes meeple``, ``escapes meeple from T``. Raises Mistake."""
    phrase = case.args(move).taken()
    if phrase.number != 1:
        raise Mistake(Problem("escape-one", phrase.span, {}, (), ("NB-105",)))
    owner = phrase.colour or move.player
    found = candidates(case, phrase, owner)
    if phrase.place is None:
        knights = [(feature, one) for feature, one in found if feature.kind == "city"]
        found = [(city, one) for city, one in knights if besieged(case, city)] or knights
    knight = one_of(case, found, phrase)
    if knight is not None or phrase.place is None:
        return _action(case, move, owner, phrase.figure, knight)
    city = case.state.feature(case.state.resolve(phrase.place))
    item = Item.move(ESCAPES, Item.count(1, "", phrase.figure), Item.feature(city.id))
    return Action(move, Escape(owner, phrase.figure, city), item, Deed(figure=phrase.figure, place=city.id))


def _action(case: Case, move: Move, owner: str, figure: str, knight: Found | None) -> Action[Escape]:
    if knight is None:
        item = Item.move(ESCAPES, Item.count(1, "", figure))
        return Action(move, Escape(owner, figure, None), item, Deed(figure=figure))
    city, one = knight
    item = Item.move(ESCAPES, *figure_parts(case, city, one, owner=False))
    deed = Deed(figure=figure, occupant=one, place=city.id)
    return Action(move, Escape(owner, figure, city, one), item, deed)


def check(case: Case, action: Action[Escape]) -> list[Finding]:
    """One's own knight of a besieged city, at the end of one's turn (NB-104), one a turn (NB-105), to a refuge."""
    escape = action.data
    player, city = action.move.player, escape.city
    values = {"player": Item.player(player), "figure": Item.noun("figure", escape.figure)}
    knight = "meeple" in case.game.figure_traits(escape.figure) and escape.player == player
    if city is not None:
        case.figures(city)
    if city is None or city.kind != "city" or not knight or escape.knight is None:
        return [Finding("NB-104", False, "no-knight-to-escape", values)]
    details = {"feature": Item.feature(city.id)}
    if not besieged(case, city):
        return [Finding("NB-104", False, "city-besieged", details)]
    found = [Finding("NB-104", True, "city-besieged", details)]
    if escape.figure in ("mayor", "wagon"):
        case.find("NB-106", "knight-like-others", figure=values["figure"])
    turn = case.state.turn
    if turn is not None:
        if turn.player != player:
            return [Finding("NB-104", False, "not-your-turn", values)]
        if not turn.placed:
            found.append(Finding("NB-104", False, "escape-at-end", values))
        if city.id in turn.completed:
            found.append(Finding("NB-104", False, "knights-went-home", details))
        again = sum(act.verb == ESCAPES for act in case.recall(Act)) >= value("NB-105", "per_turn")
        found.append(Finding("NB-105", not again, "one-escape", values))
    if all(finding.holds for finding in found):
        found.append(refuge(case, city))
    return sorted(found, key=lambda f: f.holds)


def apply(case: Case, action: Action[Escape]) -> None:
    """Takes the knight home, without points (NB-104)."""
    escape = action.data
    state, turn, city = case.state, case.state.turn, escape.city
    if turn is None or city is None or escape.knight is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    gone = escape.knight
    state.change(city.id, gone, None)
    state.give(escape.player, escape.figure)
    home = (*turn.home, gone, *helpers_home(case))
    state.turn = (state.turn or turn)._replace(home=home)
    case.remember(Act(ESCAPES))
    case.find("NB-104", "knight-escaped", feature=Item.feature(city.id))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Escape]]:
    """Every figure of the player in a besieged city."""
    move = unwritten(player, ESCAPES)
    for feature in case.state.occupied():
        if besieged(case, feature):
            for city, one in unlike(case, ((feature, o) for o in feature.occupants if o.owner == player), True):
                yield _action(case, move, player, one.figure, (city, one))


def must(case: Case, action: Action[Escape]) -> Finding:
    """A knight may flee, and need not (NB-104)."""
    return Finding("NB-104", False, "may-escape", {"player": Item.player(action.move.player)})


VERBS = {ESCAPES: Verb(read, check, apply, choices, must)}

"""The princess: a knight of the city that her tile extends goes home (NB-32)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import figure_parts, find_figure
from adjudicator.engine.printed import may_show, shows
from adjudicator.errors import Problem
from adjudicator.expansions.princess_and_dragon.afterwards import FLIES, SEDUCES
from adjudicator.expansions.princess_and_dragon.neutral import MEEPLE
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten

PRINCESS = "princess"
PASSED = "nothing"


class Seduction(NamedTuple):
    figure: str
    place: Feature | None
    """What was said as its place; None where nothing was and no such figure is there."""
    knight: tuple[Feature, Occupant] | None


def read(case: Case, move: Move) -> Action[Seduction]:
    """``seduces blue meeple on T``, with ``by princess`` or without. Raises Mistake."""
    args = case.args(move)
    phrase = args.taken()
    if args.ident("means") not in (None, PRINCESS):
        args.refuse("means", "means")
    knight = find_figure(case, move, phrase, "")
    place = case.state.feature(case.state.resolve(phrase.place)) if phrase.place is not None else None
    return _action(case, move, Seduction(phrase.figure, place, knight), phrase.colour)


def _action(case: Case, move: Move, seduction: Seduction, colour: str = "") -> Action[Seduction]:
    if seduction.knight is None:
        where = seduction.place.id if seduction.place is not None else ""
        return Action(move, seduction, Item.move(SEDUCES, Item.figure(colour, seduction.figure, where)))
    feature, one = seduction.knight
    deed = Deed(figure=one.figure, occupant=one, place=feature.id)
    return Action(move, seduction, Item.move(SEDUCES, *figure_parts(case, feature, one)), deed)


def check(case: Case, action: Action[Seduction]) -> list[Finding]:
    """A knight of the city that the princess tile extends, instead of placing any figure (NB-32)."""
    seduction = action.data
    player = action.move.player
    values = {"player": Item.player(player), "figure": Item.noun("figure", seduction.figure)}
    city = seduction.knight[0] if seduction.knight is not None else seduction.place
    if city is not None and not city.occupants:
        case.figures(city)
    if seduction.knight is None or seduction.knight[0].kind != "city":
        return [Finding("NB-32", False, "princess-knight", values)]
    if MEEPLE not in case.game.figure_traits(seduction.figure):
        return [Finding("NB-32", False, "princess-knight", values)]
    feature, one = seduction.knight
    details = {**values, "feature": Item.feature(feature.id)}
    found = [Finding("NB-32", True, "princess-seduces", details)]
    for says in case.game.may.be_taken:
        said = says(case, feature, one, SEDUCES)
        found += [said] if said is not None else []
    turn = case.state.turn
    if turn is None:
        return sorted(found, key=lambda finding: finding.holds)
    if turn.player != player:
        return [Finding("NB-32", False, "not-your-turn", values)]
    if not turn.placed:
        return [Finding("NB-32", False, "princess-after-placing", values)]
    if not _extends(case, feature):
        found.append(Finding("NB-32", False, "princess-extends", details))
    if case.did(FLIES):
        found.append(Finding("NB-26", False, "put-after-dragon", values))
    elif any(act.verb != PASSED for act in case.recall(Act)):
        found.append(Finding("NB-32", False, "princess-instead", values))
    return sorted(found, key=lambda finding: finding.holds)


def _extends(case: Case, city: Feature) -> bool:
    """Whether the princess of the placed tile is in `city`; supposed where a sketch tells no symbol of the tile."""
    turn = case.state.turn
    printed = shows(case, PRINCESS)
    if turn is None or printed is None:
        return may_show(case, PRINCESS, "NB-32")
    tile = case.state.tile(turn.cell) if turn.cell is not None else None
    hers = [part for part in tile.parts if PRINCESS in part.piece.marks] if tile is not None else []
    return any(part.feature == city.id for part in hers) if hers else printed and city.id in turn.touched


def apply(case: Case, action: Action[Seduction]) -> None:
    """Sends the knight home without points."""
    seduction = action.data
    state, turn = case.state, case.state.turn
    if turn is None or seduction.knight is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    feature, one = seduction.knight
    case.note(*(said for says in case.game.may.be_taken if (said := says(case, feature, one, SEDUCES)) is not None))
    state.change(feature.id, one, None)
    state.give(one.owner, one.figure)
    case.remember(Act(SEDUCES))
    state.turn = turn._replace(home=(*turn.home, one))
    case.find("NB-32", "princess-seduced", owner=Item.player(one.owner), feature=Item.feature(feature.id))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Seduction]]:
    """Every knight in the cities of the placed tile (outside a turn: in every city)."""
    turn = case.state.turn
    printed = shows(case, PRINCESS)
    if turn is not None and not printed and asked is None:
        return
    move = unwritten(player, SEDUCES)
    seen: set[Item] = set()
    for feature in case.state.occupied():
        if feature.kind == "city" and (not printed or (turn is not None and feature.id in turn.touched)):
            for one in feature.occupants:
                action = _action(case, move, Seduction(one.figure, feature, (feature, one)))
                if action.item not in seen:
                    seen.add(action.item)
                    yield action


def must(case: Case, action: Action[Seduction]) -> Finding:
    """The player may do so, and need not (NB-32)."""
    return Finding("NB-32", False, "princess-may", {"player": Item.player(action.move.player)})


VERBS = {SEDUCES: Verb(read, check, apply, choices, must)}

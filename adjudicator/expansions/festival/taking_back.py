"""Taking a figure back with a festival tile: ``takes back meeple from R``, with ``by festival`` or without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import Found, figure_parts, find_figure
from adjudicator.engine.printed import may_show, shows
from adjudicator.errors import Problem
from adjudicator.expansions.festival.besides import FESTIVAL
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten
from adjudicator.rulebook.loader import rule
from adjudicator.words.vocabulary import vocabulary

GHOST = "ghost"
BARN = "barn"
PRISONER = "prisoner"
PASSED = "nothing"
OWN = ("meeple", "special", "helper")
"""Traits of the figures that belong to players."""


class Return(NamedTuple):
    figure: str
    owner: str
    found: Found | None
    """None where no such figure is on the board."""


def read(case: Case, move: Move) -> Action[Return]:
    """A figure, from where if there are several. Raises Mistake."""
    args = case.args(move)
    if args.says(PRISONER, "unit"):
        held = Item.noun("unit", PRISONER)
        return Action(move, Return(PRISONER, move.player, None), Item.move("takes-back", held))
    phrase = args.taken()
    if args.ident("means") not in (None, FESTIVAL):
        args.refuse("means", "means")
    owner = phrase.colour or move.player
    return _action(case, move, Return(phrase.figure, owner, find_figure(case, move, phrase, owner)))


def _action(case: Case, move: Move, back: Return) -> Action[Return]:
    parts: tuple[Item, ...] = (Item.count(1, back.owner, back.figure),)
    if back.found is not None:
        parts = figure_parts(case, *back.found)
    one = back.found[1] if back.found is not None else None
    deed = Deed(figure=back.figure, occupant=one, means=FESTIVAL)
    means = Item.text(Item.word("by"), Item.noun("name", FESTIVAL))  # some figures come back otherwise, too
    return Action(move, back, Item.move("takes-back", *parts, means), deed)


def check(case: Case, action: Action[Return]) -> list[Finding]:
    """A figure of one's own on the board, in phase 2 with a festival tile, instead of placing one (NB-98)."""
    back = action.data
    player = action.move.player
    if back.figure == PRISONER:
        return [Finding("NB-115", False, "festival-prisoner", {})]
    values = {"player": Item.player(player), "figure": Item.noun("figure", back.figure)}
    mine = back.figure in rule("NB-98").allowed or any(t in OWN for t in case.game.figure_traits(back.figure))
    if not mine or back.owner != player:
        return [Finding("NB-98", False, "festival-own", values)]
    if back.found is None:
        return [Finding("NB-98", False, "festival-none-there", values)]
    feature, one = back.found
    found = [Finding("NB-98", True, "festival-takes", {**values, "feature": Item.feature(feature.id)})]
    if back.figure == BARN:
        found.append(Finding("NB-99", True, "festival-barn", values))
    if one.mark(GHOST):
        ghosts = Item.count(one.mark(GHOST), "", GHOST)
        found.append(Finding("NB-100", True, "festival-ghosts", {"ghosts": ghosts}))
    for says in case.game.may.be_taken:
        said = says(case, feature, one, FESTIVAL)
        found += [said] if said is not None else []
    turn = case.state.turn
    if turn is not None:
        if turn.player != player:
            return [Finding("NB-98", False, "not-your-turn", values)]
        if not turn.placed:
            found.append(Finding("NB-98", False, "festival-after-placing", values))
        elif not may_show(case, FESTIVAL, "NB-98"):
            found.append(Finding("NB-98", False, "festival-tile", values))
        if any(act.verb != PASSED for act in case.recall(Act)):
            found.append(Finding("NB-98", False, "festival-instead", values))
    return sorted(found, key=lambda finding: finding.holds)


def apply(case: Case, action: Action[Return]) -> None:
    """Takes it back to the supply; it scores nothing, whatever it is (NB-98)."""
    back = action.data
    state, turn = case.state, case.state.turn
    if turn is None or back.found is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    feature, one = back.found
    case.note(*(said for says in case.game.may.be_taken if (said := says(case, feature, one, FESTIVAL)) is not None))
    state.change(feature.id, one, None)
    state.give(one.owner, one.figure)
    case.remember(Act(FESTIVAL))
    state.turn = turn._replace(home=(*turn.home, one))
    figure = Item.noun("figure", one.figure)
    case.find("NB-98", "festival-taken", figure=figure, feature=Item.feature(feature.id))


def _meant(case: Case, asked: Move | None) -> bool:
    """Whether a question can be about a festival only: no other rule takes back what it names."""
    if asked is None:
        return False
    first = case.game.verb(asked.verb, asked)
    return first is not None and first.choices is choices


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Return]]:
    """Every figure of the player on the board, once a festival tile has been placed (outside a turn: always)."""
    shown = shows(case, FESTIVAL)
    if case.state.turn is not None and not shown and (shown is False or not _meant(case, asked)):
        return
    move = unwritten(player, "takes-back")
    seen: set[Item] = set()
    for feature in case.state.occupied():
        for one in feature.occupants:
            if one.owner == player:
                action = _action(case, move, Return(one.figure, player, (feature, one)))
                if action.item not in seen:
                    seen.add(action.item)
                    yield action


def must(case: Case, action: Action[Return]) -> Finding:
    """The player may do so, and need not (NB-98)."""
    return Finding("NB-98", False, "festival-may", {"player": Item.player(action.move.player)})


_VERB = Verb(read, check, apply, choices, must)
VERBS = {f"takes-back {word}": _VERB for word in (FESTIVAL, *vocabulary().ids("figure"))}

"""``moves wagon to M``: after its feature has been scored a wagon goes home or moves on.

The scoring comes first, then the wagons decide, clockwise from the active player (AM-82 to AM-85).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.binding.taken import figure_taken
from adjudicator.engine.case import Case
from adjudicator.engine.deed import PUTS, Act, Deed
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.errors import Problem
from adjudicator.expansions.abbey_and_mayor.wagon_asked import due, in_order, involved, scored_finding
from adjudicator.expansions.abbey_and_mayor.wagon_examples import example
from adjudicator.expansions.abbey_and_mayor.wagon_reach import spots
from adjudicator.expansions.abbey_and_mayor.wagon_terms import (
    WAGON,
    Spot,
    Standing,
    WagonMoved,
    by_connection,
    conditions,
    known_home,
    place_of,
    wagon_at,
    wagon_of,
)
from adjudicator.model.position import Cell, Occupant
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move
from adjudicator.model.span import NOWHERE
from adjudicator.play.turns import settle_turn


class Travel(NamedTuple):
    """A wagon on its way."""

    wagon: Standing | None
    """None for a player without a wagon on a feature."""
    owner: str
    target: str
    """Id of the feature it goes to."""
    cell: Cell | None
    """The square that was named, on a board."""
    segment: int | None
    figure: str = WAGON
    laid: tuple[tuple[str, int], ...] = ()
    """How it is to stand there, such as ``as abbot``."""


def read(case: Case, move: Move) -> Action[Travel]:
    """``moves wagon to M``, ``moves wagon from R to road E at (1,0)``; another figure is read for the answer that it
    does not move.

    Raises Mistake, Undetermined.
    """
    reader = Reader(move.words, case.lang, move.span)
    phrase = figure_taken(reader)
    if phrase.figure != WAGON:
        named = [pair for word in move.words for pair in word.roles if pair[0] in ("figure", "kind", "name")]
        for role, ident in named:
            if case.game.owner(role, ident) not in ("", *case.game.ids):
                lack_code(case, role, ident)
        travel = Travel(None, move.player, "", None, None, phrase.figure)
        item = Item("move", ("moves", Item("count", (1, "", phrase.figure))))
        return Action(move, travel, item, Deed(figure=phrase.figure))
    if phrase.number != 1:
        raise Mistake(Problem("moves-one", phrase.span, {}, (), ("AM-16",)))
    if reader.keyword("to", "on", "in", "at") is None and reader.done:
        reader.fail("place")
    ref = reader.ref()
    reader.end("line-end")
    owner = phrase.colour or move.player
    ident = case.state.resolve(ref)
    segment = None
    if case.state.ground is not None and ref.cell is not None and not ref.name:
        segment = case.state.find_segment(ref, ref.cell)
    laid = tuple(mark for mark in phrase.marks if mark[0].startswith("as-"))
    return _action(move, Travel(wagon_at(case, owner, phrase.place), owner, ident, ref.cell, segment, WAGON, laid))


def _action(move: Move, travel: Travel, named: str = "") -> Action[Travel]:
    parts = ("moves", Item("count", (1, "", WAGON)), Item("feature", (named or travel.target,)))
    return Action(move, travel, Item("move", parts), Deed(figure=WAGON, place=travel.target, marks=travel.laid))


def check(case: Case, action: Action[Travel]) -> list[Finding]:
    """One's own wagon, just scored, in its turn, to what is within reach, incomplete and unoccupied."""
    travel = action.data
    player: dict[str, Value] = {"player": Item("player", (travel.owner,))}
    if travel.figure != WAGON:
        return [Finding("AM-82", False, "wagon-alone-moves", {"figure": Item("noun", ("figure", travel.figure))})]
    if travel.owner != action.move.player:
        return [Finding("AM-82", False, "wagon-not-yours", player)]
    wagon = travel.wagon
    if wagon is None:
        return [Finding("AM-82", False, "no-wagon", player)]
    known_home(case, wagon)
    scored = scored_now(case, wagon)
    if not scored.holds:
        return [scored]
    found = [scored, *turn_order(case, travel.owner)]
    spot = next((s for s in spots(case, wagon) if s.feature.id == travel.target), None)
    if spot is None:
        spot = Spot(case.state.feature(travel.target), False)
    tried = conditions(case, wagon, spot)
    found += tried
    if travel.segment is not None and spot.sections and travel.segment not in spot.sections:
        values: dict[str, Value] = {"section": Item("feature", (_label(case, travel.segment),)), **player}
        found.append(Finding("AM-90", False, "wagon-section", values))
        case.find("AM-92", "wagon-far-section", **values)
    example(case, wagon, spot, tuple(tried))
    if by_connection(case) and case.state.ground is not None:
        case.find("AM-107", "wagon-any-tile", feature=Item("feature", (travel.target,)))
    turn = case.state.turn
    if turn is not None and case.did(PUTS) and turn.player == travel.owner:
        case.find("AM-88", "wagon-besides", **player)
    return sorted(found, key=lambda f: f.holds)


def scored_now(case: Case, wagon: Standing) -> Finding:
    """As for the question, but in a turn it is that turn which must score the feature."""
    scored = scored_finding(case, wagon)
    turn = case.state.turn
    if turn is not None and not wagon.sent and not due(case, wagon):
        return scored._replace(rule="AM-82", holds=False)
    return scored


def _label(case: Case, segment: int) -> str:
    ground = case.state.ground
    assert ground is not None
    return ground.label(segment)


def turn_order(case: Case, owner: str) -> list[Finding]:
    """Whether no wagon that comes later has moved already (AM-85)."""
    moved = [one.owner for one in case.recall(WagonMoved)]
    if not moved:
        return []
    order = in_order(case, [*dict.fromkeys((*involved(case), *moved))])
    late = [p for p in moved if order.index(p) > order.index(owner)]
    players = tuple(Item("player", (p,)) for p in order)
    return [Finding("AM-85", not late, "wagon-in-turn", {"player": Item("player", (owner,)), "players": players})]


def apply(case: Case, action: Action[Travel]) -> None:
    """Scores what the turn completed, then puts the wagon on its new feature instead of its supply."""
    travel = action.data
    state = case.state
    if state.turn is None or travel.wagon is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    settle_turn(case)
    turn = state.turn
    gone = next((o for _, o in turn.sent if o.owner == travel.owner and o.figure == WAGON), None)
    if gone is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    segment, cell = _section(case, travel)
    marks = (*(mark for mark in gone.marks if mark[0] in case.game.may.keep), *travel.laid)
    moved = Occupant(travel.owner, WAGON, travel.target, marks, gone.label, cell, action.move.span)
    state.give(travel.owner, WAGON, -1)
    state.stand(travel.target, (moved,), segment)
    state.turn = turn._replace(
        sent=tuple(pair for pair in turn.sent if pair[1] is not gone),
        home=tuple(o for o in turn.home if o is not gone),
    )
    case.remember(WagonMoved(travel.owner))
    case.find("AM-82", "wagon-moved", player=Item("player", (travel.owner,)), feature=Item("feature", (travel.target,)))


def _section(case: Case, travel: Travel) -> tuple[int | None, Cell | None]:
    """Where on the new feature it stands: the section that was named, else the first one within reach."""
    ground = case.state.ground
    if ground is None or travel.target in case.state.features or travel.wagon is None:
        return None, None
    segment = travel.segment
    if segment is None:
        spot = next(s for s in spots(case, travel.wagon) if s.feature.id == travel.target)
        segment = spot.sections[0] if spot.sections else case.state.segment_of(travel.target)
    return segment, ground.cell(segment)


def free_to_go(case: Case, player: str, asked: Move | None) -> Standing | None:
    """The player's wagon if its feature is scored; where no move was asked for, only once that phase has come."""
    turn = case.state.turn
    if asked is None and not (turn is not None and (turn.closed or (turn.placed and (case.recall(Act))))):
        return None
    wagon = wagon_of(case, player)
    if wagon is None or (not wagon.sent and turn is not None and not due(case, wagon)):
        return None
    return wagon


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Travel]]:
    """The player's wagon to every feature it may think of; none while its feature is not scored."""
    move = Move(player, "moves", [], (), NOWHERE)
    wagon = free_to_go(case, player, asked)
    for spot in spots(case, wagon) if wagon is not None else ():
        yield _action(move, Travel(wagon, player, spot.feature.id, None, None), place_of(case, spot))


def must(case: Case, action: Action[Travel]) -> Finding:
    """The owner may always take the wagon back instead (AM-82)."""
    return Finding("AM-82", False, "wagon-optional", {"player": Item("player", (action.data.owner,))})


VERBS = {"moves": Verb(read, check, apply, choices, must)}

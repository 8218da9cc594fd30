"""``puts meeple on castle-quarter``: into the City of Carcassonne, after a turn that paid others only (NB-40)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import PUTS, Act, Arrival, Deed
from adjudicator.engine.expansion import Action, AnyVerb, Putting, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.errors import Problem
from adjudicator.expansions.count_king_robber.quarters import (
    CARCASSONNE,
    MEEPLE,
    PLACES,
    QUARTERS,
    Entered,
    declared,
    left_out,
    names_a_place,
    place,
    place_of,
    quarter_name,
    told_of,
)
from adjudicator.expansions.count_king_robber.right import right
from adjudicator.model.position import Occupant
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, unwritten
from adjudicator.play.asking import plain_verb_of
from adjudicator.play.turns import after_scoring, due_before_scoring, settle_turn

NO_TILE = ("message", "ransom", *(f"message-{number}" for number in range(1, 9)))
"""What brings points without a placed tile (NB-117)."""
OTHER = "other"
"""Anything else that somebody would put a meeple there by."""


class Enter(NamedTuple):
    """A meeple on its way into Carcassonne."""

    figure: str
    quarter: str
    """``carcassonne`` where no quarter was said."""
    marks: tuple[tuple[str, int], ...]
    label: str
    points_of: str = ""
    """What brought the points, where that was said; `OTHER` for what brings none."""


def plain(case: Case, move: Move) -> AnyVerb:
    """The verb itself, for a move that names something else by the same word. Raises Mistake, Undetermined."""
    return plain_verb_of(case, move)


def read(case: Case, move: Move) -> Action[object]:
    """A figure, the quarter, and ``by message``, ``by ransom`` where the points are told so.

    Raises Mistake, Undetermined.
    """
    quarter = place_of(case, move)
    if not quarter:
        return plain(case, move).read(case, move)
    args = case.args(move)
    points_of = ""
    if args.has("means"):
        points_of = next((ident for _, ident in args.roles("means") if ident in NO_TILE), OTHER)
    phrase = args.figure()
    if phrase.number != 1:
        raise Mistake(Problem("quarter-one", phrase.span, {}, (), ("NB-40",)))
    if phrase.figure not in case.game.figures:
        lack_code(case, "figure", phrase.figure)
    return _action(move, Enter(phrase.figure, quarter, phrase.marks, phrase.label, points_of), case)


def _action(move: Move, enter: Enter, case: Case) -> Action[object]:
    where = Item.feature(place(case, enter.quarter).id)
    deed = Deed(figure=enter.figure, place=where.parts[0], means=enter.quarter, marks=enter.marks)
    return Action(move, enter, Item.move("puts", Item.count(1, "", enter.figure), where), deed)


def check(case: Case, action: Action[object]) -> list[Finding]:
    """After the scoring, when the points of the turn allow it, one meeple, besides the usual placement (NB-40)."""
    enter = action.data
    if not isinstance(enter, Enter):
        return plain(case, action.move).check(case, action)
    if gone := left_out(case):
        return [gone]
    player = action.move.player
    values: dict[str, Value] = {
        "player": Item.player(player), "figure": Item.noun("figure", enter.figure),
        "quarter": quarter_name(enter.quarter),
    }  # fmt: skip
    if MEEPLE not in case.game.figure_traits(enter.figure):
        return [Finding("NB-40", False, "quarter-meeple", values)]
    if enter.points_of == OTHER:
        return [Finding("NB-40", False, "quarter-by-points", values)]
    found: list[Finding] = []
    after = case
    turn = case.state.turn
    if turn is not None:
        if turn.player != player:
            return [Finding("NB-40", False, "not-your-turn", values)]
        if not turn.placed:
            return [Finding("NB-40", False, "quarter-after-scoring", values)]
        if case.recall(Entered):
            return [Finding("NB-40", False, "quarter-once", values)]
        if early := due_before_scoring(case):
            return early
        after = after_scoring(case)
    if enter.points_of:
        what = Item.word(enter.points_of)
        found.append(Finding("NB-117", False, "quarter-points-of", {"what": what}))
    elif turn is None:
        found.append(Finding("NB-40", True, "quarter-supposed", values, "supposes"))
    else:
        found += right(case, after, player)
        if case.did(PUTS):
            found.append(Finding("NB-40", True, "quarter-besides", values))
    found += _like_any(case, after, enter, player, all(f.holds for f in found))
    return sorted(found, key=lambda f: f.holds)


def _like_any(case: Case, after: Case, enter: Enter, player: str, asked: bool) -> list[Finding]:
    """What else keeps a figure from being put there: the supply after the scoring, and what kind of figure it is."""
    moment = after.state.copy()
    moment.turn = None
    probe = case.on(moment)
    put = Putting(player, enter.figure, place(case, enter.quarter), enter.quarter, enter.marks)
    found: list[Finding] = []
    for condition in case.game.may.put:
        try:
            finding = condition(probe, put)
        except Undetermined:
            if asked:
                raise
            continue  # the answer is no, whatever the fact
        if finding is not None:
            found.append(finding)
    return found


def apply(case: Case, action: Action[object]) -> None:
    """Scores what the turn completed, then puts the meeple in its quarter. Raises Mistake, Undetermined."""
    enter = action.data
    if not isinstance(enter, Enter):
        plain(case, action.move).apply(case, action)
        return
    if enter.quarter == CARCASSONNE:
        quarters = tuple(Item.noun("name", one) for one in QUARTERS)
        case.lack("which-quarter", None, player=Item.player(action.move.player), quarters=quarters)
    state = case.state
    if state.turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    settle_turn(case)
    feature = place(case, enter.quarter)
    if declared(case, enter.quarter) is None:
        state.add(feature)
    player = action.move.player
    one = Occupant(player, enter.figure, feature.id, enter.marks, enter.label, None, action.move.span)
    state.stand(feature.id, (one,))
    state.give(player, enter.figure, -1)
    case.remember(Entered(player, enter.quarter))
    case.remember(Arrival(one, enter.quarter))
    case.find("NB-40", "quarter-entered", player=Item.player(player), quarter=quarter_name(enter.quarter))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[object]]:
    """Every quarter, or those that a question names; what the verb itself finds where the word means something else.

    Where nothing was asked for, only once the turn has come so far, and where Carcassonne is on the table at all.
    """
    if asked is None and not told_of(case):
        return
    made = unwritten(player, "puts")
    if asked is not None and case.state.turn is None and not names_a_place(case, asked):
        return
    if asked is not None and not place_of(case, asked) and names_a_place(case, asked):
        verb = plain(case, asked)
        yield from verb.choices(case, player, asked) if verb.choices is not None else ()
        return
    turn = case.state.turn
    if asked is None and turn is not None and not (turn.closed or case.recall(Act)):
        return
    words = case.names_in(asked) if asked is not None else ()
    wanted = {word.id("name") for word in words} & {*QUARTERS} or QUARTERS
    figures = [figure for word in words if (figure := word.id("figure"))] or [MEEPLE]
    for quarter in QUARTERS:
        if quarter in wanted:
            yield _action(made, Enter(figures[0], quarter, (), ""), case)


def must(case: Case, action: Action[object]) -> Finding:
    """A player may do so, and need not (NB-40)."""
    verb = plain(case, action.move)
    if not isinstance(action.data, Enter) and verb.must is not None:
        return verb.must(case, action)
    return Finding("NB-40", False, "quarter-may", {"player": Item.player(action.move.player)})


_VERB = Verb(read, check, apply, choices, must)
VERBS = {f"puts {word}": _VERB for word in PLACES}

"""``moves meeple from castle-quarter to T``: from Carcassonne into what is being scored (NB-41, NB-42)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.reader import FigurePhrase, Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Arrival, Deed
from adjudicator.engine.expansion import Action
from adjudicator.engine.pointing import Found, figure_parts, fits, looks, one_of
from adjudicator.errors import Problem
from adjudicator.expansions.count_king_robber.moment import in_turn, now
from adjudicator.expansions.count_king_robber.quarters import (
    CARCASSONNE,
    MEEPLE,
    Left,
    count_at,
    declared,
    quarter_for,
    quarter_name,
    serves,
    standing,
    told_of,
)
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move


class Leave(NamedTuple):
    """Meeples on their way out of a quarter."""

    owner: str
    figure: str
    number: int
    quarter: str
    """"" where no quarter serves the feature."""
    target: Feature
    cell: Cell | None = None
    """The square that was named, on a board."""
    segment: int | None = None
    """The piece of the feature on that square."""
    meant: FigurePhrase | None = None
    """What was said of them; None for what is offered."""
    one: Found | None = None
    """Who is offered, with the quarter."""


def read(case: Case, move: Move, quarter: str) -> Action[Leave]:
    """A figure, ``from`` a `quarter` or the whole city, ``to`` a feature. Raises Mistake."""
    args = case.args(move)
    phrase = args.standing()
    ref = args.place("to")
    if ref is None:
        args.refuse("to", "place")
    if args.has("means"):
        args.refuse("means", "line-end")
    target, part = case.state.point(ref)
    segment = part.segment if part is not None and ref.cell is not None else None
    if phrase.number < 1:
        raise Mistake(Problem("quarter-some", phrase.span, {}, (), ("NB-41",)))
    if quarter == CARCASSONNE:
        quarter = quarter_for(case, target)
    owner = phrase.colour or move.player
    return action_of(case, move, Leave(owner, phrase.figure, phrase.number, quarter, target, ref.cell, segment, phrase))


def action_of(case: Case, move: Move, leave: Leave) -> Action[Leave]:
    """The move of `leave`."""
    figures, where = Item.count(leave.number, "", leave.figure), Item.feature(leave.target.id)
    figure = figure_parts(case, *leave.one, owner=False)[1:-1] if leave.one is not None else ()
    deed = Deed(figure=leave.figure, place=leave.target.id, source=leave.quarter, cell=leave.cell)
    return Action(move, leave, Item.move("moves", figures, *figure, where), deed)


def leaving(case: Case, there: Feature, leave: Leave) -> list[Occupant]:
    """Who leaves a quarter; fewer than wanted where there are not as many.

    Raises Undetermined where more stand there than are to leave, and they are not alike.
    """
    found = [(there, o) for o in standing(there, leave.owner, leave.figure)]
    if leave.one is not None:
        return [leave.one[1]]
    if leave.meant is not None:
        found = [(there, o) for _, o in found if fits(leave.meant, o, leave.owner)]
    if len(found) > leave.number:
        chosen = one_of(case, found, leave.meant)
        first = looks(case, *chosen) if chosen is not None else None
        # The others of the sort that is meant go first, then the rest, in whatever order they were written.
        found.sort(key=lambda pair: (looks(case, *pair) != first, sorted(pair[1].marks), pair[1].label))
    return [one for _, one in found[: leave.number]]


def check(case: Case, action: Action[Leave]) -> list[Finding]:
    """One's own meeples, of the quarter that serves the feature, without the count, when it is scored (NB-41, NB-42).

    Raises Undetermined.
    """
    leave = action.data
    values: dict[str, Value] = {
        "player": Item.player(action.move.player), "figure": Item.noun("figure", leave.figure),
        "quarter": quarter_name(leave.quarter or CARCASSONNE), "feature": Item.feature(leave.target.id),
    }  # fmt: skip
    if leave.owner != action.move.player or MEEPLE not in case.game.figure_traits(leave.figure):
        return [Finding("NB-41", False, "leave-own-meeple", values)]
    if not leave.quarter or not serves(case, leave.quarter, leave.target):
        return [Finding("NB-41", False, "leave-serves", values)]
    found = [Finding("NB-41", True, "leave-serves", values)]
    there = declared(case, leave.quarter)
    if there is None:
        found.append(Finding("NB-41", True, "leave-supposed", values, "supposes"))
    elif len(leaving(case, there, leave)) < leave.number:
        case.figures(there)
        return [Finding("NB-41", False, "leave-nobody-there", values)]
    count = count_at(case)
    if count == leave.quarter:
        return [Finding("NB-42", False, "leave-count-there", values)]
    one = Occupant(leave.owner, leave.figure, leave.target.id)
    found += now(case, one, leave.target, leave.quarter, values)
    found += in_turn(case, action.move.player, leave.target)
    squares = (leave.cell,) if leave.cell is not None else case.state.squares_of(leave.target)
    found += case.game.stands(case, leave.target, squares)
    if all(finding.holds for finding in found):
        if not count and told_of(case):
            case.lack("count-where")
        found.append(
            Finding(
                "NB-42",
                True,
                "leave-count-elsewhere" if count else "leave-count-supposed",
                values,
                "decides" if count else "supposes",
            )
        )
    return sorted(found, key=lambda finding: finding.holds)


def apply(case: Case, action: Action[Leave]) -> None:
    """Puts them on the feature, before who leads there is told."""
    leave = action.data
    state = case.state
    there = declared(case, leave.quarter)
    cell = leave.cell or case.state.square_of(leave.target)
    moved: list[Occupant] = []
    going = leaving(case, there, leave) if there is not None else []
    for gone in going or (None,) * leave.number:
        if there is not None and gone is not None:
            state.change(there.id, gone, None)
        marks, label = (gone.marks, gone.label) if gone is not None else ((), "")
        one = Occupant(leave.owner, leave.figure, leave.target.id, marks, label, cell, action.move.span)
        state.stand(leave.target.id, (one,), leave.segment)
        moved.append(one)
    turn = state.turn
    if turn is not None:
        case.remember(Left(leave.owner, leave.target.id))
        for one in moved:
            case.remember(Arrival(one, leave.quarter))
    player, item = Item.player(leave.owner), Item.feature(leave.target.id)
    case.find("NB-41", "leave-moved", player=player, quarter=quarter_name(leave.quarter), feature=item)

"""``moves``, where it names the count or a quarter of the City of Carcassonne (NB-40 to NB-42)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.clause import ids_in
from adjudicator.binding.reader import FigurePhrase, Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Act
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.pointing import unlike
from adjudicator.errors import Problem
from adjudicator.expansions.count_king_robber import leaving
from adjudicator.expansions.count_king_robber.entering import plain
from adjudicator.expansions.count_king_robber.leaving import Leave
from adjudicator.expansions.count_king_robber.quarters import (
    CARCASSONNE,
    COUNT,
    MEEPLE,
    PLACES,
    QUARTERS,
    Entered,
    Moved,
    count_at,
    declared,
    left_out,
    meaning,
    names_count,
    place,
    place_of,
    quarter_in,
    quarter_name,
    serves,
)
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, unwritten


class Count(NamedTuple):
    """The count on his way."""

    quarter: str


class Into(NamedTuple):
    """A figure that is to be moved, rather than put, into a quarter."""

    quarter: str


def read(case: Case, move: Move) -> Action[object]:
    """``moves count to market-quarter``, ``moves meeple from castle-quarter to T``. Raises Mistake, Undetermined."""
    quarter = place_of(case, move)
    args = case.args(move)
    said = args.any_figure()
    if said is not None and said.figure == COUNT:
        return _to(case, move, _where_to(args, said))
    if not quarter:
        return plain(case, move).read(case, move)
    if quarter_in(args, "from"):
        return leaving.read(case, move, quarter)
    if args.figure().number != 1:
        raise Mistake(Problem("quarter-one", args.figure().span, {}, (), ("NB-40",)))
    return Action(move, Into(quarter), Item.move("moves", Item.feature(place(case, quarter).id)))


def _where_to(args: Args, count: FigurePhrase) -> str:
    """The quarter that the count is to go to. Raises Mistake."""
    for more in ("from", "means"):
        if args.has(more):
            args.refuse(more, "line-end")
    there = quarter_in(args, "to") or (meaning(count.place.name) if count.place is not None else "")
    if there in ("", CARCASSONNE):
        args.refuse("to", "quarter")
    return there


def _to(case: Case, move: Move, quarter: str) -> Action[object]:
    parts = (Item.count(1, "", COUNT), Item.feature(place(case, quarter).id))
    return Action(move, Count(quarter), Item.move("moves", *parts))


def check(case: Case, action: Action[object]) -> list[Finding]:
    """What the rules say of the one or the other."""
    data = action.data
    gone = left_out(case) if isinstance(data, (Leave, Into, Count)) else None
    if gone is not None:
        return [gone]
    if isinstance(data, Leave):
        return leaving.check(case, action.holding(data))
    if isinstance(data, Into):
        return [Finding("NB-40", False, "quarter-by-putting", {"quarter": quarter_name(data.quarter)})]
    if isinstance(data, Count):
        return [_count(case, action, data)]
    return plain(case, action.move).check(case, action)


def _count(case: Case, action: Action[object], count: Count) -> Finding:
    """Once, by who has just put a meeple in Carcassonne (NB-40)."""
    turn, player = case.state.turn, action.move.player
    values = {"player": Item.player(player), "quarter": quarter_name(count.quarter)}
    if turn is None:
        case.lack("count-when", None, player=values["player"])
    entered = any(one.player == player for one in case.recall(Entered))
    if not entered or case.recall(Moved):
        return Finding("NB-40", False, "count-after-entering", values)
    if count_at(case) == count.quarter:
        return Finding("NB-40", False, "count-there-already", values)
    return Finding("NB-40", True, "count-after-entering", values)


def apply(case: Case, action: Action[object]) -> None:
    """Carries out the one or the other."""
    data = action.data
    if isinstance(data, Leave):
        leaving.apply(case, action.holding(data))
    elif isinstance(data, Count):
        _apply_count(case, action, data)
    else:
        plain(case, action.move).apply(case, action)


def _apply_count(case: Case, action: Action[object], count: Count) -> None:
    state = case.state
    if state.turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    before = declared(case, count_at(case))
    if before is not None:
        state.add(before._replace(marks={mark: n for mark, n in before.marks.items() if mark != COUNT}))
    there = place(case, count.quarter)
    state.add(there._replace(marks={**there.marks, COUNT: 1}))
    case.remember(Moved(action.move.player))
    case.find("NB-42", "count-holds", quarter=quarter_name(count.quarter))


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[object]]:
    """The player's meeples from each quarter to what it serves, or the count to each other quarter."""
    move = unwritten(player, "moves")
    if asked is not None and (names_count(case, asked) or not any(ids_in(asked, "figure"))):
        yield from (_to(case, move, quarter) for quarter in QUARTERS)
        if names_count(case, asked):
            return
    turn = case.state.turn
    if asked is None and turn is not None:
        if case.recall(Entered):
            yield from (_to(case, move, quarter) for quarter in QUARTERS)
        if turn.closed or not (case.recall(Act)):
            return  # the phase is another
    wanted = {word.id("name") for word in case.names_in(asked)} & {*PLACES} if asked is not None else set()
    for there in [f for f in case.state.occupied() if meaning(f.id) in QUARTERS]:
        quarter = meaning(there.id)
        for target in case.state.all_features() if not wanted or {quarter, CARCASSONNE} & wanted else ():
            if serves(case, quarter, target):
                own = [(there, o) for o in there.occupants if o.owner == player]
                for pair in unlike(case, own, True):
                    if MEEPLE in case.game.figure_traits(pair[1].figure):
                        leave = Leave(player, pair[1].figure, 1, quarter, target, one=pair)
                        yield leaving.action_of(case, move, leave)


def must(case: Case, action: Action[object]) -> Finding:
    """Players may do either, and need not (NB-40, NB-41)."""
    player = Item.player(action.move.player)
    return Finding("NB-41" if isinstance(action.data, Leave) else "NB-40", False, "quarter-may", {"player": player})


_VERB = Verb(read, check, apply, choices, must, at_end=True)
VERBS = {f"moves {word}": _VERB for word in (*PLACES, COUNT)}

"""What attaching a ghost does, also of one that only one figure can get (GCC-25, GCC-27, GCC-34, GCC-35)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Owed
from adjudicator.engine.expansion import Expansion, On
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts import (
    OWN,
    Attached,
    choice_items,
    due_now,
    figure_item,
    trim,
)
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import GHOST
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Value
from adjudicator.play.turns import helpers_home
from adjudicator.rulebook.loader import value


def attach(case: Case, what: str, feature: Feature, before: Occupant) -> None:
    """Attaches the ghost of the turn's tile that is `what`; the third sends the meeple and its ghosts home, before
    meeples are placed (GCC-34, GCC-35).
    """
    state, turn = case.state, case.state.turn
    assert turn is not None
    ghosts = before.mark(GHOST) + 1
    marks = (*((mark, n) for mark, n in before.marks if mark != GHOST), (GHOST, ghosts))
    after = before._replace(marks=marks)
    values: dict[str, Value] = {
        "figure": figure_item(state, feature, before),
        "ghosts": Item.count(ghosts, "", GHOST),
        "owner": Item.player(before.owner),
    }
    owed = case.owed()
    case.remember(Attached(what))
    case.remember(Owed(owed[owed.index(what) + 1 :] if what in owed else ()))
    if ghosts >= value("GCC-34", "ghosts"):
        state.change(feature.id, before, None)
        state.give(before.owner, before.figure)
        case.find("GCC-34", "ghost-third", **values)
        case.find("GCC-35", "ghost-third-anybody", owner=values["owner"])
        if before.mark("fairy"):
            case.find("GCC-86", "ghost-fairy-stays")
        helpers = helpers_home(case)
        state.turn = (state.turn or turn)._replace(home=(*turn.home, after, *helpers))
    else:
        state.change(feature.id, before, after)
        case.find("GCC-27" if what == OWN else "GCC-25", "ghost-attached", **values)
    trim(case)


def without_choice(case: Case) -> None:
    """Attaches the ghosts that are due as long as the next one can go to one figure only, or to figures all alike.

    Where a part of the table is shown somebody else may stand elsewhere, and nothing is done.
    """
    state = case.state
    while state.turn is not None and state.turn.placed and not state.part_shown:
        due = next(iter(due_now(case)), None)
        if due is None or len(figures := choice_items(case, due)) > 1:
            return
        rule_id, player = "GCC-27" if due.what == OWN else "GCC-25", Item.player(state.turn.player)
        if not state.has_board:
            case.suppose(rule_id, "ghost-nobody-else", figures=figures)
        case.find(rule_id, "ghost-must", player=player)
        case.warn("ghost-without-choice", rule_id, player=player, figures=figures)
        attach(case, due.what, *due.choices[0])


PART = Expansion("ghosts-castles-cemeteries", on=On(forced=(without_choice,)))

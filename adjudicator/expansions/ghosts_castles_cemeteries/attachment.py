"""What attaching a ghost does, also of one that only one figure can get (GCC-25, GCC-27, GCC-34, GCC-35)."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Owed
from adjudicator.engine.expansion import Expansion, Turns
from adjudicator.engine.phases import Moment, Phase
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts import (
    AFTER_GHOSTS,
    OWN,
    Attached,
    any_owed,
    choice_items,
    due_now,
    figure_item,
    trim,
    whom,
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
            case.find("GCC-85", "ghost-despite-fairy", figure=values["figure"])
            case.find("GCC-86", "ghost-fairy-stays")
        helpers = helpers_home(case)
        state.turn = (state.turn or turn)._replace(home=(*turn.home, after, *helpers))
    else:
        state.change(feature.id, before, after)
        case.find("GCC-27" if what == OWN else "GCC-25", "ghost-attached", **values)
    trim(case)


def attach_due(case: Case) -> None:
    """Attaches the ghosts that are due: to the only figure that can get one, else to the one that this run takes.

    Raises Undetermined, the ghosts before it attached, where nobody said who gets one.
    """
    while due := next(iter(due_now(case)), None):
        rule_id, figures = "GCC-27" if due.what == OWN else "GCC-25", choice_items(case, due)
        player = Item.player(case.state.turn.player if case.state.turn is not None else "")
        feature, occupant = whom(case, due)
        if len(figures) == 1:
            if not case.state.has_board:
                case.suppose(rule_id, "ghost-nobody-else", figures=figures)
            case.find(rule_id, "ghost-must", player=player)
            case.warn("ghost-without-choice", rule_id, player=player, figures=figures)
        attach(case, due.what, feature, occupant)


PHASE = Phase(
    "haunts",
    "GCC-36",
    Moment.BEFORE_PUT,
    waits=any_owed,
    before=frozenset((*AFTER_GHOSTS, "adds", "removes", "builds castle", "arrow", "barn", "wagon")),
    settle=attach_due,
    first="ghosts-first",
    topic="ghosts",
)
PART = Expansion("ghosts-castles-cemeteries", turns=Turns(phases=(PHASE,)))

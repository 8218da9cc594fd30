"""``ask arrow``: which symbols the tile just placed activates, and the 2 points."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Asks, Expansion
from adjudicator.engine.rulings import ruling
from adjudicator.expansions.anniversary_20.arrows import IGNORED, SYMBOLS, Activates
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Ask


def arrow(case: Case, ask: Ask) -> Ruling:
    """The symbol that the tile just placed activates, or those among which the player chooses; and the 2 points."""
    case.args(ask)
    turn = case.state.turn
    if turn is None:
        case.lack("which-turn")
    if not turn.placed:
        case.lack("arrow-tile")
    unsaid = [m for m in case.state.unknown if m.fact == "arrow-points"]
    if unsaid:
        case.lack("arrow-points")
    case.explain("anniversary-20")
    found = case.recall(Activates)
    options = [Item.word(kind) for activates in found for kind in activates.kinds]
    choice = any(activates.choice for activates in found)
    lines = [line for line in turn.lines if line.item == "arrow"]
    if case.house_rule(SYMBOLS) == IGNORED:
        case.find("ANN-49", "arrow-ignored")
    elif not found and not lines:
        case.find("ANN-14", "arrow-nothing", False)
    return ruling(case, "arrow", "options", options=options, choice=choice, lines=lines)


PART = Expansion("anniversary-20", asks=Asks(topics={"arrow": arrow}))

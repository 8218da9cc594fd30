"""``ask arrow``: which symbols the tile just placed activates, and the 2 points."""

from __future__ import annotations

from adjudicator.binding.reader import Reader
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Asks, Expansion
from adjudicator.engine.rulings import ruling
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Ask


def arrow(case: Case, ask: Ask) -> Ruling:
    """The symbol that the tile just placed activates, or those among which the player chooses; and the 2 points."""
    Reader(ask.words, case.lang, ask.span).end("line-end")
    turn = case.state.turn
    if turn is None:
        case.lack("which-turn")
    if not turn.placed:
        case.lack("arrow-tile")
    unsaid = [m for m in case.state.unknown if m.fact == "arrow-points"]
    if unsaid:
        case.lack("arrow-points")
    facts = [f for f in turn.facts if f.phrase.startswith("arrow-")]
    case.note(*facts)
    options: list[Item] = []
    for fact in facts:
        if fact.phrase == "arrow-activates":
            options.append(Item("word", (fact.values["symbol"].parts[1],)))
        elif fact.phrase == "arrow-choice":
            options += (Item("word", (symbol.parts[1],)) for symbol in fact.values["symbols"])
    options = list(dict.fromkeys(options))
    choice = any(f.phrase == "arrow-choice" for f in facts)
    lines = [line for line in turn.lines if line.item == "arrow"]
    if not facts and not lines:
        case.find("ANN-14", "arrow-nothing", False)
    return ruling(case, "arrow", "options", options=options, choice=choice, lines=lines)


PART = Expansion("anniversary-20", asks=Asks(topics={"arrow": arrow}))

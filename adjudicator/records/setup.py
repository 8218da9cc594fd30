"""The setup of a written game: tile sets, elements, settings, start tiles."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.state import State
from adjudicator.errors import Problem, Problems
from adjudicator.model.scenario import BOX, Scenario
from adjudicator.records.names import names
from adjudicator.rulebook import loader


def written_setup(scenario: Scenario, state: State) -> dict[str, Any]:
    """The ``setup`` of a saved game. Raises Problems with everything that such a file cannot say."""
    tables = names()
    problems: list[Problem] = []
    sets: dict[str, int] = dict(tables["always"]["sets"])
    elements: dict[str, Any] = dict(tables["always"]["elements"])
    for expansion in sorted(scenario.setup.expansions):
        written = tables["written"].get(expansion)
        if written is None:
            problems.append(Problem("export-expansion", values={"expansion": expansion}))
            continue
        sets.update(dict.fromkeys(written["sets"], 1))
        elements.update(written["elements"])
    boxes = scenario.stock.get(BOX, 1)
    sets = {name: copies * boxes for name, copies in sets.items()}
    rules: dict[str, str] = {}
    for name, value in scenario.setup.options.items():
        if name not in tables["defaults"]:
            problems.append(Problem("export-rule", values={"word": f"{name} {value}"}))
        elif value != tables["defaults"][name]:
            rules[name] = value
    for name, expansion in tables["differing"].items():
        if expansion in scenario.setup.expansions and name not in scenario.setup.options:
            rules[name] = loader.in_force(name, scenario.setup.edition)
    if scenario.setup.edition != "C3":
        problems.append(Problem("export-rule", values={"word": scenario.setup.edition}))
    owned = []
    for hand in scenario.hands.values():
        if hand.score or hand.aside or hand.cards or hand.captives or hand.unchecked or hand.items is None:
            problems.append(Problem("export-position", scenario.span))
        else:
            owned.append(dict(hand.items))
    if owned and (len(owned) < len(state.players) or any(one != owned[0] for one in owned)):
        problems.append(Problem("export-position", scenario.span))
    elif owned:
        for element, word in tables["supply"].items():
            number = owned[0].pop(word.replace(" ", "-"), 0)
            elements.pop(element, None)
            if number:
                elements[element] = number
        if owned[0]:
            problems.append(Problem("export-position", scenario.span))
    board = scenario.board
    if scenario.features or scenario.links or not state.has_board or scenario.tiles:
        problems.append(Problem("export-sketch", scenario.span))
    elif board is not None and (board.part or board.stands or board.corners):
        problems.append(Problem("export-position", scenario.span))
    if problems:
        raise Problems(tuple(problems))
    cells = [placed.cell for placed in board.placed] if board is not None and board.placed else [(0, 0)]
    start = []
    for x, y in cells:
        lay = state.lay((x, y))
        if lay is not None:
            start.append({"tile": lay.face.id, "x": x, "y": y, "rotation": 90 * lay.turns})
    return {"sets": sets, "elements": elements, "rules": rules, "start": start}

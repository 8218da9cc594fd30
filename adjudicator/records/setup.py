"""The setup of a written game: tile sets, elements, settings, start tiles."""

from __future__ import annotations

from typing import Any

from adjudicator.binding.tile_files import catalogue
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.scenario import Scenario
from adjudicator.records.names import names
from adjudicator.rulebook import loader
from adjudicator.words.vocabulary import vocabulary


def setup_problems(scenario: Scenario, state: State) -> tuple[Problem, ...]:
    """Everything in the position before the first turn that a saved game cannot say."""
    tables = names()
    problems = [
        Problem("export-expansion", values={"expansion": expansion})
        for expansion in sorted(scenario.setup.expansions)
        if expansion not in tables["written"]
    ]
    for name, value in scenario.setup.options.items():
        if name not in tables["defaults"] and name not in tables["said_by_elements"]:
            problems.append(Problem("export-rule", values={"word": f"{name} {value}"}))
    if scenario.setup.edition != "C3":
        problems.append(Problem("export-rule", values={"word": scenario.setup.edition}))
    owned = []
    for hand in scenario.hands.values():
        if hand.score or hand.aside or hand.cards or hand.captives or hand.unchecked or hand.items is None:
            problems.append(Problem("export-position", scenario.span))
        else:
            owned.append(dict(hand.items))
    known = {word.replace(" ", "-") for word in tables["supply"].values()}
    if owned and (len(owned) < len(state.players) or any(one != owned[0] or set(one) - known for one in owned)):
        problems.append(Problem("export-position", scenario.span))
    board = scenario.board
    if scenario.features or scenario.links or not state.has_board or scenario.tiles:
        problems.append(Problem("export-sketch", scenario.span))
    elif board is not None and (board.part or board.stands or board.corners):
        problems.append(Problem("export-position", scenario.span))
    return tuple(problems)


def unwritten(scenario: Scenario) -> frozenset[str]:
    """The figures of the game that a saved game does not hold; not those that are in play where a tile shows it."""
    tables = names()
    written = {
        element
        for one in scenario.setup.expansions
        for element in tables["written"].get(one, {"elements": ()})["elements"]
    }
    written |= {*tables["always"]["elements"], *tables["optional"]}
    for hand in scenario.hands.values():
        written |= {
            element for element, word in tables["supply"].items() if word.replace(" ", "-") in (hand.items or {})
        }
    return frozenset(word for element, word in tables["supply"].items() if element not in written)


def written_setup(scenario: Scenario, state: State, abbots: bool) -> dict[str, Any]:
    """The ``setup`` of a saved game that has been played to its end.

    Gardens are in play where a tile on the table shows one, abbots there, where players own them and where `abbots`
    have been put; the tiles tell which of the sets of an expansion are.
    """
    tables = names()
    figure, kind = tables["optional"]
    laid = [tile.lay.face for tile in state.all_tiles() if tile.lay is not None]
    gardens = any(segment.kind == kind for face in laid for segment in face.segments)
    abbots = abbots or gardens or any((hand.items or {}).get(figure) for hand in scenario.hands.values())
    sets: dict[str, int] = dict(tables["always"]["sets"])
    elements: dict[str, Any] = dict(tables["always"]["elements"])
    for expansion in sorted(scenario.setup.expansions):
        written = tables["written"][expansion]
        several = written.get("by_tiles", {})
        shown = [name for name, prefix in several.items() if any(face.id.startswith(prefix) for face in laid)]
        sets.update(dict.fromkeys(shown or written["sets"], 1))
        elements.update(written["elements"])
    boxes = scenario.setup.boxes
    shown_by = {
        name: expansion for expansion in scenario.setup.expansions for name in tables["written"][expansion]["sets"]
    }
    green = {face.id for face in laid if any(segment.kind == kind for segment in face.segments)}

    def art(name: str) -> str:
        """The edition of a set: the second where one of its own tiles with a garden is laid."""
        own = {shown_by[name]} if name in shown_by else vocabulary().always()
        return "2" if green & catalogue().faces(frozenset(own)).keys() else "1"

    sets = {f"{name[:-1]}{art(name)}" if name.endswith(":1") else name: n * boxes for name, n in sets.items()}
    rules: dict[str, str] = {}
    for name, value in scenario.setup.options.items():
        meant = tables["said_by_elements"].get(name)
        if meant is not None:
            for element in meant["elements"] if value == meant["value"] else ():
                elements.pop(element, None)
        elif value != tables["defaults"][name]:
            rules[name] = value
    for name, expansion in tables["differing"].items():
        if expansion in scenario.setup.expansions and name not in scenario.setup.options:
            rules[name] = loader.in_force(name, scenario.setup.edition)
    if abbots:
        elements[figure] = 1
    if gardens:
        elements[kind] = True
    owned = next((dict(hand.items) for hand in scenario.hands.values() if hand.items is not None), None)
    if owned is not None:
        for element, word in tables["supply"].items():
            number = owned.pop(word.replace(" ", "-"), 0)
            elements.pop(element, None)
            if number:
                elements[element] = number
    board = scenario.board
    cells = [placed.cell for placed in board.placed] if board is not None and board.placed else [(0, 0)]
    start = []
    for x, y in cells:
        lay = state.lay((x, y))
        if lay is not None:
            start.append({"tile": lay.face.id, "x": x, "y": y, "rotation": 90 * lay.turns})
    return {"sets": sets, "elements": elements, "rules": rules, "start": start}

"""What a tower reaches: its own tile, and as many tiles each way as it has floors (NB-34)."""

from __future__ import annotations

from adjudicator.binding.reader import FigurePhrase, Mistake, Reader
from adjudicator.engine.board import stands_of
from adjudicator.engine.case import Case
from adjudicator.engine.state import State
from adjudicator.expansions.tower.floors import TOWER, Raised, height, raised, square, towers
from adjudicator.model.position import Cell, Feature, Link, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Ref
from adjudicator.syntax.lexer import Word


def within(case: Case, feature: Feature, one: Occupant) -> Finding:
    """Whether a figure is in range of the tower that has got a floor in this turn.

    Where no floor was added it is supposed that one is, on a tower that reaches the figure if there is one. Raises
    Undetermined where the position does not tell.
    """
    event = raised(case)
    cell = _cell(case.state, one)
    shown = {"figure": Item("figure", (one.owner, one.figure, feature.id))}
    sketched = event is not None and event.feature in case.state.features
    if cell is not None and not sketched and all(one.kind != TOWER for one in case.state.features.values()):
        return _on_board(case, cell, event, shown)
    several = [case.state.feature(event.feature)] if event is not None else list(towers(case.state))
    told = {tower.id: found for tower in several if (found := _told(case, tower, feature, one)) is not None}
    for ident, reached in told.items():
        if reached:
            return Finding("NB-34", True, "tower-reaches", {**shown, "tower": Item("feature", (ident,))})
    if told and len(told) == len(several):
        return Finding("NB-34", False, "tower-reaches", {**shown, "tower": Item("feature", (next(iter(told)),))})
    if event is not None:
        case.lack("tower-reach", case.state.feature(event.feature))
    return Finding("NB-34", True, "tower-supposed", shown)


def _on_board(case: Case, cell: Cell, event: Raised | None, shown: dict[str, Item]) -> Finding:
    targets = _whole_tile(case, cell)
    one_more = 0 if event is not None else 1
    best: tuple[Feature, int] | None = None
    for tower in (case.state.feature(event.feature),) if event is not None else towers(case.state):
        here, floors = square(case.state, tower), height(case.state, tower)
        if here is None or (event is None and tower.occupants):
            continue
        if floors is None:
            case.lack("floors", tower)
        if any(reaches(here, floors + one_more, target) for target in targets):
            values = {**shown, "tower": Item("feature", (tower.id,)), "number": floors + one_more}
            return Finding("NB-34", True, "tower-reaches", values)
        best = best or (tower, floors + one_more)
    if event is None and case.state.ground is not None and case.state.ground.partial:
        case.lack("which-tower")
    if best is None:
        if case.state.turn is None and not any(towers(case.state)):
            return Finding("NB-34", True, "tower-supposed", shown)  # a question about towers in general
        return Finding("NB-34", False, "tower-none", shown)
    return Finding(
        "NB-34", False, "tower-reaches", {**shown, "tower": Item("feature", (best[0].id,)), "number": best[1]}
    )


def reaches(tower: Cell, floors: int, cell: Cell) -> bool:
    """Whether a tower on one square reaches another: straight on, empty squares counted too."""
    dx, dy = abs(cell[0] - tower[0]), abs(cell[1] - tower[1])
    return min(dx, dy) == 0 and max(dx, dy) <= floors


def _cell(state: State, one: Occupant) -> Cell | None:
    """The square of a figure on a board."""
    if state.ground is None or one.place in state.features:
        return None
    segment = next((s for s, stood in stands_of(state).items() if any(o is one for o in stood)), None)
    return one.cell or (state.ground.cell(segment) if segment is not None else None)


def _whole_tile(case: Case, cell: Cell) -> list[Cell]:
    """The squares of the tile on a square: one, but for a tile that is larger."""
    for squares in case.game.tiles.spans:
        found = squares(case.state, cell)
        if found:
            return [one for one in found if isinstance(one, tuple)]
    return [cell]


def _told(case: Case, tower: Feature, feature: Feature, one: Occupant) -> bool | None:
    """Whether ``near`` and ``same tile`` lines put a figure in reach of a tower; None where there is no such line."""
    state = case.state
    there = {feature.id}
    for squares in case.game.tiles.spans:
        there.update(other for other in squares(state, feature.id) or () if isinstance(other, str))
    told = None
    for link in state.links:
        items = [*link.items[1:], *_subject(case, link)]
        named = [state.resolve(item) for item in items if isinstance(item, Ref)]
        if tower.id not in named or link.kind not in ("near", "same-tile"):
            continue
        phrases = [item for item in items if isinstance(item, FigurePhrase) and item.place is not None]
        if there.intersection(named) or any(_means(state, phrase, feature, one) for phrase in phrases):
            return True
        told = False if link.kind == "near" else told
    return told


def _means(state: State, phrase: FigurePhrase, feature: Feature, one: Occupant) -> bool:
    alike = phrase.figure == one.figure and phrase.colour in ("", one.owner) and phrase.label in ("", one.label)
    return alike and phrase.place is not None and state.resolve(phrase.place) == feature.id


def _subject(case: Case, link: Link) -> list[object]:
    """What a line begins with: a feature or a figure."""
    words = link.items[0] if link.items else ()
    reader = Reader([word for word in words if isinstance(word, Word)] if isinstance(words, tuple) else [], case.lang)
    try:
        figure = reader.figure()
        return [figure if figure is not None else reader.ref()]
    except Mistake:
        return []

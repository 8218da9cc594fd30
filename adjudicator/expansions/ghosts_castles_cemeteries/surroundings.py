"""What lies around a tile, on a board or as a sketch says it: misty tiles, start squares; what a move points at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.state import State
from adjudicator.model.position import Cell, Feature, Link
from adjudicator.model.scenario import Move, Ref
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import fallback
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.geometry.face import Lay

MISTY = "misty"
MIST = "mist"
MISTY_TILE = "misty-tile"
START = "start-square"
MISTY_START = "misty-start-square"


def shows_mist(lay: Lay) -> bool:
    """Whether a tile shows mist anywhere."""
    shown = any(symbol == MIST for symbol, _, _ in lay.marks)
    return shown or any(segment.covered or MISTY in segment.marks for segment in lay.segments)


def start_corner(lay: Lay | None) -> str | None:
    """Which square of the start tile a face is: ``NW``, ``""`` where that is not said; None for another tile."""
    if lay is None:
        return None
    return next((side for symbol, side, _ in lay.marks if symbol == START), None)


def around(cell: Cell) -> list[Cell]:
    """The eight squares around one."""
    x, y = cell
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def square_of(state: State, feature: Feature) -> Cell | None:
    """The square of a feature of one tile on the board; None for one that is told."""
    if state.ground is None or not state.on_tiles(feature.id):
        return None
    return state.ground.cell(state.segment_of(feature.id))


def linked(state: State, kind: str) -> Iterator[tuple[str, Link]]:
    """The lines of one kind (``near``, ``around``), each with the feature that it is about."""
    for link in state.links:
        words = link.items[0] if link.items else ()
        if link.kind == kind and isinstance(words, tuple):
            ident = _resolved(state, words)
            if ident:
                yield ident, link


def _resolved(state: State, words: tuple[object, ...]) -> str:
    try:
        return state.resolve(Reader([word for word in words if isinstance(word, Word)], fallback()).ref())
    except Mistake:
        return ""


def pointed_at(state: State, move: Move, lang: str) -> list[Feature]:
    """The features that the words of a move point at: by name, or after a word such as "on" by kind and square."""
    found: list[str] = []
    for at, word in enumerate(move.words):
        if state.known_name(word.text) is not None:
            found.append(state.known_name(word.text) or "")
        elif word.id("kind") and at and move.words[at - 1].id("keyword") in ("on", "to", "in", "from", "at"):
            try:
                found.append(state.resolve(Reader(move.words[at:], lang, move.span).ref()))
            except Mistake:
                continue
    return [state.feature(ident) for ident in dict.fromkeys(found)]


def near(state: State, ident: str) -> list[str]:
    """The features that a sketch puts near the feature `ident`, whichever of the two the line begins with."""
    found: list[str] = []
    for subject, link in linked(state, "near"):
        others = [state.resolve(item) for item in link.items[1:] if isinstance(item, Ref)]
        if subject == ident:
            found += others
        elif ident in others:
            found.append(subject)
    return [*dict.fromkeys(found)]


def counts(link: Link) -> dict[str, int]:
    """The counts of an ``around`` line, by unit."""
    found: dict[str, int] = {}
    for item in link.items[1:]:
        if isinstance(item, tuple) and len(item) == 2:
            found[item[1]] = found.get(item[1], 0) + item[0]
    return found


def monastic(feature: Feature) -> bool:
    """Whether a feature is measured by the tiles around it."""
    return "monastic" in vocabulary().kind_traits(feature.kind)


def on_start_tile(state: State, feature: Feature) -> bool:
    """Whether a part of a feature lies on the start tile."""
    if any(flag == START or flag.startswith(f"{START}-") for flag in feature.flags):
        return True
    ground = state.ground
    if ground is None or not state.on_tiles(feature.id):
        return False
    cells = ground.cells(ground.root(state.segment_of(feature.id)))
    return any(start_corner(ground.lay(*cell)) is not None for cell in cells)

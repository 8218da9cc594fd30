"""What stands on the eight squares around a building: as the board shows it, or a ``near`` line tells it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.model.position import Cell, Link
from adjudicator.model.scenario import Ref

SHRINE = "shrine"
MONASTERIES = ("monastery", "abbey")
"""What a shrine challenges: an abbey counts as a monastery (NB-114)."""
AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def rivals_of(kind: str) -> tuple[str, ...]:
    """The kinds that a building of this kind challenges; () for what challenges nothing."""
    return MONASTERIES if kind == SHRINE else (SHRINE,) if kind in MONASTERIES else ()


def at_square(case: Case, cell: Cell, kinds: tuple[str, ...]) -> list[int]:
    """The segments of these kinds on the squares around one of the board."""
    ground = case.state.ground
    if ground is None:
        return []
    around = ((cell[0] + dx, cell[1] + dy) for dx, dy in AROUND)
    return [segment for x, y in around for segment in ground.segments_at(x, y) if ground.kind(segment) in kinds]


def rivals(case: Case, ident: str, kinds: tuple[str, ...]) -> list[str]:
    """The buildings of these kinds beside another, by id."""
    state, ground = case.state, case.state.ground
    if ground is not None and ident not in state.features:
        segments = at_square(case, ground.cell(state.segment_of(ident)), kinds)
        return [state.ident(segment) for segment in segments]
    found = [name for link in state.links if link.kind == "near" for name in _others(case, link, ident)]
    return [name for name in dict.fromkeys(found) if state.feature(name).kind in kinds]


def told(case: Case, ident: str) -> bool:
    """Whether the position says what lies beside a building: on a board, or in a line about it."""
    if ident not in case.state.features:
        return True
    return any(link.kind == "near" and ident in tuple(_named(case, link)) for link in case.state.links)


def _others(case: Case, link: Link, ident: str) -> list[str]:
    """What a line tells to lie beside a feature: what it lists of that one, or the one that it is about."""
    subject, *listed = _named(case, link)
    if subject == ident:
        return [name for name in listed if name]
    return [subject] if subject and ident in listed else []


def _named(case: Case, link: Link) -> Iterator[str]:
    """The feature that a line is about, then those it lists; "" for what is none."""
    words, *items = link.items
    for item in (Reader(words if isinstance(words, tuple) else (), case.lang), *items):
        try:
            if isinstance(item, Reader):
                yield case.state.resolve(item.ref()) if item.peek("figure") is None else ""
            else:
                yield case.state.resolve(item) if isinstance(item, Ref) else ""
        except Mistake:
            yield ""

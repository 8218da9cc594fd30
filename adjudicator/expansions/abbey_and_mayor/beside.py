"""What lies around a square or near a feature: on the eight squares of a board, or as a sketch says it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.model.position import Cell, Link
from adjudicator.model.scenario import Ref


def beside(case: Case, cell: Cell | None, ident: str) -> list[str]:
    """The features on the squares around `cell`, or near the feature `ident`, by id."""
    state, ground = case.state, case.state.ground
    if ground is not None and (cell is not None or ident not in state.features):
        x, y = cell if cell is not None else ground.cell(state.segment_of(ident))
        around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return list(dict.fromkeys(state.ident(ground.root(s)) for at in around for s in ground.segments_at(*at)))
    found: list[str] = []
    for link in state.links:
        if link.kind == "near":
            subject, *others = _named(case, link)
            if subject == ident:
                found += others
            elif ident in others:
                found.append(subject)
    return [name for name in dict.fromkeys(found) if name]


def told_near(case: Case, ident: str) -> bool:
    """Whether it is known all round what lies near a feature: on a board, or by a line of its own in a sketch."""
    if ident not in case.state.features:
        return True
    return any(link.kind == "near" and next(_named(case, link)) == ident for link in case.state.links)


def _named(case: Case, link: Link) -> Iterator[str]:
    """The feature that a line is about, then those it lists; "" for what is none."""
    words, *items = link.items
    for item in (Reader(words if isinstance(words, tuple) else (), case.lang), *items):
        try:
            if isinstance(item, Reader):
                yield case.state.resolve(item.ref()) if item.peek("figure") is None else ""
            elif isinstance(item, Ref):
                yield case.state.resolve(item)
        except Mistake:
            yield ""

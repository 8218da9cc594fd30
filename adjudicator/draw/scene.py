"""What a picture shows: a position, and what a ruling about it points at, read off the engine's records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.engine.sight import Laid, Over, Piece, Standing, Tile, pieces, sight
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Hand, Link
from adjudicator.model.ruling import Answer, Finding, Item
from adjudicator.model.scenario import Setup
from adjudicator.play.after import Supposed, positions_at
from adjudicator.play.run import Run

POINTING = ("feature", "cell", "corner", "placement")
"""Items that name a place."""


class Mark(NamedTuple):
    """A place that a ruling points at."""

    item: Item
    good: bool | None
    """Yes, no, or neither: what was asked about."""
    reason: int
    """The number of the reason in the list below the picture; 0 for none."""
    aside: bool = False
    """Whether only a reason names it, and neither the question nor the answer."""


class Scene(NamedTuple):
    """A position and what is pointed at in it."""

    title: str
    setup: Setup
    tiles: tuple[Tile, ...]
    standing: tuple[Standing, ...]
    laid: tuple[Laid, ...]
    over: tuple[Over, ...]
    features: tuple[Feature, ...]
    """Those that are told and not laid."""
    links: tuple[Link, ...]
    hands: Mapping[str, Hand]
    stock: Mapping[str, int]
    answer: Answer | None = None
    marks: tuple[Mark, ...] = ()
    reasons: tuple[Finding, ...] = ()
    pieces: Mapping[str, tuple[Piece, ...]] = {}
    """Where the features lie that the marks name, by id."""
    supposed: tuple[Supposed, ...] = ()
    """Every way to this position, where another may stand there as well."""
    others: tuple[Scene, ...] = ()
    """The other positions that may stand there, with the same answer."""
    problems: tuple[Problem, ...] = ()
    """What has to be known before anything can be shown, or that there may be more positions."""

    @property
    def every(self) -> tuple[Scene, ...]:
        """This position and the others that may stand there."""
        return self, *self.others

    @property
    def empty(self) -> bool:
        """Whether there is nothing to be seen."""
        return not (self.tiles or self.standing or self.features or self.hands)


def scene(title: str, state: State, answer: Answer | None = None) -> Scene:
    """What there is to be seen of `state`, and of the answer to a question about it."""
    seen = sight(state)
    marks, reasons = _marks(state, answer) if answer is not None else ((), ())
    named = {str(mark.item.parts[0]) for mark in marks if mark.item.kind == "feature"}
    return Scene(
        title, state.setup, seen.tiles, seen.standing, seen.laid, seen.over, seen.features, seen.links,
        dict(state.hands), dict(state.stock), answer, marks, reasons,
        {ident: found for ident in sorted(named) if (found := pieces(state, ident))},
    )  # fmt: skip


def scene_at(run: Run, at: int, answer: Answer | None = None) -> Scene:
    """What there is to be seen at step `at` of the scenario that `run` has come to: every position that may stand
    there, or what has to be known for it; with the answer to the question that is asked there.
    """
    title, state = run.scenario.title, run.state
    if not (state.readings.met or run.blocked or state.unknown):
        return scene(title, state, answer)
    found = positions_at(run.scenario, run.lang, at)
    if not found.possible:
        return Scene(title, state.setup, (), (), (), (), (), (), {}, {}, answer, problems=found.lacking)
    first, *others = (scene(title, one.state, answer)._replace(supposed=one.supposed) for one in found.possible)
    return first._replace(others=tuple(others), problems=found.problems)


# ---- what a ruling points at


def _marks(state: State, answer: Answer) -> tuple[tuple[Mark, ...], tuple[Finding, ...]]:
    """The places that a ruling names, each once, and the reasons that are told about them."""
    ruling = answer.ruling
    reasons: list[Finding] = []
    found: dict[Item, Mark] = {}

    def add(item: Item, good: bool | None, reason: Finding | None, aside: bool = False) -> None:
        number = 0
        if reason is not None:
            if reason not in reasons:
                reasons.append(reason)
            number = reasons.index(reason) + 1
        before = found.get(item)
        if before is None or (before.good is None and good is not None):
            found[item] = Mark(item, good, number or (before.reason if before else 0), aside)

    good = {"yes": True, "no": False}.get(ruling.verdict)
    deciding = [one for one in ruling.told if one.holds == good]
    for item in _places(ruling.subject):
        of_it = (one for one in deciding if item in _places_in(state, one.values))
        add(item, good, next(of_it, deciding[0] if deciding else None))
    for item in _places(ruling.options):
        add(item, True, None)
    for finding in ruling.findings if good is not True else ():
        for item in _places_in(state, finding.values) if not finding.holds else ():
            if item not in found and ruling.verdict != "scored":
                add(item, False, finding, aside=True)
    return tuple(found.values()), tuple(reasons)


def _places(items: Any) -> Iterator[Item]:
    """The places among items, those inside of moves too."""
    several = isinstance(items, (tuple, list)) and not isinstance(items, Item)  # an item is a tuple, too
    for item in items if several else (items,):
        if not isinstance(item, Item):
            continue
        if item.kind in POINTING:
            yield item
        elif item.kind == "figure" and len(item.parts) > 2 and item.parts[2]:
            yield Item.feature(item.parts[2])
        elif item.kind in ("move", "either", "text"):
            yield from _places(item.parts)


def _places_in(state: State, values: Mapping[str, Any]) -> Iterator[Item]:
    """The places that fill a sentence: items, and names of features."""
    for value in values.values():
        if isinstance(value, str):
            if state.known_name(value) is not None or pieces(state, value):
                yield Item.feature(value)
        else:
            yield from _places(value)

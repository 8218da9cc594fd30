"""Activating a symbol with the tile just placed, and the 2 points for a symbol of one's own that is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.binding.reader import Reader
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Asks, Expansion, May, On, Proviso
from adjudicator.engine.turn import Turn
from adjudicator.expansions.anniversary_20.arrows import (
    EXTRA,
    KINDS,
    Arrows,
    Symbol,
    around,
    bearing,
    face_arrows,
    named,
    shown_at,
)
from adjudicator.expansions.anniversary_20.extra_turn import grant
from adjudicator.expansions.anniversary_20.telling import activation, could, surroundings
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item, Line, Missing
from adjudicator.model.scenario import Effect
from adjudicator.rulebook.loader import value

TOLD = "arrow-told"
"""What a move says of arrows, kept from there to the moment the tile lies."""
NOWHERE_ID = "points-nowhere"


class Said(NamedTuple):
    """``activates add or extra at (1,0)``."""

    kinds: tuple[str, ...]
    cell: Cell | None


def _read(case: Case, effect: Effect) -> Said:
    """Which symbol a move activates. Raises Mistake."""
    reader = Reader(effect.words, case.lang, effect.span)
    kinds: list[str] = []
    while True:
        kind = reader.peek("name")
        if kind not in KINDS.values():
            reader.fail("arrow-symbol", ("name",))
        reader.at += 1
        kinds.append(str(kind))
        if not reader.keyword("or"):
            break
    cell = None
    if reader.keyword("at", "on"):
        cell = reader.coord()
        if cell is None:
            reader.fail("coord")
    reader.end("comma")
    return Said(tuple(kinds), cell)


# ---- conditions
def may_activate(case: Case, action: Action) -> Iterator[Finding]:
    """One symbol a turn (ANN-16), and only one that the tile can activate where it is placed (ANN-10, ANN-14)."""
    effects = action.move.effects
    said = [_read(case, effect) for effect in effects if effect.effect == "activates"]
    if len(said) > 1:
        yield Finding("ANN-16", False, "arrow-one", {"number": value("ANN-16", "max_symbols_per_turn")})
        return
    ground, cell = case.state.ground, _square(action)
    if ground is None or cell is None:
        return
    own = face_arrows(getattr(action.data, "face", None), getattr(action.data, "turns", 0))
    found = around(ground, cell, own)
    if any(effect.effect == NOWHERE_ID for effect in effects):
        ahead = next((s for s in found.symbols if s.own), None)
        if ahead is not None or not own:
            yield Finding("ANN-10", False, "arrow-points-there", {"square": Item("cell", cell)})
    for one in said:
        for kind in one.kinds:
            if not any(s.kind == kind and one.cell in (None, s.cell) for s in found.symbols):
                yield _refused(case, kind, one, cell, own)


def _square(action: Action) -> Cell | None:
    """The square that a move puts a tile on."""
    cell: Cell | None = getattr(action.data, "cell", None)
    cells = [p.parts for p in action.item.parts[1:] if isinstance(p, Item) and p.kind == "cell"]
    return cell or next(iter(cells), None)


def _refused(case: Case, kind: str, said: Said, cell: Cell, own: list[tuple[str, str]]) -> Finding:
    """Why the tile does not activate a symbol."""
    ground = case.state.ground
    told = {"symbol": named(kind)}
    if any(word == kind for _, word in own) and said.cell in (None, cell):
        return Finding("ANN-09", False, "arrow-own-nowhere", told)
    for square, ahead in bearing(ground, kind) if ground is not None else ():
        if said.cell in (None, square):
            values = {**told, "square": Item("cell", square), "ahead": Item("cell", ahead)}
            if ground is not None and ahead in ground:
                return Finding("ANN-14", False, "arrow-old", values)
            return Finding("ANN-10", False, "arrow-elsewhere", values)
    return Finding("ANN-14", False, "arrow-no-such", told)


# ---- the tile lies
def activates(case: Case, effect: Effect) -> None:
    """``activates add``: keeps what was said until the tile lies."""
    said = _read(case, effect)
    _keep(
        case, Finding("ANN-16", True, "arrow-told", {"kinds": tuple(named(k) for k in said.kinds), "square": said.cell})
    )


def points_nowhere(case: Case, effect: Effect) -> None:
    """``points nowhere``: the arrow of the placed tile points to no tile."""
    Reader(effect.words, case.lang, effect.span).end("comma")
    _keep(case, Finding("ANN-09", True, "arrow-told", {"kinds": (), "square": None}))


def _keep(case: Case, *facts: Finding) -> None:
    turn = case.state.turn
    if turn is not None:
        case.state.turn = turn._replace(facts=(*turn.facts, *facts))


def tile_lies(case: Case) -> None:
    """Activates what the tile activates, and gives the 2 points (ANN-09, ANN-17, ANN-18)."""
    turn = case.state.turn
    if turn is None:
        return
    told = [f for f in turn.facts if f.phrase == TOLD]
    turn = turn._replace(facts=tuple(f for f in turn.facts if f.phrase != TOLD))
    case.state.turn = turn
    choices = [f.values for f in told if f.values["kinds"]]
    said = Said(tuple(i.parts[1] for i in choices[0]["kinds"]), choices[0]["square"]) if choices else None
    nowhere = len(told) > len(choices)
    ground = case.state.ground
    if ground is not None and turn.cell is not None:
        found = around(ground, turn.cell, shown_at(ground, turn.cell))
    else:
        found = _sketched(turn, said, nowhere)
        if found.bears and not told:
            case.state.unknown += (Missing("arrow-points", {}, "", "arrow-points"),)
            return
    if not found.symbols and not found.bears:
        return
    fit = [s for s in found.symbols if said is None or (s.kind in said.kinds and said.cell in (None, s.cell))]
    player = Item("player", (turn.player,))
    facts = surroundings(case, found, turn)
    if len({(s.kind, bool(s.own)) for s in fit}) > 1:
        kinds = tuple(named(s.kind) for s in fit)
        number = value("ANN-16", "max_symbols_per_turn")
        facts.append(Finding("ANN-16", True, "arrow-choice", {"player": player, "symbols": kinds, "number": number}))
        facts += (could(player, s, found) for s in fit)
        facts.append(Finding("ANN-14", True, "arrow-other-lost", {}))
    elif not fit:
        facts.append(Finding("ANN-09", True, "arrow-nowhere", {"player": player}))
    else:
        facts += activation(player, fit[0], found)
    lines = _points(case, turn, fit, found, facts)
    case.state.score(lines)
    case.note(*facts)
    case.state.turn = turn._replace(facts=(*turn.facts, *facts), lines=(*turn.lines, *lines))
    if fit and all(s.kind == EXTRA for s in fit):
        grant(case)


def _sketched(turn: Turn, said: Said | None, nowhere: bool) -> Arrows:
    """What is told of the arrows of a tile in a sketch."""
    own = {kind for _, kind in face_arrows(turn.drawn)}
    symbols: list[Symbol] = []
    for kind in said.kinds if said is not None else ():
        elsewhere = nowhere or (said is not None and said.cell is not None) or (bool(own) and kind not in own)
        symbols.append(Symbol(kind, False if elsewhere else True if own else None, said.cell if said else None))
    return Arrows(tuple(symbols), nowhere or bool(own), aimed=bool(own) and not nowhere)


def _points(case: Case, turn: Turn, fit: list[Symbol], found: Arrows, facts: list[Finding]) -> list[Line]:
    """2 points where the symbol of the placed tile is not the one activated."""
    if not found.bears or (fit and all(s.own for s in fit)):
        return []
    if any(s.own for s in fit):
        symbols = tuple(dict.fromkeys(named(s.kind) for s in fit))
        values = {"player": Item("player", (turn.player,)), "symbols": symbols}
        which = "arrow-which" if len(symbols) > 1 else "arrow-whose"
        case.state.unknown += (Missing(which, values, "", which),)
        return []
    if not fit:
        return [Line(turn.player, "", "arrow", 1, value("ANN-09", "points"), "ANN-09")]
    points = value("ANN-17", "points")
    facts.append(Finding("ANN-17", True, "arrow-other-activated", {"player": Item("player", (turn.player,))}))
    return [Line(turn.player, "", "arrow", 1, points, "ANN-18" if found.aimed else "ANN-17")]


PART = Expansion(
    "anniversary-20",
    may=May(provisos=(Proviso("places", may_activate),)),
    on=On(placed=(tile_lies,)),
    asks=Asks(effects={"activates": activates, NOWHERE_ID: points_nowhere}),
)

"""Activating a symbol with the tile just placed, and the 2 points for a symbol of one's own that is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Asks, Expansion, May, On, Proviso
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.turn import Turn
from adjudicator.expansions.anniversary_20.arrows import (
    ADD,
    EXTRA,
    IGNORED,
    KINDS,
    PLACE,
    SYMBOLS,
    Activates,
    Arrows,
    Symbol,
    around,
    bearing,
    face_arrows,
    shown_at,
    symbol_name,
)
from adjudicator.expansions.anniversary_20.extra_turn import grant
from adjudicator.expansions.anniversary_20.telling import activation, could, surroundings
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Finding, Item, Line, Missing
from adjudicator.model.scenario import Effect
from adjudicator.rulebook.loader import value

NOWHERE_ID = "points-nowhere"


@remembered(Scope.PART)
class Said(NamedTuple):
    """``activates add or extra at (1,0)``; without a kind, that the arrow points to no tile."""

    kinds: tuple[str, ...]
    cell: Cell | None


def _read(case: Case, effect: Effect) -> Said:
    """Which symbol a move activates. Raises Mistake."""
    args = case.args(effect)
    kinds = args.idents("which")
    if not set(kinds) <= set(KINDS.values()):
        args.refuse("which", "arrow-symbol")
    cell = args.square()
    return Said(kinds, None if cell is None else case.state.square(cell, effect.span))


# ---- conditions
def may_activate(case: Case, deed: Deed) -> Iterator[Finding]:
    """Where symbols count (ANN-49), one a turn (ANN-16), and only one that the tile can activate where it is placed
    (ANN-10, ANN-14).
    """
    effects = deed.effects
    said = [_read(case, effect) for effect in effects if effect.effect == "activates"]
    if (said or any(effect.effect == NOWHERE_ID for effect in effects)) and case.house_rule(SYMBOLS) == IGNORED:
        yield Finding("ANN-49", False, "arrow-ignored", {})
        return
    if len(said) > 1:
        yield Finding("ANN-16", False, "arrow-one", {"number": value("ANN-16", "max_symbols_per_turn")})
        return
    cell = deed.cell
    if cell is None:
        return
    own = face_arrows(deed.face, deed.turns)
    found = around(case.state, cell, own)
    if any(effect.effect == NOWHERE_ID for effect in effects):
        ahead = next((s for s in found.symbols if s.own), None)
        if ahead is not None or not own:
            yield Finding("ANN-10", False, "arrow-points-there", {"square": Item.cell(cell)})
    for one in said:
        for kind in one.kinds:
            if not any(s.kind == kind and one.cell in (None, s.cell) for s in found.symbols):
                yield _refused(case, kind, one, cell, own)


def _refused(case: Case, kind: str, said: Said, cell: Cell, own: list[tuple[str, str]]) -> Finding:
    """Why the tile does not activate a symbol."""
    details = {"symbol": symbol_name(kind)}
    if any(word == kind for _, word in own) and said.cell in (None, cell):
        return Finding("ANN-09", False, "arrow-own-nowhere", details)
    for square, ahead in bearing(case.state, kind):
        if said.cell in (None, square):
            values = {**details, "square": Item.cell(square), "ahead": Item.cell(ahead)}
            if case.state.tile(ahead) is not None:
                return Finding("ANN-14", False, "arrow-old", values)
            return Finding("ANN-10", False, "arrow-elsewhere", values)
    return Finding("ANN-14", False, "arrow-no-such", details)


# ---- the tile lies
def activates(case: Case, effect: Effect) -> None:
    """``activates add``: keeps what was said until the tile lies."""
    case.remember(_read(case, effect))


def points_nowhere(case: Case, effect: Effect) -> None:
    """``points nowhere``: the arrow of the placed tile points to no tile."""
    case.args(effect)
    case.remember(Said((), None))


def tile_lies(case: Case) -> None:
    """Activates what the tile activates, and gives the 2 points (ANN-09, ANN-17, ANN-18)."""
    turn = case.state.turn
    if turn is None:
        return
    if case.house_rule(SYMBOLS) == IGNORED:
        case.find("ANN-49", "arrow-ignored")
        return
    sayings = case.recall(Said)
    said = next((one for one in sayings if one.kinds), None)
    nowhere = any(not one.kinds for one in sayings)
    if turn.cell is not None:
        found = around(case.state, turn.cell, shown_at(case.state, turn.cell))
    else:
        found = _sketched(turn, said, nowhere)
        if found.bears and not sayings:
            kinds = tuple(map(symbol_name, (ADD, PLACE, EXTRA)))
            case.state.unknown += (Missing("arrow-points", {"kinds": kinds}, "", "arrow-points"),)
            return
    if not found.symbols and not found.bears:
        return
    fit = [s for s in found.symbols if said is None or (s.kind in said.kinds and said.cell in (None, s.cell))]
    player = Item.player(turn.player)
    facts = surroundings(case, found, turn)
    choice = len({(s.kind, bool(s.own)) for s in fit}) > 1
    case.remember(Activates(tuple(dict.fromkeys(s.kind for s in fit)), choice))
    if choice:
        kinds = tuple(symbol_name(s.kind) for s in fit)
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
    case.state.turn = turn._replace(lines=(*turn.lines, *lines))
    if fit and all(s.kind == EXTRA for s in fit):
        grant(case)


def _sketched(turn: Turn, said: Said | None, nowhere: bool) -> Arrows:
    """What is told of the arrows of a tile in a sketch."""
    own = {kind for _, kind in face_arrows(turn.face)}
    symbols: list[Symbol] = []
    if said is not None:
        for kind in said.kinds:
            elsewhere = nowhere or said.cell is not None or (bool(own) and kind not in own)
            symbols.append(Symbol(kind, False if elsewhere else True if own else None, said.cell))
    return Arrows(tuple(symbols), nowhere or bool(own), aimed=not nowhere)


def _points(case: Case, turn: Turn, fit: list[Symbol], found: Arrows, facts: list[Finding]) -> list[Line]:
    """2 points where the symbol of the placed tile is not the one activated."""
    if not found.bears or (fit and all(s.own for s in fit)):
        return []
    if any(s.own for s in fit):
        symbols = tuple(dict.fromkeys(symbol_name(s.kind) for s in fit))
        squares = tuple(Item.cell(cell) for s in fit if (cell := s.cell or turn.cell) is not None)
        values = {"player": Item.player(turn.player), "symbols": symbols, "symbol": symbols[0], "squares": squares}
        which = "arrow-which" if len(symbols) > 1 else "arrow-whose"
        case.state.unknown += (Missing(which, values, "", which),)
        return []
    if not fit:
        return [Line(turn.player, "", "arrow", 1, value("ANN-09", "points"), "ANN-09")]
    points = value("ANN-17", "points")
    facts.append(Finding("ANN-17", True, "arrow-other-activated", {"player": Item.player(turn.player)}))
    return [Line(turn.player, "", "arrow", 1, points, "ANN-18" if found.aimed else "ANN-17")]


PART = Expansion(
    "anniversary-20",
    may=May(provisos=(Proviso("places", may_activate),)),
    on=On(placed=(tile_lies,)),
    asks=Asks(effects={"activates": activates, NOWHERE_ID: points_nowhere}),
)

"""What an account of the turn says of arrows: those around the placed tile, and what activating one allows."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.turn import Turn
from adjudicator.expansions.anniversary_20.arrows import ADD, PLACE, Arrows, Symbol, shown_at, symbol_name, target
from adjudicator.geometry.squares import at_sides
from adjudicator.model.ruling import Finding, Item
from adjudicator.rulebook.loader import value


def surroundings(case: Case, found: Arrows, turn: Turn) -> list[Finding]:
    """What is to be said of the arrows besides which of them is activated."""
    facts: list[Finding] = []
    if found.facing:
        facts.append(Finding("ANN-19", True, "arrow-facing", {"player": Item.player(turn.player)}))
    for square in found.past:
        facts.append(Finding("ANN-10", False, "arrow-past", {"square": Item.cell(square)}))
    if turn.cell is not None:
        for beside in at_sides(turn.cell):
            for back, kind in shown_at(case.state, beside):
                ahead = target(beside, back)
                if ahead != turn.cell and case.state.tile(ahead) is not None:
                    values = {"symbol": symbol_name(kind), "square": Item.cell(beside), "ahead": Item.cell(ahead)}
                    facts.append(Finding("ANN-14", False, "arrow-old", values))
    return facts


def way(symbol: Symbol, found: Arrows) -> str:
    """The rule by which the tile can activate a symbol: its own (ANN-11), or one that points to it (ANN-12, ANN-13)."""
    if symbol.own is None:
        return "ANN-14"
    if symbol.own:
        return "ANN-11"
    return "ANN-13" if found.bears else "ANN-12"


def could(player: Item, symbol: Symbol, found: Arrows) -> Finding:
    """One of the symbols to choose from, and where it is."""
    values = {"player": player, "symbol": symbol_name(symbol.kind)}
    if symbol.own is None:
        return Finding(way(symbol, found), True, "arrow-could", values)
    if symbol.own:
        return Finding(way(symbol, found), True, "arrow-could-own", values)
    if symbol.cell is None:
        return Finding(way(symbol, found), True, "arrow-could-other", values)
    return Finding(way(symbol, found), True, "arrow-could-at", {**values, "square": Item.cell(symbol.cell)})


def activation(player: Item, symbol: Symbol, found: Arrows) -> list[Finding]:
    """That a symbol is activated, how, and what that allows (ANN-05, ANN-11 to ANN-16)."""
    values = {"player": player, "symbol": symbol_name(symbol.kind)}
    facts = [Finding(way(symbol, found), True, "arrow-activates", values)]
    action = {ADD: "arrow-action-add", PLACE: "arrow-action-place"}.get(symbol.kind, "arrow-action-extra")
    facts.append(Finding("ANN-05", True, action, {"symbol": symbol_name(symbol.kind)}))
    facts.append(Finding("ANN-15", True, "arrow-optional", {"player": player}))
    if symbol.own:
        facts.append(Finding("ANN-11", False, "arrow-no-points", {"player": player}))
    lost = tuple(symbol_name(s.kind) for s in found.symbols if s is not symbol)
    if lost:
        facts.append(Finding("ANN-16", True, "arrow-one", {"number": value("ANN-16", "max_symbols_per_turn")}))
        facts.append(Finding("ANN-14", True, "arrow-lost", {"symbols": lost}))
    return facts

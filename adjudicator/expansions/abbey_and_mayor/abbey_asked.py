"""What may be asked of an abbey: where it may go, whether it must, who has one left at the end (AM-18 to AM-29)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.expansion import Action, OwnTile, Verb
from adjudicator.engine.rulings import ruling
from adjudicator.expansions.abbey_and_mayor.abbey import ABBEY, TILE, laid_now
from adjudicator.expansions.abbey_and_mayor.holes import SIDES, holes, sides_taken, takes_it
from adjudicator.expansions.abbey_and_mayor.placing import (
    SECOND,
    Laying,
    abbeys_told,
    apply,
    check,
    last_tile_lies,
    laying_of,
    read,
)
from adjudicator.model.ruling import Finding, Item, Missing, Ruling
from adjudicator.model.scenario import Ask, Move
from adjudicator.model.span import NOWHERE
from adjudicator.play.subject import player_of


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Laying]]:
    """Every hole, legal or not; of the board only the squares with tiles at three sides or all four."""
    move = Move(player, "places", [], (), NOWHERE)
    for hole in holes(case):
        if hole.feature is not None or sides_taken(case, hole) >= len(SIDES) - 1:
            yield laying_of(move, hole)


def must(case: Case, action: Action[Laying]) -> Finding:
    """A free choice while tiles remain (AM-23); afterwards an obligation where some hole takes it (AM-25)."""
    laying = action.data
    shown = {"player": Item("player", (laying.player,))}
    if not last_tile_lies(case):
        return Finding("AM-23", False, "abbey-free-choice", shown)
    in_force = case.option("abbey-after-last-tile")
    turn = case.state.turn
    if in_force != "must" and turn is not None and turn.kind == SECOND:
        return Finding("AM-113", False, "abbey-second-part", shown)
    if in_force == "never":
        return Finding("AM-24", False, "abbey-too-late", shown)
    if in_force == "may":
        return Finding("AM-26", False, "abbey-extra-round", shown)
    failed = [finding for finding in check(case, action) if not finding.holds]
    if failed:
        return failed[0]
    others = tuple(h.place for h in holes(case) if laying.hole not in (None, h) and takes_it(case, h))
    if others:
        return Finding("AM-25", False, "abbey-must-somewhere", {**shown, "others": others})
    return Finding("AM-25", True, "abbey-must-now", shown)


def still_to_place(case: Case) -> list[str]:
    """Who must (AM-25) or may (AM-26) place an abbey now that the last tile lies; of several AM-26 tells the first.

    Where a double turn is still due its second part comes before all that (AM-113). Raises Undetermined in a turn
    where nobody's abbey was told.
    """
    state = case.state
    if state.stock.get("tile") != 0 or not any(takes_it(case, hole) for hole in holes(case)):
        return []
    last = state.turn.player if state.turn is not None else state.last_player
    players = state.players
    at = players.index(last) + 1 if last in players else 0
    waiting = [p for p in (*players[at:], *players[:at]) if (state.hand(p).items or {}).get(ABBEY)]
    if not waiting and state.turn is not None:
        _ask_who_has_one(case)
    if _double_turn(case) in waiting:
        case.find("AM-113", "abbey-second-part", player=Item("player", (last,)))
        return [last]
    in_force = case.option("abbey-after-last-tile")
    if in_force == "never":
        return []
    for player in waiting:
        shown = {"player": Item("player", (player,))}
        if in_force == "may":
            case.note(Finding("AM-26", True, "abbey-extra-round", shown))
            return [player]
        case.note(Finding("AM-25", True, "abbey-must-now", shown))
    return waiting


def _double_turn(case: Case) -> str:
    """The player whose double turn still has its second part to come; "" where there is none."""
    coming = [found for way in case.game.turns.follows if (found := way.how(case)) is not None]
    return next((str(player) for player, kind in coming if kind == SECOND), "")


def _ask_who_has_one(case: Case) -> None:
    """Gives up where hands were not told and nobody's abbey was; an abbey placed by a move is known to be gone."""
    hands = {player: case.state.hand(player) for player in case.state.players}
    untold = [p for p, hand in hands.items() if not abbeys_told(hand) and not hand.aside.get(ABBEY)]
    if untold:
        raise Undetermined(*(Missing("abbey-held", {"player": Item("player", (p,))}, p, "abbey-held") for p in untold))


def which_holes(case: Case, ask: Ask) -> Ruling:
    """``ask abbey red``: where the abbey of a player may go, and why it may not go elsewhere."""
    player = player_of(case, ask)
    if not case.state.features and case.state.ground is None:
        case.lack("board")
    turn = case.state.turn
    abbey = laid_now(case)
    if abbey is not None and turn is not None and turn.player == player:
        case.find("AM-18", "abbey-instead-of-drawing", False, player=Item("player", (player,)))
    found: list[Item] = []
    for action in choices(case, player):
        conditions = check(case, action)
        case.note(*(c for c in conditions if not c.holds or all(o.holds for o in conditions)))
        if all(c.holds for c in conditions):
            found += [hole.place for hole in (action.data.hole,) if hole is not None]
    others = [h for h in holes(case) if h.cell is not None and 0 < sides_taken(case, h) < len(SIDES) - 1]
    if others:
        case.find("AM-19", "abbey-others-open", False, number=len(others))
    if case.state.ground is not None and case.state.ground.partial:
        case.warn("board-part", "AM-19")
    elif not found and not any(takes_it(case, hole) for hole in holes(case)):
        case.find("AM-21", "abbey-nowhere", False)
    return ruling(case, ABBEY, "options", (Item("player", (player,)),), options=found)


_ABBEY = OwnTile(Verb(read, check, apply, choices, must), TILE, "AM-18")
TILES = {ABBEY: _ABBEY, TILE: _ABBEY}
TOPICS = {ABBEY: which_holes}

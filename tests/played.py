"""What becomes of the games of ``played.toml``, which are played with the library: what is refused, what comes next,
what was scored, what is taken back."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from adjudicator import Game, IllegalMove, InvalidMove, MissingFact, Move, Problems

GAMES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "played.toml").read_text(encoding="utf-8"))["game"]


def found(case: dict[str, Any]) -> dict[str, Any]:
    """What is so once the steps of a case were made, in those terms in which the case expects something."""
    try:
        game = Game.from_text(case["text"]) if "text" in case else Game.new(**_new(case.get("new", {})))
    except Problems as error:
        return {"refused": [_error(error)]}
    aside, refused, legal = game, list[str](), list[str]()
    missing: list[list[str]] = []
    instead: list[str] = []
    for step in case.get("plays", ()):
        try:
            if step == "copy":
                aside, game = game, game.copy()
            else:
                _do(game, step)
        except (InvalidMove, IndexError) as error:
            refused.append(_error(error))
            legal = [move.text for move in error.legal] if isinstance(error, IllegalMove) else []
            if isinstance(error, MissingFact):
                missing = [[one.fact, *one.say] for one in error.missing]
                instead = _changes(error)
    options = game.options() if {"options", "shares", "whose", "not_among"} & {*case} else []
    turned = Game.from_text(game.text) if "again" in case else game
    values: dict[str, Any] = {
        "refused": refused,
        "legal": legal,
        "missing": missing,
        "instead": instead,
        "turn": game.turn,
        "drawn": game.drawn,
        "over": game.over,
        "options": [move.text for move in options],
        "not_among": [text for text in case.get("not_among", ()) if text not in {move.text for move in options}],
        "shares": {move.text: move.share for move in options if move.share},
        "whose": sorted({f"{move.player} {move.verb}" for move in options if move.player not in ("", game.turn)}),
        "left": {tile: game.remaining.get(tile, 0) for tile in case.get("left", ())},
        "laid": [f"{tile.id}@{90 * tile.turns} {cell}" for cell, tile in game.board.tiles.items()],
        "figures": sorted(f"{one.player} {one.figure} on {one.feature}" for one in game.board.figures),
        "head": game.text.splitlines()[: len(case.get("head", ()))],
        "lines": game.text.splitlines()[-len(case.get("lines", ())) :],
        "aside": aside.text.splitlines()[-len(case.get("aside", ())) :],
        "again": turned.text == game.text and turned.turn == game.turn,
    }
    result = {key: values[key] for key in case if key in values}
    if "scores" in case:
        result["scores"] = game.scores
    if "asks" in case:
        result["asks"] = {question: _ruling(game, question) for question in case["asks"]}
    if "rules" in case:
        result["rules"] = {question: [*game.ask(question).rules] for question in case["rules"]}
    if "placements" in case:
        result["placements"] = {tile: [move.text for move in game.placements(tile)] for tile in case["placements"]}
    return result


def wanted(case: dict[str, Any]) -> dict[str, Any]:
    """What a case expects, without its steps."""
    return {key: value for key, value in case.items() if key not in ("name", "why", "text", "new", "plays")}


def _new(said: dict[str, Any]) -> dict[str, Any]:
    """What a game is made of: squares are written `x,y` in a table."""
    if "board" not in said:
        return said
    squares = ((tuple(map(int, cell.split(","))), tile) for cell, tile in said["board"].items())
    return {**said, "board": dict(squares)}


def _do(game: Game, step: str) -> None:
    """One step: a line of a record, `undo`, a move as it was `listed`, or a line `in` another language."""
    kind, _, line = step.partition(": ")
    if step == "undo":
        game.undo()
    elif kind == "listed":
        tile = line.split()[1].partition("@")[0] if line.startswith("place ") and not game.drawn else ""
        moves = game.placements(tile) if tile else game.options()
        game.play(moves[moves.index(Move(line))])
    elif kind in ("fr", "de"):
        game.play(line, lang=kind)
    else:
        game.play(step)


def _error(error: Exception) -> str:
    items = error.items if isinstance(error, Problems) else ()
    codes = [f"{one.code} {one.span.line}:{one.span.column}" for one in items]
    rules = [rule for one in items for rule in one.rules]
    return " ".join([type(error).__name__, *codes, *rules])


def _changes(error: MissingFact) -> list[str]:
    forms = [form for one in error.missing for form in one.instead]
    return [f"{form.span.line}:{form.span.column} {form.old}: {form.new}" for form in forms]


def _ruling(game: Game, question: str) -> Any:
    """The points or the verdict of a question, or what is wrong with it."""
    try:
        ruling = game.ask(question)
    except Problems as error:
        return _error(error)
    return ruling.points or ruling.verdict

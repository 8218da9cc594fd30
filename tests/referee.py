"""What `score` finds wrong in the records of ``referee.toml``, what becomes of the boards typed there, what the answers
there ask back and tell besides, and what is to be seen on the tables there."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.draw.scene import Mark, Scene
from adjudicator.draw.scenes import scenes
from adjudicator.engine.sight import Standing
from adjudicator.guide.entry import begun, finished, taken_up

PAGE = tomllib.loads((Path(__file__).parent / "referee.toml").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = PAGE["case"]


def text(case: dict[str, Any]) -> str:
    """The record of a case: one of the games with what was written otherwise in it, and what is added behind."""
    found: str = PAGE["games"][case["game"]]
    for old, new in case.get("instead", ()):
        assert old in found, (case["name"], old)
        found = found.replace(old, new)
    return found + case.get("add", "")


def told(case: dict[str, Any]) -> dict[str, Any]:
    """What `score` says of it, in those terms in which the case expects something."""
    if "says" in case:
        shown = CliRunner().invoke(main, ["score", "-", *case["words"]], input=text(case))
        page = " ".join(shown.output.split())
        found: dict[str, Any] = {"exit": shown.exit_code, "says": [one for one in case["says"] if one in page]}
        found["silent"] = [one for one in case.get("silent", ()) if one not in page]
        return {key: found[key] for key in case if key in found}
    result = CliRunner().invoke(main, ["score", "-", *case.get("words", ()), "--format", "json"], input=text(case))
    said = json.loads(result.output)
    game = said["games"][0] if "games" in said else said
    found = {
        "exit": result.exit_code,
        "totals": game["totals"],
        "open": game["open"],
        "open_by": game["open_by"],
        "missing": [turn["number"] for turn in (*game["turns"], *filter(None, [game["final"]])) if turn["missing"]],
        "winners": game["winners"],
        "ended": game["ended"],
        "turns": [turn["points"] for turn in game["turns"]],
        "numbers": [turn["number"] for turn in game["turns"]],
        "final": (game["final"] or {}).get("points"),
        "categories": {
            player: {kind: [points["in_play"], points["at_end"]] for kind, points in kinds.items()}
            for player, kinds in game["categories"].items()
        },
        "mends": [_mending(one) for one in game["mendings"]],
        "corrections": [_mending(one) for one in game["corrections"]],
        "illegal": [f"{one['turn']} {one['problem']['code']} {one['number']}" for one in game["illegal"]],
        "options": [one["options"] for one in game["illegal"]],
        "problems": [f"{one['code']} {one['line']}:{one['column']}" for one in said["problems"]],
        "claims": [[one["turn"], one["claimed"], one["recorded"], one["met"]] for one in game["claims"]],
        "asked": [[one["turn"], one["met"]] for one in game["asked"]],
        "parts": "nowhere",
        "slips": [],
    }
    if (parted := game["parting"]) is not None:
        off = ", ".join(f"{player} {less:+}" for player, less in sorted(parted["off"].items()))
        turns = " ".join(map(str, parted["turns"]))
        further = f", {parted['further']} more" if parted["further"] else ""
        found["parts"] = f"turn {parted['turn']} after {parted['after']} in {turns}: {off}{further}"
        found["slips"] = [_slip(one) for one in parted["explanations"]]
    return {key: found[key] for key in case if key in found}


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """What a case expects, without its text."""
    return {key: value for key, value in case.items() if key not in ("name", "why", "game", "instead", "add", "words")}


def _slip(one: dict[str, Any]) -> str:
    made = ", ".join(sorted(f"{m['player']} {m['recorded']}>{m['claimed']}" for m in one["made"]))
    places = "".join(f" or {there['turn']}" for there in one["elsewhere"])
    what = " ".join(part for part in (one["item"], one["option"], one["value"]) if part)
    turn = "" if one["turn"] is None else f" {one['turn']}"
    return f"{one['slip']}{turn}{places}{f' {what}' if what else ''}{f': {made}' if made else ''}"


def _mending(one: dict[str, Any]) -> str:
    who = " ".join(one["players"]) or one["player"]
    move = f" {one['move']}" if one["move"] else ""
    return f"{one['kind']} {one['turn']} {who}{move}, to {one['reach']}{' whole' if one['whole'] else ''}"


# ---- a board typed square by square
BOARDS: list[dict[str, Any]] = PAGE["board"]


def typed(case: dict[str, Any]) -> dict[str, Any]:
    """What a board is after what was typed of it: its rows, the square that comes next, what was refused."""
    draft = taken_up(case["text"], "en") if "text" in case else begun("en", case.get("players", ""), "")
    if draft is None:
        return {"rows": "none"}
    refused = []
    for word in case["typed"]:
        if word == "/":
            draft.end_row()
        elif word == "undo":
            draft.take_back()
        elif word in ("west", "east"):
            draft.widen(word == "west")
        elif word.startswith("("):
            square, _, written = word.partition(" ")
            x, y = map(int, square.strip("()").split(","))
            refused += [one.code for one in draft.write_over((x, y), written)]
        else:
            refused += [one.code for one in draft.put(word)]
    found: dict[str, Any] = {
        "rows": [" ".join(row) for row in draft.rows],
        "next": [*draft.next],
        "open": draft.open,
        "refused": refused,
        "lines": draft.text("goes on at").splitlines(),
        "whole": finished(draft).splitlines(),
    }
    if "at" in case:
        x, y = case["at"]
        found["offers"] = sorted(offer.name for offer in draft.offers((x, y)))
    return {key: found[key] for key in case if key in found}


def board(case: dict[str, Any]) -> dict[str, Any]:
    """What a board is expected to be."""
    return {key: value for key, value in case.items() if key not in ("name", "why", "text", "players", "typed", "at")}


# ---- what an answer asks back, and what it tells besides
ANSWERS: list[dict[str, Any]] = PAGE["answer"]


def answered(case: dict[str, Any]) -> dict[str, Any]:
    """The last answer of a text: what it asks back with the lines for it, what other rules would give, and which of the
    sentences that a case wants are told or left unsaid."""
    result = CliRunner().invoke(main, ["settle", "-", "--format", "json"], input=case["text"])
    said = json.loads(result.output)
    last = said["rulings"][-1] if said["rulings"] else {"missing": [], "otherwise": [], "verdict": ""}
    found = {
        "verdict": last["verdict"],
        "settled": last.get("settled_by", [])[:1],
        "settles": last.get("settled_by", []),
        "points": last.get("points", {}),
        "outcomes": [_given(one) for one in last.get("possible", [])],
        "met": [one["met"] for one in last.get("expected", [])],
        "sentence": last.get("sentence", ""),
        "ordered": last.get("ordered"),
        "asks": [[one["question"], *one["say"]] for one in last["missing"]],
        "instead": [f"{form['old']}: {form['new']}" for one in last["missing"] for form in one["instead"]],
        "otherwise": [" ".join((one["option"], one["value"], one["rule"], _given(one))) for one in last["otherwise"]],
        "problems": [f"{one['code']} {one['line']}:{one['column']}" for one in said["problems"]],
    }
    warnings = [one["text"] for one in last.get("warnings", ())]
    found["warned"] = len(warnings)
    told = {*warnings, *(one["text"] for one in last.get("findings", ()))}
    found["says"] = [one for one in case.get("says", ()) if one in told]
    found["silent"] = [one for one in case.get("silent", ()) if one not in told]
    if "page" in case:
        page = " ".join(CliRunner().invoke(main, ["settle", "-"], input=case["text"]).output.split())
        found["page"] = [one for one in case["page"] if one in page]
    return {key: found[key] for key in case if key in found}


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What an answer is expected to be."""
    return {key: value for key, value in case.items() if key not in ("name", "why", "text")}


def _given(one: dict[str, Any]) -> str:
    points = ", ".join(f"{player} {number}" for player, number in sorted(one["points"].items()))
    return points or ", ".join(one["options"]) or str(one["verdict"])


# ---- what is to be seen of a table, by those who draw it
SIGHTS: list[dict[str, Any]] = PAGE["sight"]


def seen(case: dict[str, Any]) -> dict[str, Any]:
    """What lies and stands on the table of a text at its end, and the places that its last answer points at."""
    scene = scenes(case["text"]).scenes[-1]
    found = {
        "tiles": sorted([*tile.cell] for tile in scene.tiles),
        "standing": sorted(_stands(one, scene) for one in scene.standing),
        "laid": sorted(f"{one.number} {one.mark} {_on(one.cell, one.segment, scene)}" for one in scene.laid),
        "over": sorted(f"{one.kind} {one.name} {sorted(one.cells)}" for one in scene.over),
        "features": sorted(one.id for one in scene.features),
        "links": [one.kind for one in scene.links],
        "marks": sorted(_points_at(one) for one in scene.marks),
        "positions": [_position(one) for one in scene.every],
        "lacks": [f"{one.code} {one.span.line}:{one.span.column}" for one in scene.problems],
    }
    return {key: found[key] for key in case if key in found}


def _position(one: Scene) -> str:
    """Who stands where in one of the positions that may stand on the table, by feature."""
    stood = ((feature.id, sorted(f"{o.owner} {o.figure}" for o in feature.occupants)) for feature in one.features)
    return "; ".join(f"{ident} {', '.join(there)}" for ident, there in sorted(stood) if there)


def sight(case: dict[str, Any]) -> dict[str, Any]:
    """What is expected to be seen."""
    return {key: value for key, value in case.items() if key not in ("name", "why", "text")}


def _points_at(one: Mark) -> str:
    answer = {True: "yes", False: "no", None: "asked"}[one.good]
    return f"{' '.join(map(str, one.item.parts))} {answer}{' aside' if one.aside else ''}"


def _stands(one: Standing, scene: Scene) -> str:
    where = f"corner {one.cell}" if one.corner else _on(one.cell, one.segment, scene)
    return " ".join(word for word in (one.occupant.owner, one.occupant.figure, where) if word)


def _on(cell: tuple[int, int], segment: int | None, scene: Scene) -> str:
    lay = next(tile.lay for tile in scene.tiles if tile.cell == cell)
    return f"{cell}" if segment is None or lay is None else f"{lay.segments[segment].kind} {cell}"

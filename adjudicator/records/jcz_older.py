"""Saved games of JCloisterZone 4: their layout as that of later versions, by the facts in ``jcz.toml``.

They name expansions and what is switched on of them, players by their seats, tiles with a dot, and no start tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.errors import Problem, Problems
from adjudicator.records.names import names


def is_older(data: Mapping[str, Any]) -> bool:
    """Whether a file is laid out so: its setup lists expansions, and who plays stands in ``slots``."""
    setup = data.get("setup")
    return isinstance(setup, dict) and "expansions" in setup and "sets" not in setup and "players" not in data


def as_later(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same game in the later layout. Raises Problems for what is lacking, and for what is not played here."""
    setup = data["setup"]
    problems: list[Problem] = []
    sets: dict[str, int] = {}
    for name, copies in _table(setup.get("expansions")).items():
        known = names()["older_sets"].get(name)
        if known is None:
            problems.append(Problem("jcz-unknown-set", values={"word": name}))
        elif copies:
            sets |= dict.fromkeys(known, copies if type(copies) is int else 1)
    elements: dict[str, Any] = {}
    capabilities = setup.get("capabilities")
    for name in capabilities if isinstance(capabilities, list) else ():
        switched = names()["older_elements"].get(name) if isinstance(name, str) else None
        if switched is None:
            problems.append(Problem("jcz-unknown-element", values={"word": str(name)}))
        else:
            elements |= switched
    rules: dict[str, Any] = {}
    for name, value in _table(setup.get("rules")).items():
        meant = names()["older_rules"].get(name)
        if meant is not None:
            rules |= meant if value is True else {}
        elif value not in (False, None):
            problems.append(Problem("jcz-unknown-rule", values={"word": name, "value": str(value).lower()}))
    if problems:
        raise Problems(tuple(problems))
    replay = data.get("replay")
    drawing = _table(_table(_table(data.get("annotations")).get("tilePack")).get("params"))
    order, limit = drawing.get("drawOrder"), drawing.get("drawLimit")
    annotations: dict[str, Any] = {"drawOrder": [_tile(one) for one in order]} if isinstance(order, list) else {}
    return {
        **data,
        "players": _players(data.get("slots")),
        "setup": {"sets": sets, "elements": elements, "rules": rules, "start": names()["older_start"]},
        "replay": [_event(one) for one in replay if _kind(one) != END] if isinstance(replay, list) else replay,
        "gameAnnotations": {**annotations, **({"endTurn": limit} if type(limit) is int else {})},
    }


END = "GAME_OVER"
"""The event behind which nothing follows."""


def _players(slots: Any) -> list[dict[str, Any]]:
    """Who sits somewhere, in the order of play."""
    taken = [one for one in slots if isinstance(one, dict) and one.get("nickname")] if isinstance(slots, list) else []
    if all(type(one.get("serial")) is int for one in taken):
        taken.sort(key=lambda one: one["serial"])
    return [{"name": one["nickname"], "slot": one.get("number")} for one in taken]


def _event(one: Any) -> Any:
    payload = one.get("payload") if isinstance(one, dict) else None
    if not isinstance(payload, dict) or "tileId" not in payload:
        return one
    return {**one, "payload": {**payload, "tileId": _tile(payload["tileId"])}}


def _kind(one: Any) -> object:
    return one.get("type") if isinstance(one, dict) else None


def _tile(name: Any) -> Any:
    """The id of a tile: ``IC.RFr.i`` is ``IC/RFr.i`` later."""
    if not isinstance(name, str):
        return name
    return names()["older_tiles"].get(name) or name.replace(".", "/", 1)


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}

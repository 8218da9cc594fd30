"""A saved game as it stands in its file: JSON checked for its shape, nothing played yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.records.jcz_older import as_later, is_older
from adjudicator.records.json_file import loaded

OLDEST = (4,)
"""Files of earlier versions are XML."""
DIGITS = 9
"""Of the numbers of versions, players and figures, at most."""


class Event(NamedTuple):
    """One event, by its place in the file."""

    number: int
    """From 1."""
    type: str
    payload: Mapping[str, Any]
    player: int | None


class Saved(NamedTuple):
    """A saved game."""

    setup: Mapping[str, Any]
    players: tuple[Mapping[str, Any], ...]
    events: tuple[Event, ...]
    annotations: Mapping[str, Any]
    title: str
    assertions: tuple[str, ...]


def refused(problem: Problem) -> Problems:
    """A problem of the file, as the exception that tells it."""
    return Problems((problem,))


def parse(text: str) -> Saved:
    """The saved game in `text`. Raises Problems where it is damaged, telling the line or the event."""
    if text.removeprefix("\ufeff").lstrip().startswith("<"):
        raise refused(Problem("jcz-xml"))
    data = loaded(text)
    if not isinstance(data, dict) or not isinstance(data.get("setup"), dict):
        raise refused(Problem("jcz-lacks", values={"word": "setup"}))
    version = _version(str(data.get("appVersion", "")))
    if version and version < OLDEST:
        raise refused(Problem("jcz-old", values={"word": str(data["appVersion"])}))
    if is_older(data):
        data = as_later(data)
    players, replay = data.get("players"), data.get("replay")
    if not isinstance(players, list) or not players or not all(isinstance(one, dict) for one in players):
        raise refused(Problem("jcz-lacks", values={"word": "players"}))
    if not isinstance(replay, list):
        raise refused(Problem("jcz-lacks", values={"word": "replay"}))
    _check(data)
    test = data.get("test") or {}
    title = str(test.get("description") or data.get("name") or "")
    asserted = test.get("assertions")
    annotations = data.get("gameAnnotations")
    return Saved(
        data["setup"],
        tuple(players),
        _events(replay, len(players)),
        annotations if isinstance(annotations, dict) else {},
        title,
        tuple(str(one) for one in asserted) if isinstance(asserted, list) else (),
    )


FORM: dict[str, dict[str, type]] = {
    "": {"gameAnnotations": dict, "test": dict},
    "setup": {"sets": dict, "elements": dict, "rules": dict, "start": list},
    "gameAnnotations": {"drawOrder": list},
    "test": {"assertions": list},
}
"""What a part of a file is, where it is there, by the table it stands in."""


def _check(data: Mapping[str, Any]) -> None:
    """Raises Problems where a part of a saved game is of another form than what is read of it."""
    for table, parts in FORM.items():
        about = data.get(table) or {} if table else data
        for word, form in parts.items():
            if about.get(word) is not None and not isinstance(about[word], form):
                raise refused(Problem("jcz-lacks", values={"word": f"{table} {word}".strip()}))
    for table in ("sets", "elements"):
        for word, number in (data["setup"].get(table) or {}).items():
            if number is not None and not isinstance(number, int):  # true and false are numbers here
                raise refused(Problem("jcz-lacks", values={"word": f"setup {table} {word}"}))


def _version(said: str) -> tuple[int, ...]:
    parts = said.split(".")[:2]
    return tuple(int(part) for part in parts) if all(number(part) is not None for part in parts) else ()


def number(text: str) -> int | None:
    """The number that some digits write; None for anything else, and for more digits than any number here has."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


def _events(replay: list[Any], players: int) -> tuple[Event, ...]:
    """The events that stand; one that was undone is left out with what undid it."""
    kept: list[Event] = []
    for number, data in enumerate(replay, 1):
        if not isinstance(data, dict) or not isinstance(data.get("type"), str):
            raise refused(Problem("jcz-event-damaged", values={"event": number, "word": "type"}))
        payload, player = data.get("payload", {}), data.get("player")
        if not isinstance(payload, dict):
            raise refused(Problem("jcz-event-damaged", values={"event": number, "word": "payload"}))
        if player is not None and (type(player) is not int or not 0 <= player < players):
            raise refused(Problem("jcz-event-damaged", values={"event": number, "word": "player"}))
        if data["type"] == "UNDO":
            if not kept:
                raise refused(Problem("jcz-event-damaged", values={"event": number, "word": "UNDO"}))
            kept.pop()
        else:
            kept.append(Event(number, data["type"], payload, player))
    return tuple(kept)

"""A log of Board Game Arena as it stands in its file: packets in their order, notifications checked for their shape."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.errors import Problem, Problems
from adjudicator.records.json_file import loaded

LAYOUTS = ("data", "logs")
"""The keys below ``data`` that hold the packets, in the answers of today and in older ones."""
SAVED, RESTORED = "undoSavePoint", "undoRestorePoint"
"""A point of the game to which a player may come back, and that he does."""
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Notification(NamedTuple):
    """One thing that the log tells."""

    packet: str
    """The packet it came in, by the number it has there, else by its place in the file."""
    type: str
    log: str
    args: Mapping[str, Any]

    def number(self, name: str) -> int:
        """A number, which may be written as text. Raises Problems where it is lacking or none."""
        found = whole(self.args.get(name))
        if found is None:
            raise self.damaged(name)
        return found

    def damaged(self, name: str) -> Problems:
        """What says that an entry is lacking or makes no sense."""
        values = {"packet": self.packet, "word": f"{self.type} {name}"}
        return Problems((Problem("bga-damaged", values=values),))


def whole(value: Any) -> int | None:
    """The whole number that a value is or writes; None for anything else."""
    if type(value) is int:
        return value if abs(value) < 10**9 else None
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else None


def packets_of(data: object) -> list[Any] | None:
    """The list of packets in what a file holds; None where it is no such log."""
    inner = data.get("data") if isinstance(data, dict) else None
    found = [inner[one] for one in LAYOUTS if isinstance(inner.get(one), list)] if isinstance(inner, dict) else []
    return found[0] if found else None


def notifications(text: str) -> tuple[Notification, ...]:
    """All that a log tells, in the order in which it happened. Raises Problems where it is damaged, with the packet."""
    packets = packets_of(loaded(text))
    if packets is None:
        raise Problems((Problem("bga-lacks"),))
    told: list[tuple[int, Mapping[str, Any]]] = []
    for at, packet in enumerate(packets, 1):
        if not isinstance(packet, dict) or not isinstance(packet.get("data"), list):
            raise Problems((Problem("bga-damaged", values={"packet": str(at), "word": "data"}),))
        told.append((at, packet))
    return _standing(one for at, packet in _in_order(told) for one in _read(at, packet))


def _standing(told: Iterable[Notification]) -> tuple[Notification, ...]:
    """What stands at the end: a move that is taken back is left out, from the point that was saved last. Raises
    Problems (``bga-undo``) where none was.
    """
    kept: list[Notification] = []
    saved: int | None = None
    for one in told:
        if one.type == SAVED:
            saved = len(kept)
        elif "undo" in one.type.casefold():
            if one.type != RESTORED or saved is None:
                raise Problems((Problem("bga-undo", values={"packet": one.packet, "word": one.type}),))
            del kept[saved:]
        else:
            kept.append(one)
    return tuple(kept)


def _in_order(told: list[tuple[int, Mapping[str, Any]]]) -> list[tuple[int, Mapping[str, Any]]]:
    """The packets by their numbers, by those of their moves where these are all there are; one that was sent twice
    stands once.
    """
    for name in ("packet_id", "move_id"):
        numbers = [whole(packet.get(name)) for _, packet in told]
        if all(number is not None for number in numbers):
            by = dict(zip((at for at, _ in told), numbers, strict=True))
            told = sorted(told, key=lambda one: by[one[0]] or 0)
            break
    seen: dict[int, list[Any]] = {}
    kept = []
    for at, packet in told:
        number = whole(packet.get("packet_id"))
        before = seen.setdefault(number, []) if number is not None else []
        if packet["data"] not in before:
            kept.append((at, packet))
            before.append(packet["data"])
    return kept


def _read(at: int, packet: Mapping[str, Any]) -> Iterator[Notification]:
    number = whole(packet.get("packet_id"))
    name = str(at if number is None else number)
    for one in packet["data"]:
        kind = one.get("type") if isinstance(one, dict) else None
        if not isinstance(kind, str):
            raise Problems((Problem("bga-damaged", values={"packet": name, "word": "type"}),))
        args, log = one.get("args"), one.get("log")
        yield Notification(name, kind, log if isinstance(log, str) else "", args if isinstance(args, dict) else {})

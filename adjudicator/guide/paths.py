"""The paths from a question at the table to one of the engine: ``guide.toml`` of the expansions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from adjudicator import faults, store
from adjudicator.faults import ANY
from adjudicator.words.vocabulary import vocabulary

FILE = "guide.toml"
TOPICS = ("scores", "how-many", "may", "gets", "next")
"""What people ask about, in the order in which it is offered; the sentences are the phrases ``guide.topic-...``."""


class Path(NamedTuple):
    """One question of the table."""

    id: str
    """Also the id of its sentence, ``guide.path-...``."""
    topic: str
    """One of TOPICS."""
    owner: str
    """Id of the expansion that brings it: without it on the table it is not offered."""
    ask: str
    """The question to the engine with its places, behind ``ask``, in the words of the fallback language."""
    kinds: tuple[str, ...] = ()
    """The kinds of features it may be about, by their id or by a trait."""
    figures: tuple[str, ...] = ()
    """The figures it may be about, by their id; all that are in play where it names none."""
    numbers: tuple[str, ...] = ()
    """Places that a number fills."""
    choices: Mapping[str, Mapping[str, str]] = {}
    """Places that one of a few words fills: id of the choice, and the words of the fallback language."""
    before: tuple[str, ...] = ()
    """Lines of the position."""
    turn: tuple[str, ...] = ()
    """Lines of the turn, from ``turn`` on."""
    extras: bool = False
    """Whether what a feature may carry (coats of arms, inns) counts for the answer."""

    def says(self, slot: str) -> bool:
        """Whether a line has the place `slot`."""
        return any(f"{{{slot}}}" in line for line in (*self.before, *self.turn, self.ask))


@cache
def every() -> tuple[Path, ...]:
    """All paths, topic by topic, those of the base game first."""
    found: list[dict[str, Any]] = store.prepared("guide", lambda: [file for _, file in _files()], lambda: [*_read()])
    paths = [Path(**{name: _whole(value) for name, value in one.items()}) for one in found]
    always = vocabulary().always()
    return tuple(sorted(paths, key=lambda one: (TOPICS.index(one.topic), one.owner not in always)))


def offered(use: Collection[str]) -> list[Path]:
    """The paths of a table with the expansions `use` on it."""
    words = vocabulary()
    on_table = {*words.always(), *use}
    return [one for one in every() if one.owner in on_table]


_SHAPE = {
    "path": [
        {
            "id!": str, "topic!": str, "ask!": str, "kinds": [str], "figures": [str], "numbers": [str],
            "choices": {ANY: {ANY: str}}, "before": [str], "turn": [str], "extras": bool,
        }
    ]
}  # fmt: skip


def _read() -> Iterator[dict[str, Any]]:
    for owner, file in _files():
        for one in faults.read(file, _SHAPE).get("path", ()):
            if one["topic"] in TOPICS:
                yield {**one, "owner": owner}
            else:
                faults.tell(file, f"nobody offers the topic {one['topic']}", "path", one["id"])


def _files() -> Iterator[tuple[str, Any]]:
    for folder in store.expansion_folders():
        if (folder / FILE).is_file():
            yield folder.name.replace("_", "-"), folder / FILE


def _whole(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value

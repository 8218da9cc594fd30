"""The pack of tiles of a saved game: which of them were drawn and fit nowhere, whether it has come to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.binding.tile_files import catalogue
from adjudicator.records.jcz_file import Saved
from adjudicator.records.names import names
from adjudicator.words.vocabulary import vocabulary

END = "#END"
Idle = Callable[[str, Sequence[str]], bool]
"""Whether a tile fits nowhere that is drawn behind others which did not."""


class Drawing:
    """The tiles in the order in which they were drawn, as far as the file has it: one that fits nowhere has no event,
    and is told by its place in that order.
    """

    def __init__(self, saved: Saved) -> None:
        order = saved.annotations.get("drawOrder")
        self._order = [name for name in order if isinstance(name, str)] if isinstance(order, list) else []
        end = saved.annotations.get("endTurn")
        self._end = end if type(end) is int else 0
        self._at = 0

    def before(self, name: str, idle: Idle) -> list[str]:
        """The tiles that were drawn and put out of the game before the one of that name was placed, as far as they were
        `idle`. Where the order tells of anything else it is followed no further.
        """
        try:
            found = self._order.index(name, self._at)
        except ValueError:
            return []
        out = self._order[self._at : found]
        if not _all_idle(out, idle):
            return []
        self._at = found + 1
        return out

    def behind(self, idle: Idle) -> list[str]:
        """The same of the last tiles, behind which nothing was placed: up to the draw that empties the pack."""
        out = [name for name in self._order[self._at : self._end] if name != END]
        return out if self._at and _all_idle(out, idle) else []


def _all_idle(out: Sequence[str], idle: Idle) -> bool:
    """Whether each of several tiles fits nowhere, once those before it are out of the game."""
    return all(idle(name, out[:at]) for at, name in enumerate(out))


def over(saved: Saved, drawn: int) -> bool:
    """Whether the last tile has been laid, `drawn` of them having come from the pack."""
    if type(end := saved.annotations.get("endTurn")) is int:
        return drawn >= end
    order = saved.annotations.get("drawOrder")
    if isinstance(order, list) and order and order[-1] == END:
        return drawn >= len(order) - 1
    return drawn >= _pack(saved)


def _pack(saved: Saved) -> int:
    """The tiles of all sets but those on the table at the start."""
    sets, start = saved.setup.get("sets"), saved.setup.get("start")
    total = 0
    for name, copies in sets.items() if isinstance(sets, dict) else ():
        expansion = names()["sets"].get(name.partition(":")[0])
        kept = [
            sum(one.values())
            for source in ([expansion] if expansion else vocabulary().always())
            for one in catalogue().sets(source).values()
        ]
        total += max(kept, default=0) * (copies if type(copies) is int else 1)
    return total - (len(start) if isinstance(start, list) else 0)

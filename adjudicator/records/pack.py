"""Whether a saved game has come to the end of its pack of tiles."""

from __future__ import annotations

from adjudicator.binding.tile_files import catalogue
from adjudicator.records.jcz_file import Saved
from adjudicator.records.names import names
from adjudicator.words.vocabulary import vocabulary


def over(saved: Saved, drawn: int) -> bool:
    """Whether the last tile has been laid, `drawn` of them having come from the pack."""
    if type(end := saved.annotations.get("endTurn")) is int:
        return drawn >= end
    order = saved.annotations.get("drawOrder")
    if isinstance(order, list) and order and order[-1] == "#END":
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

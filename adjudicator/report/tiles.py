"""The tile catalogue for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.binding.tile_files import catalogue
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.catalogue import Catalogue, Named, Unknown, refusal
from adjudicator.geometry.face import HALVES, SIDES, Face
from adjudicator.report.drawing import draw
from adjudicator.report.style import Style, wrap
from adjudicator.report.table import stacks, table
from adjudicator.rulebook import lookup
from adjudicator.words.say import Speech
from adjudicator.words.vocabulary import vocabulary


class Entry(NamedTuple):
    """One face as the catalogue shows it."""

    face: Face
    turns: int
    """Quarter turns clockwise it is drawn with."""
    expansion: str
    names: tuple[str, ...]
    """Every name that leads to it, its id first."""
    counts: Mapping[str, int]
    """Set id to how many there are."""


def boxes(expansions: Iterable[str]) -> frozenset[str]:
    """What is always in play, and `expansions`."""
    return frozenset([*vocabulary().always(), *expansions])


def found(names: Sequence[str], set_: str, speech: Speech) -> list[Entry]:
    """The tiles called `names`, or all of the expansion called `set_`, or all there are. Raises Problems, which name an
    expansion in the language of `speech`.
    """
    tiles = catalogue()
    wanted = [lookup.expansion(set_)] if set_ else list(tiles.expansions)
    if names:
        return _by_names(tiles, names, wanted if set_ else [])
    entries = [entry for expansion in wanted for entry in every(tiles, expansion)]
    if not entries:
        values = {"file": "", "expansion": speech.lexicon.expansion_title(wanted[0])}
        raise Problems((Problem("set-without-tiles", values=values),))
    return entries


def _by_names(tiles: Catalogue, names: Sequence[str], wanted: Sequence[str]) -> list[Entry]:
    """The faces that `names` tell, a ``@90`` turning them. Raises Problems with every name that tells none."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    for written in names:
        name, _, degrees = written.partition("@")
        in_play = boxes(wanted)
        found = tiles.find(name, in_play)
        if isinstance(found, Unknown) and found.expansion:
            # Nobody has to say which expansion a tile comes from to look it up.
            in_play = boxes([found.expansion])
            found = tiles.find(name, in_play)
        if not isinstance(found, Named):
            problems.append(refusal(found))
            continue
        if degrees and degrees not in ("0", "90", "180", "270"):
            problems.append(Problem("turn-degrees", values={"word": f"@{degrees}"}))
            continue
        turns = (int(degrees or 0) // 90 + (found.turns or 0)) % 4
        entries.append(entry(tiles, found.face, turns, in_play))
    if problems:
        raise Problems(tuple(problems))
    return entries


def every(tiles: Catalogue, expansion: str) -> list[Entry]:
    """All faces of one expansion."""
    in_play = boxes([expansion])
    return [entry(tiles, face, 0, in_play) for face in tiles.faces(frozenset([expansion])).values()]


def entry(tiles: Catalogue, face: Face, turns: int, in_play: frozenset[str]) -> Entry:
    """A face, with its names and numbers where the expansions `in_play` are."""
    owner = ""
    counts: dict[str, int] = {}
    for expansion in tiles.expansions:
        if expansion in in_play and face.id in tiles.faces(frozenset([expansion])):
            owner = owner or expansion
            sets = tiles.sets(expansion).items()
            counts.update({name: copies[face.id] for name, copies in sets if face.id in copies})
    return Entry(face, turns, owner, tiles.names(face, in_play), counts)


def whole(entry: Entry, speech: Speech, style: Style) -> str:
    """One face with its names and counts, drawn as it lies."""
    turned = f"{entry.face.id}@{90 * entry.turns}" if entry.turns else entry.face.id
    others = [name for name in entry.names if name != entry.face.id]
    parts = [style.paint(turned, "title"), draw(entry.face, entry.turns)]
    if others:
        parts.append(_entry("names", ", ".join(others), speech, style))
    parts.append(_entry("sides", sides(entry), speech, style))
    if entry.counts:
        parts.append(_entry("count", copies(entry), speech, style))
    return "\n".join(parts)


def listed(entries: Sequence[Entry], speech: Speech, style: Style) -> str:
    """A table: tile, other names, sides, how many, and the face drawn."""
    headers = [speech.label(ident) for ident in ("tile", "names", "sides", "count")]
    rows = [
        [
            entry.face.id,
            ", ".join(name for name in entry.names if name != entry.face.id),
            sides(entry),
            copies(entry),
        ]
        for entry in entries
    ]
    if not stacks(style):
        return table(headers, rows, style)
    drawn = [[*row, draw(entry.face, entry.turns)] for row, entry in zip(rows, entries, strict=True)]
    return table([*headers, speech.label("face")], drawn, style, fixed=(4,))


def copies(entry: Entry) -> str:
    """How many there are: one number, or one for each set where the sets differ."""
    numbers = set(entry.counts.values())
    if len(numbers) == 1 and len(entry.counts) > 1:
        return str(numbers.pop())
    return ", ".join(f"{name} {number}" for name, number in entry.counts.items())


def sides(entry: Entry) -> str:
    """The four sides from the north clockwise, as the tile lies."""
    return entry.face.turned(entry.turns).edges


def _entry(label: str, value: str, speech: Speech, style: Style) -> str:
    return wrap(speech.phrase("verdict", "about", topic=speech.label(label), answer=value), style.width)


def as_json(entry: Entry) -> dict[str, Any]:
    """The machine form."""
    lay = entry.face.turned(entry.turns)
    return {
        "id": entry.face.id,
        "turns": entry.turns,
        "expansion": entry.expansion,
        "letter": entry.face.letter,
        "names": list(entry.names),
        "edges": lay.edges,
        "segments": [
            {
                "kind": segment.kind,
                "sides": [SIDES[side] for side in segment.sides],
                "halves": [HALVES[half] for half in segment.halves],
                "marks": dict(segment.marks),
                "touches": list(segment.touches),
            }
            for segment in lay.segments
        ],
        "counts": dict(entry.counts),
        "drawing": draw(entry.face, entry.turns).split("\n"),
    }

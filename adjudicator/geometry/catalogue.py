"""The tile faces of the expansions in play, found by every name that players use.

- the catalogue's ids: ``BA/RCr``, or ``RCr`` where one face in play is called so
- a lone capital A to X: the letter of the base rules
- four small letters, the sides clockwise from the north as the tile lies: ``crfr``. ``+`` says that there is a coat of
  arms; ``-J`` that the like sides are one feature, ``-S`` that they are several
- the kind of what lies on a tile that goes beside everything: ``abbey``

A name tells one face or is refused with all it could mean; a garden alone makes no difference, then the plain
face is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from typing import Any, NamedTuple

from adjudicator.errors import Problem
from adjudicator.geometry.face import ANY_EDGE, Face, looks, unpack
from adjudicator.model.span import NOWHERE, Span

_TURNED = re.compile(r"(.*\D)(90|180|270)")
_FOUR = re.compile(r"([cfrs]{4})(\+?)(?:-([JS]))?(\+?)")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"


class Named(NamedTuple):
    """What a tile name means."""

    face: Face
    turns: int | None = None
    """Quarter turns clockwise where the name tells how the tile lies, else None."""


class Ambiguous(NamedTuple):
    """A tile name with several meanings."""

    name: str
    meanings: tuple[Named, ...]


class Unknown(NamedTuple):
    """A tile name without meaning."""

    name: str
    suggestions: tuple[str, ...] = ()
    """The nearest names, best first."""
    expansion: str = ""
    """The expansion that is not in play and has the tile, or ""."""


class _Index:
    """The faces of some expansions by their names."""

    def __init__(self, faces: dict[str, Face]) -> None:
        self.faces = faces
        self.tails: dict[str, list[Named]] = {}
        self.letters: dict[str, Face] = {}
        self.fours: dict[str, list[Named]] = {}
        self.inside: dict[str, list[Named]] = {}
        self.found: dict[str, Named | Ambiguous] = {}
        """What was looked up before."""
        for face in faces.values():
            self.tails.setdefault(face.id.partition("/")[2], []).append(Named(face))
            if face.letter:
                self.letters.setdefault(face.letter, face)
            if ANY_EDGE in face.edges:
                self.inside.setdefault(face.segments[0].kind, []).append(Named(face))
                continue
            for turns in range(4):
                edges = face.edges[-turns:] + face.edges[:-turns] if turns else face.edges
                self.fours.setdefault(edges, []).append(Named(face, turns))


class Catalogue:
    """Every face there is, read when an expansion is first asked for.

    `expansions` are the ids of those that have tiles, in order of precedence. `load` gives the prepared data of one:
    ``{"faces": [packed face, ...], "sets": {set: {tile id: count}}}``.
    """

    def __init__(self, expansions: tuple[str, ...], load: Callable[[str], Mapping[str, Any]]) -> None:
        self.expansions = expansions
        self._load = cache(load)
        self._indexes: dict[tuple[str, ...], _Index] = {}

    def faces(self, in_play: frozenset[str]) -> Mapping[str, Face]:
        """The faces of the expansions `in_play`, by id."""
        return self._index(in_play).faces

    def sets(self, expansion: str) -> Mapping[str, Mapping[str, int]]:
        """The tile sets of an expansion: set id to tile id to how many there are."""
        found: Mapping[str, Mapping[str, int]] = self._load(expansion)["sets"] if expansion in self.expansions else {}
        return found

    def find(
        self, name: str, in_play: frozenset[str], extra: Mapping[str, Face] | None = None
    ) -> Named | Ambiguous | Unknown:
        """What the tile name `name` means; `extra` are the tiles that a scenario defined, which come first."""
        if extra and name in extra:
            return Named(extra[name])
        index = self._index(in_play)
        known = index.found.get(name)
        if known is not None:
            return known
        meanings = _meanings(index, name)
        if meanings:
            distinct = _distinct(meanings)
            index.found[name] = found = distinct[0] if len(distinct) == 1 else Ambiguous(name, tuple(distinct))
            return found
        for expansion in self.expansions:
            if expansion not in in_play and _meanings(self._index(frozenset((expansion,))), name):
                return Unknown(name, (), expansion)
        return Unknown(name, self._nearest(name, index, extra or {}))

    def names(self, face: Face, in_play: frozenset[str]) -> tuple[str, ...]:
        """Every name that leads to `face`: id, id without prefix, letter, sides."""
        asked = [face.id, face.id.partition("/")[2], face.letter]
        if ANY_EDGE in face.edges:
            asked.append(face.segments[0].kind)
        else:
            four = min(face.edges[turns:] + face.edges[:turns] for turns in range(4)) + ("+" if _coat(face) else "")
            asked += [four] if self._leads(four, face, in_play) else [f"{four}-J", f"{four}-S"]
        found = [name for name in asked if name and self._leads(name, face, in_play)]
        return tuple(dict.fromkeys(found))

    def shortest(self, face: Face, turns: int, in_play: frozenset[str]) -> str:
        """The shortest name that tells `face` as it lies: ``V``, ``fffc``, ``ccff-J``, ``BA/RCr@90``."""
        turned = f"@{90 * turns}" if turns else ""
        known = (face.letter, *self.names(face, in_play))
        # A bare number is no word that a tile could be typed by.
        names = [name + turned for name in known if name and "-" not in name and not name.isdigit()]
        if ANY_EDGE not in face.edges:
            four = face.turned(turns).edges + ("+" if _coat(face) else "")
            names += [f"{four}{join}" for join in ("", "-J", "-S")]
        return min(
            (name for name in names if self._tells(name, face, turns, in_play)), key=len, default=face.id + turned
        )

    def _tells(self, name: str, face: Face, turns: int, in_play: frozenset[str]) -> bool:
        """Whether a name, perhaps with its turn behind it, is that of `face` as it lies."""
        bare, _, degrees = name.partition("@")
        found = self.find(bare, in_play)
        if not isinstance(found, Named) or found.face != face or (found.turns is not None and degrees):
            return False
        lies = found.turns if found.turns is not None else int(degrees or 0) // 90
        return bool(looks(face, lies) == looks(face, turns))

    def _leads(self, name: str, face: Face, in_play: frozenset[str]) -> bool:
        found = self.find(name, in_play)
        return isinstance(found, Named) and found.face == face

    def _index(self, in_play: frozenset[str]) -> _Index:
        wanted = tuple(expansion for expansion in self.expansions if expansion in in_play)
        index = self._indexes.get(wanted)
        if index is None:
            faces: dict[str, Face] = {}
            for expansion in wanted:
                for data in self._load(expansion)["faces"]:
                    faces.setdefault(data[0], unpack(data))
            index = self._indexes[wanted] = _Index(faces)
        return index

    def _nearest(self, name: str, index: _Index, extra: Mapping[str, Face]) -> tuple[str, ...]:
        folded: dict[str, list[str]] = {}
        for known in (*extra, *index.faces, *index.tails, *index.fours):
            folded.setdefault(known.casefold(), []).append(known)
        near = [known for one in get_close_matches(name.casefold(), folded, 8, 0.6) for known in folded[one]]
        # Capitals are told apart, but matter less than letters: `ba/rcr` is BA/RCr rather than BA/Rr.
        likeness = {known: _likeness(known, name) + _likeness(known.casefold(), name.casefold()) for known in near}
        return tuple(sorted(likeness, key=lambda known: -likeness[known])[:3])


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def refusal(found: Ambiguous | Unknown, span: Span = NOWHERE) -> Problem:
    """The problem for a name that tells no face: ``ambiguous-tile``, ``tile-not-in-play`` or ``unknown-tile``."""
    if isinstance(found, Ambiguous):
        names = _apart(found)
        drawn = tuple(zip(names, found.meanings, strict=True))
        return Problem("ambiguous-tile", span, {"word": found.name, "meanings": names, "drawn": drawn}, names)
    if found.expansion:
        return Problem("tile-not-in-play", span, {"word": found.name, "expansion": found.expansion})
    turned = _TURNED.fullmatch(found.name)
    near = (f"{turned[1]}@{turned[2]}",) if turned else found.suggestions
    return Problem("unknown-tile", span, {"word": found.name}, near)


def _apart(found: Ambiguous) -> tuple[str, ...]:
    """A name for each meaning: ``ccff-J`` and ``ccff-S`` where that tells them apart, else their ids."""
    match = _FOUR.fullmatch(found.name)
    joins = [_join(meaning.face) for meaning in found.meanings]
    if match and not match[3] and "" not in joins and len(set(joins)) == len(joins):
        return tuple(f"{found.name}-{join}" for join in joins)
    return tuple(describe(meaning) for meaning in found.meanings)


def describe(meaning: Named) -> str:
    """A meaning as it may be typed: ``BA/CFc.1@90``."""
    turn = f"@{90 * meaning.turns}" if meaning.turns else ""
    return meaning.face.id + turn


def _meanings(index: _Index, name: str) -> list[Named]:
    if len(name) == 1 and name in _LETTERS:
        return [Named(index.letters[name])] if name in index.letters else []
    if name in index.faces:
        return [Named(index.faces[name])]
    if name.casefold() in index.inside:
        return index.inside[name.casefold()]
    if name in index.tails:
        return index.tails[name]
    match = _FOUR.fullmatch(name)
    if not match:
        return []
    edges, plus, join, late_plus = match.groups()
    coat = bool(plus or late_plus)
    return [
        meaning
        for meaning in index.fours.get(edges, ())
        if _coat(meaning.face) == coat and (not join or join == _join(meaning.face))
    ]


def _distinct(meanings: list[Named]) -> list[Named]:
    """One meaning for each look; of twins that a garden alone tells apart the plain one."""
    plain = sorted(meanings, key=lambda meaning: meaning.face.garden)
    looked: list[Any] = []
    kept = []
    for meaning in plain:
        look = looks(meaning.face, meaning.turns or 0, gardens=False)
        if look not in looked:
            looked.append(look)
            kept.append(meaning)
    return kept


def _coat(face: Face) -> bool:
    return any("coat" in segment.marks for segment in face.segments)


def _join(face: Face) -> str:
    """J if the like sides (of a city, else of roads) are one feature, S if several, "" if there are none."""
    kind = next((kind for kind in ("city", "road") if face.edges.count(kind[0]) > 1), "")
    pieces = [segment for segment in face.segments if kind and segment.kind == kind and segment.sides]
    return "" if not pieces else "J" if len(pieces) == 1 else "S"

"""A tile of one's own on the page of the board: its sides and what lies on it, made into a sentence of the language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from lines import Lines
from table import Pictures, Table, blank, face_json, failed, language, line_in, table_of, telling

from adjudicator.binding.tile_files import catalogue
from adjudicator.binding.tile_sentences import BESIDE
from adjudicator.engine.game import game
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import EDGE_KINDS, EDGE_LETTERS, HALVES, SHARED, SIDES, Face
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech, speech
from adjudicator.words.vocabulary import vocabulary

FIELD = "field"
ROAD = "road"
CITY = EDGE_KINDS[SHARED]
CROSSING = "crossing"
"""What roads end at that meet in the middle."""
COMPLETABLE, ONE_TILE = "completable", "one-tile"
"""Traits of kinds that may lie inside a tile."""
CARRIED = ("unit", "symbol", "flag", "name")
SHOWN = ("symbol", "unit", "flag", "name")
"""Roles of words for what pieces carry and what a tile shows, the first that has the word."""
LONGEST = 20
"""Letters of a name."""
NAMELESS = "OWN"


# ---- what there is to choose


@telling
def choices(use: Sequence[str] = (), lang: str = "") -> dict[str, Any]:
    """What a tile may be made of with the boxes in `use`: kinds of sides, what lies in the middle, what pieces carry,
    and what the tile shows, each with its name.
    """
    says = speech(language(lang))
    in_play = frozenset([*vocabulary().always(), *use])
    faces = _faces(in_play)
    marks: dict[str, dict[str, None]] = {}
    for face in faces:
        for segment in face.segments:
            for mark in segment.marks:
                marks.setdefault(segment.kind, {})[mark] = None
    kinds = {segment.kind for face in faces for segment in face.segments if segment.sides}
    shown = {symbol: None for face in faces for symbol, side, word in face.marks if not side and not word}
    return {
        "sides": _told([kind for kind in EDGE_KINDS.values() if kind in kinds or kind == FIELD], says),
        "middle": _told(_middle(in_play), says),
        "marks": {kind: _told(found, says) for kind, found in marks.items()},
        "shows": _told(shown, says),
    }


def _told(ids: Iterable[str], says: Speech) -> list[dict[str, str]]:
    return [{"id": one, "name": says.noun(one)} for one in ids]


def _faces(in_play: frozenset[str]) -> list[Face]:
    """The faces of the boxes in play, those that go beside everything left out."""
    return [face for face in catalogue().faces(in_play).values() if not any(_beside(s.kind) for s in face.segments)]


def _beside(kind: str) -> bool:
    return BESIDE in vocabulary().kind_traits(kind)


def _middle(in_play: frozenset[str]) -> list[str]:
    """The kinds that lie inside a tile, also of boxes whose tiles nobody has told."""
    words, played = vocabulary(), game(in_play)
    found = []
    for kind in words.ids("kind"):
        traits = words.kind_traits(kind)
        inside = kind not in EDGE_LETTERS and (COMPLETABLE in traits or ONE_TILE in traits) and not _beside(kind)
        if inside and words.owner("kind", kind) in played.ids:
            found.append(kind)
    return found


# ---- the pieces


class Piece(NamedTuple):
    """A piece that runs off the tile."""

    kind: str
    sides: tuple[int, ...]
    end: str | None = None
    """For a road with one end on the tile, what it ends at: `CROSSING`, a kind, the first side of a piece, or ""."""

    @property
    def ident(self) -> str:
        """The first of its sides."""
        return SIDES[self.sides[0]]

    @property
    def name(self) -> str:
        """As a tile sentence names it."""
        return f"{self.kind} {self.ident}"


def pieces_of(
    sides: Sequence[str], joined: Sequence[int | None], ends: Mapping[str, str], middle: Sequence[str]
) -> list[Piece]:
    """The pieces that `sides` make: a kind for each side from the north clockwise.

    `joined` gives for each side the first side of its piece, None for what is usual: all that is alike is one piece,
    but for roads that are more than two and for cities with a way between them. `ends` says what roads end at, where it
    is not what is usual.
    """
    ways = [kind for kind in sides if kind not in (CITY, FIELD)]
    between = len(ways) == 2 and sides[0] == sides[2] and sides[1] == sides[3] and ways[0] == ways[1]
    groups: dict[int, list[int]] = {}
    for side, kind in enumerate(sides):
        if kind == FIELD:
            continue
        alike = [one for one in range(side) if sides[one] == kind]
        first = joined[side]
        if first is None:
            apart = (kind == ROAD and list(sides).count(kind) > 2) or (kind == CITY and between)
            first = alike[0] if alike and not apart else side
        groups.setdefault(next((one for one in groups if one == first and sides[one] == kind), side), []).append(side)
    found = [Piece(sides[first], tuple(group)) for first, group in groups.items()]
    return [piece._replace(end=_end(piece, found, ends, middle)) for piece in found]


def _end(piece: Piece, pieces: Sequence[Piece], ends: Mapping[str, str], middle: Sequence[str]) -> str | None:
    """What a road ends at on its tile; None for what runs through."""
    if piece.kind != ROAD or len(piece.sides) > 1:
        return None
    told = ends.get(piece.ident)
    if told in ends_of(piece, pieces, middle):
        return told
    if sum(one.kind == ROAD and len(one.sides) == 1 for one in pieces) > 1:
        return CROSSING
    large = next((one.ident for one in pieces if one.kind == CITY and len(one.sides) > 2), "")
    return next((kind for kind in middle if _is_goal(kind)), large)


def _is_goal(kind: str) -> bool:
    """Whether roads end at what lies in the middle: a building, and no garden."""
    return "building" in vocabulary().kind_traits(kind)


def ends_of(piece: Piece, pieces: Sequence[Piece], middle: Sequence[str]) -> list[str]:
    """What a road may end at."""
    others = [one for one in pieces if one.ident != piece.ident]
    meets = [CROSSING] if any(one.kind == ROAD and len(one.sides) == 1 for one in others) else []
    return ["", *meets, *middle, *(one.ident for one in others if one.kind != ROAD)]


def meets_of(pieces: Sequence[Piece], middle: Sequence[str]) -> list[list[str]]:
    """What meets on the tile, as names of pieces: a crossing, and each road with what it ends at."""
    crossing = [one.name for one in pieces if one.end == CROSSING]
    found = [crossing] if len(crossing) > 1 else []
    for one in pieces:
        goal = next((other.name for other in pieces if other.ident == one.end), one.end if one.end in middle else "")
        if one.end and goal:
            found.append([goal, one.name])
    return found


# ---- the fields between them


def fields_of(
    sides: Sequence[str], pieces: Sequence[Piece], meets: Sequence[Sequence[str]]
) -> list[tuple[tuple[int, ...], tuple[Piece, ...]]]:
    """The fields that lie between pieces, each with its half sides and the cities that it touches.

    Round the tile there are twelve places, three a side: left half, middle, right half. What runs off the tile at two
    of them, or meets on it what runs off at others, parts the places between them.
    """
    walls = [{one.name} for one in pieces]
    for group in meets:
        met = set(group).union(*(wall for wall in walls if wall & set(group)))
        walls = [*(wall for wall in walls if not wall & met), met]
    places = {one.name: [3 * side + 1 for side in one.sides] for one in pieces}
    rings = [sorted(place for name in wall for place in places.get(name, ())) for wall in walls]
    regions: dict[tuple[int, ...], list[int]] = {}
    for half in range(8):
        if sides[half // 2] != CITY:
            place = 3 * (half // 2) + (2 if half % 2 else 0)
            regions.setdefault(tuple(_gap(ring, place) for ring in rings), []).append(half)
    found = []
    cities = [one for one in pieces if one.kind == CITY]
    for gaps, halves in regions.items():
        touched = []
        for city in cities:
            by = {place for group in meets if city.name in group for name in group for place in places.get(name, ())}
            by.update(places[city.name])
            for wall, ring, gap in zip(walls, rings, gaps, strict=True):
                if city.name in wall:
                    seen = ring[gap - 1] in by or ring[gap] in by
                else:
                    seen = gap in [_gap(ring, place) for place in places[city.name]]
                if not seen:
                    break
            else:
                touched.append(city)
        found.append((tuple(halves), tuple(touched)))
    if not regions and len(cities) > 1:
        found.append(((), tuple(cities)))
    return found


def _gap(ring: Sequence[int], place: int) -> int:
    """Between which two of the places of a ring a place lies: the number of the one behind it."""
    return sum(one < place for one in ring) % len(ring)


# ---- the sentence


def sentence(
    name: str, sides: Sequence[str], joined: Sequence[int | None] = (None,) * 4, ends: Mapping[str, str] | None = None,
    marks: Mapping[str, Sequence[str]] | None = None, middle: Sequence[str] = (), shows: Sequence[str] = (),
) -> str:  # fmt: skip
    """The English sentence for a tile; `marks` are what pieces carry, by the first side of each."""
    pieces = pieces_of(sides, joined, ends or {}, middle)
    meets = meets_of(pieces, middle)
    clauses = []
    for one in pieces:
        carried = [_word(mark, CARRIED) for mark in (marks or {}).get(one.ident, ())]
        clauses.append(" ".join([one.kind, *(SIDES[side] for side in one.sides), *carried]))
    clauses += [_word(kind, ("kind",)) for kind in middle]
    for halves, touched in fields_of(sides, pieces, meets):
        whole = [HALVES[half] for half in halves]
        touches = [f"touches {' and '.join(one.name for one in touched)}"] if touched else []
        clauses.append(" ".join([FIELD, *whole, *touches]))
    words = {kind: _word(kind, ("kind",)) for kind in middle}
    clauses += [f"joins {' and '.join(words.get(one, one) for one in group)}" for group in meets]
    clauses += [_word(symbol, SHOWN) for symbol in shows]
    return f"tile {name}: {', '.join(clauses)}"


def _word(ident: str, roles: Sequence[str]) -> str:
    """What is typed for an id of one of the roles, in English. Raises LookupError."""
    words = lexicon(fallback())
    role = next((role for role in roles if words.has(role, ident)), roles[0])
    return words.say(role, ident)


# ---- as the page asks for it


@telling
def draw(
    text: str, name: str, sides: Sequence[str], lang: str = "", have: Sequence[str] = (), **how: Any
) -> dict[str, Any]:
    """The tile that is asked for: its sentence, its picture and its pieces with what may be chosen for each."""
    code = language(lang)
    table = table_of(text if text.strip() else blank(code), code)
    says = speech(table.lang)
    middle = how.get("middle", ())
    pieces = pieces_of(sides, how.get("joined", (None,) * 4), how.get("ends", {}), middle)
    told = [{"id": one.ident, "kind": one.kind, "sides": [*one.sides], "end": one.end, "name": _said(one, says),
             "ends": [] if one.end is None else [{"id": end, "name": _end_name(end, pieces, says)}
                                                 for end in ends_of(one, pieces, middle)]}
            for one in pieces]  # fmt: skip
    called = free_name(table, name)
    new, line = defined(table, called, sides, how)
    after = table_of(new, table.lang)
    face = after.scenario.tiles.get(called) if after.scenario is not None else None
    if face is None:
        return {**failed(after.problems, new, table.lang), "line": line, "pieces": told}
    pictures = Pictures(have, says)
    return {"line": line, "name": called, "face": face_json(face, "", (called,), 0, says, pictures),
            "pictures": pictures.new, "pieces": told, "problems": []}  # fmt: skip


def _said(piece: Piece, says: Speech) -> str:
    """A piece as the page names it."""
    return f"{says.noun(piece.kind)} {says.lexicon.say('side', piece.ident)}"


def _end_name(end: str, pieces: Sequence[Piece], says: Speech) -> str:
    """What a road ends at, as the page says it; "" for nothing."""
    if end in SIDES:
        return _said(next(one for one in pieces if one.ident == end), says)
    return says.noun(end) if end else ""


def free_name(table: Table, wanted: str) -> str:
    """A name that no tile of the text has yet, made of the letters and digits of the one that is wanted."""
    taken = table.scenario.tiles if table.scenario is not None else {}
    name = re.sub(r"[^\w-]+", "-", wanted).strip("-_")[:LONGEST].upper() or NAMELESS
    return next(one for number in count(1) if (one := f"{name}-{number}" if number > 1 else name) not in taken)


def defined(table: Table, name: str, sides: Sequence[str], how: Mapping[str, Any]) -> tuple[str, str]:
    """The text with the sentence of a tile in its header, and that sentence in the words of the text."""
    known = all(kind in EDGE_LETTERS for kind in sides) and len(sides) == 4
    if not known:
        raise Problems((Problem("tile-empty", values={"tile": name}),), table.text, table.lang)
    line = line_in(sentence(name, sides, **how), table.lang)
    lines = Lines(table)
    lines.add_to_header(line)
    return lines.text(), line


def own_json(table: Table, says: Speech, pictures: Pictures) -> list[dict[str, Any]]:
    """The tiles of a text's own."""
    own = table.scenario.tiles if table.scenario is not None else {}
    return [face_json(face, "", (name,), 0, says, pictures) for name, face in own.items()]

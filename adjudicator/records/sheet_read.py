"""Score sheets in JSON to ``.carc``: ``info`` with the players, ``placements`` with tiles and meeples of the base game.

A letter A to X stands as `adjudicator tiles` draws it, where all tiles fit so; else how it stands is asked for, as in
the notation of Freels. Which of several like pieces a number means is not described anywhere: that is asked for too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import HALVES, INSIDE, SIDES, Face, Segment, own_sides
from adjudicator.model.position import Cell
from adjudicator.model.span import NOWHERE
from adjudicator.records.bga_log import whole
from adjudicator.records.freels_sheet import Lying, alike, fitting, letters
from adjudicator.records.json_file import loaded, strangers
from adjudicator.records.names import segment_name
from adjudicator.records.played import Played, Told, written
from adjudicator.records.typed import MOST, colours, too_many, whole_box
from adjudicator.words.saying import tile
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary

PLACEMENTS = "placements"
FIRST, REGULAR, SKIPPED = "initial", "regular", "skipped"
KINDS = {"city": "city", "road": "road", "cloister": "monastery", "monastery": "monastery", "field": "field"}
"""Kind of a segment -> kind of a tile's pieces."""
KEYS = {
    "": ("info", PLACEMENTS),
    "info": ("title", "players", "finalPoint", "winner"),
    "info players": ("name", "color"),
    "tilePlacement": ("x", "y", "rotation"),
    "meeplePlacement": ("segmentType", "segmentIndex"),
    PLACEMENTS: ("type", "tile", "player", "tilePlacement", "meeplePlacement"),
}
"""What a table of a sheet may say, by where it stands."""
UPRIGHT = "upright"
LONGEST = 200
"""Signs of what is not read that are kept."""
_LETTER = re.compile("[A-X]")
_PART = re.compile(r"([A-X]) +([a-z]+) +([0-9]{1,2}) *= *([A-Z]{1,3})")
_POINTS = re.compile(r"[0-9]{1,4}")
_SCORE = re.compile(r"\s*[0-9]{1,4}(?:\s*[-:–,/]\s*[0-9]{1,4})+\s*")
"""Points of all, and no sentence about them: 93-87."""


def is_sheet(data: object) -> bool:
    """Whether what a JSON file holds is such a sheet."""
    return isinstance(data, dict) and PLACEMENTS in data and "replay" not in data


def read_sheet(
    text: str, title: str = "Game", called: tuple[str, ...] = (), sheet: Sequence[str] = (), parts: Sequence[str] = ()
) -> str:
    """The game that a score sheet tells, as a record in the English words of the language; it is not settled yet.

    `called` are the players' names instead of those of the file, `sheet` how letters stand (``K=90``), `parts` what
    numbers of pieces mean (``L road 0=E``). Raises Problems: with the placement for what is not of its form; for what
    has to be said first, ``sheet-turned`` and ``sheet-part``.
    """
    data = loaded(text)
    if not is_sheet(data) or not isinstance(data, dict) or not isinstance(data[PLACEMENTS], list):
        raise Problems((Problem("sheet-lacks", values={"word": PLACEMENTS}),))
    return written(_Sheet(data, sheet, parts).game(title, called))


def _unread(about: object, table: str, where: str) -> list[str]:
    """What is said in a `table` of a sheet that nobody knows, as comments. Raises Problems (``sheet-key``) for a key
    that can only be another one misspelt.
    """
    found = strangers(about, KEYS[table]) if isinstance(about, Mapping) else {}
    for key, near in found.items():
        if near:
            raise Problems((Problem("sheet-key", values={"where": where, "word": key, "near": near}),))
    values = about if isinstance(about, Mapping) else {}
    return [f"not read: {where} {key} {json.dumps(values[key], ensure_ascii=False)[:LONGEST]}" for key in found]


class _Tile:
    """One placement, checked for its shape."""

    def __init__(self, number: int, data: object) -> None:
        self.number = number
        about: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        self.type = about.get("type", REGULAR)
        self.letter = str(about.get("tile"))
        self.player = about.get("player")
        if self.type not in (FIRST, REGULAR, SKIPPED):
            raise self.damaged("type")
        if not _LETTER.fullmatch(self.letter):
            raise self.damaged("tile")
        self.cell: Cell = (0, 0)
        self.turns = 0
        if self.type != SKIPPED:
            laid = about.get("tilePlacement")
            found = [whole(laid.get(one)) for one in ("x", "y", "rotation")] if isinstance(laid, Mapping) else [None]
            if None in found:
                raise self.damaged("tilePlacement")
            x, y, self.turns = (one or 0 for one in found)
            self.cell = (x, -y)
        self.meeple = about.get("meeplePlacement")
        where = f"placement {number}"
        self.unread = _unread(about, PLACEMENTS, where)
        for one in ("tilePlacement", "meeplePlacement"):
            self.unread += _unread(about.get(one), one, f"{where} {one}")
        if self.meeple is not None and (not isinstance(self.meeple, Mapping) or self.type != REGULAR):
            raise self.damaged("meeplePlacement")

    def damaged(self, word: str) -> Problems:
        return Problems((Problem("sheet-damaged", values={"number": self.number, "word": word}),))


class _Sheet:
    """One reading of a sheet."""

    def __init__(self, data: Mapping[str, Any], sheet: Sequence[str], parts: Sequence[str]) -> None:
        self.tiles = [_Tile(number, one) for number, one in enumerate(data[PLACEMENTS], 1)]
        info: Mapping[str, Any] = data["info"] if isinstance(data.get("info"), Mapping) else {}
        self.info = info
        self.unread = [*_unread(data, "", "sheet"), *_unread(info, "info", "info")]
        self.faces = letters()
        players = info.get("players")
        self.players = [one if isinstance(one, Mapping) else {} for one in players] if isinstance(players, list) else []
        for at, one in enumerate(self.players, 1):
            self.unread += _unread(one, "info players", f"player {at}")
        self.given = sheet
        self.parts = _parts_given(parts)
        self.ways: dict[str, int] = {}
        """The quarter turns from our drawing to the way each letter stands."""

    def game(self, title: str, called: tuple[str, ...]) -> Told:
        laid = [one for one in self.tiles if one.type != SKIPPED]
        if len(laid) < 2 or laid[0].type != FIRST or any(one.type == FIRST for one in laid[1:]):
            raise Problems((Problem("sheet-lacks", values={"word": FIRST}),))
        if not 2 <= len(self.players) <= MOST:
            raise Problems((Problem("sheet-lacks", values={"word": "info players"}),))
        if called:
            colours(len(self.players), called)
        if problems := too_many((self.faces[one.letter], NOWHERE) for one in self.tiles):
            raise Problems(tuple(problems))
        dx, dy = laid[0].cell
        for one in laid:
            one.cell = (one.cell[0] - dx, one.cell[1] - dy)
        self.ways = self._standing(laid)
        names = called or tuple(str(one.get("name") or "") for one in self.players)
        whose = self._colours()
        end, remarks = self._end(names)
        remarks = [*laid[0].unread, *self.unread, *remarks]
        said_title = self.info.get("title")
        title = said_title if isinstance(said_title, str) and said_title.strip() else title
        first = laid[0]
        return Told(
            title, whose, names, self._words(first), self._turns(), True, tuple(remarks), (),
            len(self.tiles) == whole_box(), end,
        )  # fmt: skip

    # ---- tiles
    def _standing(self, laid: Sequence[_Tile]) -> dict[str, int]:
        """How each letter stands: as we draw it, where everything fits so. Raises Problems where it has to be said."""
        every = {
            letter: tuple(dict.fromkeys(alike(face, one) for one in range(4))) for letter, face in self.faces.items()
        }
        tiles = [Lying(one.letter, one.turns % 4, one.cell) for one in laid]
        ways = {**dict.fromkeys(every, (0,)), **_said_ways(self.given)}
        if fitting(tiles, ways) is not None:
            return {letter: way for letter, (way, *_) in ways.items()}
        if self.given:
            ways = {**every, **_said_ways(self.given)}
        else:
            ways = every
        left = fitting(tiles, ways)
        if left is None:
            at = next(n for n in range(1, len(tiles) + 1) if fitting(tiles[:n], ways) is None)
            values = {"number": laid[at - 1].number, "tile": laid[at - 1].letter}
            raise Problems((Problem("sheet-misfit", values=values),))
        unsaid = {letter: several for letter, several in left.items() if len(several) > 1}
        if unsaid:
            raise Problems(
                tuple(
                    Problem(
                        "sheet-turned",
                        values={"tile": letter, "choices": tuple(f"{letter}={90 * way}" for way in several)},
                    )
                    for letter, several in unsaid.items()
                )
            )
        return {letter: way for letter, (way, *_) in left.items()}

    def _lying(self, one: _Tile) -> tuple[Face, int]:
        return self.faces[one.letter], (one.turns + self.ways.get(one.letter, 0)) % 4

    def _words(self, one: _Tile) -> list[Said]:
        face, turns = self._lying(one)
        return tile(one.letter, alike(face, turns))

    def _turns(self) -> list[Played]:
        turns: list[Played] = []
        problems: list[Problem] = []
        out: list[_Tile] = []
        first = self._first_number()
        for one in self.tiles:
            if one.type == FIRST:
                continue
            if one.type == SKIPPED:
                out.append(one)
                continue
            who = self._player(one, first)
            if any(skipped.player not in (None, one.player) for skipped in out):
                raise out[0].damaged("player")
            figure: list[Said] = []
            if one.meeple is not None:
                try:
                    figure = self._place(one)
                except Problems as error:
                    problems += [problem for problem in error.items if problem not in problems]
            gone = tuple(self.faces[skipped.letter].id for skipped in out)
            before = tuple(note for tile in (*out, one) for note in tile.unread)
            turns.append(Played(who, self._words(one), one.cell, NOWHERE, figure, out=gone, before=before))
            out = []
        if out:
            raise out[0].damaged("type")
        if problems:
            raise Problems(tuple(problems))
        return turns

    def _place(self, one: _Tile) -> list[Said]:
        """Where a meeple was put. Raises Problems where the number does not tell, with what it may mean."""
        about: Mapping[str, Any] = one.meeple if isinstance(one.meeple, Mapping) else {}
        sort, index = str(about.get("segmentType")), whole(about.get("segmentIndex"))
        face, turns = self._lying(one)
        upright = face.turned(0).segments
        found = [at for at, piece in enumerate(upright) if piece.kind == KINDS.get(sort)]
        if not found:
            raise one.damaged("segmentType")
        if len(found) > 1:
            named = self.parts.get((one.letter, sort, index if index is not None else -1))
            known = {_side(upright, at): at for at in found}
            if named is None or named not in known:
                choices = tuple(f"{one.letter} {sort} {index}={side}" for side in known)
                values = {"number": one.number, "word": f"{sort} {index}", "tile": one.letter, "choices": choices}
                raise Problems((Problem("sheet-part", values=values),))
            found = [known[named]]
        return segment_name(face, turns, face.turned(turns).segments[found[0]])

    # ---- who plays
    def _first_number(self) -> int:
        """The number of the first player, where players are called by numbers. Raises Problems where that is open."""
        said = {whole(one.player) for one in self.tiles if one.type == REGULAR and not self._named(one.player)}
        numbers = {one for one in said if one is not None}
        if 0 in numbers or not numbers:
            return 0
        if len(self.players) in numbers:
            return 1
        raise Problems((Problem("sheet-lacks", values={"word": "player"}),))

    def _named(self, said: object) -> int | None:
        names = [one.get("name") for one in self.players]
        return names.index(said) + 1 if isinstance(said, str) and names.count(said) == 1 else None

    def _player(self, one: _Tile, first: int) -> int:
        named, number = self._named(one.player), whole(one.player)
        at = named - 1 if named is not None else number - first if number is not None else -1
        if not 0 <= at < len(self.players):
            raise one.damaged("player")
        return at

    def _colours(self) -> tuple[str, ...]:
        taken: dict[int, str] = {}
        known = set(vocabulary().ids("colour"))
        for at, one in enumerate(self.players):
            colour = str(one.get("color", "")).casefold()
            if colour in known and colour not in taken.values():
                taken[at] = colour
            elif colour:
                self.unread.append(f"not read: player {at + 1} color {colour}")
        free = [colour for colour in colours(MOST, ()) if colour not in taken.values()]
        return tuple(taken[at] if at in taken else free.pop(0) for at in range(len(self.players)))

    def _end(self, names: Sequence[str]) -> tuple[dict[int, int], list[str]]:
        """The points at the end, by player, where the sheet tells them for everybody; and what is kept as a comment."""
        said, remarks = self.info.get("finalPoint"), []
        end: dict[int, int] = {}
        if isinstance(said, Mapping):
            found = [whole(said.get(one.get("name"))) if self._named(one.get("name")) else None for one in self.players]
        elif isinstance(said, list):
            found = [whole(one) for one in said]
        else:
            plain = isinstance(said, str) and _SCORE.fullmatch(said)
            found = [int(one) for one in _POINTS.findall(str(said))] if plain else []
        numbers = [one for one in found if one is not None and one >= 0]
        if len(numbers) == len(self.players) == len(found):
            end = dict(enumerate(numbers))
        elif said is not None:
            remarks.append(f"finalPoint {said}")
        if self.info.get("winner") is not None:
            remarks.append(f"winner {self.info['winner']}")
        return end, remarks


def _side(pieces: Sequence[Segment], at: int) -> str:
    """By which side an upright tile's piece is told from its like."""
    piece = pieces[at]
    if piece.halves:
        return HALVES[piece.halves[0]]
    if piece.sides:
        return SIDES[own_sides(pieces, piece)[0]]
    return INSIDE[[one for one in range(len(pieces)) if pieces[one].kind == piece.kind].index(at)]


def _said_ways(given: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """What ``--sheet`` says of letters. Raises Problems (``freels-sheet-option``) where that is not understood."""
    ways: dict[str, tuple[int, ...]] = {}
    for said in (part.strip() for one in given for part in one.split(",")):
        match = re.fullmatch(r"([A-X])=(0|90|180|270)", said.upper())
        if match is not None:
            ways[match[1]] = (int(match[2]) // 90,)
        elif said.casefold() != UPRIGHT:
            raise Problems((Problem("freels-sheet-option", values={"word": said}),))
    return ways


def _parts_given(given: Sequence[str]) -> dict[tuple[str, str, int], str]:
    """What ``--part`` says. Raises Problems (``sheet-part-option``) where that is not understood."""
    found: dict[tuple[str, str, int], str] = {}
    for said in (part.strip() for one in given for part in one.split(",")):
        match = _PART.fullmatch(said)
        if match is None:
            raise Problems((Problem("sheet-part-option", values={"word": said}),))
        found[match[1], match[2], int(match[3])] = match[4]
    return found

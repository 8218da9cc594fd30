"""Tile sentences: a face told in the words of the language, for the catalogue and for a scenario's own tiles.

    tile MIST1: city N E 1 coat, road S, field SL touches city, field SR WL WR touches city, mist W

One clause tells one piece of a feature or one thing the tile shows:

- ``city N E 1 coat``, ``road S inn``, ``river E W``: a piece, the sides it runs off, what it carries
- ``field SL SR touches city``: a field with its half sides (a whole side, ``field S``, stands for both of them) and
  the cities it borders; ``touches city N and city S`` or ``touches city N S`` where the tile has several;
  a field without half sides lies inside the tile
- ``monastery``, ``garden`` and other kinds: a piece inside the tile
- ``joins city N and road S``: pieces that meet on the tile, at a gate, a door or a crossing
- ``letter B``: the letter of the base rules
- a kind of the trait `BESIDE`, such as ``abbey``: the tile goes beside everything and has no field
- anything else that a tile may show, with its side and its word: ``mist W``, ``arrow N add``, ``revolt city``; what
  covers fields parts them from what is open: the half sides under ``mist W`` are pieces of their own
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.binding.forms import match
from adjudicator.binding.reader import GUESSES, Mistake
from adjudicator.errors import Problem
from adjudicator.geometry.face import ANY_EDGE, EDGE_LETTERS, HALVES, SHARED, SIDES, Face, Segment
from adjudicator.model.ruling import Item
from adjudicator.model.span import NOWHERE, Span
from adjudicator.syntax.diagnose import nearest_word
from adjudicator.syntax.lexer import MEASURE, TEXT, Word
from adjudicator.words.guess import slip_of
from adjudicator.words.languages import fallback
from adjudicator.words.vocabulary import vocabulary

_CARRIED = ("unit", "symbol", "flag", "name")
_MAY_STAND = ("kind", "unit", "symbol", "flag", "effect")
_SHOWN = ("symbol", "unit", "flag", "name")


COVERS = "covers-field"
"""The trait of words for what lies over a field and parts it."""
BESIDE = "beside-anything"
"""The trait of kinds whose tile goes beside everything and joins nothing."""

Clause = Sequence[Word]


def read_face(
    name: str, clauses: Sequence[Clause], problems: list[Problem], span: Span = NOWHERE, lang: str = ""
) -> Face | None:
    """The face that `clauses` tell, upright; None if something is wrong, with every problem added to `problems`.

    `span` is where the name stands, left out where that is not known; `lang` is the language of the words.
    Two cities may share a side that is not all they have, and two fields one that a city reaches which both touch.
    Codes: ``tile-unknown-word``,
    ``tile-not-a-side``, ``tile-half-side-for-field``, ``tile-no-side``, ``tile-side-twice``, ``tile-half-twice``,
    ``tile-half-missing``, ``tile-half-at-city``, ``tile-side-split``, ``tile-touches-none``, ``tile-touches-which``,
    ``tile-joins-none``, ``tile-empty``, ``tile-beside-anything``.
    """
    if span == NOWHERE and clauses and clauses[0]:
        span = clauses[0][0].span
    return _Reader(name, problems, span, lang).read(clauses)


def read_set(clauses: Sequence[Clause], problems: list[Problem]) -> dict[str, int]:
    """The tiles of a set and how many there are of each, from clauses such as ``4 BA/L``."""
    counts: dict[str, int] = {}
    for clause in clauses:
        if len(clause) == 2 and (clause[0].number or 0) > 0:
            counts[clause[1].text] = counts.get(clause[1].text, 0) + (clause[0].number or 0)
        else:
            problems.append(Problem("set-count", _whole(clause)))
    return counts


class _Piece:
    """A piece while its sentence is read."""

    def __init__(self, kind: str, span: Span) -> None:
        self.kind = kind
        self.span = span
        self.sides: set[int] = set()
        self.halves: set[int] = set()
        self.marks: dict[str, int] = {}
        self.touching: list[Word] = []
        self.covered = False


class _Reader:
    def __init__(self, name: str, problems: list[Problem], span: Span, lang: str) -> None:
        self.name = name
        self.lang = lang or fallback()
        self.problems = problems
        self.span = span
        self.before = len(problems)
        self.pieces: list[_Piece] = []
        self.whole_sides: list[tuple[_Piece, int, Word]] = []
        self.marks: list[tuple[str, str, str]] = []
        self.joining: list[list[Word]] = []
        self.letter = ""
        self.beside = ""
        """The kind that makes the tile one that goes beside everything, or ""."""

    def wrong(self, code: str, span: Span, **values: Any) -> None:
        self.problems.append(Problem(code, span, {"tile": self.name, **values}))

    def read(self, clauses: Sequence[Clause]) -> Face | None:
        for clause in clauses:
            if clause:
                self.clause(clause)
        self.take_whole_sides()
        if not self.pieces and not self.marks and len(self.problems) == self.before:
            self.wrong("tile-empty", self.span)
        # A word that was not understood may have told the sides that seem to be missing.
        edges = self.edges() if len(self.problems) == self.before else ""
        segments = []
        if not self.beside:
            self.cover()
        for piece in self.pieces:
            touches = self.touched(piece) if piece.touching else ()
            segments.append(
                Segment(
                    piece.kind,
                    tuple(sorted(piece.sides)),
                    tuple(sorted(piece.halves)),
                    piece.marks,
                    touches,
                    piece.covered,
                )
            )
        joined = tuple(self.joined(words) for words in self.joining)
        if len(self.problems) > self.before:
            return None
        return Face(self.name, tuple(segments), edges, tuple(self.marks), self.letter, joined)

    # ---- clause by clause

    def clause(self, clause: Clause) -> None:
        first = clause[0]
        rest = list(clause[1:])
        if kind := _read(first, "kind"):
            if BESIDE in vocabulary().kind_traits(kind):
                self.beside = kind
            self.piece(_Piece(kind, first.span), rest)
        elif _reads(first, "joins"):
            self.joining.append(rest)
        elif _reads(first, "letter") and len(rest) == 1:
            self.letter, rest[0].sense = rest[0].text, TEXT
        elif symbol := _read(first, *_SHOWN):
            self.read_symbol(symbol, rest)
        else:
            self.unknown(first)

    def piece(self, piece: _Piece, words: list[Word]) -> None:
        self.pieces.append(piece)
        number = 1
        for at, word in enumerate(words):
            if word.number is not None and at + 1 < len(words) and _id(words[at + 1], *_CARRIED):
                number, word.sense = word.number, MEASURE
            elif _reads(word, "touches") and piece.kind == "field":
                piece.touching = words[at:]
                return
            elif side := _read(word, "side"):
                self.side(piece, side, word)
            elif mark := _read(word, *_CARRIED):
                piece.marks[mark] = piece.marks.get(mark, 0) + number
                number = 1
            else:
                self.unknown(word)

    def side(self, piece: _Piece, side: str, word: Word) -> None:
        if piece.kind == "field":
            if side in HALVES:
                self.half(piece, HALVES.index(side), word.span)
            elif side in SIDES:
                self.whole_sides.append((piece, SIDES.index(side), word))
            else:
                self.wrong("tile-not-a-side", word.span, word=word.text)
        elif piece.kind not in EDGE_LETTERS:
            self.wrong("tile-no-side", word.span, kind=Item.word(piece.kind))
        elif side in SIDES:
            self.take(piece, SIDES.index(side), word.span)
        elif side in HALVES:
            self.wrong("tile-half-side-for-field", word.span, word=word.text, kind=Item.word(piece.kind))
        else:
            self.wrong("tile-not-a-side", word.span, word=word.text)

    def take(self, piece: _Piece, side: int, span: Span) -> None:
        for other in self.pieces:
            shared = EDGE_LETTERS[piece.kind] == SHARED and other.kind == piece.kind
            shared = shared and other is not piece and bool(piece.sides) and len(other.sides) > 1
            if side in other.sides and not shared:
                kinds = (Item.word(other.kind), Item.word(piece.kind))
                self.wrong("tile-side-twice", span, side=Item.word(SIDES[side]), kinds=kinds)
        piece.sides.add(side)

    def half(self, piece: _Piece, half: int, span: Span) -> None:
        if any(half in other.halves for other in self.pieces):
            self.wrong("tile-half-twice", span, half=Item.word(HALVES[half]))
        piece.halves.add(half)

    def take_whole_sides(self) -> None:
        for piece, side, word in self.whole_sides:
            for half in (2 * side, 2 * side + 1):
                self.half(piece, half, word.span)

    def read_symbol(self, symbol: str, words: list[Word]) -> None:
        try:
            formed = match("symbol", symbol, words, self.lang, self.span) is not None
        except Mistake as mistake:
            self.problems.append(mistake.problem)
            return
        sides: list[str] = []  # its forms tell how many it may have, one without forms has one
        word = ""
        for item in words:
            known = _read(item, "side")
            if known and known not in sides and (formed or not sides):
                sides.append(known)
            elif known:
                self.unknown(item)
            elif not word and not (item.type == "ATOM" and not item.roles and slip_of(self.lang, item.text)):
                word = _read(item, "name", "kind", "symbol", *(role for role, _ in item.roles)) or item.text
            else:
                self.unknown(item)
        self.marks += [(symbol, side, word) for side in sides or [""]]

    def unknown(self, word: Word) -> None:
        problem = Problem("tile-unknown-word", word.span, {"tile": self.name, "word": word.text})
        if word.type == "ATOM" and not word.roles and len(self.problems) < GUESSES:
            problem = problem._replace(suggestions=nearest_word(self.lang, word.text, _MAY_STAND))
        self.problems.append(problem)

    # ---- the tile as a whole

    def edges(self) -> str:
        """The four sides, once every half side is where it should be."""
        if self.beside:
            for piece in self.pieces:
                if piece.sides or piece.halves:
                    self.wrong("tile-beside-anything", piece.span, kind=Item.word(self.beside))
            return ANY_EDGE * 4
        letters = ["f"] * 4
        for piece in self.pieces:
            for side in piece.sides:
                letters[side] = EDGE_LETTERS[piece.kind]
        missing = []
        for side, letter in enumerate(letters):
            for half in (2 * side, 2 * side + 1):
                owners = [piece for piece in self.pieces if half in piece.halves]
                if letter == "c" and owners:
                    self.wrong("tile-half-at-city", owners[0].span, half=Item.word(HALVES[half]))
                elif letter != "c" and not owners:
                    missing.append(Item.word(HALVES[half]))
            if letter == "f" and not missing:
                left, right = ([p for p in self.pieces if 2 * side + i in p.halves] for i in (0, 1))
                if left[0] is not right[0] and not (left[0].touching and right[0].touching):
                    self.wrong("tile-side-split", right[0].span, side=Item.word(SIDES[side]))
        if missing:
            self.wrong("tile-half-missing", self.span, halves=tuple(missing))
        return "".join(letters)

    def cover(self) -> None:
        """Parts what lies under something from the field it would be: ``mist W`` covers the halves of that side."""
        words = vocabulary()
        under = {
            half
            for symbol, side, _ in self.marks
            if words.has("symbol", symbol) and COVERS in words.traits("symbol", symbol)
            for half in range(8)
            if side and side in (SIDES[half // 2], HALVES[half])
        }
        for piece in [p for p in self.pieces if p.kind == "field"]:
            flags = [mark for mark in piece.marks if words.has("flag", mark)]
            piece.covered = any(COVERS in words.traits("flag", flag) for flag in flags)
            hidden = piece.halves & under
            if piece.covered or not hidden:
                continue
            if hidden == piece.halves:
                piece.covered = True
                continue
            piece.halves -= hidden
            for side in sorted({half // 2 for half in hidden}):
                part = _Piece("field", piece.span)
                part.halves = {half for half in hidden if half // 2 == side}
                part.covered = True
                self.pieces.append(part)

    def touched(self, piece: _Piece) -> tuple[int, ...]:
        """The cities after ``touches``: city, city N, city N and city S, city N S."""
        found: set[int] = set()
        cities = [i for i, other in enumerate(self.pieces) if other.kind == "city"]
        for words in _split_at_and(piece.touching[1:]):
            first = words[0]
            if _read(first, "kind") != "city":
                self.unknown(first)
                continue
            if not cities:
                self.wrong("tile-touches-none", first.span)
            elif len(words) == 1 and len(cities) > 1:
                self.wrong("tile-touches-which", first.span)
            elif len(words) == 1:
                found.add(cities[0])
            for word in words[1:]:
                side = _read(word, "side")
                owners = [i for i in cities if side in SIDES and SIDES.index(side) in self.pieces[i].sides]
                if owners:
                    found.add(owners[0])
                else:
                    self.wrong("tile-touches-none", word.span)
        if not found and len(self.problems) == self.before:
            self.wrong("tile-touches-none", piece.touching[0].span)
        return tuple(sorted(found))

    def joined(self, words: list[Word]) -> tuple[int, ...]:
        """The pieces after ``joins``: road N and road S, city and road."""
        found: set[int] = set()
        for named in _split_at_and(words):
            kind = _read(named[0], "kind")
            side = _read(named[1], "side") if len(named) > 1 else ""
            if strays := [word for word in named[2 if side else 1 :]]:
                self.unknown(strays[0])
                continue
            for index, piece in enumerate(self.pieces):
                if piece.kind == kind and (not side or (side in SIDES and SIDES.index(side) in piece.sides)):
                    found.add(index)
                    break
            else:
                self.wrong("tile-joins-none", named[0].span, word=" ".join(word.text for word in named))
        return tuple(sorted(found))


def _split_at_and(words: Sequence[Word]) -> list[list[Word]]:
    """Words split at ``and``."""
    groups: list[list[Word]] = [[]]
    for word in words:
        if _reads(word, "and"):
            groups.append([])
        else:
            groups[-1].append(word)
    return [group for group in groups if group]


def _id(word: Word, *roles: str) -> str:
    """The id of `word` in the first of `roles` it has, "" for none."""
    for role in roles:
        for mine, meaning in word.roles:
            if mine == role:
                return meaning
    return ""


def _read(word: Word, *roles: str) -> str:
    """The same for a word that is read so."""
    for role in roles:
        for meaning in word.roles:
            if meaning[0] == role:
                word.sense = meaning
                return meaning[1]
    return ""


def _reads(word: Word, ident: str) -> bool:
    """Whether a word has that id, and is read so."""
    meaning = next((meaning for meaning in word.roles if meaning[1] == ident), None)
    if meaning is not None:
        word.sense = meaning
    return meaning is not None


def _whole(clause: Clause) -> Span:
    return Span(clause[0].span.line, clause[0].span.column, clause[-1].span.end_column) if clause else NOWHERE

"""A sentence cut into words that mean something."""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.talk.words import Meaning, Words
from adjudicator.words.fold import fold

_PIECE = re.compile(r"\d+[^\W\d_]*|[^\W\d_]+(?:['’ʼ‘][^\W\d_]+)*['’ʼ‘]?|[.,;:!?()/]|\S")
_MARKS = frozenset(".,;:!?()/—–-…\"'“”«»+&")


class Word(NamedTuple):
    """One word or phrase of a sentence."""

    text: str
    """As typed."""
    start: int
    """Where it begins in the sentence."""
    meanings: tuple[Meaning, ...]
    """The likeliest first; none where it is not understood."""
    meant: str
    """The spelling that was looked up: another one where a slip of the finger was mended."""
    mended: bool = False
    """Whether a slip of the finger was mended."""
    near: tuple[str, ...] = ()
    """Where it is not understood: spellings as near as each other, of different meanings."""


class _Piece(NamedTuple):
    text: str
    start: int
    forms: tuple[str, ...]
    """The folded spellings to look up: ``isn't`` as a whole, else ``l'abbé`` in parts."""


def _pieces(sentence: str, words: Words) -> list[_Piece]:
    found: list[_Piece] = []
    for match in _PIECE.finditer(sentence):
        text, start = match.group(), match.start()
        parts = re.findall(r"[^'’ʼ‘]+['’ʼ‘]?", text)
        whole = re.sub(r"['’ʼ‘]", "", fold(text))
        if len(parts) == 1 or words.meanings(whole) or whole in words.starts:
            found.append(_Piece(text, start, (whole,)))
            continue
        for part in parts:
            found.append(_Piece(part, start + text.index(part), (re.sub(r"['’ʼ‘]", "", fold(part)),)))
    return found


def split(sentence: str, words: Words) -> list[Word]:
    """The words of a sentence, the longest phrases first; marks that part clauses mean a break."""
    pieces = _pieces(sentence, words)
    found: list[Word] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        form = piece.forms[0]
        if form.isdigit():
            found.append(Word(piece.text, piece.start, (Meaning("number", form),), form))
            at += 1
            continue
        if piece.text in _MARKS:
            found.append(Word(piece.text, piece.start, (Meaning("break", piece.text),), piece.text))
            at += 1
            continue
        found.append(_longest(pieces, at, words))
        at += max(len(found[-1].meant.split()), 1)
    return found


def _longest(pieces: list[_Piece], at: int, words: Words) -> Word:
    """The longest phrase that begins at `at`, a slip of the finger in its first word mended where it means nothing."""
    first = pieces[at]
    starts = [first.forms[0]]
    near: tuple[str, ...] = ()
    if not words.starts.get(starts[0]):
        near = words.near(starts[0])
        starts = list(near)
    best: list[tuple[int, str]] = []
    for start in starts:
        for count in range(min(words.starts.get(start, 0), len(pieces) - at), 0, -1):
            said = [start, *(piece.forms[0] for piece in pieces[at + 1 : at + count])]
            spelling = " ".join(said)
            if words.meanings(spelling):
                best.append((count, spelling))
                break
    if not best and first.forms[0] in words.starts:
        near = words.near(first.forms[0])
        best = [(1, one) for one in near if words.meanings(one)]
    longest = max((count for count, _ in best), default=0)
    spellings = [spelling for count, spelling in best if count == longest]
    meanings = {tuple(meaning[:2] for meaning in words.meanings(one)) for one in spellings}
    if len(meanings) != 1:
        return Word(first.text, first.start, (), first.forms[0], False, tuple(spellings))
    text = " ".join(piece.text for piece in pieces[at : at + longest])
    mended = bool(near)
    return Word(text, first.start, words.meanings(spellings[0]), spellings[0], mended)

"""A sentence cut into words that mean something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.talk.words import SHORT, Meaning, Words
from adjudicator.words.fold import fold

_PIECE = re.compile(r"[x×]\d+\b|\d+[^\W\d_]*|[^\W\d_]+(?:['’ʼ‘][^\W\d_]+)*['’ʼ‘]?|[.,;:!?()/]|\S")
_HYPHEN = re.compile(r"(?<=\w)[-‐‑](?=\w)")
"""Joins words: two-tile city, puis-je."""
_OWNED = re.compile(r"([^\W\d_]+)['’ʼ‘]s")
_TIMES = re.compile(r"[x×](\d+)|(\d+)x")
_LONG = re.compile(r"(\d+)([^\W\d_]+)")
SEVERAL = Meaning("number-of", "several")
"""What tells several from one beside a noun that is spelt alike for both."""
_QUOTES = frozenset("\"'“”«»")
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
    sentence = _HYPHEN.sub(" ", sentence)
    for match in _PIECE.finditer(sentence):
        text, start = match.group(), match.start()
        parts = re.findall(r"[^'’ʼ‘]+['’ʼ‘]?", text)
        whole = re.sub(r"['’ʼ‘]", "", fold(text))
        if (owned := _OWNED.fullmatch(text)) and words.meanings(fold(owned[1])) and not words.plain(whole):
            found.append(_Piece(text, start, (fold(owned[1]),)))  # my builder's is no plural
            continue
        number = len(parts) > 1 and any(one.role == "number" for one in words.meanings(whole))  # d'eux is not deux
        if len(parts) == 1 or (not number and (words.meanings(whole) or whole in words.starts)):
            found.append(_Piece(text, start, (whole,)))
            continue
        for part in parts:
            found.append(_Piece(part, start + text.index(part), (re.sub(r"['’ʼ‘]", "", fold(part)),)))
    return found


def split(sentence: str, words: Words, mend: bool = True) -> list[Word]:
    """The words of a sentence, the longest phrases first; marks that part clauses mean a break.

    Slips of the finger are mended unless `mend` is false.
    """
    pieces = _pieces(sentence, words)
    found: list[Word] = []
    names: set[str] = set()
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        form = piece.forms[0]
        if called := _name(found, piece, names, words):
            found.append(called)
            at += 1
            continue
        if form.isdigit():
            found.append(Word(piece.text, piece.start, (Meaning("number", form),), form))
            at += 1
            continue
        if (long := _LONG.fullmatch(form)) and long[2] in words.sized:
            found.append(Word(piece.text, piece.start, (Meaning("sized", long[1]),), form))  # eine 5er Straße
            at += 1
            continue
        if times := _TIMES.fullmatch(form):
            role = "times" if times[1] else "number"
            found.append(Word(piece.text, piece.start, (Meaning(role, times[1] or times[2]),), form))
            at += 1
            continue
        if piece.text in _MARKS:
            found.append(Word(piece.text, piece.start, (Meaning("break", piece.text),), piece.text))
            at += 1
            continue
        found.append(_longest(pieces, at, words, mend))
        at += max(len(found[-1].meant.split()), 1)
    return found


def _name(found: list[Word], piece: _Piece, names: set[str], words: Words) -> Word | None:
    """What stands behind "called", which `names` keeps, or one of those names; None for everything else."""
    name = piece.text.capitalize()
    if name in names:
        return Word(piece.text, piece.start, (Meaning("named", name),), piece.forms[0])
    behind = next((one for one in reversed(found) if one.text not in _QUOTES), None)
    given = behind is not None and any(one.role == "called" for one in behind.meanings)
    if not given or not piece.text.isalpha() or piece.forms[0] in words.starts:
        return None
    names.add(name)
    return Word(piece.text, piece.start, (Meaning("name-given", name),), piece.forms[0])


def _phrases(start: str, others: list[_Piece], words: Words, mend: bool) -> Iterator[str]:
    """The phrase of some words, as typed and, with `mend`, with the slips mended in those that mean nothing."""
    forms = [piece.forms[0] for piece in others]
    yield " ".join([start, *forms])
    if not mend:
        return
    strange = [form for form in forms if len(form) >= SHORT and form not in words.starts]
    if len(strange) == 1:
        for near in words.near(strange[0]):
            yield " ".join([start, *(near if form == strange[0] else form for form in forms)])


def _longest(pieces: list[_Piece], at: int, words: Words, mend: bool) -> Word:
    """The longest phrase that begins at `at`, a slip of the finger in its first word mended where it means nothing."""
    first = pieces[at]
    starts = [first.forms[0]]
    near: tuple[str, ...] = ()
    form = "" if words.starts.get(starts[0]) else words.inflected(starts[0])
    if form and words.meanings(form):
        return Word(first.text, first.start, words.meanings(form), form)
    if not words.starts.get(starts[0]):
        near = words.near(starts[0]) if mend else ()
        starts = list(near)
    best: list[tuple[int, str]] = []
    for start in starts:
        for count in range(min(words.starts.get(start, 0), len(pieces) - at), 0, -1):
            said = _phrases(start, pieces[at + 1 : at + count], words, mend)
            meant = next((one for one in said if words.meanings(one)), "")
            if meant:
                best.append((count, meant))
                break
    if not best and first.forms[0] in words.starts:
        near = words.near(first.forms[0]) if mend else ()
        best = [(1, one) for one in near if words.meanings(one)]
    longest = max((count for count, _ in best), default=0)
    spellings = [spelling for count, spelling in best if count == longest]
    meanings = {tuple(meaning[:2] for meaning in words.meanings(one)) for one in spellings}
    if len(meanings) != 1:
        return Word(first.text, first.start, (), first.forms[0], False, tuple(spellings))
    text = " ".join(piece.text for piece in pieces[at : at + longest])
    mended = bool(near)
    if mended and SEVERAL in words.meanings(spellings[0]):  # by one letter more it may say that one is meant
        return Word(first.text, first.start, (), first.forms[0], False, tuple(spellings))
    return Word(text, first.start, words.meanings(spellings[0]), spellings[0], mended)

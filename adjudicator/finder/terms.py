"""What the words of a question mean, whatever form they stand in.

A language's ``asking.toml`` lists words that mean alike; the words of the game are those of ``words.toml`` and of the
boxes' ``talk.toml``. A word is looked up as it stands, then without its ending; a meaning is the same in every
language, so that a question in one finds what somebody asked in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import faults, store
from adjudicator.faults import ANY, CODE
from adjudicator.rulebook import expansions
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, fallback, files, shipped
from adjudicator.words.lexicon import lexicon
from adjudicator.words.slips import slips
from adjudicator.words.vocabulary import sources as word_files

FILE = "asking.toml"
COMMON = "common.toml"
TALK = "talk.toml"
_OWN = {"endings": [str], "silent": [str], "nots": [str], "meanings": {ANY: [str]}}
_TALK = {"words": {ANY: {ANY: {CODE: [str]}}}, ANY: object}
_SPOKEN = {ANY: {ANY: object}}
GAME = ("figure", "kind", "unit", "symbol", "flag", "name")
"""Roles of the words of the language whose meanings count in a question, too."""
OUTSIDE = ("figure", "kind", "unit", "symbol")
"""Roles of words that belong to a box: whoever says one asks about that box."""
LONGEST = 6
"""Words of the longest phrase."""
LEAST = 3
"""Letters that stay of a word without its ending."""
COMPOUND = 7
"""Letters of the shortest word that may be put together of two."""
SLIPPED = 4
"""Letters of the shortest word in which a slip of the finger is mended."""
_WORD = re.compile(r"[^\W_]+")
_ELIDED = re.compile(r"(?<=\w)['’ʼ‘](?=\w)")


class Term(NamedTuple):
    """One word or phrase of a question."""

    text: str
    """As it was read, folded."""

    meanings: tuple[str, ...]
    """What it may mean; none for a word that no list has."""
    stems: tuple[str, ...]
    """Its words without their endings, those that say nothing left out."""
    denies: bool = False
    """Whether it turns the question round."""
    mended: str = ""
    """The word that it was taken for, where a finger has slipped."""


class Tongue:
    """How one language asks."""

    def __init__(self, lang: str, data: dict[str, Any]) -> None:
        self.lang = lang
        self._endings: tuple[str, ...] = tuple(sorted(data["endings"], key=len, reverse=True))
        self._silent = frozenset(data["silent"])
        self._nots = frozenset(data["nots"])
        self._spelt: dict[str, list[str]] = data["spelt"]
        self._stems: dict[str, list[str]] = data["stems"]

    def stem(self, word: str) -> str:
        """A folded `word` without its ending."""
        return _stem(word, self._endings)

    def terms(self, sentence: str) -> list[Term]:
        """The terms of a `sentence`, the longest phrases first."""
        return self.read(pieces(sentence))

    def read(self, said: Sequence[str]) -> list[Term]:
        """The terms of folded words."""
        mended = [self._mended(one) for one in said]
        meant = [new or old for new, old in zip(mended, said, strict=True)]
        stems = [self.stem(one) for one in meant]
        found: list[Term] = []
        at = 0
        while at < len(said):
            count, meanings = self._longest(meant, stems, at)
            here = slice(at, at + count)
            words = meant[here]
            own = tuple(stem for word, stem in zip(words, stems[here], strict=True) if word not in self._silent)
            denies = not meanings and not self._nots.isdisjoint(words)
            if count == 1 and not meanings and own and len(words[0]) >= COMPOUND:
                meanings = self._parts(words[0])
            found.append(Term(" ".join(said[here]), meanings, own, denies, " ".join(filter(None, mended[here]))))
            at += count
        return found

    def _mended(self, word: str) -> str:
        """The word with a meaning that is one slip of the finger from `word`, "" where that is a word itself or where
        several are as near.
        """
        if len(word) < SLIPPED or word.isdigit() or word in self._spelt or word in self._silent or word in self._nots:
            return ""
        if word in self._common or self._inflected(word):
            return ""
        near: dict[str, None] = {}
        for key in {word, *_shortened(word)}:
            near.update(dict.fromkeys(self._slips.get(key, ())))
        # A finger slips in the middle of a word rather than at its ends.
        ranks = {one: (one[0] != word[0]) + (one[-1] != word[-1]) for one in near if slips(word, one) == 1}
        close = [one for one, rank in ranks.items() if rank == min(ranks.values())]
        return close[0] if close and len({tuple(self._spelt[one]) for one in close}) == 1 else ""

    @cached_property
    def _common(self) -> frozenset[str]:
        return common(self.lang)

    @cached_property
    def _slips(self) -> dict[str, list[str]]:
        """Each word with a meaning, by itself and by what it is with one letter left out."""
        found: dict[str, list[str]] = {}
        for word in self._spelt:
            if len(word) >= SLIPPED and word.isalpha():
                for key in {word, *_shortened(word)}:
                    found.setdefault(key, []).append(word)
        return found

    def _longest(self, said: Sequence[str], stems: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
        for count in range(min(LONGEST, len(said) - at), 0, -1):
            meant = self._spelt.get(" ".join(said[at : at + count]))
            if meant is None and count > 1:
                meant = self._stems.get(" ".join(stems[at : at + count]))
            if meant is None and count == 1 and said[at] not in self._silent:
                meant = self._inflected(said[at])
            if meant:
                return count, tuple(meant)
        return 1, ()

    def _inflected(self, word: str) -> list[str] | None:
        """What a word means of which another form is known: one that has its stem behind another ending."""
        tried = [*_stems(word, self._endings)]
        return next((self._spelt[one] for one in tried if one in self._spelt), None) or next(
            (self._stems[one] for one in tried if one in self._stems), None
        )

    def _parts(self, word: str) -> tuple[str, ...]:
        """The meanings of a word that is put together of two: those of both, where either means something."""
        for cut in range(len(word) - LEAST - 1, LEAST, -1):
            first, last = word[:cut], word[cut:]
            head = self._spelt.get(first) or self._spelt.get(first.rstrip("s"))
            tail = self._spelt.get(last) or self._stems.get(self.stem(last))
            if head and tail:
                return tuple(dict.fromkeys((*head, *tail)))
        return ()


def pieces(sentence: str) -> list[str]:
    """The folded words of a sentence; what is elided stands alone before a word, else it is part of one."""
    joined = re.sub(r"\b(\w{1,2})['’ʼ‘](?=\w{2})", r"\1 ", sentence)
    return _WORD.findall(fold(_ELIDED.sub("", joined)))


def _stems(word: str, endings: Sequence[str]) -> Iterator[str]:
    """A folded word without each ending that it may have, the longest ending first, and as it is."""
    for ending in (*endings, ""):
        if word.endswith(ending) and len(word) - len(ending) >= LEAST + (len(ending) > 1):
            stem = word[: len(word) - len(ending)]
            yield stem[:-1] if len(stem) > LEAST and stem[-1] == stem[-2] else stem


def _stem(word: str, endings: Sequence[str]) -> str:
    return next(_stems(word, endings), word)


def _shortened(word: str) -> Iterable[str]:
    """A word with one letter left out, in every way."""
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


@cache
def common(lang: str) -> frozenset[str]:
    """The everyday words of a language, folded: none of them is a slip of the finger."""
    tables = [faults.read(path, {"words": str, "everyday": str}) for path in files(lang, COMMON)]
    return frozenset(fold(" ".join(text for table in tables for text in table.values())).split())


def talks(lang: str) -> bool:
    """Whether a language says how people ask in it."""
    return bool(files(lang, FILE))


@cache
def tongue(lang: str) -> Tongue:
    """How a language asks; of one that does not say it, the words of the game alone."""

    def build() -> dict[str, Any]:
        return _gathered(lang)

    return Tongue(lang, store.prepared(f"asking-{lang}", sources, build) if shipped(lang) else build())


def sources() -> list[Path]:
    """The files that say what words mean."""
    own = [folder / TALK for folder in expansions.folders()]
    names = (FILE, TALK, "words.toml")
    spoken = [path for code in codes() if shipped(code) for name in names for path in files(code, name)]
    return [*(path for path in own if path.is_file()), *word_files(), *spoken, Path(__file__)]


def _gathered(lang: str) -> dict[str, Any]:
    data: dict[str, Any] = {"endings": [], "silent": [], "nots": []}
    spelt: dict[str, dict[str, None]] = {}
    for path in files(lang, FILE):
        table = faults.read(path, _OWN)
        for key in data:
            data[key] += [fold(one) for one in table.get(key, ())]
        for meaning, words in table.get("meanings", {}).items():
            for word in words:
                spelt.setdefault(" ".join(pieces(word)), {})[meaning] = None
    for folder in expansions.folders():
        said = faults.read(folder / TALK, _TALK).get("words", {})
        for role in (*GAME, "stance"):
            for ident, by_language in said.get(role, {}).items():
                for word in by_language.get(lang, by_language.get(fallback(), ()) if not talks(lang) else ()):
                    spelt.setdefault(" ".join(pieces(word)), {})[f"{role}:{ident}"] = None
    for path in files(lang, TALK):
        spoken = faults.read(path, _SPOKEN)
        for role in (*GAME, "stance"):
            for ident, words in spoken.get(role, {}).items():
                for word in words:
                    spelt.setdefault(" ".join(pieces(word.rstrip("+"))), {f"{role}:{ident}": None})
    for spelling, meant in lexicon(lang).phrases.items():
        for role, ident in meant:
            if role in GAME:
                spelt.setdefault(" ".join(pieces(spelling)), {})[f"{role}:{ident}"] = None
                break
    stems: dict[str, dict[str, None]] = {}
    endings = sorted(data["endings"], key=len, reverse=True)
    for spelling, meanings in spelt.items():
        several = " " in spelling
        forms = [" ".join(_stem(one, endings) for one in spelling.split())] if several else _stems(spelling, endings)
        for stem in forms:
            stems.setdefault(stem, {}).update(meanings)
    return {
        **data,
        "spelt": {one: [*meanings] for one, meanings in spelt.items() if one},
        "stems": {one: [*meanings] for one, meanings in stems.items() if one},
    }

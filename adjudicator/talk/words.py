"""The words of table talk: what a spelling may mean, from ``talk.toml`` files and from the words of the language.

They lie in the folder of each language and, English and French side by side, in the folders of expansions; a spelling
that is given there means that and not what the language of scenarios means by it (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import faults, store
from adjudicator.faults import ANY, CODE
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, fallback, files, shipped
from adjudicator.words.lexicon import lexicon
from adjudicator.words.slips import slips
from adjudicator.words.vocabulary import vocabulary

FILE = "talk.toml"
COMMON = "common.toml"
SPOKEN = ("colour", "kind", "figure", "unit", "flag")
"""The roles of the language whose words are read in talk as well, the likeliest meaning first."""
SHORT = 4
"""Letters of a word in which a slip of the finger is looked for; of shorter ones only two letters may be swapped."""
_TEXTS = "id! owner place ask effect picks stood piece boxes"
_LISTS = (
    "when without kinds like also facts shows rules use objects by before bears remove extra after single with turn"
)
_FLAGS = (
    "somewhere done nowhere drop stood-on players unstood anything asks-figure loses own_standing speaker anyone "
    "scored holders own owned target moves held"
)
_FRAME = {
    **{key: str for key in _TEXTS.split()},
    **{key: [str] for key in _LISTS.split()},
    **{key: bool for key in _FLAGS.split()},
    **{key: [[str]] for key in ("shows-if", "bears-if", "after-if")},
    "default": {ANY: str}, "becomes": {ANY: str}, "several": (bool, int), "stands": ([str], str),
    "mover": (bool, [str]), "weight": int, "places": int,
}  # fmt: skip
_BROUGHT: dict[str, Any] = {
    "words": {ANY: {ANY: {CODE: [str]}}},
    "frame": [_FRAME],
    "stance": {ANY: {"figure": str, "kind": str, "stands": [str]}},
    "kind": {ANY: {"names": [str]}},
    "group": {**{name: {ANY: {ANY: (str, [str], bool)}} for name in ("units", "flags")}, ANY: {ANY: [str]}},
}
_FREQUENT = {"words": str, "everyday": str}
_OWN: dict[Any, Any] = {"endings": {key: [str] for key in ("before", "behind", "capitals", "sized")}, ANY: {ANY: [str]}}
"""The shapes of a ``talk.toml`` of an expansion and of a language."""
STEM = 4
"""Letters of a word that are left without its ending, at least."""
INFLECTED = frozenset(
    ("verb", "effect", "cue", "kind", "figure", "stance", "unit", "flag", "colour", "symbol", "claim")
)
"""Roles of words that have other forms than those that are written down."""
LONGEST = 7
"""Words of the longest phrase."""


class Meaning(NamedTuple):
    """One thing that a word may mean."""

    role: str
    ident: str
    several: bool = False
    """Whether the word stands for more than one, as a plural does."""

    @property
    def key(self) -> str:
        return f"{self.role}:{self.ident}"


class Words:
    """The words of one language as they are said at the table."""

    def __init__(self, data: dict[str, Any], lang: str = "") -> None:
        self._lang = lang
        self._spelt: dict[str, list[list[Any]]] = data["spelt"]
        self.starts: dict[str, int] = data["starts"]
        """First word of each spelling to the number of words of the longest that begins so."""
        self._before: list[str] = data["before"]
        self._behind: list[str] = data["behind"]
        """What words take at their ends, the longest first, and nothing."""
        self.sized: list[str] = data["sized"]
        """What a number takes at its end that says how large something is: a 6er city."""
        self.capitals: bool = data["capitals"]
        """Whether the language begins all nouns with a capital, so that a name cannot be told from them."""

    def meanings(self, spelling: str) -> tuple[Meaning, ...]:
        """All that a folded spelling may mean, the likeliest first; nothing for one that is not known."""
        return tuple(Meaning(*one) for one in self._spelt.get(spelling, ()))

    def plain(self, spelling: str) -> bool:
        """Whether a spelling means something that is no plural."""
        return any(not one.several for one in self.meanings(spelling))

    def near(self, word: str) -> tuple[str, ...]:
        """The spellings of one word that are one slip of the finger away from a folded `word`, swapped letters first.

        A word stays as long as its accents and apostrophes make no difference; of several that are as near, all.
        """
        if len(word) < 3 or any(sign.isdigit() for sign in word) or word in self.common:
            return ()
        found = []
        letters = set(word)
        for spelling in self._singles[len(word) - 1 : len(word) + 2]:
            for one in spelling:
                if len(letters.symmetric_difference(one)) > 2:
                    continue
                swapped = sorted(one) == sorted(word)
                # In a short word one letter for another makes another word: like is not lake.
                other = len(word) == len(one) <= SHORT and not swapped
                if (swapped or min(len(word), len(one)) >= SHORT) and not other and slips(word, one) == 1:
                    # Fingers slip in the middle of a word rather than at its ends.
                    found.append((2 * (not swapped) + (one[0] != word[0]) + (one[-1] != word[-1]), one))
        best = min((rank for rank, _ in found), default=0)
        return tuple(one for rank, one in sorted(found) if rank == best)

    def inflected(self, word: str) -> str:
        """The spelling that a folded `word` is another form of, by the endings of the language; "" for none."""
        if len(word) < STEM + 1 or any(sign.isdigit() for sign in word):
            return ""
        for stem in self._stemmed(word):
            found = self._stems.get(stem, [])
            if len({tuple(self._spelt[spelling][0][:2]) for spelling in found}) == 1:
                return found[0]
        return ""

    def _stemmed(self, word: str) -> Iterator[str]:
        """A word without its endings, the longest ending first."""
        starts = [word, *(word[len(one) :] for one in self._before if word.startswith(one))]
        for start in starts:
            for ending in self._behind:
                if start.endswith(ending) and len(start) - len(ending) >= STEM:
                    yield start[: len(start) - len(ending)]

    @cached_property
    def _stems(self) -> dict[str, list[str]]:
        """Spellings of one word by what is left without their endings."""
        found: dict[str, list[str]] = {}
        for spelling, meant in self._spelt.items():
            if " " in spelling or len(spelling) < STEM or meant[0][0] not in INFLECTED:
                continue
            for stem in self._stemmed(spelling):
                found.setdefault(stem, []).append(spelling)
        return found

    @property
    def common(self) -> frozenset[str]:
        """Frequent words, folded, of which none is a slip of another one."""
        return common(self._lang)

    @property
    def everyday(self) -> frozenset[str]:
        """Folded words of every day, which mean nothing of the game unless they are among those that do."""
        return common(self._lang, "everyday")

    @cached_property
    def _singles(self) -> list[list[str]]:
        """The spellings of one word, by their length."""
        by_length: list[list[str]] = [[] for _ in range(40)]
        for spelling in self._spelt:
            if " " not in spelling and 3 <= len(spelling) < 40:
                by_length[len(spelling)].append(spelling)
        return by_length


@cache
def words(lang: str) -> Words:
    """The words of talk of a language; LookupError for an unknown one."""

    def build() -> dict[str, Any]:
        return _gathered(lang)

    return Words(store.prepared(f"talk-{lang}", _sources, build) if shipped(lang) else build(), lang)


@cache
def common(lang: str, *tables: str) -> frozenset[str]:
    """The most frequent words of a language, folded, those of some tables alone; none where it has no list of them."""
    found: set[str] = set()
    for path in files(lang, COMMON):
        read = faults.read(path, _FREQUENT)
        for table in tables or read:
            found.update(fold(word).replace("'", "") for word in read.get(table, "").split())
    return frozenset(found)


@cache
def talks(lang: str) -> bool:
    """Whether a language has words of its own for talk."""
    return bool(files(lang, FILE))


@cache
def tables() -> dict[str, Any]:
    """What the ``talk.toml`` of the expansions say beside words: ``frame``, a list, and ``stance`` and ``kind``."""

    def build() -> dict[str, Any]:
        found: dict[str, Any] = {"frame": [], "stance": {}, "kind": {}, "group": {}}
        for table in _expansions():
            found["frame"] += table.get("frame", [])
            for name in ("stance", "kind"):
                found[name].update(table.get(name, {}))
            for name, entries in table.get("group", {}).items():
                for ident, entry in entries.items():
                    known = found["group"].setdefault(name, {})
                    if isinstance(entry, list):
                        known[ident] = [*known.get(ident, ()), *entry]
                    else:
                        about = known.setdefault(ident, {})
                        for what, one in entry.items():
                            both = isinstance(one, list) and isinstance(about.get(what), list)
                            about[what] = [*about[what], *one] if both else one
        return found

    stored: dict[str, Any] = store.prepared("talk", _sources, build)
    return stored


def _expansions() -> Iterator[dict[str, Any]]:
    for folder in store.expansion_folders():
        yield faults.read(folder / FILE, _BROUGHT)


def _sources() -> list[Path]:
    own = [folder / FILE for folder in store.expansion_folders()]
    spoken = [path for code in codes() if shipped(code) for path in files(code, FILE)]
    written = [folder / "words.toml" for folder in store.expansion_folders()]
    return [*(path for path in (*own, *written) if path.is_file()), *spoken, Path(__file__)]


def _gathered(lang: str) -> dict[str, Any]:
    spelt: dict[str, list[tuple[str, str, bool]]] = {}
    for spelling, role, ident in _spellings(lang):
        several = spelling.endswith("+")
        meant = spelt.setdefault(fold(spelling.rstrip("+")), [])
        if all((one[0], one[1]) != (role, ident) for one in meant):
            meant.append((role, ident, several))
    written = lexicon(lang)
    for spelling, meanings in written.phrases.items():
        if spelling not in spelt and "-" not in spelling:
            found = [(role, ident, False) for wanted in SPOKEN for role, ident in meanings if role == wanted]
            # A word of the language that a text must spell out says at the table its likeliest meaning alone.
            if found:
                spelt[spelling] = [
                    (role, ident, _plural(written, role, ident, spelling)) for role, ident, _ in found[:1]
                ]
    starts: dict[str, int] = {}
    for spelling in spelt:
        parts = spelling.split()
        starts[parts[0]] = max(starts.get(parts[0], 0), len(parts))
    return {
        "spelt": {one: _with_plural(one, meant, spelt) for one, meant in spelt.items()},
        "starts": starts,
        **_endings(lang),
    }


def _endings(lang: str) -> dict[str, Any]:
    """What words of a language take at their beginning and end, and whether its nouns have a capital."""
    told = [faults.read(path, _OWN).get("endings", {}) for path in files(lang, FILE)]
    before, behind, capitals, sized = ([one for some in told for one in some.get(key, ())] for key in _OWN["endings"])
    return {
        "before": before,
        "behind": sorted([*behind, ""], key=len, reverse=True),
        "capitals": bool(capitals),
        "sized": sized,
    }


def _plural(written: Any, role: str, ident: str, spelling: str) -> bool:
    if role not in ("kind", "figure", "unit"):
        return False
    one, more = fold(written.say(role, ident, 1)), fold(written.say(role, ident, 2))
    return spelling == more and one != more


def _with_plural(spelling: str, meant: list[tuple[str, str, bool]], spelt: dict[str, Any]) -> list[list[Any]]:
    """A spelling that is another of the same meaning with a letter behind it stands for several."""
    alone = {(role, ident) for role, ident, _ in spelt.get(spelling[:-1], ())} if spelling[-1:] in "sx" else set()
    return [[role, ident, several or (role, ident) in alone] for role, ident, several in meant]


def _spellings(lang: str) -> Iterator[tuple[str, str, str]]:
    """Spelling, role and id of each word of the ``talk.toml`` files; borrowed where the language has none."""
    for path in files(lang, FILE):
        for role, entries in faults.read(path, _OWN).items():
            if role == "endings":
                continue
            for ident, spellings in entries.items():
                if _is_there(role, ident):
                    yield from ((spelling, role, ident) for spelling in spellings)
                else:
                    faults.tell(path, f"there is no {role} {ident}", role, ident, stray=True)
    for table in _expansions():
        for role, entries in table.get("words", {}).items():
            for ident, said in entries.items():
                spellings = said.get(lang, ()) if talks(lang) else said.get(fallback(), ())
                if not _is_there(role, ident):
                    continue  # of an expansion that is not here
                yield from ((spelling, role, ident) for spelling in spellings)


def _is_there(role: str, ident: str) -> bool:
    """Whether a word of the game belongs to an expansion that is here; any other role is of talk alone."""
    own = tables()["group"].get(f"{role}s", {})
    return role not in SPOKEN or ident in own or vocabulary().has(role, ident)

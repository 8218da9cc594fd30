"""Reads and checks the word files; run only when there is no prepared data.

What is wrong with a word is noted as a fault, and costs that word: one that a language spells wrongly is borrowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import faults
from adjudicator.faults import ANY, CODE
from adjudicator.words.fold import as_name, fold, pieces
from adjudicator.words.languages import Language, fallback, language

ROLES = (
    "keyword", "colour", "side", "kind", "figure", "unit", "flag", "verb", "effect", "topic", "symbol", "name",
)  # fmt: skip
"""All roles, in the order in which the meanings of one spelling are tried."""
NOUNS = frozenset(("kind", "figure", "unit"))
"""Roles whose words have a singular and a plural, and a gender where the language has genders."""
VERBS = frozenset(("verb", "effect"))
"""Roles whose words have a third person and an infinitive."""
EXPANSION = "expansion"
LETTER = "letter"
LETTERED = ("colour", "figure", "kind")
"""Roles whose words may have a letter, for the figures in the cell of a grid."""

_ADJECTIVES = ("flag", "colour")
PART = "part"
"""What may be played of an expansion alone, by the rules that leave out the rest."""
_PART = {"title!": {CODE: str}, "rules!": {ANY: str}, CODE: [str]}
_EXPANSION = {"id!": str, "title!": {CODE: str}, "codes": [str], "always": bool, PART: {ANY: _PART}, CODE: [str]}
_WORD = {
    "role!": str, "id!": str, "traits": [str], "supply": int, "forms": [str], "beside": [str], "agrees": [str],
    LETTER: {CODE: str}, "gender": {CODE: str}, CODE: [str],
}  # fmt: skip
_FORM = {"role!": str, "id!": str, "forms!": [str]}
_OWN = {
    EXPANSION: {ANY: {"title": str, "names": [str]}},
    LETTER: {ANY: {ANY: str}},
    **{role: {ANY: ([str], {ANY: [str]})} for role in ROLES},
}
"""The shapes of an expansion's names, of a word, of forms, and of a `words.toml` in the folder of a language."""


class Word:
    """One word as a language spells it."""

    __slots__ = ("beside", "borrowed", "entry", "file", "forms", "gender", "ident", "role", "spellings")

    def __init__(
        self, entry: dict[str, Any], file: Path, gender: str, spellings: list[str], forms: int, borrowed: bool
    ) -> None:
        self.entry = entry
        self.file = file
        self.role: str = entry["role"]
        self.ident: str = entry["id"]
        self.beside: set[str] = set(entry.get("beside", ()))
        self.gender = gender
        self.spellings = spellings
        self.forms = spellings[:forms]
        """Those that `Lexicon.say` prints."""
        self.borrowed = borrowed

    @property
    def key(self) -> str:
        return f"{self.role} {self.ident}"


class _Brought(NamedTuple):
    """What a word file brings, without what is wrong."""

    file: Path
    owner: str
    """Id of the expansion, "" for the language itself."""
    about: dict[str, Any]
    words: list[dict[str, Any]]
    forms: list[dict[str, Any]]
    harmed: bool
    """Whether something is lacking that the rules of the expansion may need."""


def _brought(files: Iterable[Path]) -> Iterator[_Brought]:
    seen: set[str] = set()
    lender = language(fallback())
    needed = {f"{lender.code}!": [str]}
    names: dict[Any, Any] = {**_EXPANSION, **needed, "title!": {f"{lender.code}!": str, CODE: str}}
    word: dict[Any, Any] = {**_WORD, **needed}
    shape = {EXPANSION: names, "word": [word], "form": [_FORM]}
    for file in files:
        with faults.gathered() as found:
            table = faults.read(file, shape)
            about = table.get(EXPANSION, {})
            why = _wrong_expansion(about, file) if file.name == "words.toml" else ""
            if why and not found:
                faults.tell(file, why)
            words = []
            for at, entry in enumerate(() if why else table.get("word", ())):
                wrong = _wrong_word(lender, entry, entry[lender.code], lender.code in entry.get("agrees", ()))
                key = f"{entry['role']} {entry['id']}"
                if wrong or key in seen:
                    faults.tell(file, wrong or f"{key} is there already", "word", at)
                    continue
                seen.add(key)
                words.append(entry)
        forms = [] if why else table.get("form", [])
        yield _Brought(file, about.get("id", ""), about, words, forms, any(fault.harms for fault in found))


def _wrong_expansion(about: dict[str, Any], file: Path) -> str:
    if not about:
        return "does not say which expansion it belongs to"
    if file.parent.name != about["id"].replace("-", "_"):
        return f"the folder of {about['id']} has another name"
    return "" if about[fallback()] and about["title"][fallback()] else f"no name or title in {fallback()}"


def gather_vocabulary(files: list[Path]) -> dict[str, Any]:
    """What a `Vocabulary` holds, read from word files."""
    words: dict[str, str] = {}
    forms: dict[str, list[str]] = {}
    expansions: dict[str, Any] = {}
    said: list[tuple[Path, dict[str, Any]]] = []
    for one in _brought(files):
        if one.owner:
            codes, always = one.about.get("codes", []), one.about.get("always", False)
            expansions[one.owner] = {"codes": codes, "always": always, "harmed": one.harmed}
        for word in one.words:
            traits = " ".join(word.get("traits", ()))
            words[f"{word['role']} {word['id']}"] = f"{one.owner}|{traits}|{word.get('supply', 0)}"
        said += [(one.file, entry) for entry in (*one.words, *one.forms) if "forms" in entry]
    for file, entry in said:
        key = f"{entry['role']} {entry['id']}"
        if key in words:
            forms.setdefault(key, []).extend(entry["forms"])
        else:  # that of an expansion that is not here
            faults.tell(file, f"forms of {key}, which is no word", "form", stray=True)
    return {"words": words, "forms": forms, "expansions": expansions}


def gather(lang: str, files: list[Path], own: Iterable[Path] = ()) -> dict[str, Any]:
    """What a `Lexicon` of `lang` holds.

    `files` are the word files of the core and of the expansions, `own` those in the folder of the language. A word that
    none of them spells in `lang` is borrowed from the fallback.
    """
    about = language(lang)
    folder = _folder(own)
    expansions: dict[str, Any] = {}
    every: list[Word] = []
    borrowed: list[str] = []
    brought = [*_brought(files)]
    for one in brought:
        if one.owner:
            names, _ = folder[EXPANSION].pop(one.owner, ({}, one.file))
            expansions[one.owner], lent = _expansion(about, one.about, names)
            borrowed += [f"{EXPANSION} {one.owner}"] if lent else []
            for ident, part in one.about.get(PART, {}).items():
                names, _ = folder[EXPANSION].pop(ident, ({}, one.file))
                expansions[ident], lent = _expansion(about, {**part, "id": ident}, names)
                expansions[ident] |= {"of": one.owner, "rules": part["rules"]}
                borrowed += [f"{EXPANSION} {ident}"] if lent else []
        for entry in one.words:
            own_spelling, file = folder[entry["role"]].pop(entry["id"], (None, one.file))
            every.append(_word(about, entry, own_spelling, file))
    letters = _letters(lang, brought, folder.pop(LETTER))
    for role, entries in folder.items():
        for ident, (_, file) in entries.items():
            faults.tell(file, f"there is no {role} {ident}", role, ident, stray=True)
    _apart(expansions, {ident: one.file for one in brought for ident in (one.owner, *one.about.get(PART, {}))})
    sides: dict[str, str] = {}
    accented: dict[str, str] = {}
    for word in every:
        for spelling in word.spellings if word.role == "side" else ():
            if sides.setdefault(spelling, word.ident) != word.ident:
                faults.tell(word.file, f"{spelling!r} means {sides[spelling]} already", word.ident, harms=False)
    plain = [word for word in every if word.role != "side"]
    while _clash(about, plain):
        pass
    spelt = _spelt(about, plain, accented)
    for names in expansions.values():
        for name in names.pop("spelt"):
            if fold(name) != name:
                accented.setdefault(fold(name), name)
    groups: dict[tuple[tuple[str, str], ...], int] = {}
    phrases: dict[str, int] = {}
    starts: dict[str, int] = {}
    for folded, meant in spelt.items():
        phrases[folded] = groups.setdefault(_meanings(meant), len(groups))
        parts = pieces(folded, about.elided)
        starts[parts[0]] = max(starts.get(parts[0], 0), len(parts))
    return {
        "groups": list(groups),
        "phrases": phrases,
        "starts": starts,
        "sides": sides,
        "words": {word.key: "|".join((word.gender, *word.forms)) for word in every},
        "expansions": expansions,
        "accented": accented,
        "borrowed": borrowed + [word.key for word in every if word.borrowed],
        "letters": letters,
    }


_Own = dict[str, dict[str, tuple[Any, Path]]]
"""What the folder of a language says, by role and id, with its file."""


def _letters(lang: str, brought: Iterable[_Brought], own: dict[str, tuple[Any, Path]]) -> dict[str, dict[str, Any]]:
    """Role to letter to the ids it stands for: kinds may share one, colours and figures may not.

    A language that has no letter for a word takes that of the fallback, where it means nothing else.
    """
    found: dict[str, dict[str, list[str]]] = {role: {} for role in LETTERED}
    lent: list[tuple[str, str, str]] = []
    for one in brought:
        for entry in one.words:
            role, ident, given = entry["role"], entry["id"], entry.get(LETTER, {})
            letter, file = own.pop(f"{role} {ident}", (given.get(lang), one.file))
            meant = found.get(role, {}).get(letter, [])
            if letter is None:
                pass
            elif role not in LETTERED or (meant and role != "kind"):
                faults.tell(file, f"{letter!r} is no letter for {role} {ident} in {lang}: {meant}", ident, harms=False)
            elif len(letter) != 1 or fold(letter) != letter or not letter.isalpha():
                faults.tell(file, f"{letter!r} is no letter for {role} {ident} in {lang}", ident, harms=False)
            else:
                found[role].setdefault(letter, []).append(ident)
                continue
            if role in LETTERED and fallback() in given and lang != fallback():
                lent.append((role, ident, given[fallback()]))
    for key, (_, file) in own.items():
        faults.tell(file, f"there is no {key}", LETTER, key.partition(" ")[2], stray=True)
    for role, ident, letter in lent:
        found[role].setdefault(letter, [ident])
    return found


def _folder(files: Iterable[Path]) -> _Own:
    """The words in the folder of a language, each a list of spellings, or of a gender; and letters, by role and id."""
    found: _Own = {role: {} for role in (EXPANSION, LETTER, *ROLES)}
    for file in files:
        for role, entries in faults.read(file, _OWN).items():
            for ident, said in entries.items():
                if role == LETTER:
                    found[LETTER].update({f"{ident} {lettered}": (letter, file) for lettered, letter in said.items()})
                elif ident in found[role]:
                    faults.tell(file, f"{role} {ident} is there already", role, ident, harms=False)
                else:
                    found[role][ident] = said, file
    return found


def _expansion(about: Language, entry: dict[str, Any], own: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """How an expansion is called, and whether its title is borrowed."""
    ident, lender = entry["id"], fallback()
    names = own.get("names") or entry.get(about.code) or entry[lender]
    title = own.get("title") or entry["title"].get(about.code)
    printed = as_name(title or entry["title"][lender], about.articles)
    return {
        "word": names[0],
        "title": title or entry["title"][lender],
        "names": list(dict.fromkeys((*map(fold, names), ident))),
        "printed": printed,
        "spelt": names,
    }, not title


def _apart(expansions: dict[str, Any], files: dict[str, Path]) -> None:
    """Takes a name that two expansions have from the second, and adds the printed titles, without those that the name
    of another expansion begins with: what is meant by one of them is to be asked."""
    names: dict[str, str] = {}
    for ident, called in expansions.items():
        for name in called["names"]:
            if names.setdefault(name, ident) != ident:
                faults.tell(files[ident], f"{name!r} means {names[name]} already", EXPANSION, harms=False)
        called["names"] = [name for name in called["names"] if names[name] == ident]
    for ident, called in expansions.items():
        printed = called.pop("printed")
        if all(owner == ident or not name.startswith(printed) for name, owner in names.items()):
            called["names"] = list(dict.fromkeys((*called["names"], printed)))


def _wrong_word(about: Language, entry: dict[str, Any], spelt: list[str], agrees: bool, gender: str = "") -> str:
    """What is wrong with how a word is spelt, "" where nothing is."""
    role, ident = entry["role"], entry["id"]
    if role not in ROLES:
        return f"no role is called {role}"
    if gender and gender not in about.genders:
        return f"{role} {ident} has no such gender: {gender}"
    count = _count(about, role, agrees)
    if len(spelt) < count or any("|" in spelling or not spelling.strip() for spelling in spelt):
        return f"{role} {ident} needs {count} forms in {about.code}"
    return ""


def _word(about: Language, entry: dict[str, Any], own: Any, file: Path) -> Word:
    """A word as the language spells it: in its own folder, beside the word, or as the fallback does."""
    role, ident, lender = entry["role"], entry["id"], language(fallback())
    agrees, gender = about.code in entry.get("agrees", ()), entry.get("gender", {}).get(about.code, "")
    spelt = entry.get(about.code)
    wrong = ""
    if isinstance(own, dict):
        wrong = "" if len(own) == 1 else f"{role} {ident} has no such gender: {', '.join(own)}"
        gender, spelt = next(iter(own.items()), ("", []))
        agrees, gender = gender == AGREES, "" if gender == AGREES else gender
    elif own is not None:
        spelt = own
    if spelt is not None and (wrong := wrong or _wrong_word(about, entry, spelt, agrees, gender)):
        faults.tell(file, wrong, ident, harms=False)
        if own is not None:
            return _word(about, entry, None, file)
        spelt = None
    if spelt is None:
        return Word(entry, file, "", entry[lender.code], _count(lender, role, False), True)
    gender = gender or next(iter(about.genders), "")
    return Word(entry, file, gender, list(spelt), _count(about, role, agrees), False)


AGREES = "agrees"
"""Stands in a language's folder where nouns have their gender: a keyword with the forms of an adjective."""


def _count(about: Language, role: str, agrees: bool) -> int:
    if role in NOUNS or role in VERBS:
        return 2
    return len(about.agreement) if role in _ADJECTIVES or agrees else 1


def _clash(about: Language, words: list[Word]) -> bool:
    """Whether two words of a role had one spelling: then the second has lost it, or is borrowed where it prints it."""
    found = False
    for folded, meant in _spelt(about, words, {}).items():
        for role in ROLES:
            first = _ranked([word for word in meant if word.role == role])[0]
            for word in first[1:]:
                found = True
                both = f"{first[0].ident} and {word.ident}"
                faults.tell(word.file, f"{folded!r} means both {both} as a {role}", word.ident, harms=False)
                if folded in map(fold, word.forms) and not word.borrowed and about.code != fallback():
                    lent = _word(about, {**word.entry, about.code: None}, None, word.file)
                    word.gender, word.spellings, word.forms, word.borrowed = "", lent.spellings, lent.forms, True
                else:
                    word.spellings = [spelling for spelling in word.spellings if fold(spelling) != folded]
    return found


def _spelt(about: Language, words: list[Word], accented: dict[str, str]) -> dict[str, list[Word]]:
    """The words that each folded spelling may mean."""
    spelt: dict[str, list[Word]] = {}
    for word in sorted(words, key=lambda one: one.borrowed):  # what the language says itself comes first
        for spelling in word.spellings:
            folded = fold(spelling)
            meant = spelt.setdefault(folded, [])
            if word.borrowed and any(one.role == word.role and not one.borrowed for one in meant):
                if spelling in word.forms:
                    why = f"{word.key} needs a spelling in {about.code}, for {spelling!r} means {meant[0].key}"
                    faults.tell(word.file, why, word.ident, harms=False)
                continue
            if word not in meant:
                meant.append(word)
            if folded != spelling:
                accented.setdefault(folded, spelling)
    for word in words:
        for spelling in () if word.borrowed else word.spellings:
            typed = spelling.casefold()
            for letter, other in about.letters.items():
                typed = typed.replace(letter, other)
            spelt.setdefault(fold(typed), [word])
    order = {id(word): at for at, word in enumerate(words)}
    return {folded: sorted(meant, key=lambda one: order[id(one)]) for folded, meant in spelt.items() if meant}


def _meanings(words: list[Word]) -> tuple[tuple[str, str], ...]:
    """All meanings of one spelling, role by role; two of one role only where ``beside`` allows it."""
    ranked = ((role, _ranked([word for word in words if word.role == role])) for role in ROLES)
    return tuple((role, word.ident) for role, (first, others) in ranked for word in (*first, *others))


def _ranked(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """The words that are meant first, and those that stand beside them."""
    first = [word for word in words if not word.beside & {other.ident for other in words}]
    return first, [word for word in words if word not in first]

"""Rules by id, read folder by folder, so that a base dispute opens the base rules only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

from adjudicator import faults, store
from adjudicator.faults import ANY
from adjudicator.rulebook import expansions
from adjudicator.rulebook.rule import FILE, KEYS, KINDS, STATUSES, Option, Rule
from adjudicator.rulebook.rule import option as read_option
from adjudicator.rulebook.rule import rule as read_rule
from adjudicator.words.languages import codes, fallback, files, marked, shipped

NAME = "rules.toml"


class UnknownRule(KeyError):
    """No rule has that id, no option that name, or the rule no such number; a fault of the program, never of a user."""


@cache
def rule(id: str) -> Rule:
    """The rule called `id`; raises `UnknownRule`."""
    try:
        folder = _index()["ids"][id]
    except KeyError:
        raise UnknownRule(id) from None
    return read_rule(_entries(folder)[id], folder)


def text(id: str, lang: str) -> str:
    """The text of rule `id` in a language, else in the fallback and marked; raises `UnknownRule`."""
    try:
        folder = _index()["ids"][id]
    except KeyError:
        raise UnknownRule(id) from None
    found = _texts(folder, lang).get(id)
    return marked(_texts(folder, fallback())[id]) if found is None else found


def is_rule(id: str) -> bool:
    """Whether a rule is called `id`, letter for letter."""
    return id in _index()["ids"]


def ids() -> tuple[str, ...]:
    """Every rule id, folder by folder, in the order of the files."""
    return tuple(_index()["ids"])


def rules(expansion: str | None = None) -> tuple[Rule, ...]:
    """The rules in the folder of `expansion` (none for an expansion without rules), or all rules."""
    return tuple(rule(id) for id, folder in _index()["ids"].items() if expansion is None or folder == expansion)


def harmed(expansion: str) -> bool:
    """Whether something is wrong in the ``rules.toml`` of an expansion that its code may need."""
    return expansion in _index()["harmed"]


def value(id: str, name: str) -> int:
    """The number called `name` among the values of rule `id`; raises `UnknownRule`."""
    try:
        return rule(id).values[name]
    except KeyError:
        raise UnknownRule(f"{id}: {name}") from None


EDITIONS = ("C1", "C2", "C3", "C3.1")
"""The editions that differ, oldest first."""


def option_names() -> tuple[str, ...]:
    """Every name that may follow ``rule``, in alphabetical order."""
    return tuple(sorted(_index()["options"]))


def choices(name: str) -> tuple[tuple[str, Option], ...]:
    """Rule id and switch of every rule behind the option `name`, without reading the rules; raises `UnknownRule`."""
    try:
        return tuple((id, read_option(entry)) for id, entry in _index()["options"][name])
    except KeyError:
        raise UnknownRule(name) from None


class Options(Mapping[str, tuple[Rule, ...]]):
    """Every option with the rules behind its values; rules are read only for the option that is asked for."""

    def __getitem__(self, name: str) -> tuple[Rule, ...]:
        return tuple(rule(id) for id, _ in choices(name))

    def __iter__(self) -> Iterator[str]:
        return iter(option_names())

    def __len__(self) -> int:
        return len(option_names())


def options() -> Mapping[str, tuple[Rule, ...]]:
    """Every option by name, with the rules behind its values."""
    return Options()


def in_force(name: str, edition: str = "") -> str:
    """The value of option `name` under `edition`, else its default; "" where the sources disagree.

    Raises `UnknownRule`.
    """
    switches = [switch for _, switch in choices(name)]
    for switch in switches:
        if edition in switch.editions:
            return switch.value
    return next((switch.default for switch in switches if switch.default), "")


def behind(name: str, value: str) -> tuple[str, ...]:
    """Ids of the rules behind `value` of option `name`, none for a value without a rule; raises `UnknownRule`."""
    return tuple(id for id, switch in choices(name) if value in switch.values)


def overruled_by(id: str) -> tuple[str, ...]:
    """Ids of the rules whose wording rule `id` replaces, without those of boxes that are gone; raises `UnknownRule`."""
    standing = rule(id)
    fallen = map(rule, filter(is_rule, standing.over))
    return tuple(one.id for one in fallen if one.overruled and one.topic == standing.topic)


def nearest(id: str) -> tuple[str, ...]:
    """Up to three rule ids the writer of `id` may have meant, best first."""
    parts = re.fullmatch(r"\s*([A-Za-z]+)[^A-Za-z0-9]*([0-9]{1,4})\s*", id)
    if parts:
        # "base 1", "Base-001": the number is right, its spelling is not.
        plain = f"{parts[1].upper()}-{int(parts[2]):02}"
        if is_rule(plain):
            return (plain,)
    return tuple(get_close_matches(id.strip().upper()[:40], ids(), n=3, cutoff=0.5))


def search(text: str) -> tuple[Rule, ...]:
    """The rules that hold every word of `text` in id, texts, topic or question; case and accents do not matter."""
    words = _plain(text).split()
    if not words:
        return ()
    return tuple(rule for rule in rules() if _holds(rule, words))


def _holds(rule: Rule, words: list[str]) -> bool:
    where = _plain(
        " ".join((rule.id, rule.expansion, rule.topic, rule.decides, *(text(rule.id, lang) for lang in codes())))
    )
    return all(word in where for word in words)


def _plain(text: str) -> str:
    text = normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in text if not combining(letter))


def forget() -> None:
    """Forget what this process has read, so that the next question asks the store again."""
    for read_once in (expansions.folders, _index, _entries, _texts, rule):
        read_once.cache_clear()


@cache
def _index() -> Mapping[str, Any]:
    """What is known of all rules without reading them: ``ids`` (id to folder) and ``options`` (name to table)."""
    prepared: Mapping[str, Any] = store.prepared(
        "rule-index", lambda: [folder / NAME for folder in expansions.folders()], _build_index
    )
    return prepared


def _build_index() -> dict[str, Any]:
    owners: dict[str, str] = {}
    switches: dict[str, list[Any]] = {}
    harmed: list[str] = []
    for folder in expansions.folders():
        expansion = expansions.identity(folder)
        with faults.gathered() as found:
            for entry in read(expansion):
                if entry["id"] in owners:
                    faults.tell(folder / NAME, f"there is a rule {entry['id']} already", "rule", entry["id"])
                    continue
                owners[entry["id"]] = expansion
                if "option" in entry:
                    switches.setdefault(entry["option"]["name"], []).append((entry["id"], entry["option"]))
        harmed += [expansion] if any(fault.harms for fault in found) else []
    return {"ids": owners, "options": switches, "harmed": harmed}


@cache
def _entries(expansion: str) -> Mapping[str, dict[str, Any]]:
    prepared: Mapping[str, dict[str, Any]] = store.prepared(
        f"rules-{expansion}",
        lambda: [expansions.folder(expansion) / NAME],
        lambda: _build_entries(expansion),
    )
    return prepared


def _build_entries(expansion: str) -> dict[str, dict[str, Any]]:
    pages = addresses(expansion)
    found = {entry["id"]: {key: entry[key] for key in entry if key in KEYS} for entry in read(expansion)}
    for entry in found.values():
        known = [source for source in pages if entry["source"].startswith(source)]
        if known and "url" not in entry:
            entry["url"] = pages[max(known, key=len)]
    return found


@cache
def _texts(expansion: str, lang: str) -> Mapping[str, str]:
    """The texts that a language has of the rules in a folder, by id."""

    def build() -> dict[str, str]:
        own = own_texts(lang)
        found = {entry["id"]: own.get(entry["id"]) or entry.get(lang) for entry in read(expansion)}
        return {id: said for id, said in found.items() if said}

    def sources() -> list[Path]:
        return [expansions.folder(expansion) / NAME, *files(lang, NAME)]

    if not shipped(lang):
        return build()
    prepared: Mapping[str, str] = store.prepared(f"rule-texts-{expansion}-{lang}", sources, build)
    return prepared


def own_texts(lang: str) -> dict[str, str]:
    """The texts in the folder of a language, by rule id."""
    return {id: said for file in files(lang, NAME) for id, said in faults.read(file, {ANY: str}).items()}


def strays() -> None:
    """Notes the texts in the folders of languages that belong to no rule."""
    for lang in codes():
        for file in files(lang, NAME):
            for id in faults.read(file, {ANY: str}):
                if not is_rule(id):
                    faults.tell(file, f"there is no rule {id}", id, stray=True)


def addresses(expansion: str) -> dict[str, str]:
    """Where the sources of an expansion's rules can be read: the beginning of ``source`` and the address, as the table
    ``[addresses]`` of its ``rules.toml`` has them.
    """
    found: dict[str, str] = faults.read(expansions.folder(expansion) / NAME, FILE).get("addresses", {})
    return found


def read(expansion: str) -> list[dict[str, Any]]:
    """The entries of the ``rules.toml`` of `expansion`, without what is wrong; none where there is no such file."""
    file = expansions.folder(expansion) / NAME
    shape = {**FILE, "rule": [{**FILE["rule"][0], f"{fallback()}!": str}]}
    entries: list[dict[str, Any]] = faults.read(file, shape).get("rule", [])
    found = []
    for entry in entries:
        wrong = [key for key, known in (("status", STATUSES), ("kind", KINDS)) if entry[key] not in known]
        if wrong:
            faults.tell(file, f"{entry['id']}: unknown {wrong[0]} {entry[wrong[0]]}", "rule", entry["id"])
        else:
            found.append(entry)
    return found

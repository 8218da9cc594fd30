"""What must be true of the rule files; read by the tests and by those who add an expansion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.faults import CODE
from adjudicator.rulebook import expansions, loader
from adjudicator.rulebook.rule import KEYS, KINDS, OPTION_KEYS, REQUIRED, STATUSES, Option
from adjudicator.rulebook.rule import option as read_option
from adjudicator.words.languages import codes, fallback, language

EDITIONS = ("C1", "C2", "C3", "C3.1")
LISTS = ("with", "allowed", "forbidden", "over", "conflicts_with")

Entry = Mapping[str, Any]


def check() -> list[str]:
    """Everything that is wrong with the rule files, one sentence each, in English; empty when all is well."""
    entries = [
        (expansions.identity(folder), entry)
        for folder in expansions.folders()
        for entry in loader.read(expansions.identity(folder))
    ]
    spoken = {expansions.identity(folder) for folder in expansions.folders() if (folder / "words.toml").is_file()}
    return check_entries(entries, spoken)


def check_entries(entries: Sequence[tuple[str, Entry]], expansions: Collection[str]) -> list[str]:
    """As `check`, for pairs of a folder's expansion and an entry in it, and the ids of all `expansions` with words."""
    ids = Counter(str(entry.get("id")) for _, entry in entries)
    wrong = [f"{id}: given {times} times" for id, times in ids.items() if times > 1]
    for folder, entry in entries:
        id = entry.get("id", f"an entry of {folder}")
        wrong += [f"{id}: {fault}" for fault in _faults(folder, entry, ids, expansions)]
    return wrong + list(_option_faults([entry for _, entry in entries]))


def _faults(folder: str, entry: Entry, ids: Collection[str], expansions: Collection[str]) -> Iterator[str]:
    complete = [code for code in codes() if code == fallback() or language(code).complete]
    for key in (*REQUIRED, *complete):
        if not str(entry.get(key, "")).strip():
            yield f"{key} is empty"
    for key in entry:
        if key not in KEYS and CODE.fullmatch(key) is None:
            yield f"unknown key {key}"
    for key, known in (("status", STATUSES), ("kind", KINDS)):
        if key in entry and entry[key] not in known:
            yield f"unknown {key} {entry[key]}"
    for key in LISTS:
        if not all(isinstance(item, str) for item in entry.get(key, [])):
            yield f"{key} is no list of words"
    for expansion in (folder, entry.get("expansion", folder), *entry.get("with", [])):
        if expansion not in expansions:
            yield f"unknown expansion {expansion}"
    for key in ("over", "conflicts_with"):
        for other in entry.get(key, []):
            if other not in ids or other == entry.get("id"):
                yield f"{key} names {other}"
    for name, number in entry.get("values", {}).items():
        if type(number) is not int:
            yield f"value {name} is no whole number"
    if "decides_nothing" in entry and not entry["decides_nothing"].strip():
        yield "decides_nothing gives no reason"
    for key in ("example", "overruled"):
        if entry.get(key, True) is not True:
            yield f"{key} is not true"
    if entry.get("status") in ("difference", "variant") and not _settled(entry):
        yield f"a {entry['status']} without an option"


def _settled(entry: Entry) -> bool:
    """Whether a table need not choose: there is a switch, or nothing to choose."""
    return "option" in entry or "decides_nothing" in entry or bool(entry.get("over"))


def _option_faults(entries: Sequence[Entry]) -> Iterator[str]:
    switches: dict[str, list[tuple[Entry, Option]]] = {}
    for entry in entries:
        table = entry.get("option")
        if table is None:
            continue
        if not {"name", "value"} <= set(table) <= set(OPTION_KEYS):
            yield f"{entry.get('id')}: the option has other keys than {', '.join(OPTION_KEYS)}"
            continue
        switch = read_option(table)
        switches.setdefault(switch.name, []).append((entry, switch))
        for value in (switch.value, switch.default):
            if value and value not in switch.values:
                yield f"{entry.get('id')}: the values of {switch.name} lack {value}"
        for edition in switch.editions:
            if edition not in EDITIONS:
                yield f"{entry.get('id')}: unknown edition {edition}"
    for name, pairs in switches.items():
        defaults = {switch.default for _, switch in pairs if switch.default}
        # Two sides of a dispute are options as well, and neither stands unless the table chooses it; of what is open
        # either may.
        disputed = all(entry.get("conflicts_with") for entry, _ in pairs)
        unsaid = all(entry.get("open") or len(switch.values) > 1 for entry, switch in pairs)
        if len(defaults) not in ((0,) if disputed else (0, 1) if unsaid else (1,)):
            yield f"option {name}: {len(defaults)} defaults"
        for edition in EDITIONS:
            if len({switch.value for _, switch in pairs if edition in switch.editions}) > 1:
                yield f"option {name}: several values under {edition}"

"""The ways in which people ask for each rule, as the boxes' ``asked.toml`` have them.

[BASE-34]
en.yes = ["may a monastery lie next to another one?"]   # asked so, the answer of the rule is yes
en.no = ["do two monasteries have to keep apart?"]
en.what = ["what about two cloisters side by side?"]    # it is the rule's own words
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import faults
from adjudicator.faults import ANY, CODE
from adjudicator.rulebook import expansions, loader
from adjudicator.words.languages import codes, files

FILE = "asked.toml"
LABELS = ("yes", "no", "what")
_WAYS = {label: [str] for label in LABELS}
_SHAPE: dict[Any, Any] = {ANY: {**_WAYS, CODE: _WAYS}}


class Way(NamedTuple):
    """One way to ask for a rule."""

    rule: str
    label: str
    """What the rule answers to it: one of `LABELS`."""
    text: str


def ways(lang: str) -> Iterator[Way]:
    """All ways to ask in a language, of rules that there are."""
    for path in (*written(), *files(lang, FILE)):
        for rule, entry in faults.read(path, _SHAPE).items():
            said = entry.get(lang, entry if path.parent.name == lang else {})
            for label in LABELS:
                if loader.is_rule(rule):
                    yield from (Way(rule, label, text) for text in said.get(label, ()))


def written() -> list[Path]:
    """The files of the boxes, in the order of the boxes' names."""
    return [path for folder in expansions.folders() if (path := folder / FILE).is_file()]


def sources() -> list[Path]:
    """All files that say how rules are asked for."""
    return [*written(), *(path for code in codes() for path in files(code, FILE))]

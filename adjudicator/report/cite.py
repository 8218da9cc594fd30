"""The numbered rules an answer rests on."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from adjudicator.model.ruling import Ruling
from adjudicator.report.style import Style, wrap
from adjudicator.rulebook.loader import overruled_by
from adjudicator.rulebook.loader import rule as rule_by_id
from adjudicator.rulebook.loader import text as rule_text
from adjudicator.words.say import Speech

INDENT = "  "
_NEXT = re.compile(r"; (?![^(]*\))")
_NOTE = re.compile(r"(?<=\w{3}) \((?![^)]*\d)[^()]*\)$")
"""A remark behind a place: "(note)", "(heading lost)"; an edition or an expansion's number stays."""


class Cited(NamedTuple):
    """One rule as a reader sees it."""

    id: str
    status: str
    """Authority as the data names it: ``official``, ``clarification`` ..."""
    date: str
    source: str
    text: str
    """The rule in the reader's language."""
    url: str
    """Where its source can be read; "" for one that is not public, or in no known place."""
    replaces: tuple[str, ...] = ()
    """The rules that it stands over."""

    def brief(self) -> Cited:
        """The same with the first of the places it stands at, without what is noted about that."""
        return self._replace(source=_NOTE.sub("", _NEXT.split(self.source)[0]))

    def cited(self, speech: Speech) -> str:
        """Where it stands, who says so, and what that replaces, in one line."""
        said = speech.label("cited", source=self.source, authority=authority(self.status, self.date, speech))
        return f"{said} {speech.label('replaces', rules=ranged(self.replaces, speech))}" if self.replaces else said


def every_rule(ruling: Ruling) -> tuple[str, ...]:
    """All ids a ruling shows, most deciding first, each once."""
    ids = [
        *ruling.rules,
        *(line.rule for line in ruling.lines),
        *(found.rule for found in ruling.findings),
        *(trap.rule for trap in ruling.warnings),
    ]
    return tuple(dict.fromkeys(one for one in ids if one))


def cited(ids: Sequence[str], speech: Speech) -> tuple[Cited, ...]:
    """The rules of `ids` in that order."""
    rules = []
    for ident in ids:
        rule, text = rule_by_id(ident), rule_text(ident, speech.lang)
        fallen = tuple(sorted(overruled_by(ident)))
        rules.append(Cited(rule.id, rule.status, rule.date, rule.source, text, rule.url, fallen))
    return tuple(rules)


def ranged(ids: Sequence[str], speech: Speech) -> str:
    """Ids with those that follow one another drawn together: "AM-24, AM-26 to AM-28"."""
    rows: list[list[str]] = []
    for ident in ids:
        name, _, number = ident.rpartition("-")
        if rows and f"{name}-{int(number) - 1:02}" == rows[-1][-1]:
            rows[-1].append(ident)
        else:
            rows.append([ident])
    return ", ".join(one[0] if len(one) == 1 else speech.label("id-range", first=one[0], last=one[-1]) for one in rows)


def authority(status: str, date: str, speech: Speech) -> str:
    """Who says so, in words: "publisher's answer, 2020-11"."""
    said = speech.phrase("status", status)
    return f"{said}, {date}" if date else said


def written(rules: Sequence[Cited], speech: Speech, style: Style, quoted: Collection[str] = ()) -> str:
    """The rules as they stand under an answer: id and text, then the source with its authority.

    The texts of those in `quoted` stand further up already and are not said again.
    """
    parts = []
    for one in rules:
        told = speech.label("quoted") if one.id in quoted else one.text
        parts.append(wrap(told, style.width, f"{one.id}  ", INDENT).replace(one.id, style.paint(one.id, "rule"), 1))
        if one.id not in quoted:
            parts.append(style.paint(wrap(one.cited(speech), style.width, INDENT), "faint"))
    return "\n".join(parts)

"""The numbered rules an answer rests on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from adjudicator.model.ruling import Ruling
from adjudicator.report.style import Style, wrap
from adjudicator.rulebook.loader import rule as rule_by_id
from adjudicator.rulebook.loader import text as rule_text
from adjudicator.words.say import Speech


class Cited(NamedTuple):
    """One rule as a reader sees it."""

    number: int
    """Its number in the list, from 1."""
    id: str
    status: str
    """Authority as the data names it: ``official``, ``clarification`` ..."""
    date: str
    source: str
    text: str
    """The rule in the reader's language."""
    url: str
    """Where its source can be read; "" for one that is not public, or in no known place."""


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
    """The rules of `ids`, numbered in that order."""
    rules = []
    for number, ident in enumerate(ids, 1):
        rule = rule_by_id(ident)
        text = rule_text(ident, speech.lang)
        rules.append(Cited(number, rule.id, rule.status, rule.date, rule.source, text, rule.url))
    return tuple(rules)


def authority(status: str, date: str, speech: Speech) -> str:
    """Who says so, in words: "publisher's clarification, 2020-11"."""
    said = speech.phrase("status", status)
    return f"{said}, {date}" if date else said


def written(rules: Sequence[Cited], speech: Speech, style: Style, quoted: Collection[str] = ()) -> str:
    """The list as it stands under an answer: number, id, authority, text, source.

    The texts of those in `quoted` stand further up already and are not said again.
    """
    parts = []
    for one in rules:
        head = f"[{one.number}] "
        indent = " " * len(head)
        title = f"{one.id} ({authority(one.status, one.date, speech)})"
        if one.id in quoted:
            title += f", {speech.label('quoted')}"
        text = wrap(title, style.width, head, indent)
        parts.append(text.replace(one.id, style.paint(one.id, "rule"), 1))
        if one.id in quoted:
            continue
        parts.append(wrap(one.text, style.width, indent))
        parts.append(style.paint(wrap(speech.label("source", source=one.source), style.width, indent), "faint"))
    return "\n".join(parts)

"""The rulebook for a reader: one rule whole, many in a table, and how many are applied and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.report.cite import authority
from adjudicator.report.style import Style, wrap
from adjudicator.report.table import stacks, table
from adjudicator.rulebook.coverage import Coverage
from adjudicator.rulebook.loader import overruled_by, text
from adjudicator.rulebook.rule import Rule
from adjudicator.words.say import Speech

ROOMY = 70
"""Columns from which a table of rules has one more column."""
EXAMPLES = 8
"""Scenarios named under a rule; the rest are counted."""


def whole(rule: Rule, speech: Speech, style: Style, shown_by: Sequence[str] = ()) -> str:
    """Everything about one rule; `shown_by` are the scenarios that show it, as they are to be named."""
    head = wrap(f"{rule.id} ({authority(rule.status, rule.date, speech)})", style.width)
    parts = [style.paint(head, "rule"), wrap(text(rule.id, speech.lang), style.width)]
    said = [speech.label("source", source=rule.source), *([rule.url] if rule.url else []), *notes(rule, speech)]
    if fallen := overruled_by(rule.id):
        said.append(speech.label("supersedes", rules=fallen))
    if rule.conflicts_with:
        said.append(speech.label("conflicts", rules=rule.conflicts_with))
    if shown_by:
        more = len(shown_by) - EXAMPLES
        named = "; ".join(shown_by[:EXAMPLES]) + (f" (+{more})" if more > 0 else "")
        said.append(speech.label("shown-by", scenarios=named))
    return "\n".join([*parts, *(f"  {note}" if note == rule.url else wrap(note, style.width, "  ") for note in said)])


def notes(rule: Rule, speech: Speech) -> list[str]:
    """What is to be said of a rule besides its text, its source and the other rules that it has to do with."""
    said = []
    if rule.option:
        option = rule.option
        values = option.values or (option.value,)
        one = speech.label("option", name=option.name, values=f" {speech.keyword('or')} ".join(values))
        if option.editions:
            which = f"{option.value}: " if len(values) > 1 else ""
            one += f", {which}{speech.label('editions', editions=option.editions)}"
        said.append(one)
    if rule.open:
        said.append(speech.label("left-open", what=rule.open))
    if rule.decides_nothing:
        said.append(speech.label("decides-nothing", why=rule.decides_nothing))
    if rule.example:
        said.append(speech.label("worked-example"))
    return said


def listed(rules: Sequence[Rule], scenarios: Mapping[str, int], speech: Speech, style: Style) -> str:
    """A table: id, authority, text, number of scenarios that show the rule."""
    if style.width < ROOMY and stacks(style):
        # On a narrow terminal the authority stands under the id, so that the text keeps some room.
        headers = [speech.label("rule"), speech.label("text"), speech.label("shown")]
        rows = [
            [f"{rule.id}\n{speech.phrase('status', rule.status)}\n{rule.date}".rstrip(), text(rule.id, speech.lang)]
            for rule in rules
        ]
    else:
        headers = [speech.label("rule"), speech.label("authority"), speech.label("text"), speech.label("shown")]
        rows = [[rule.id, authority(rule.status, rule.date, speech), text(rule.id, speech.lang)] for rule in rules]
    for row, rule in zip(rows, rules, strict=True):
        row.append(str(scenarios.get(rule.id, 0)))
    return table(headers, rows, style, right=(len(headers) - 1,))


def covered(coverage: Coverage, speech: Speech, style: Style) -> str:
    """A table: per expansion the rules, the deciding, the applied, the shown, and the total."""
    ids = ("rule-count", "deciding", "applied", "shown-count")
    numbers = [(share.expansion, share.rules, share.deciding, share.applied, share.shown) for share in coverage.shares]
    rows = [[name, *map(str, counts)] for name, *counts in numbers]
    if len(rows) > 1:
        total = [sum(column) for column in list(zip(*numbers, strict=True))[1:]]
        rows.append([speech.label("total"), *map(str, total)])
    return table([speech.label("expansion"), *map(speech.label, ids)], rows, style, right=range(1, 5))


def as_json(rule: Rule, speech: Speech, scenarios: list[dict[str, Any]]) -> dict[str, Any]:
    """The machine form of one rule."""
    option = rule.option
    return {
        "id": rule.id,
        "expansion": rule.expansion,
        "topic": rule.topic,
        "kind": rule.kind,
        "status": rule.status,
        "date": rule.date,
        "source": rule.source,
        "url": rule.url,
        "text": text(rule.id, speech.lang),
        "decides": rule.decides,
        "with": list(rule.needs),
        "values": dict(rule.values),
        "allowed": list(rule.allowed),
        "forbidden": list(rule.forbidden),
        "supersedes": list(overruled_by(rule.id)),
        "over": list(rule.over),
        "conflicts_with": list(rule.conflicts_with),
        "open": rule.open,
        "option": option
        and {
            "name": option.name,
            "value": option.value,
            "values": list(option.values),
            "editions": list(option.editions),
        },
        "deciding": rule.deciding,
        "scenarios": scenarios,
    }

"""The machine form of answers: format 1, described in docs/json.md and in schema/ruling-1.json."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.binding.answers import put_in
from adjudicator.errors import Problem
from adjudicator.model.ruling import Answer, Change, Finding, Line, Missing, Otherwise, Possible, Ruling
from adjudicator.report import ids, prose
from adjudicator.report.cite import cited, every_rule
from adjudicator.report.problems import lacking, message
from adjudicator.words.say import Speech, sentence

FORMAT = 1
"""Raised when a key changes its meaning or goes; new keys do not raise it."""


def document(rulings: Iterable[dict[str, Any]], problems: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The outermost object."""
    return {"format": FORMAT, "rulings": list(rulings), "problems": list(problems)}


def ruling(answer: Answer, speech: Speech) -> dict[str, Any]:
    """One answer: ids stay ids, sentences are in the language of `speech`."""
    given = answer.ruling
    return {
        "scenario": answer.scenario,
        "file": answer.file,
        "line": answer.line,
        "column": answer.column,
        "ask": answer.ask,
        "topic": given.topic,
        "verdict": given.verdict,
        "sentence": prose.verdict(given, speech),
        "points": dict(given.points),
        "options": [speech.item(one) for one in given.options],
        "items": ids.of_items(given.options),
        "ordered": given.ordered,
        "choice": given.choice,
        "possible": [_possible(one, given, speech) for one in given.possible],
        "lines": [sum_line(line) for line in given.lines],
        "findings": [_finding(found, speech) for found in given.findings],
        "rules": [
            {
                "id": rule.id,
                "status": rule.status,
                "date": rule.date,
                "source": rule.source,
                "url": rule.url,
                "text": rule.text,
            }
            for rule in cited(every_rule(given), speech)
        ],
        "settled_by": list(given.settled_by),
        "deciders": [{"rule": one.rule, "for": list(one.players)} for one in given.deciders],
        "over": [{"rule": standing, "over": fallen} for standing, fallen in given.over],
        "missing": [_missing(one, speech) for one in given.missing],
        "otherwise": [_otherwise(one, given, speech) for one in given.otherwise],
        "warnings": [
            {
                "trap": one.phrase,
                "text": prose.warning(one, speech),
                "rule": one.rule,
                "values": ids.of_values(one.values),
            }
            for one in given.warnings
        ],
        "expected": [
            {
                "text": one.text,
                "met": one.met,
                "given": one.given,
                "because": list(one.because),
                "uncited": list(one.uncited),
                "line": one.line,
            }
            for one in answer.expected
        ],
        "met": answer.met,
    }


def problem(one: Problem, speech: Speech) -> dict[str, Any]:
    """One problem; line and column count from 1, 0 where the problem has no place."""
    return {
        "code": one.code,
        "file": one.file,
        "line": one.span.line,
        "column": one.span.column,
        "end_column": one.span.end_column,
        "message": message(one, speech),
        "suggestions": list(one.suggestions),
        "rules": list(one.rules),
        "missing": [_missing(fact, speech) for fact in lacking(one)],
    }


def _missing(one: Missing, speech: Speech) -> dict[str, Any]:
    return {
        "fact": one.fact,
        "subject": one.subject,
        "question": prose.question(one, speech),
        "say": prose.lines(one, speech),
        "instead": [_change(change, speech) for change in one.instead],
        "values": ids.of_values(one.values),
    }


def _change(change: Change, speech: Speech) -> dict[str, Any]:
    """Words to be typed in a line that is there: in place of those between two columns, or at one of them."""
    return {
        "line": change.span.line,
        "column": change.span.column,
        "end_column": change.span.end_column,
        "old": change.old,
        "new": put_in(change, speech.lang),
    }


def sum_line(line: Line) -> dict[str, Any]:
    """A line of a sum."""
    return {
        "player": line.player,
        "feature": line.feature,
        "item": line.item,
        "count": line.times,
        "each": line.each,
        "points": line.points,
        "rule": line.rule,
    }


def _finding(found: Finding, speech: Speech) -> dict[str, Any]:
    return {
        "rule": found.rule,
        "holds": found.holds,
        "supposed": found.supposed,
        "fact": found.phrase,
        "text": prose.finding(found, speech),
        "values": ids.of_values(found.values),
    }


def _possible(one: Possible, ruling: Ruling, speech: Speech) -> dict[str, Any]:
    return {
        "verdict": one.verdict,
        "sentence": sentence(prose.outcome(one, ruling, speech)),
        "points": dict(one.points),
        "options": [speech.item(item) for item in one.options],
        "items": ids.of_items(one.options),
        "rules": list(one.rules),
        "lines": [sum_line(line) for line in one.lines],
        "findings": [_finding(found, speech) for found in one.findings],
    }


def _otherwise(other: Otherwise, ruling: Ruling, speech: Speech) -> dict[str, Any]:
    return {
        "option": other.option,
        "value": other.value,
        "rule": other.rule,
        "rules": list(other.rules),
        "verdict": other.verdict,
        "points": dict(other.points),
        "options": [speech.item(one) for one in other.options],
        "items": ids.of_items(other.options),
        "possible": [_possible(one, ruling, speech) for one in other.possible],
        "missing": [_missing(one, speech) for one in other.missing],
    }

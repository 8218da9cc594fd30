"""The table that a run over many texts makes: its columns, and the rows of one text.

A row is a mapping from some of the columns to values; the columns it has not are empty. `docs/scale.md` says what
stands in them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from adjudicator.binding.bind import bind
from adjudicator.errors import Problem, Problems
from adjudicator.limits import Limit, bounded
from adjudicator.model.ruling import Answer
from adjudicator.play.replay import replay
from adjudicator.records.pad import read_pad
from adjudicator.report.problems import message
from adjudicator.scale.sources import Unit
from adjudicator.settling import Notes, settle
from adjudicator.syntax.document import read_document
from adjudicator.words.say import Speech, speech

Row: TypeAlias = dict[str, Any]

TEXT, NUMBER, POINTS, TEXTS = "text", "number", "points", "texts"
"""Types of columns: a string, a whole number, numbers by player or rule, several strings."""

COLUMNS: Mapping[str, str] = {
    "row": TEXT, "file": TEXT, "game": NUMBER, "title": TEXT, "status": TEXT,
    "questions": NUMBER, "met": NUMBER, "missed": NUMBER,
    "problems": NUMBER, "problem": TEXT, "message": TEXT, "line": NUMBER,
    "turns": NUMBER, "turn": NUMBER, "player": TEXT, "kind": TEXT, "move": TEXT,
    "points": POINTS, "totals": POINTS, "winners": TEXTS,
    "variant": TEXT, "by_rule": POINTS, "decided_by": TEXTS,
    "ask": TEXT, "expected": TEXT, "given": TEXT, "rules": TEXTS, "text": TEXT,
}  # fmt: skip
"""Every column and its type, in order."""

GAME, TURN, MISS, VARIANT = "game", "turn", "miss", "variant"
"""Kinds of rows: a text or a game of it, a turn, an expectation or claim that is not met, a game under other rules."""
FINE, UNMET, WRONG, UNSETTLED = "fine", "unmet", "wrong", "unsettled"
"""What became of a game: everything as said, an expectation or claim missed, something wrong with it, no one result."""


def status(missed: int, problems: int) -> str:
    """What became of a game."""
    return WRONG if problems else UNMET if missed else FINE


def count(sums: dict[str, int], rows: Iterable[Row]) -> None:
    """Adds the games of `rows` to `sums`, which has their number by status."""
    for row in rows:
        if row["row"] == GAME:
            sums[row["status"]] = sums.get(row["status"], 0) + 1


def failed(unit: Unit, problems: Iterable[Problem], lang: str) -> Row:
    """The row of a text that nothing came of, with the reason."""
    return {"row": GAME, "file": unit.name, "game": 1, **_wrong(tuple(problems), speech(lang)), "status": WRONG}


def check_rows(unit: Unit, lang: str, allowed: Limit) -> list[Row]:
    """A text, and the expectations and claims in it that are not met. Raises Problems where there is no answer."""
    text = unit.read()
    with bounded(allowed, text, unit.name):
        outcome = settle(text, unit.name, notes=Notes.MISSED)
    answers = outcome.answers
    misses = [row for one in answers if one.met is False for row in _misses(unit, one)]
    missed = sum(one.met is False for one in answers)
    head: Row = {
        "row": GAME, "file": unit.name, "game": 1, "title": answers[0].scenario if answers else "",
        "status": status(missed, len(outcome.problems)),
        "questions": len(answers), "met": sum(one.met is True for one in answers), "missed": missed,
        **_wrong(outcome.problems, speech(lang)),
    }  # fmt: skip
    return [head, *misses]


def score_rows(unit: Unit, lang: str, allowed: Limit) -> list[Row]:
    """Each game of a text, its turns, and the claims and expectations in it that are not met. Raises Problems."""
    text = unit.read()
    if unit.name.casefold().endswith(".csv"):
        text = read_pad(text, os.path.splitext(os.path.basename(unit.name))[0])
    rows: list[Row] = []
    with bounded(allowed, text, unit.name):
        bound = bind(read_document(text))
        games = [one for one in bound.scenarios if any(step.kind in ("turn", "final") for step in one.steps)]
        if bound.problems or not games:
            missing = (Problem("no-record", values={"file": unit.name}, file=unit.name),)
            raise Problems(bound.problems or missing, text, bound.language)
        for number, scenario in enumerate(games, 1):
            played = replay(scenario, bound.language, unit.name)
            answers = [*(one.answer for one in played.claims), *(answer for _, answer in played.asked)]
            missed = sum(one.met is False for one in answers)
            rows.append({
                "row": GAME, "file": unit.name, "game": number, "title": scenario.title,
                "status": status(missed, len(played.problems)),
                "questions": len(answers), "met": sum(one.met is True for one in answers), "missed": missed,
                **_wrong(played.problems, speech(lang)),
                "turns": len(played.turns), "totals": dict(played.totals()), "winners": list(played.winners()),
                "rules": list(played.open_by),
            })  # fmt: skip
            for turn in (*played.turns, *((played.final,) if played.final is not None else ())):
                rows.append({
                    "row": TURN, "file": unit.name, "game": number, "turn": turn.number, "player": turn.player,
                    "kind": turn.kind, "move": turn.move, "line": turn.span.line, "points": turn.gained(),
                    "totals": dict(turn.totals), "rules": list(dict.fromkeys(line.rule for line in turn.lines)),
                })  # fmt: skip
            for claim in played.claims:
                if claim.answer.met is False:
                    rows += [{**row, "game": number, "turn": claim.turn} for row in _misses(unit, claim.answer)]
            for at, answer in played.asked:
                if answer.met is False:
                    rows += [{**row, "game": number, "turn": at} for row in _misses(unit, answer)]
    return rows


def _misses(unit: Unit, answer: Answer) -> list[Row]:
    return [
        {
            "row": MISS, "file": unit.name, "game": 1, "title": answer.scenario, "line": one.line or answer.line,
            "ask": answer.ask, "expected": one.text, "given": one.given, "rules": list(answer.ruling.rules),
        }
        for one in answer.expected
        if not one.met
    ]  # fmt: skip


def _wrong(problems: tuple[Problem, ...], said: Speech) -> Row:
    """How many problems there are, and the first."""
    if not problems:
        return {"problems": 0}
    first = problems[0]
    return {"problems": len(problems), "problem": first.code, "message": message(first, said), "line": first.span.line}

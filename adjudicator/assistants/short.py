"""Answers in a few lines, for who reads many: the verdict, what settles it, what is asked, what would mend a text.

Each is told twice: as lines, and as a record of the same that a program can read.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.errors import Problem
from adjudicator.fixes import Check, Fix, fixes, mended
from adjudicator.model.ruling import Answer, Missing, Possible, Ruling
from adjudicator.report import prose
from adjudicator.report.as_json import problem as problem_as_json
from adjudicator.report.cite import authority, cited
from adjudicator.report.problems import underlined
from adjudicator.report.settle import card
from adjudicator.words.say import Speech, sentence
from adjudicator.words.visible import one_line, visible

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict as TypedDict
else:
    try:  # the one that the protocol's library can describe there; where that library is missing, nothing describes it
        from typing_extensions import TypedDict as TypedDict
    except ModuleNotFoundError:
        from typing import TypedDict as TypedDict

WIDTH = 100
"""Columns of a line that a problem shows."""
TRIED = 5
"""Problems of one text for which fixes are looked for."""


class Rule(TypedDict):
    """A rule."""

    id: str
    authority: str
    text: str


class Lack(TypedDict):
    """A fact that the position leaves out."""

    question: str
    say: list[str]
    """Lines that answer it: one of them goes into the text."""
    instead: list[str]
    """What is to be written in lines that are there, in sentences."""


class Outcome(TypedDict):
    """One answer of several, where the rules leave a question open."""

    sentence: str
    points: dict[str, int]
    rules: list[str]


class Unmet(TypedDict):
    """An expectation that does not come true."""

    line: int
    expected: str
    given: str
    uncited: list[str]
    """Rules that it names and the answer does not rest on."""


class Short(TypedDict, total=False):
    """One answer; what there is nothing to say of is left out."""

    question: str
    verdict: str
    sentence: str
    points: dict[str, int]
    options: list[str]
    reasons: list[str]
    settled_by: list[Rule]
    settled_too: list[str]
    """Ids of further rules that settle it."""
    possible: list[Outcome]
    missing: list[Lack]
    otherwise: list[str]
    supposed: list[str]
    unmet: list[Unmet]


class Wrong(TypedDict, total=False):
    """One thing that is wrong with a text."""

    code: str
    line: int
    column: int
    message: str
    shown: str
    """The line, with marks under the place."""
    right: list[str]
    """The line as it can be read, each another way."""
    meant: list[str]
    """Words that may be meant, where more is wrong than they mend."""
    say: list[str]
    """Lines that tell what the text leaves out."""
    rules: list[Rule]


class Told(NamedTuple):
    """The lines and the record."""

    lines: list[str]
    record: Short


def answer(found: Answer, speech: Speech) -> Told:
    """One answer: the verdict with its points, then the rule that settles it, then what bears on it."""
    ruling, told = found.ruling, card(found, speech)
    record = Short(question=found.ask, verdict=ruling.verdict, sentence=prose.verdict(ruling, speech))
    lines = [
        f"> {one_line(found.ask)}",
        *(visible(one) for one in (told.answer, *(f"- {one}" for one in told.outcomes))),
    ]
    if ruling.points and not ruling.possible:
        record["points"] = dict(ruling.points)
    if ruling.options:
        record["options"] = [speech.item(one) for one in ruling.options]
    if ruling.possible:
        record["possible"] = [_outcome(one, ruling, speech) for one in ruling.possible]
    if ruling.missing:
        record["missing"] = [_lack(one, speech) for one in ruling.missing]
        lines += _say(ruling.missing, speech)
    if told.why:
        record["reasons"] = [visible(one) for one in told.why]
        lines += [f"- {one}" for one in record["reasons"]]
    if settled := _rules(ruling.settled_by[:1], speech):
        record["settled_by"] = settled
        lines += _quoted(settled)
        if more := ruling.settled_by[1:]:
            record["settled_too"] = list(more)
            lines[-1] += f" (+ {', '.join(more)})"
    if ruling.otherwise:
        record["otherwise"] = [prose.otherwise(one, ruling, speech) for one in ruling.otherwise]
        lines += map(visible, told.editions)
    if supposed := [prose.finding(one, speech) for one in ruling.findings if one.supposed]:
        record["supposed"] = supposed
        lines += [visible(told.assumed)] if told.assumed else []
    if missed := [one for one in found.expected if not one.met]:
        record["unmet"] = [
            Unmet(line=one.line, expected=one.text, given=one.given, uncited=list(one.uncited)) for one in missed
        ]
        lines += [_unmet(one["expected"], one["given"], one["uncited"], speech) for one in record["unmet"]]
    return Told(lines, record)


def _unmet(expected: str, given: str, uncited: Sequence[str], speech: Speech) -> str:
    said = speech.label("unmet", text=expected, given=given)
    return visible(f"{said} {speech.label('uncited', rules=', '.join(uncited))}" if uncited else said)


def _outcome(one: Possible, ruling: Ruling, speech: Speech) -> Outcome:
    said = sentence(prose.outcome(one, ruling, speech))
    return Outcome(sentence=said, points=dict(one.points), rules=list(one.rules))


def _lack(one: Missing, speech: Speech) -> Lack:
    said = prose.question(one, speech)
    return Lack(question=said, say=prose.lines(one, speech), instead=prose.instead([one], speech))


def _say(missing: Sequence[Missing], speech: Speech) -> list[str]:
    said = prose.answers(missing, speech)
    return [visible(said)] if said else []


def rule(ident: str, speech: Speech) -> Rule:
    """A rule with who says so."""
    return _rules((ident,), speech)[0]


def _rules(ids: Sequence[str], speech: Speech) -> list[Rule]:
    return [
        Rule(id=one.id, authority=authority(one.status, one.date, speech), text=one.text)
        for one in cited(tuple(ids), speech)
    ]


def _quoted(rules: Sequence[Rule]) -> list[str]:
    return [visible(f"{one['id']} ({one['authority']}): {one['text']}") for one in rules]


def problems(found: Sequence[Problem], text: str, check: Check | None, speech: Speech) -> tuple[list[str], list[Wrong]]:
    """What is wrong with `text`: the sentence, the line with marks under the place, and the line that would be right,
    where `check` can say that it would.
    """
    lines: list[str] = []
    records: list[Wrong] = []
    rows = text.split("\n")
    for number, one in enumerate(found):
        entry = problem_as_json(one, speech)
        record = Wrong(code=one.code, line=one.span.line, column=one.span.column, message=entry["message"])
        place = f"{one.span.line}:{one.span.column}: " if one.span.line else ""
        lines.append(place + entry["message"])
        if 0 < one.span.line <= len(rows):
            row, marks = underlined(rows[one.span.line - 1], one.span.column, one.span.end_column, WIDTH)
            record["shown"] = f"{row}\n{marks}"
            lines += [f"    {row}", f"    {marks}"]
        right, meant = _offered(one, text, check if number < TRIED else None, speech.lang)
        if right and right not in [earlier.get("right") for earlier in records]:
            record["right"] = right
            lines.append(visible(speech.label("line-right", lines=f" {speech.keyword('or')} ".join(map(_code, right)))))
        elif meant:
            record["meant"] = meant
            lines.append(visible(speech.label("meant", words=", ".join(meant))))
        if say := [line for lack in entry["missing"] for line in lack["say"]]:
            record["say"] = say
            typed = [speech.label("typed-line", line=line) for line in say]
            lines.append(visible(speech.label("say", lines=f" {speech.keyword('or')} ".join(typed))))
        if broken := _rules(one.rules, speech):
            record["rules"] = broken
            lines += _quoted(broken)
        records.append(record)
    if check and len(records) > 1 and (whole := mended(text, check, speech.lang)):
        lines.append(visible(speech.label("whole-right", text=_code(whole))))
    return lines, records


def _offered(problem: Problem, text: str, check: Check | None, lang: str) -> tuple[list[str], list[str]]:
    """The lines with which all of `text` can be read, what else is wrong being mended, too; where there are none, the
    words that mend the problem alone. What nobody can check, such as a rule's id, is offered as it is.
    """
    if check is None or not problem.span.line:
        return [], [*problem.suggestions]
    tried = fixes(problem, text, check, lang)
    right = [_readable(fix, check, lang) for fix in tried]
    most = len(check(text)) if tried else 0
    return [one for one in right if one], [fix.new for fix in tried if not any(right) and len(check(fix.text)) < most]


def _readable(fix: Fix, check: Check, lang: str) -> str:
    """The line of a fix in a text in which all else is mended, too; "" where something cannot be."""
    whole = mended(fix.text, check, lang)
    more = whole.count("\n") - fix.text.count("\n")
    return fix.line if whole == fix.text else whole and whole.split("\n")[fix.span.line - 1 + more].strip()


def _code(line: str) -> str:
    return f"`{line}`"

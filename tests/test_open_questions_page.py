"""The pages that list what the texts leave open are true: each line against the scenario that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from corpus import bound, invariant, settled
from everyday import mostly_long

from adjudicator import adjudicate
from adjudicator.model.ruling import Answer
from adjudicator.model.scenario import Scenario
from adjudicator.play.possible import outcome
from adjudicator.play.run import play
from adjudicator.rulebook.loader import rule

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
PAGES = ("open-questions.md", "questions-ouvertes.md")
LINE = re.compile(r"`(?:rule|règle) ([^`]+)`")
RULE = re.compile(r"\b[A-Z]+-\d+\b")


def rows(page: str) -> list[tuple[tuple[frozenset[str], frozenset[str]], str]]:
    """Of each line the rules of its two readings, and the scenario file."""
    found = []
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[-1].endswith(".carc`"):
            one, other = (frozenset(RULE.findall(LINE.sub("", cell))) for cell in cells[1:3])
            found.append(((one, other), cells[-1].strip("`")))
    return found


@cache
def told_open(file: str) -> list[frozenset[frozenset[str]]]:
    """Of every open answer of a file the rules of each reading that it tells."""
    return readings_of(adjudicate((ROOT / "scenarios" / file).read_text(encoding="utf-8"), file).answers)


def readings_of(answers: Iterable[Answer]) -> list[frozenset[frozenset[str]]]:
    """The same of answers."""
    return [told for told in readings_of_each(answers) if told]


def readings_of_each(answers: Iterable[Answer]) -> list[frozenset[frozenset[str]]]:
    """Of each answer, open or not."""
    return [
        frozenset(frozenset(one.rules) for found in answer.ruling.possible for way in found.readings for one in way)
        for answer in answers
    ]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.long
def test_every_line_is_shown_by_its_scenario(page: str) -> None:
    lines = rows(page)
    assert len(lines) > 30
    for readings, file in lines:
        assert all(readings), file
        assert any(set(readings) <= told for told in told_open(file)), (sorted(map(sorted, readings)), file)


Held = tuple[tuple[str, str], tuple[frozenset[str], frozenset[str]], str]


def lines_of(page: str) -> list[Held]:
    """Of each row that has two header lines these, with the rules of its readings and its file."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    held = [LINE.findall(line) for line in text.splitlines() if line.endswith(".carc` |")]
    return [((two[0], two[1]), *row) for two, row in zip(held, rows(page), strict=True) if two]


def held_to(scenario: Scenario, lang: str, line: str) -> list[Answer]:
    """What a scenario answers where a header line holds it to a reading."""
    rule_id, _, value = line.partition(" ")
    switch = rule(rule_id).option
    assert switch is not None
    options = {**scenario.setup.options, switch.name: value or switch.value}
    return list(play(scenario._replace(setup=scenario.setup._replace(options=options)), lang).answers)


HELD = lines_of(PAGES[0])


@pytest.mark.parametrize("row", mostly_long(HELD, 2), ids=lambda row: row[0][0])
def test_either_header_line_holds_a_scenario_to_its_reading(row: Held) -> None:
    """A pair that differs in that line alone: open without it, and two answers with it."""
    two, readings, file = row
    read = bound(ROOT / "scenarios" / file)
    for scenario in read.scenarios:
        for at, told in enumerate(readings_of_each(play(scenario, read.language).answers)):
            if not set(readings) <= told:
                continue
            given = [held_to(scenario, read.language, line) for line in two]
            if any(len(answers) <= at for answers in given):
                continue  # a move of it is not allowed by that reading
            one, other = (answers[at].ruling for answers in given)
            if outcome(one) != outcome(other) or one.rules != other.rules:
                left = [readings_of_each((Answer("", "", 0, 0, "", one),))[0] for one in (one, other)]
                assert not any(set(readings) <= still for still in left), (scenario.title, left)
                return
    raise AssertionError(f"neither line changes an answer of {file}")


def test_both_languages_have_the_same_lines() -> None:
    assert [two for two, *_ in lines_of(PAGES[1])] == [two for two, *_ in HELD]


def test_both_languages_list_the_same() -> None:
    assert rows(PAGES[0]) == rows(PAGES[1])


@cache
def listed() -> frozenset[str]:
    """The rules that stand in the page."""
    return frozenset(rule for readings, _ in rows(PAGES[0]) for rule in readings[0] | readings[1])


@invariant()
def whatever_is_open_is_listed(path: Path) -> None:
    for told in readings_of(settled(path).answers):
        assert any(reading & listed() for reading in told), told

"""The pages that list what the texts leave open are true: each line against the scenario that it names."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from corpus import invariant, settled

from adjudicator import adjudicate
from adjudicator.model.ruling import Answer

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
PAGES = ("open-questions.md", "questions-ouvertes.md")
RULE = re.compile(r"\b[A-Z]+-\d+\b")


def rows(page: str) -> list[tuple[tuple[frozenset[str], frozenset[str]], str]]:
    """Of each line the rules of its two readings, and the scenario file."""
    found = []
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[-1].endswith(".carc`"):
            readings = frozenset(RULE.findall(cells[1])), frozenset(RULE.findall(cells[2]))
            found.append((readings, cells[-1].strip("`")))
    return found


@cache
def told_open(file: str) -> list[frozenset[frozenset[str]]]:
    """Of every open answer of a file the rules of each reading that it tells."""
    return readings_of(adjudicate((ROOT / "scenarios" / file).read_text(encoding="utf-8"), file).answers)


def readings_of(answers: tuple[Answer, ...]) -> list[frozenset[frozenset[str]]]:
    """The same of answers."""
    return [
        frozenset(frozenset(one.rules) for outcome in answer.ruling.possible for way in outcome.readings for one in way)
        for answer in answers
        if answer.ruling.possible
    ]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.long
def test_every_line_is_shown_by_its_scenario(page: str) -> None:
    lines = rows(page)
    assert len(lines) > 30
    for readings, file in lines:
        assert all(readings), file
        assert any(set(readings) <= told for told in told_open(file)), (sorted(map(sorted, readings)), file)


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

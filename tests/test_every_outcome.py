"""What the texts leave open is told with every outcome, in each form in which an answer is printed."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest
from corpus import FILES, invariant, settled
from everyday import DAY, LONG

from adjudicator.assistants import short
from adjudicator.model.ruling import Answer
from adjudicator.report import as_json, prose, settle, terminal
from adjudicator.report.marked import written
from adjudicator.report.style import Style, plain, same
from adjudicator.words.say import speech

WIDE = Style(2000, "simple", plain, same)


def opened(path: Path) -> list[Answer]:
    """The answers of a file that have several outcomes."""
    return [one for one in settled(path).answers if one.ruling.possible]


def spaced(text: str) -> str:
    """Text as it is compared: without line breaks, escapes and capitals."""
    return " ".join(html.unescape(text).replace("\\", "").split()).casefold()


@invariant(2)
def every_outcome_stands_in_the_headline_of_each_form(path: Path) -> None:
    langs = ("en", "fr", "de")
    for lang in langs if LONG else [langs[(FILES.index(path) // 2 + DAY) % 3]]:
        says = speech(lang)
        for answer in opened(path):
            ruling = answer.ruling
            groups = settle.whole(answer, says)
            told = short.answer(answer, says)
            forms = {
                "headline": prose.verdict(ruling, says),
                "text": terminal.written(groups, says, WIDE),
                "short": terminal.written(settle.short(answer, says), says, WIDE),
                "json": json.dumps(as_json.ruling(answer, says), ensure_ascii=False),
                "assistants": "\n".join(told.lines),
                "assistants' record": json.dumps(told.record, ensure_ascii=False),
                **{form: written(groups, says, form) for form in ("markdown", "html", "bbcode", "mediawiki")},
            }
            called = settle.named(answer)
            for at, one in enumerate(ruling.possible):
                assert not [found for found in one.findings if found in ruling.findings], (
                    "what holds in all is told once"
                )
                typed = spaced(prose.outcome(one, ruling, says)).rstrip(".")
                said = spaced(says.spoken(prose.outcome(called.possible[at], called, says))).rstrip(".")
                lacking = [form for form, text in forms.items() if not any(x in spaced(text) for x in (typed, said))]
                assert not lacking, (path.name, answer.line, typed, said, lacking)


def numbers(path: Path) -> list[Answer]:
    """The answers that leave one player's number open."""
    return [
        one
        for one in opened(path)
        if one.ruling.topic in ("total", "track") and {len(each.points) for each in one.ruling.possible} == {1}
    ]


@invariant()
def a_number_that_is_open_is_every_number_that_some_outcome_gives(path: Path) -> None:
    for answer in numbers(path):
        ruling = answer.ruling
        given = {
            one.options[0].parts[0] if one.options else one.points[player]
            for one in ruling.possible
            for player in one.points
        }
        assert {item.parts[0] for item in ruling.options} == given, answer.line
        assert ruling.topic == "total" or given == {n for one in ruling.possible for n in one.points.values()}


@pytest.mark.long
def test_the_corpus_leaves_much_open() -> None:
    assert sum(len(opened(path)) for path in FILES) > 80
    assert sum(len(numbers(path)) for path in FILES) > 15

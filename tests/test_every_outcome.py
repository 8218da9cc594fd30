"""What the texts leave open is told with every outcome, in each form in which an answer is printed."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest
from everyday import LONG, some

from adjudicator import adjudicate
from adjudicator.assistants import short
from adjudicator.report import as_json, prose, settle, terminal
from adjudicator.report.marked import written
from adjudicator.report.style import Style, plain, same
from adjudicator.words.say import speech

ROOT = Path(__file__).parent.parent / "scenarios"
WIDE = Style(2000, "simple", plain, same)


def spaced(text: str) -> str:
    """Text as it is compared: without line breaks, escapes and capitals."""
    return " ".join(html.unescape(text).replace("\\", "").split()).casefold()


@pytest.mark.parametrize(("first", "lang"), [(0, "en"), (1, "fr"), (2, "de")])
def test_every_outcome_stands_in_the_headline_of_each_form(first: int, lang: str) -> None:
    says, number = speech(lang), 0
    for path in some(sorted(ROOT.rglob("*.carc")), 4, first):
        for answer in adjudicate(path.read_text(encoding="utf-8"), path.name).answers:
            ruling = answer.ruling
            if not ruling.possible:
                continue
            number += 1
            groups = settle.whole(answer, says)
            told = short.answer(answer, says)
            forms = {
                "headline": prose.verdict(ruling, says),
                "text": terminal.written(groups, says, WIDE),
                "short": settle.brief(answer, says, WIDE),
                "json": json.dumps(as_json.ruling(answer, says), ensure_ascii=False),
                "assistants": "\n".join(told.lines),
                "assistants' record": json.dumps(told.record, ensure_ascii=False),
                **{form: written(groups, says, form) for form in ("markdown", "html", "bbcode", "mediawiki")},
            }
            for one in ruling.possible:
                assert not [found for found in one.findings if found in ruling.findings], (
                    "what holds in all is told once"
                )
                outcome = spaced(prose.outcome(one, ruling, says)).rstrip(".")
                lacking = [form for form, text in forms.items() if outcome not in spaced(text)]
                assert not lacking, (path.name, answer.line, outcome, lacking)
    assert number > (80 if LONG else 8)


def test_a_number_that_is_open_is_every_number_that_some_outcome_gives() -> None:
    number = 0
    for path in some(sorted(ROOT.rglob("*.carc")), 2, 1):
        for answer in adjudicate(path.read_text(encoding="utf-8"), path.name).answers:
            ruling = answer.ruling
            if ruling.topic not in ("total", "track") or {len(one.points) for one in ruling.possible} != {1}:
                continue  # several players are asked about, or nothing is open
            number += 1
            given = {
                one.options[0].parts[0] if one.options else one.points[player]
                for one in ruling.possible
                for player in one.points
            }
            assert {item.parts[0] for item in ruling.options} == given, (path.name, answer.line)
            assert ruling.topic == "total" or given == {n for one in ruling.possible for n in one.points.values()}
    assert number > (15 if LONG else 0)

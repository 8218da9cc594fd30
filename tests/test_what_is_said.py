"""What decides nothing in a question is not said: a ruling is short, and nothing that it rests on is missing."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from corpus import invariant, settled

from adjudicator import adjudicate
from adjudicator.model.ruling import renamed
from adjudicator.report import prose, settle, terminal
from adjudicator.report.blocks import Items
from adjudicator.report.style import Style
from adjudicator.words.languages import codes
from adjudicator.words.phrases import sources, usual
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

EN = speech("en")


def told(text: str, width: int = 60) -> str:
    (*_, answer) = adjudicate(text).answers
    return terminal.written(settle.whole(answer, EN), EN, Style(width, "simple"))


def test_a_ruling_about_one_road_fits_a_phone() -> None:
    said = told("road R: complete, 5 tiles\n  red: 2 meeples\n  blue: meeple\nask score R\n", 40)
    assert len(said.splitlines()) <= 36 and "5 tiles x 2" not in said and "BASE-27" in said and "fewer on R" in said
    alone = told("road R: complete, 5 tiles\n  red: 2 meeples\nask score R\n", 40)
    assert len(alone.splitlines()) <= 20


def test_what_is_so_in_every_case_of_the_kind_is_told_in_full_only() -> None:
    text = (
        "use gifts\nred has gift cash-out\ncity T: incomplete, 2 tiles\n  red: meeple\n"
        "turn red\nask may red unwrap cash-out on T\n"
    )
    (answer,) = adjudicate(text).answers
    usual_ones = [one for one in answer.ruling.findings if usual(one.phrase, "may")]
    assert "gift-held" in {one.phrase for one in usual_ones}
    short, full = told(text), terminal.written(settle.whole(answer, EN, full=True), EN, Style(60))
    assert "red holds this gift" not in short.lower() and "red holds this gift" in full.lower()


@pytest.mark.source
def test_usual_facts_name_topics_that_there_are() -> None:
    topics = {*vocabulary().ids("topic"), "may", "must", "where", "which"}
    for source in sources():
        for ident, said in tomllib.loads(source.read_text(encoding="utf-8")).get("fact", {}).items():
            given = said.get("usual", [])
            assert given is True or set(given) <= topics, ident
            assert not set(said) - {"usual", *codes()}, ident


@invariant(2)
def few_facts_stand_beside_any_answer_and_none_that_failed_is_left_out(path: Path) -> None:
    if path.parent.name == "base":
        for answer in settled(path).answers:
            groups = settle.whole(answer, EN)
            items = [block.items for group in groups for block in group if isinstance(block, Items)]
            failed = [one for one in answer.ruling.findings if not one.holds]
            flat = " ".join(str(one) for some in items for one in some)
            ruling = renamed(answer.ruling, answer.called)
            assert all(prose.finding(one, EN) in flat for one in ruling.findings if not one.holds), answer.ask
            if ruling.topic != "why" and not ruling.possible and ruling.settled_by:
                supposed = sum(one.supposed for one in ruling.findings)
                assert sum(map(len, items)) <= settle.MOST + len(failed) + supposed, answer.ask


def test_a_feature_is_called_as_it_was_asked_about() -> None:
    said = told("board\n  (0,0) U\n  (0,1) U\n    red: meeple on road\nask final road at (0,1)\n")
    assert "road at (0,1)" in said and "(0,0)" not in said, said

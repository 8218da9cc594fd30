"""What decides nothing in a question is not said: a ruling is short, and nothing that it rests on is missing."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from corpus import FILES, invariant, settled

from adjudicator import adjudicate
from adjudicator.assistants import short
from adjudicator.report import prose, settle, terminal
from adjudicator.report.blocks import Text
from adjudicator.report.question import Asked
from adjudicator.report.style import Style
from adjudicator.words.languages import codes
from adjudicator.words.phrases import sources, usual
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

EN = speech("en")
LARGEST = 1_500
"""Signs of an answer to assistants, at most, in lines or as a record."""


def told(text: str, width: int = 60) -> str:
    (*_, answer) = adjudicate(text).answers
    return terminal.written(settle.whole(answer, EN), EN, Style(width, "simple"))


def test_a_ruling_about_one_road_fits_a_phone() -> None:
    said = told("road R: complete, 5 tiles\n  red: 2 meeples\n  blue: meeple\nask score R\n", 40)
    assert (
        len(said.splitlines()) <= 36
        and "5 tiles x 2" not in said
        and "BASE-27" in said
        and "fewer on the road" in " ".join(said.split())
    )
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
def few_facts_stand_beside_any_answer_and_none_for_a_no_is_left_out(path: Path) -> None:
    for answer in settled(path).answers:
        told, ruling = settle.card(answer, EN), settle.named(answer)
        failed = [one for one in ruling.findings if not one.holds]
        if ruling.verdict == "no":
            wanted = [settle.spoken(prose.finding(one, EN), EN) for one in failed]
            assert {one.rpartition(" (")[0] for one in told.why} == set(wanted), answer.ask
        against = sum(bool(one.against) for one in ruling.findings)
        assert len(told.why) <= settle.MOST + len(failed) + against, answer.ask


LINES = {"yes": 10, "no": 10, "scored": 16, "options": 16}
"""Lines of 80 columns that an answer may take, about one feature where points are counted."""
SHARE = 0.95
"""The part of the answers that must keep to it."""


def lengths(path: Path) -> list[bool]:
    """Whether each answer of a file that is neither open nor lacks anything nor sums up a game keeps to its lines."""
    outcome, kept = settled(path), []
    asked, said = Asked(outcome.text, outcome.language), speech(outcome.language)
    for answer in outcome.answers:
        ruling = answer.ruling
        game = ruling.topic == "final" and not ruling.subject
        if ruling.verdict in LINES and not ruling.possible and not game and ruling.topic != "why":
            question = Text(asked.sentence(answer, said))
            text = terminal.written(settle.whole(answer, said, question=question), said, Style(80))
            kept.append(len(text.splitlines()) <= LINES[ruling.verdict])
    return kept


@pytest.mark.long
def test_answers_are_short() -> None:
    kept = [one for path in FILES for one in lengths(path)]
    assert sum(kept) >= SHARE * len(kept), sum(kept) / len(kept)


def test_answers_about_roads_are_short() -> None:
    kept = [one for path in FILES if "road" in path.stem for one in lengths(path)]
    assert len(kept) > 50 and sum(kept) >= SHARE * len(kept), sum(kept) / len(kept)


@invariant(12)
def any_answer_to_assistants_is_short(path: Path) -> None:
    outcome = settled(path)
    for answer in outcome.answers:
        told = short.answer(answer, speech(outcome.language))
        assert len("\n".join(told.lines)) <= LARGEST, answer.ask
        assert len(json.dumps(told.record, ensure_ascii=False)) <= LARGEST, answer.ask


def test_the_card_names_one_place_of_a_rule_and_all_of_it_is_told_in_full() -> None:
    text = (
        "use peasant-revolts, german-monasteries\ngerman monastery G: 3 of 9 tiles\n  red: meeple as abbot\n"
        "turn red\n  places a tile\nask protected red meeple on G\n"
    )
    short, full = " ".join(told(text).split()), adjudicate(text).answers[-1]
    whole = " ".join(terminal.written(settle.whole(full, EN, full=True), EN, Style(60)).split())
    assert "placed as abbots (publisher" in short and "heading lost" not in short
    assert "placed as abbots (heading lost; German monasteries) (publisher" in whole


def test_a_feature_is_called_as_it_was_asked_about() -> None:
    said = told("board\n  (0,0) U\n  (0,1) U\n    red: meeple on road\nask final road at (0,1)\n")
    assert "road at (0,1)" in said and "(0,0)" not in said, said

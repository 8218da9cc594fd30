"""Questions under another edition or rule, boxes by their titles, and words of questions without an answer."""

from __future__ import annotations

import pytest

from adjudicator.binding.format import formatted
from adjudicator.errors import Problems
from adjudicator.settling import settle
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

SMALL = "city T: complete, 2 tiles; red: meeple; "
BLOCKED = "use messages; city T: incomplete, 2 tiles; red has message; turn red; draws message-1; "
"""A move of a box that is known by its name only."""


@pytest.mark.parametrize("ask", ["score T", "total red", "points", "winner"])
@pytest.mark.parametrize("under", ["edition C1", "BASE-31", "rule tiny-city-scoring 2"])
def test_a_question_under_a_rule_is_that_of_a_text_that_plays_by_it(ask: str, under: str) -> None:
    text = "players red, blue; city T: incomplete, 1 tile; red: meeple; turn red; places a tile that completes T; "
    header = {"edition C1": "edition C1", "BASE-31": "rule BASE-31"}.get(under, under)
    (asked,) = settle(f"{text}ask {ask} under {under}").answers
    (played,) = settle(f"{header}; {text}ask {ask}").answers
    (without,) = settle(f"{text}ask {ask}").answers
    assert (asked.ruling.verdict, asked.ruling.points, asked.ruling.options) == (
        played.ruling.verdict, played.ruling.points, played.ruling.options,
    )  # fmt: skip
    assert ask == "winner" or asked.ruling.points != without.ruling.points


def test_the_reasons_and_what_is_no_rule_are_refused() -> None:
    for end, column in (
        ("ask score T; ask why under edition C1", "under"), ("ask score T under edition C9", "C9"),
        ("ask score T under banana", "banana"), ("ask may red put meeple on T under", "under"),
    ):  # fmt: skip
        with pytest.raises(Problems) as found:
            settle(SMALL + end)
        assert found.value.items[0].span.column == len(SMALL) + end.index(column) + 1, end


@pytest.mark.parametrize("lang", codes())
def test_under_is_written_in_every_language(lang: str) -> None:
    text = SMALL + "ask may red put meeple on T under rule farmers none; ask score T under edition C1 expect red 2"
    there = settle(formatted(text, lang)).answers
    assert [one.ruling.verdict for one in there] == ["no", "scored"] and there[1].met
    assert formatted(formatted(text, lang), "en").endswith(formatted(text, "en"))


@pytest.mark.parametrize("lang", codes())
def test_a_box_is_used_by_its_title(lang: str) -> None:
    words = lexicon(lang)
    # No text has brackets but around a square.
    titles = {
        ident: words.expansion_title(ident).translate({40: None, 41: None}) for ident in vocabulary().expansions()
    }
    if lang == "fr":  # « Le Fantôme » is a phantom, and the beginning of what the box with the ghosts is called
        with pytest.raises(Problems) as found:
            settle(f"langue fr; extensions {titles.pop('phantom')}; demande steps")
        assert len(found.value.items[0].suggestions) == 2
    text = f"{words.say('keyword', 'language')} {lang}\n{words.say('keyword', 'use')} {', '.join(titles.values())}\n"
    used = settle(text + f"{words.say('keyword', 'ask')} {words.say('topic', 'steps')}").answers[0].setup["expansions"]
    assert set(used) >= set(titles)


def test_an_answer_tells_boxes_that_are_known_by_name_only() -> None:
    (answer,) = settle(f"use gold-mines, gifts, Ghosts, Castles & Cemeteries; {SMALL}ask score T").answers
    assert [one.values["expansion"].parts for one in answer.ruling.warnings if one.phrase == "name-only"] == [
        ("gold-mines",)
    ]


@pytest.mark.parametrize(
    ("ask", "wrong"),
    [("score banana", "banana"), ("may red put meeple on banana", "banana"), ("may red put meeple on T T", "T"),
     ("where red may put banana", "banana"), ("score T T", "T"), ("final (1,0)", "(1,0)")],
)  # fmt: skip
def test_a_question_behind_a_move_that_cannot_be_made_has_its_words_read(ask: str, wrong: str) -> None:
    assert settle(f"{BLOCKED}ask score T").answers[0].ruling.verdict == "undetermined"
    with pytest.raises(Problems) as found:
        settle(f"{BLOCKED}ask {ask}")
    assert found.value.items[0].span.column == len(BLOCKED) + len("ask ") + ask.rindex(wrong) + 1


def test_what_a_move_that_cannot_be_made_starts_may_be_asked_about() -> None:
    text = f"{BLOCKED}places a tile that starts city Q; ask score Q"
    assert settle(text).answers[0].ruling.verdict == "undetermined"

"""The question that `expect asks` quotes: however it is met, it is translated."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate, formatted

TEXT = """scenario "A"
  city Été: complete
    red: meeple
  ask score Été
    expect asks "{question}"
"""


@pytest.mark.parametrize(
    "question",
    ["how many tiles has Été?", "how many tiles has Été", "How Many Tiles has Été ?", "HOW MANY tiles has Été!"],
)
def test_a_question_that_is_met_is_met_in_every_language(question: str) -> None:
    text = TEXT.format(question=question)
    for said in (text, formatted(text, "fr"), formatted(formatted(text, "fr"), "en")):
        (answer,) = adjudicate(said).answers
        assert [one.met for one in answer.expected] == [True], said


def test_accents_and_capitals_of_a_question_do_not_matter() -> None:
    text = formatted(TEXT.format(question="how many tiles has Été?"), "fr")
    assert "combien de tuiles" in text
    plain = text.replace("é ?", "é").replace("compte", "Compte")
    (answer,) = adjudicate(formatted(plain, "en")).answers
    assert [one.met for one in answer.expected] == [True]

"""`expect asks`: the fact that is asked for and whose it is; a question as it is quoted, in any language."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate, formatted

TEXT = """scenario "A"
  city Été: complete
    red: meeple
  ask score Été
    expect asks {what}
"""


def met(text: str) -> list[bool]:
    (answer,) = adjudicate(text).answers
    return [one.met for one in answer.expected]


@pytest.mark.parametrize("what", ["tiles", "tiles for Été", "tiles for ete", '"How Many tiles has Été !"'])
def test_a_question_that_is_met_is_met_in_every_language(what: str) -> None:
    text = TEXT.format(what=what)
    for said in (text, formatted(text, "fr"), formatted(formatted(text, "fr"), "en"), formatted(text, "de")):
        assert met(said) == [True], said


@pytest.mark.parametrize("what", ["complete", "tiles for Albi", "tiles, complete", '"how many tiles has Albi?"'])
def test_another_question_is_not(what: str) -> None:
    assert met(TEXT.format(what=what)) == [False]


def test_what_was_asked_for_is_given_as_it_is_written() -> None:
    (answer,) = adjudicate(TEXT.format(what="complete")).answers
    assert [one.given for one in answer.expected] == ["asks tiles for Été"]


def test_a_box_is_named_by_its_id() -> None:
    text = "use plague\nturn red\n  draws plague\nask points\n  expect asks expansion for "
    assert met(f"{text}plague\n") == [True]
    assert met(f"{text}tunnel\n") == [False]

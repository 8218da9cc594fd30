"""Questions about a rule: found by what they mean, in any words, language and company."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.finder import find, situated
from adjudicator.finder.asked import Way
from adjudicator.finder.index import Index, built
from adjudicator.finder.terms import tongue

WAYS = {
    "en": [
        Way("BASE-34", "yes", "may a monastery lie next to another one?"),
        Way("BASE-34", "no", "must two monasteries keep apart?"),
        Way("BASE-11", "what", "what happens to a tile that fits nowhere?"),
        Way("BASE-11", "no", "do I lose my turn if my tile fits nowhere?"),
        Way("BASE-05", "what", "which player starts?"),
        Way("BASE-05", "yes", "does the youngest player start?"),
        Way("AM-78", "no", "can a wagon be placed in a field?"),
    ],
    "fr": [Way("BASE-37", "no", "les paysans reviennent-ils en main pendant la partie ?")],
    "de": [Way("GCC-34", "what", "ab wie vielen Geistern haut ein Meeple ab?")],
}


@pytest.fixture(scope="module")
def known() -> Index:
    """An index of a few ways to ask."""
    return Index(built(WAYS))


@pytest.mark.parametrize(
    ("lang", "sentence", "rule", "answer"),
    [
        ("en", "may a monastery be next to another monastery?", "BASE-34", "yes"),
        ("en", "may a cloister lie beside another cloister?", "BASE-34", "yes"),
        ("en", "can a cloister touch another one", "BASE-34", "yes"),
        ("fr", "une abbaye peut-elle être à côté d'une autre abbaye ?", "BASE-34", "yes"),
        ("en", "my tile fits nowhere, what now?", "BASE-11", None),
        ("de", "mein Plättchen passt nirgends, was jetzt?", "BASE-11", None),
        ("en", "who starts the game?", "BASE-05", None),
        ("fr", "un chariot peut-il être posé dans un pré ?", "AM-78", "no"),
        ("en", "can a wagn be placed in a feild?", "AM-78", "no"),
        ("en", "do farmers return to my hand in the game?", "BASE-37", "no"),
        ("en", "how many ghosts until a meeple runs away?", "GCC-34", None),
    ],
)
def test_other_words_find_the_rule(known: Index, lang: str, sentence: str, rule: str, answer: str | None) -> None:
    found = find(sentence, (lang,), known)
    assert found.answers[0].rule == rule
    assert found.answer in (answer, None)


def test_the_answer_is_given_where_a_question_says_the_same(known: Index) -> None:
    assert find("may a cloister lie beside another cloister?", ("en",), known).answer == "yes"
    assert find("can the wagon be placed in a field", ("en",), known).answer == "no"


@pytest.mark.parametrize(
    ("sentence", "never"),
    [
        ("may a monastery not lie next to another one?", "yes"),
        ("does the oldest player start?", "yes"),
        ("which player starts?", "yes"),
        ("do I lose my turn or draw again if my tile fits nowhere?", "no"),
    ],
)
def test_what_turns_a_question_round_withdraws_its_answer(known: Index, sentence: str, never: str) -> None:
    assert find(sentence, ("en",), known).answer != never


def test_another_matter_finds_nothing(known: Index) -> None:
    assert not find("how do I cook pasta", ("en",), known).answers


def test_a_slip_of_the_finger_is_told(known: Index) -> None:
    assert ("wagn", "wagon") in find("can a wagn be placed in a field?", ("en",), known).mended


@pytest.mark.parametrize(("lang", "word"), [("fr", "manque"), ("fr", "toutes"), ("de", "statt"), ("en", "former")])
def test_no_everyday_word_is_a_slip_of_another(lang: str, word: str) -> None:
    assert not tongue(lang).terms(word)[0].mended


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [("en", "cities", "city"), ("en", "placing", "placed"), ("fr", "posées", "poser"), ("de", "Geistern", "Geist")],
)
def test_forms_of_a_word_mean_the_same(lang: str, one: str, other: str) -> None:
    (first,), (second,) = tongue(lang).terms(one), tongue(lang).terms(other)
    assert set(first.meanings) & set(second.meanings)


def test_colours_and_counts_tell_a_position() -> None:
    assert situated("red has 2 knights, black 1", "en")
    assert not situated("can a wagon go into a field?", "en")


def _asked(sentence: str, code: int = 0) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["ask", "--format", "json", sentence])
    assert done.exit_code == code, done.output
    said: dict[str, Any] = json.loads(done.output)
    return said


def test_the_machine_form_has_the_keys_of_a_sentence() -> None:
    said = _asked("who starts?")
    assert said["rules"][0]["id"] == "BASE-05"
    assert said["understood"] == ""
    assert {"said", "sure", "left_out", "mended", "assumed", "offers", "answer", "rules", "rulings"} <= said.keys()
    for offer in said["offers"]:
        assert offer.keys() >= {"rule", "said"}


def test_a_position_is_not_answered_by_a_rule() -> None:
    said = _asked("red has 2 knights in a finished city of 5 tiles with 1 shield, black has 1 knight. who scores?")
    assert said["rulings"][0]["points"]["red"] == 12
    assert "rules" not in said

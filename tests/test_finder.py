"""Questions about a rule: found by what they mean, in any words, language and company."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from everyday import DAY

from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.finder import asked, find, search
from adjudicator.finder.asked import Way
from adjudicator.finder.index import Index, built, prepared
from adjudicator.finder.terms import tongue
from adjudicator.rulebook import loader
from adjudicator.words.languages import codes

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


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("below zero ghost", {"GCC-38"}),
        ("abbey tile counts city", {"AM-34"}),
        ("arrow one turn", {"ANN-14", "ANN-16"}),
        ("may a monastery touch another monastery?", {"BASE-34"}),
        ("eine Burg steht neben einer Stadt: wer bekommt Punkte?", {"NB-50", "NB-51", "NB-52", "NB-53"}),
    ],
)
def test_a_search_takes_whole_questions(text: str, rules: set[str]) -> None:
    assert rules & {rule.id for rule in search(text)[:3]}


def test_a_search_keeps_to_a_box_and_says_when_there_is_nothing() -> None:
    assert {rule.folder for rule in search("ghost", "gifts")} <= {"gifts"}
    with pytest.raises(Problems):
        search("zeppelin qqqqq")


def test_each_question_of_a_sentence_is_answered() -> None:
    found = find("may a wagon be placed in a field, and what do ghosts cost at the end of the game?", ("en",))
    assert found.answers[0].rule == "AM-78"
    assert [one.answers[0].rule for one in found.more] == ["GCC-43"]


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


# ---- the ways to ask that the boxes bring

SAMPLE = 90
"""Ways to ask that are left out of the index at once."""


def _left_out() -> tuple[Index, list[tuple[str, Way]]]:
    """An index without some ways to ask, others each day, and these with their languages; a rule keeps others."""
    data = prepared()
    ways = [Way(data["rules"][rule], asked.LABELS[label], text) for rule, _, label, text, _ in data["ways"]]
    rules = Counter(way.rule for way in ways)
    some = [at for at, way in enumerate(ways) if rules[way.rule] > 3]
    left = set(random.Random(DAY).sample(some, SAMPLE))
    kept = [entry for at, entry in enumerate(data["ways"]) if at not in left]
    return Index({**data, "ways": kept}), [(data["langs"][data["ways"][at][1]], ways[at]) for at in sorted(left)]


@pytest.mark.long
def test_a_way_to_ask_finds_its_rule_without_itself() -> None:
    known, left = _left_out()
    first = three = wrong = 0
    for lang, way in left:
        found = find(way.text, (lang,), known)
        near = [one.rule for one in found.answers[:3]]
        first += near[:1] == [way.rule]
        three += way.rule in near
        wrong += found.sure and near[:1] == [way.rule] and {found.answer, way.label} == {"yes", "no"}
    assert len(left) == SAMPLE
    assert three >= 0.68 * SAMPLE, (first, three)
    assert first >= 0.48 * SAMPLE, (first, three)
    assert wrong <= 0.05 * SAMPLE, wrong


ASIDES = {
    "en": ["my brother says no", "we argue about it every week", "sorry if it is a silly question", "thanks"],
    "fr": ["mon frère dit que non", "désolé si c'est une question bête", "merci d'avance"],
    "de": ["mein Bruder meint nein", "danke schon mal", "wir streiten jedes Mal darüber"],
}


def _some(lang: str, number: int) -> list[Way]:
    """Some ways to ask in a language, others each day."""
    return random.Random(DAY).sample(list(asked.ways(lang)), number)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_an_aside_changes_no_rule(lang: str) -> None:
    changed = []
    for at, way in enumerate(_some(lang, 30)):
        aside = ASIDES[lang][at % len(ASIDES[lang])]
        plain, more = find(way.text, (lang,)), find(f"{aside}. {way.text}", (lang,))
        assert {plain.answer, more.answer} != {"yes", "no"}, way
        if plain.answers[0].rule not in {one.rule for one in more.answers[:3]}:
            changed.append((aside, way))
    assert len(changed) <= 1, changed


NEGATIONS = [("may ", "may not "), ("can ", "cannot "), ("does ", "doesn't "), ("is ", "isn't "), ("are ", "aren't ")]


@pytest.mark.long
def test_a_negation_turns_no_answer_into_a_wrong_one() -> None:
    """The answer to a question that is denied is not that to the question itself; once it may be, where "no shield"
    denies in one way to ask and "without" in the other does not.
    """
    tried = 0
    same = []
    for way in _some("en", 120):
        for plain, denied in NEGATIONS:
            if way.text.startswith(plain) and " not " not in way.text:
                tried += 1
                answer = find(way.text, ("en",)).answer
                turned = find(way.text.replace(plain, denied, 1), ("en",)).answer
                if turned is not None and turned == answer:
                    same.append(way)
    assert tried >= 10
    assert len(same) <= 1, same


def test_every_way_is_of_a_rule_that_there_is() -> None:
    for path in asked.written():
        for rule, entry in tomllib.loads(path.read_text("utf-8")).items():
            assert loader.is_rule(rule), (path, rule)
            for lang, said in entry.items():
                assert lang in codes(), (rule, lang)
                assert set(said) <= set(asked.LABELS), (rule, lang)
                assert all(text.strip() for texts in said.values() for text in texts), rule


GENERAL = Path(__file__).parent / "talk" / "general.tsv"


def test_what_people_ask_of_no_position_finds_its_rule() -> None:
    lines = [line for line in GENERAL.read_text("utf-8").splitlines() if not line.startswith("#")][1:]
    rows = [line.split("\t") for line in lines]
    missed = []
    for lang, question, rules in rows:
        near = [one.rule for one in find(question, (lang,)).answers[:3]]
        if not set(rules.split()) & set(near):
            missed.append((question, near))
    assert len(rows) >= 50
    assert len(missed) <= 0.1 * len(rows), missed

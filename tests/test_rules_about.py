"""Questions about no position: the rules that answer them, and the nearest ones to what is not understood."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.rulebook import loader
from adjudicator.talk import understood
from adjudicator.talk.about import rules_about

TABLE = Path(__file__).parent / "talk" / "general.tsv"


def rows() -> list[tuple[str, str, list[str]]]:
    """Language, question and ids of the rules, one of which is to be found."""
    lines = [line for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")][1:]
    return [(lang, question, rules.split()) for lang, question, rules in (line.split("\t") for line in lines)]


def test_the_table_names_rules_that_there_are() -> None:
    assert all(loader.is_rule(ident) for *_, rules in rows() for ident in rules)
    assert len(rows()) >= 50


def test_the_nearest_rules_hold_the_answer() -> None:
    missed = [(question, found) for lang, question, rules in rows()
              if not set(found := rules_about(question, lang)) & set(rules)]  # fmt: skip
    assert len(missed) <= 0.2 * len(rows()), "\n".join(map(str, missed))


@pytest.mark.parametrize(
    ("sentence", "rules"),
    [
        ("do I get a gift?", ("GIFT-06", "GIFT-07")),
        ("When do I get a gift", ("GIFT-06", "GIFT-07")),
        ("est-ce que je reçois un cadeau ?", ("GIFT-06", "GIFT-07")),
        ("wann bekomme ich ein Geschenk?", ("GIFT-06", "GIFT-07")),
        ("where may my wagon go?", ("AM-82", "AM-89")),
        ("où peut aller mon chariot ?", ("AM-82", "AM-89")),
        ("wohin darf mein Wagen?", ("AM-82", "AM-89")),
        ("what does this ghost cost?", ("GCC-37", "GCC-43")),
        ("how many points do I lose for a ghost?", ("GCC-37", "GCC-43")),
        ("what does a ghost cost at the end?", ("GCC-43",)),
        ("que coûte ce fantôme ?", ("GCC-37", "GCC-43")),
        ("was kostet ein Geist?", ("GCC-37", "GCC-43")),
    ],
)
def test_the_first_questions_of_a_table(sentence: str, rules: tuple[str, ...]) -> None:
    assert understood(sentence).rules == rules


def test_a_ghost_that_stands_somewhere_is_settled_there() -> None:
    done = CliRunner().invoke(
        main,
        ["ask", "--format", "json", "my knight in a finished city of 4 tiles has 1 ghost, what does this ghost cost?"],
    )
    (ruling,) = json.loads(done.output)["rulings"]
    assert ruling["points"] == {"red": 6}  # 4 tiles x 2, less 2


def test_what_no_position_tells_is_answered_by_a_rule() -> None:
    done = CliRunner().invoke(main, ["what happens when the third ghost is placed?"])
    assert done.exit_code == 0, done.output
    assert "GCC-34" in done.output


def test_what_leaves_all_of_a_position_out_asks_about_the_rule() -> None:
    done = CliRunner().invoke(main, ["ask", "--format", "json", "how much is a city worth?"])
    assert done.exit_code == 0
    said = json.loads(done.output)
    assert said["rules"]


@pytest.mark.parametrize("sentence", ["how do I cook pasta", "which expansion should I buy", "the weather is fine"])
def test_of_other_things_no_rule_is_named(sentence: str) -> None:
    with pytest.raises(Problems) as caught:
        understood(sentence)
    assert not caught.value.items[-1].rules


def test_a_position_that_is_not_understood_names_none() -> None:
    with pytest.raises(Problems) as caught:
        understood("red has 2 knights in a finished city, black qzxwv 1 knight, who scores?")
    assert not caught.value.items[-1].rules
